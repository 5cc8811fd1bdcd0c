package answer

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A groupFacts is what a group's own words and subject say about the observations that can open it.
type groupFacts struct {
	known    bool          // its verb is in our tables, or there is none
	free     bool          // its form is as right as another: there is nothing to ask
	awaited  bool          // it is judged, and a tool can say whether it is right
	doubtful bool          // it is not awaited, and seems to be wrong
	persons  []verb.Person // its subject can have
	tenses   []verb.Tense  // it can be in
	subjects []string      // of these persons, that its finite word may be tried with
}

// factsOf returns the slots of the groups. At most maxAwaited are awaited, the first ones.
func factsOf(a sentence.Analysis) []groupFacts {
	slots := make([]groupFacts, len(a.Groups))
	awaited := 0
	for i := range a.Groups {
		g, is := &a.Groups[i], &slots[i]
		is.known = g.Verb == "" || verb.Of(g.Verb).Known && infinitive(g.Verb) == g.Verb // to the tools smelt is a form of smell
		is.free, is.persons, is.tenses = a.Free(i), a.Persons(i), a.Tenses(i)
		for _, run := range a.SubjectRuns(i) {
			_, person, both, ok := sentence.Head(run)
			if ok && (both || run == g.Subject.Text || slices.Contains(is.persons, person)) {
				is.subjects = append(is.subjects, run)
			}
		}
		is.awaited = awaited < maxAwaited && slices.ContainsFunc(a.Calls(i), func(c sentence.Call) bool { return is.concerns(g, c) })
		if is.awaited {
			awaited++
		}
		is.doubtful = !is.awaited && g.Judgment.Verdict == sentence.Wrong
	}
	return slots
}

// concerns reports whether a call can be about g, the group of the slot: a conjugation in a person that
// its subject can have and a tense that something speaks for, or the agreement of a word that agrees
// with a subject that stands beside it: past forms do not, but for was and were, and a tense that a time
// rules out need not. What lookup_irregular_verb returns of a verb without an auxiliary is a past. Of a
// verb that is not known only the agreement can be asked about: its forms would be guesses.
func (is *groupFacts) concerns(g *sentence.Group, c sentence.Call) bool {
	switch {
	case is.free:
		return false
	case c.Tool == sentence.Conjugate:
		return is.known && slices.Contains(is.persons, c.Person) && slices.Contains(is.tenses, c.Tense)
	case c.Tool == sentence.Agreement:
		return slices.Contains(is.subjects, c.Subject) && g.Judgment.Moment == "" && (g.Tense != verb.PastSimple || g.Verb == "be")
	default:
		present := g.Tense == verb.PresentSimple && g.Finite == g.Main
		return is.known && (!present || slices.Contains(is.tenses, verb.PastSimple))
	}
}

func (s *Sentence) concerns(i int, c sentence.Call) bool {
	return s.facts[i].concerns(&s.analysis.Groups[i], c)
}

// A finding is what the observations make of one group.
type finding struct {
	confirmed    []citation // they returned its own words
	alternatives []alternative
	latest       int  // observation that opened it last
	mustChange   bool // it is awaited and was not confirmed: it cannot stay as it is
	doubtful     bool // it seems to be wrong and was not confirmed
}

// contradicted reports whether tools say of a group that can be judged that it has other words, and none
// says that it has its own. Whoever doubts that may ask on; that there was no evidence is not true.
func (f finding) contradicted() bool { return f.mustChange && len(f.alternatives) > 0 }

// findings returns what the observations make of each group.
func (s *Sentence) findings(e evidence) []finding {
	found := make([]finding, len(s.facts))
	for i, is := range s.facts {
		f := s.find(i, e.verbs)
		right := len(f.confirmed) > 0
		f.mustChange, f.doubtful = is.awaited && !right, is.doubtful && !right
		found[i] = f
	}
	return found
}

// find returns other words for group i, and uses that confirm its own.
func (s *Sentence) find(i int, observations []sentence.Observation) finding {
	var f finding
	for n, seen := range observations {
		if !s.concerns(i, seen.Call) {
			continue
		}
		edits, ok := s.analysis.Realize(i, seen)
		if !ok {
			continue
		}
		u := citation{n, s.line(i, seen, len(edits) > 0)}
		if len(edits) == 0 {
			if s.analysis.Covers(i, seen) {
				f.confirmed = append(f.confirmed, u)
			}
			continue
		}
		f.latest = n
		at := slices.IndexFunc(f.alternatives, func(a alternative) bool { return slices.Equal(a.edits, edits) })
		if at < 0 {
			f.alternatives = append(f.alternatives, alternative{edits, []citation{u}})
			continue
		}
		f.alternatives[at].citations = append(f.alternatives[at].citations, u)
	}
	return f
}

// confirmed returns what confirms the sentence. It is false where nothing does, where a group has to be
// mended or seems to be wrong, and where something else is.
func (s *Sentence) confirmed(found []finding) ([]citation, bool) {
	var uses []citation
	for _, f := range found {
		if f.mustChange || f.doubtful {
			return nil, false
		}
		uses = append(uses, f.confirmed...)
	}
	return uses, len(uses) > 0 && s.analysis.Reason != sentence.NotVerb
}

// waiting returns the groups about which no observation says that they are right, or what would be.
func waiting(found []finding) []int {
	var list []int
	for i, f := range found {
		if f.mustChange && len(f.alternatives) == 0 {
			list = append(list, i)
		}
	}
	return list
}

// about reports whether a call is about group i.
func (s *Sentence) about(i int, c sentence.Call) bool {
	if c.Tool == sentence.Agreement {
		finite, _ := s.analysis.FiniteWord(i)
		return c.Verb == finite && slices.Contains(s.facts[i].subjects, c.Subject)
	}
	g := &s.analysis.Groups[i]
	return c.Verb == g.Verb && s.concerns(i, c) || slices.Contains(s.analysis.Calls(i), c)
}
