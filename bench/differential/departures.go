package main

import (
	"regexp"
	"strings"
)

// A departureRule is something in which the grammar and a validator are known to differ.
type departureRule struct {
	reason string
	format string         // prefix of a format that the schema says
	text   *regexp.Regexp // what some string of the document matches
}

// departures are all the validators': the grammar keeps to the standard that is named.
var departures = []departureRule{
	{"RFC 5321: a quoted local part may hold quoted pairs; a local part is not empty", "email", regexp.MustCompile(`^"|^@`)},
	{"RFC 3986: these characters must be escaped, and there is one fragment", "uri", regexp.MustCompile("[^!-~]|[\"<>\\\\^{|}`]|#.*#|%(?:$|[^0-9A-Fa-f]|.$|.[^0-9A-Fa-f])")},
	{"RFC 3339, appendix A: a duration passes over no unit", "duration", regexp.MustCompile(`H[0-9]+S|Y[0-9]+D`)},
	{"an address has no signs", "ip", regexp.MustCompile(`\.-[0-9]`)},
	{"a time has no signs but that of its offset", "time", regexp.MustCompile(`[0-9][:Tt][+-][0-9]`)},
	{"a date and time has no signs but that of its offset", "date-time", regexp.MustCompile(`[0-9][:Tt][+-][0-9]`)},
}

// departure returns why the verdicts on a document may differ, or "".
func departure(schema, document string) string {
	for _, d := range departures {
		if !strings.Contains(schema, `"format":"`+d.format) {
			continue
		}
		if v, err := parse(document); err == nil && anyString(v, d.text.MatchString) {
			return d.reason
		}
	}
	return ""
}

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
