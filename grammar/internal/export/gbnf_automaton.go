package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// maxWritten is the most states of one automaton that are written as rules.
const maxWritten = 300

// A spelling says how the characters of an automaton stand in a document.
type spelling bool

const (
	inString spelling = true  // escaped, where strings need it
	asIs     spelling = false // numbers
)

// automaton writes rules for the texts of lang and returns the first of them. ok is false, and
// nothing is written, where they would be too many.
func (w *gbnfWriter) automaton(name string, space *regex.Space, lang regex.Expr, how spelling) (start string, ok bool) {
	d, err := space.NewDFA(lang, w.c.Languages.Budget)
	if err != nil || d.Start() == regex.Dead {
		return "", false
	}
	number := map[int32]int{d.Start(): 0}
	queue := []int32{d.Start()}
	var edges [][]regex.Edge
	ranges := 0
	for i := 0; i < len(queue); i++ {
		out, err := d.Edges(queue[i])
		if err != nil {
			return "", false
		}
		for _, e := range out {
			ranges += len(e.Ranges)
			if _, seen := number[e.To]; !seen {
				number[e.To] = len(queue)
				queue = append(queue, e.To)
			}
		}
		if len(queue) > maxWritten || ranges > 10*maxWritten || len(queue) > w.states {
			return "", false
		}
		edges = append(edges, out)
	}
	w.states -= len(queue)
	state := func(n int) string { return name + "-" + strconv.Itoa(n) }
	for i, from := range queue {
		var list []string
		if d.Accepting(from) {
			list = append(list, `""`)
		}
		var last []regex.Range // on which it can only end
		for _, e := range edges[i] {
			if len(edges[number[e.To]]) == 0 {
				last = append(last, e.Ranges...)
				continue
			}
			next := state(number[e.To])
			if to := number[e.To]; how == inString && d.Accepting(e.To) && free(edges[to], e.To) {
				next = w.anyChar() + "*"
			}
			list = append(list, join(either(w.chars(e.Ranges, how)), next))
		}
		slices.SortFunc(last, func(a, b regex.Range) int { return int(a.Lo - b.Lo) })
		list = append(list, w.chars(last, how)...)
		if i == 0 || len(edges[i]) > 0 && !(how == inString && d.Accepting(from) && free(edges[i], from)) {
			w.rule(state(i))(strings.Join(list, " | "))
		}
	}
	return state(0), true
}

// free reports whether a state, which goes where edges say, goes back to itself on everything.
func free(edges []regex.Edge, state int32) bool {
	return len(edges) == 1 && edges[0].To == state && slices.Equal(edges[0].Ranges, allScalars)
}

// allScalars are all characters there are.
var allScalars = []regex.Range{{Lo: 0, Hi: 0xd7ff}, {Lo: 0xe000, Hi: 0x10ffff}}

// either returns any of list.
func either(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "( " + strings.Join(list, " | ") + " )"
}

// chars returns symbols that together are one character of ranges.
func (w *gbnfWriter) chars(ranges []regex.Range, how spelling) []string {
	var list []string
	var class strings.Builder
	put := func(lo, hi rune) {
		if lo <= hi {
			classChar(&class, lo)
			if hi > lo {
				class.WriteByte('-')
				classChar(&class, hi)
			}
		}
	}
	for _, r := range ranges {
		if how == asIs {
			put(r.Lo, r.Hi)
			continue
		}
		lo := r.Lo
		if lo < ' ' {
			list = append(list, w.controls(lo, min(r.Hi, 0x1f))...)
			lo = ' '
		}
		for _, odd := range []rune{'"', '\\'} {
			if odd < lo || odd > r.Hi {
				continue
			}
			put(lo, odd-1)
			list = append(list, literalText(`\`+string(odd)))
			lo = odd + 1
		}
		put(lo, r.Hi)
	}
	if len(list) == 3 && list[0] == "control" { // all there are
		list = []string{w.escape()}
	}
	if class.Len() > 0 {
		list = append(list, "["+class.String()+"]")
	}
	return list
}

// controls returns the escapes of control characters.
func (w *gbnfWriter) controls(lo, hi rune) []string {
	if lo == 0 && hi == 0x1f {
		return []string{w.control()}
	}
	var list []string
	for r := lo; r <= hi; r++ {
		list = append(list, literalText(string(jsontext.AppendChar(nil, r))))
	}
	return list
}

// classChar writes one end of a range in a class.
func classChar(b *strings.Builder, r rune) {
	switch {
	case r < 0x80 && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || r == ' '):
		fmt.Fprintf(b, `\x%02X`, r)
	case r < 0x80:
		b.WriteRune(r)
	case r <= 0xffff:
		fmt.Fprintf(b, `\u%04X`, r)
	default:
		fmt.Fprintf(b, `\U%08X`, r)
	}
}
