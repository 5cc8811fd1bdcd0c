package web

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// A chunk is a part of two lists: what they have in common, or what stands in one of them where the other has something
// else.
type chunk struct {
	same bool
	a, b []string
}

// chunks cuts two lists of texts so that as much as can be is in common.
func chunks(a, b []string) (list []chunk) {
	before, at := lines(a), 0
	i, j := 0, 0 // so much of a and b was cut
	for _, e := range append(udiff.Lines(before, lines(b)), udiff.Edit{Start: len(before), End: len(before)}) {
		same, was, is := strings.Count(before[at:e.Start], "\n"), strings.Count(before[e.Start:e.End], "\n"), strings.Count(e.New, "\n")
		if same > 0 {
			list = append(list, chunk{true, a[i : i+same], b[j : j+same]})
		}
		i, j, at = i+same, j+same, e.End
		if was+is > 0 {
			list = append(list, chunk{false, a[i : i+was], b[j : j+is]})
		}
		i, j = i+was, j+is
	}
	return list
}

// lines writes texts in lines, one for each.
func lines(texts []string) string {
	var b strings.Builder
	for _, text := range texts {
		b.WriteString(strings.ReplaceAll(text, "\n", " ") + "\n")
	}
	return b.String()
}

// besides sets the lines of two runs beside each other. Lines that only one of them has stand alone, except where both
// have some at the same place.
func besides(a, b []string) (list []comparedLine) {
	for _, c := range chunks(a, b) {
		for i := range max(len(c.a), len(c.b)) {
			line := comparedLine{Same: c.same}
			if i < len(c.a) {
				line.A = c.a[i]
			}
			if i < len(c.b) {
				line.B = c.b[i]
			}
			list = append(list, line)
		}
	}
	return list
}
