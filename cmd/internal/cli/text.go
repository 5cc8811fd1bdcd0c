package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Printable returns text from a model or a file with harmless characters only: those that would control
// a terminal or turn the reading direction are replaced by a mark.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// OneLine returns printable text without line breaks and tabs.
func OneLine(text string) string {
	return Printable(strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(text))
}

// Plural counts things whose name has a regular plural: "1 step", "2 steps".
func Plural(n int, noun string) string { return PluralOf(n, noun, noun+"s") }

// PluralOf counts things: one is the name of a single one, many that of all other numbers.
func PluralOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// PluralWord returns one for a single thing, and many for any other number.
func PluralWord(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Quoted writes an argument as a shell reads it.
func Quoted(arg string) string {
	if arg != "" && strings.Trim(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%") == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// Cause returns what is wrong with a file, without its name.
func Cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// ByCount returns the names of counts, the one with the largest count first.
func ByCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
}

// Clip returns text in one line: its beginning, where it has more than most characters.
func Clip(text string, most int) string {
	line := []rune(OneLine(text))
	if len(line) > most {
		return strings.TrimSpace(string(line[:most-1])) + "…"
	}
	return string(line)
}

// Words returns the texts of a list.
func Words[T ~string](list []T) []string {
	var texts []string
	for _, t := range list {
		texts = append(texts, string(t))
	}
	return texts
}

// packages finds the names of our packages, with which their errors begin.
var packages = regexp.MustCompile(`(^|: |\n)(?:(?:loop|log|planerrors|fake|script|pool|ollama|openai|tiny|mcp): )+`)

// Problem returns what err says to people: without the names of packages.
func Problem(err error) string { return packages.ReplaceAllString(err.Error(), "$1") }
