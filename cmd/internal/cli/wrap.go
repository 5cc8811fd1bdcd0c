package cli

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// narrowest is the least width that text is broken for, in cells: what is narrower is left to the terminal.
const narrowest = 20

// Cells returns how many cells of a terminal text takes. Escape sequences take none.
func Cells(text string) int { return ansi.StringWidth(text) }

// Cut returns the beginning of a line that has no more than width cells.
func Cut(line string, width int) string { return ansi.Truncate(line, width, "") }

// Wrap breaks a line between its words so that no part has more than width cells. The parts after the
// first begin with indent. A word that is longer than a part is broken where it must be.
func Wrap(line string, width int, indent string) []string {
	if width < narrowest || Cells(line) <= width {
		return []string{line}
	}
	var list []string
	var part strings.Builder
	used, blank := 0, true // cells in part; nothing but space is in it
	next := func() {
		list = append(list, strings.TrimRight(part.String(), " "))
		part.Reset()
		part.WriteString(indent)
		used, blank = Cells(indent), true
	}
	for line != "" {
		gap := line[:len(line)-len(strings.TrimLeft(line, " "))]
		word, _, _ := strings.Cut(line[len(gap):], " ")
		line = line[len(gap)+len(word):]
		if blank && len(list) > 0 {
			gap = ""
		}
		if !blank && used+len(gap)+Cells(word) > width {
			next()
			gap = ""
		}
		part.WriteString(gap)
		used += len(gap)
		for used+Cells(word) > width && width-used > 0 {
			head := ansi.Truncate(word, width-used, "")
			if head == "" {
				break
			}
			part.WriteString(head)
			word = strings.TrimPrefix(word, head)
			next()
		}
		part.WriteString(word)
		used += Cells(word)
		blank = blank && word == ""
	}
	return append(list, strings.TrimRight(part.String(), " "))
}
