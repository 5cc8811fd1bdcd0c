package cli

import "regexp"

// What is taken for a secret: who stands before the host in an address, and the value of a variable whose name says so.
var (
	userInfo = regexp.MustCompile(`\b([a-zA-Z][a-zA-Z0-9+.-]*://)[^/\s@'"]+@`)
	variable = regexp.MustCompile(`\b([A-Z0-9_]*(?:TOKEN|KEY|SECRET|PASS)[A-Z0-9_]*=)[^\s'"]+`)
)

// Redact returns text for people in which secrets are replaced by a mark: that of a command line which is told again, or
// of an address in a message. [Console.Say] does so with all that it says.
func Redact(text string) string {
	return variable.ReplaceAllString(userInfo.ReplaceAllString(text, "${1}…@"), "${1}…")
}
