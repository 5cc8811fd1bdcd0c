package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// printable takes the power out of text that comes from a model or a file: characters that would
// steer a terminal or turn the reading direction are shown as a replacement mark.
func printable(text string) string {
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

// oneLine is printable text without line breaks and tabs, for the words of a model.
func oneLine(text string) string {
	return printable(strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(text))
}

// plural counts what has a regular plural: "1 step", "2 steps".
func plural(n int, noun string) string { return pluralOf(n, noun, noun+"s") }

// pluralOf counts what is called one or many.
func pluralOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// quoted writes an argument as a shell reads it.
func quoted(arg string) string {
	if arg != "" && strings.Trim(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%") == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// cause returns what is wrong with a file without saying again which.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// byCount returns the names of counts, that with the largest first.
func byCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
}

// maxClipped is how much of a task a list shows, in characters.
const maxClipped = 48

// clipped returns the beginning of a task, in one line.
func clipped(task string) string {
	text := []rune(oneLine(task))
	if len(text) > maxClipped {
		return strings.TrimSpace(string(text[:maxClipped-1])) + "…"
	}
	return string(text)
}

// words returns the texts of a list.
func words[T ~string](list []T) []string {
	var texts []string
	for _, t := range list {
		texts = append(texts, string(t))
	}
	return texts
}
