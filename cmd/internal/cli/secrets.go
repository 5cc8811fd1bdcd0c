package cli

import (
	"bytes"
	"regexp"
)

// What is taken for a secret: who stands before the host in an address, and the value of a variable whose name says so.
var (
	userInfo = regexp.MustCompile(`\b([a-zA-Z][a-zA-Z0-9+.-]*://)(?:[^/\s:'"]*:[^\s'"]*|[^/\s'"]+)@`)
	loneUser = regexp.MustCompile(`(^|[\s'"])[^\s/:@'"]+:[^\s/@'"]+@`) // in an address without a scheme
	variable = regexp.MustCompile(`\b([A-Z0-9_]*(?:TOKEN|KEY|SECRET|PASS)[A-Z0-9_]*=)[^\s'"]+`)
)

// Redact returns text for people in which secrets are replaced by a mark: that of a command line which is told again, or
// of an address in a message. [Console.Say] does so with all that it says.
func Redact(text string) string {
	text = loneUser.ReplaceAllString(userInfo.ReplaceAllString(text, "${1}…@"), "${1}…@")
	return variable.ReplaceAllString(text, "${1}…")
}

// A libraryLog takes what libraries log for their programmers. It is not for people, and may hold what a server sent:
// only a panic is told.
type libraryLog struct{ console *Console }

func (l libraryLog) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("panic")) {
		l.console.Say("%s", bytes.TrimSpace(line))
	}
	return len(line), nil
}
