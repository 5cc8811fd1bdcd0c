package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Printable takes the power out of text that comes from a model or a file: characters that would
// steer a terminal or turn the reading direction are shown as a replacement mark.
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

// OneLine is printable text without line breaks and tabs, for the words of a model.
func OneLine(text string) string {
	return Printable(strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(text))
}

// Plural counts what has a regular Plural: "1 step", "2 steps".
func Plural(n int, noun string) string { return PluralOf(n, noun, noun+"s") }

// PluralOf counts what is called one or many.
func PluralOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Quoted writes an argument as a shell reads it.
func Quoted(arg string) string {
	if arg != "" && strings.Trim(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%") == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// Cause returns what is wrong with a file without saying again which.
func Cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// ByCount returns the names of counts, that with the largest first.
func ByCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
}

// maxClipped is how much of a task a list shows, in characters.
const maxClipped = 48

// Clipped returns the beginning of a task, in one line.
func Clipped(task string) string {
	text := []rune(OneLine(task))
	if len(text) > maxClipped {
		return strings.TrimSpace(string(text[:maxClipped-1])) + "…"
	}
	return string(text)
}

// Words returns the texts of a list.
func Words[T ~string](list []T) []string {
	var texts []string
	for _, t := range list {
		texts = append(texts, string(t))
	}
	return texts
}
