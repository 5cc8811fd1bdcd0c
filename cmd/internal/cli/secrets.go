package cli

import (
	"bytes"
	"maps"
	"regexp"
	"slices"

	"github.com/spf13/pflag"
)

// What is taken for a secret: who stands before the host in an address, and the value of a variable or of a parameter of an
// address whose name says so.
var (
	userInfo = regexp.MustCompile(`\b([a-zA-Z][a-zA-Z0-9+.-]*://)(?:[^/\s:'"]*:[^\s'"]*|[^/\s'"]+)@`)
	loneUser = regexp.MustCompile(`(^|[\s'"])[^\s/:@'"]+:[^\s/@'"]+@`) // in an address without a scheme
	variable = regexp.MustCompile(`\b([A-Z0-9_]*(?:TOKEN|KEY|SECRET|PASS)[A-Z0-9_]*=)[^\s'"]+`)
	query    = regexp.MustCompile(`([?&](?i:[a-z0-9_-]*(?:token|key|secret|pass)[a-z0-9_-]*)=)[^&\s'"]+`)
)

// Redact returns text for people in which secrets are replaced by a mark: that of a command line which is told again, or
// of an address in a message. [Console.Say] does so with all that it says.
func Redact(text string) string {
	text = loneUser.ReplaceAllString(userInfo.ReplaceAllString(text, "${1}…@"), "${1}…@")
	return query.ReplaceAllString(variable.ReplaceAllString(text, "${1}…"), "${1}…")
}

// exposed says of each flag of the command line that holds a secret where it could stand instead: others of the machine can
// read what a process was started with, and not its variables.
func (c *Console) exposed(typed map[string]*pflag.Flag) {
	for _, name := range slices.Sorted(maps.Keys(typed)) {
		if value := typed[name].Value.String(); Redact(value) != value {
			c.Say("--%s holds a secret, and others can read a command line: the variable %s is a place for it.", name, c.variable(name))
		}
	}
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
