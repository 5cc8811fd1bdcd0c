package differential

import (
	"regexp"
	"strings"
)

// A departureRule is something in which the grammar and a validator are known to differ.
type departureRule struct {
	reason string
	schema string         // what the schema says
	text   *regexp.Regexp // what some string of the document matches
}

// departures are all the validators': the grammar keeps to the standard that is named.
var departures = []departureRule{
	{"ECMA-262: . passes over line ends, of which Go knows one", `.{2}`, regexp.MustCompile(`[\r\x{2028}\x{2029}]`)},
	{"ECMA-262: a blank is more than Go's", `\\S`, regexp.MustCompile(`[\x0b\x{a0}\x{feff}\x{2028}\x{2029}\p{Zs}]`)},
	{"RFC 5321: a quoted local part may hold quoted pairs; a local part is not empty", `"format":"email`, regexp.MustCompile(`^"|^@`)},
	{"RFC 3986: these characters must be escaped, and there is one fragment", `"format":"uri`,
		regexp.MustCompile("[^!-~]|[\"<>\\\\^{|}`]|#.*#|%(?:$|[^0-9A-Fa-f]|.$|.[^0-9A-Fa-f])")},
	{"RFC 3986: a host may have escaped characters", `"format":"uri`, regexp.MustCompile(`//[^/?#]*%`)},
	{"RFC 3986: a host may be an address of a later version", `"format":"uri`, regexp.MustCompile(`//[^/?#]*\[[vV]`)},
	{"RFC 3986: brackets stand around the address of a host alone", `"format":"uri`, regexp.MustCompile(`(?:^/?|[^/]/?)\[|^[^\[]*\]`)},
	{"RFC 3339, appendix A: a duration passes over no unit", `"format":"duration`, regexp.MustCompile(`H[0-9]+S|Y[0-9]+D`)},
	{"an address has no signs", `"format":"ip`, regexp.MustCompile(`\.-[0-9]`)},
	{"a time has no signs but that of its offset", `"format":"time`, regexp.MustCompile(`[0-9][:Tt][+-][0-9]`)},
	{"a date and time has no signs but that of its offset", `"format":"date-time`, regexp.MustCompile(`[0-9][:Tt][+-][0-9]`)},
}

// departure returns why the verdicts on a document may differ, or "".
func departure(schema, document string) string {
	for _, d := range departures {
		if !strings.Contains(schema, d.schema) {
			continue
		}
		if v, err := parse(document); err == nil && anyString(v, d.text.MatchString) {
			return d.reason
		}
	}
	return ""
}

// tooManyReadings is what the grammar says where a document can be read in more ways at once than
// Limits.Parallel.
const tooManyReadings = "want fewer readings at once"

// anyString reports whether a string of v, or a name, is so.
func anyString(v any, is func(string) bool) bool {
	switch x := v.(type) {
	case string:
		return is(x)
	case []any:
		for _, item := range x {
			if anyString(item, is) {
				return true
			}
		}
	case object:
		for name, member := range x {
			if is(name) || anyString(member, is) {
				return true
			}
		}
	}
	return false
}
