package answer

import (
	"cmp"
	"slices"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// A citation is an observation that supports the words of a group, and the line that says so.
type citation struct {
	observation int // in call order
	line        string
}

// An alternative is a set of other words for a group, with the observations that returned them.
type alternative struct {
	edits     []sentence.Edit
	citations []citation
}

// ways returns how many ways there are to write a group.
func (f finding) ways() int {
	if f.mustChange {
		return len(f.alternatives)
	}
	return len(f.alternatives) + 1
}

// combine returns the sentences in which at least one group has other words, and each group that must
// change has. Where they would be more than MaxSentences, the groups least recently observed stay as
// they are.
func (s *Sentence) combine(found []finding) []Choice {
	order := slices.DeleteFunc(slices.Clone(found), func(f finding) bool { return len(f.alternatives) == 0 })
	slices.SortStableFunc(order, func(x, y finding) int {
		switch {
		case x.mustChange == y.mustChange:
			return cmp.Compare(y.latest, x.latest)
		case x.mustChange:
			return -1
		}
		return 1
	})
	count := 1
	for n, f := range order {
		if count*f.ways() > MaxSentences+1 {
			order = order[:n]
			break
		}
		count *= f.ways()
	}
	var list []Choice
	picked := make([]*alternative, 0, len(order))
	for n := range count {
		picked = picked[:0]
		rest := n
		for i, f := range order {
			k := rest % f.ways()
			rest /= f.ways()
			if !f.mustChange {
				k-- // the first way is the group's own
			}
			if k >= 0 {
				picked = append(picked, &order[i].alternatives[k])
			}
		}
		if c, ok := s.choice(picked); ok && !slices.ContainsFunc(list, func(was Choice) bool { return was.Corrected == c.Corrected }) {
			list = append(list, c)
		}
	}
	return list
}

// choice writes the alternatives into the sentence. It is false where two of them overlap, where nothing
// changes, and where the result is too long.
func (s *Sentence) choice(picked []*alternative) (Choice, bool) {
	var edits []sentence.Edit
	var uses []citation
	for _, a := range picked {
		for _, e := range a.edits {
			if slices.ContainsFunc(edits, func(was sentence.Edit) bool { return overlap(was, e) }) {
				return Choice{}, false
			}
		}
		edits = append(edits, a.edits...)
		uses = append(uses, a.citations...)
	}
	text := sentence.Apply(s.analysis.Text, edits)
	if text == s.analysis.Text || !fits(text, MaxText) {
		return Choice{}, false
	}
	return Choice{Corrected: text, Lines: s.lines(uses)}, true
}

// overlap reports whether two edits touch the same text.
func overlap(x, y sentence.Edit) bool {
	return x.Offset == y.Offset || x.Offset < y.Offset+y.Length && y.Offset < x.Offset+x.Length
}
