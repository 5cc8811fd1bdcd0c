package answer

import (
	"cmp"
	"slices"

	"github.com/shortleash/shortleash/tools/english/sentence"
	"github.com/shortleash/shortleash/tools/english/verb"
)

// A use is an observation that stands behind the words of a group, and the line that says so.
type use struct {
	observation int // in call order
	line        string
}

// An alternative is other words for a group.
type alternative struct {
	edits []sentence.Edit
	uses  []use
}

// An opened group is one for which observations returned other words than its own.
type opened struct {
	alternatives []alternative
	latest       int  // observation that opened it last
	must         bool // its own words were not confirmed, and somebody must say that they are right
}

// ways returns in how many ways the group can be written.
func (o opened) ways() int {
	if o.must {
		return len(o.alternatives)
	}
	return len(o.alternatives) + 1
}

// open returns what the observations make of group i: other words, and uses that confirm its own.
func (s *Sentence) open(i int, observations []sentence.Observation) (o opened, same []use) {
	for n, seen := range observations {
		if !s.concerns(i, seen.Call) {
			continue
		}
		edits, ok := s.analysis.Realize(i, seen)
		if !ok {
			continue
		}
		u := use{n, s.line(i, seen, len(edits) > 0)}
		if len(edits) == 0 {
			if s.analysis.Covers(i, seen) {
				same = append(same, u)
			}
			continue
		}
		o.latest = n
		at := slices.IndexFunc(o.alternatives, func(a alternative) bool { return slices.Equal(a.edits, edits) })
		if at < 0 {
			o.alternatives = append(o.alternatives, alternative{edits, []use{u}})
			continue
		}
		o.alternatives[at].uses = append(o.alternatives[at].uses, u)
	}
	return o, same
}

// concerns reports whether a call can be about group i: a conjugation in a person that its subject
// can have and a tense that something speaks for, or the agreement of a word that agrees with a subject
// that stands beside it: past forms do not, but for was and were, and a tense that a time rules out need
// not. What lookup_irregular_verb returns of
// a verb without an auxiliary is a past. Of a verb that is not known only the agreement is anybody's
// business: its forms would be guessed.
func (s *Sentence) concerns(i int, c sentence.Call) bool {
	g, is := &s.analysis.Groups[i], &s.slots[i]
	switch c.Tool {
	case sentence.Conjugate:
		return is.known && slices.Contains(is.persons, c.Person) && slices.Contains(is.tenses, c.Tense)
	case sentence.Agreement:
		return slices.Contains(is.subjects, c.Subject) && g.Judgment.Moment == "" && (g.Tense != verb.PastSimple || g.Verb == "be")
	default:
		present := g.Tense == verb.PresentSimple && g.Finite == g.Main
		return is.known && (!present || slices.Contains(is.tenses, verb.PastSimple))
	}
}

// combine returns the sentences in which at least one opened group has other words, and each that
// must have them. Where they would be more than MaxSentences, the groups least recently observed stay
// as they are.
func (s *Sentence) combine(open []opened) []Choice {
	order := slices.Clone(open)
	slices.SortStableFunc(order, func(x, y opened) int {
		if x.must != y.must && x.must {
			return -1
		}
		if x.must != y.must {
			return 1
		}
		return cmp.Compare(y.latest, x.latest)
	})
	count := 1
	for n, o := range order {
		if count*o.ways() > MaxSentences+1 {
			order = order[:n]
			break
		}
		count *= o.ways()
	}
	var list []Choice
	picked := make([]*alternative, 0, len(order))
	for n := range count {
		picked = picked[:0]
		rest := n
		for i, o := range order {
			k := rest % o.ways()
			rest /= o.ways()
			if !o.must {
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

// choice writes the alternatives into the sentence. It is false where two of them touch the same
// place, where nothing changes, and where the result is too long to be said.
func (s *Sentence) choice(picked []*alternative) (Choice, bool) {
	var edits []sentence.Edit
	var uses []use
	for _, a := range picked {
		for _, e := range a.edits {
			if slices.ContainsFunc(edits, func(was sentence.Edit) bool { return overlap(was, e) }) {
				return Choice{}, false
			}
		}
		edits = append(edits, a.edits...)
		uses = append(uses, a.uses...)
	}
	text := sentence.Apply(s.analysis.Text, edits)
	if text == s.analysis.Text || !fits(text, MaxText) {
		return Choice{}, false
	}
	return Choice{Corrected: text, Lines: s.lines(uses)}, true
}

// overlap reports whether two edits touch the same place.
func overlap(x, y sentence.Edit) bool {
	return x.Offset == y.Offset || x.Offset < y.Offset+y.Length && y.Offset < x.Offset+x.Length
}
