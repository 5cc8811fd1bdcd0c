package sentence

import (
	"slices"
	"unicode/utf8"
)

// An Edit replaces a piece of a sentence. Offset and Length count code points of the sentence from
// 0; an insertion has length 0, a deletion an empty Replacement.
type Edit struct {
	Offset      int
	Length      int
	Original    string
	Replacement string
	Rule        Code
	CEFR        string
}

// Apply makes the edits in the sentence, from the last to the first. They must not overlap and may
// come in any order; edits that do not fit the sentence are left out.
func Apply(sentence string, edits []Edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Offset - b.Offset })
	runes := []rune(sentence)
	if !utf8.ValidString(sentence) {
		return sentence
	}
	limit := len(runes)
	for _, e := range slices.Backward(edits) {
		end := e.Offset + e.Length
		if e.Offset < 0 || e.Length < 0 || end > limit || string(runes[e.Offset:end]) != e.Original {
			continue
		}
		runes = slices.Concat(runes[:e.Offset], []rune(e.Replacement), runes[end:])
		limit = e.Offset
	}
	return string(runes)
}

// Edits returns the edits that mend the wrong groups of the sentence, in order.
func (a Analysis) Edits() []Edit {
	var edits []Edit
	for i, g := range a.Groups {
		if g.Judgment.Verdict != Wrong {
			continue
		}
		o, ok := Observe(g.Judgment.Call)
		if !ok {
			continue
		}
		list, ok := a.Realize(i, o)
		if !ok {
			continue
		}
		for _, e := range list {
			e.Rule, e.CEFR = g.Judgment.Code, g.Judgment.Code.Level()
			edits = append(edits, e)
		}
	}
	slices.SortStableFunc(edits, func(x, y Edit) int { return x.Offset - y.Offset })
	return edits
}

// Corrected returns the sentence with its wrong groups mended; it is Text where none is wrong.
func (a Analysis) Corrected() string { return Apply(a.Text, a.Edits()) }
