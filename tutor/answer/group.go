package answer

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// groupFacts are what the words and the subject of a group say about the observations it accepts.
type groupFacts struct {
	known    bool          // its verb is in the tables, or it has none
	free     bool          // several forms are right, so no tool can decide between them
	awaited  bool          // a tool can give evidence about it, and no answer judges the sentence without that
	doubtful bool          // it is not awaited, but the analysis takes it for wrong: the sentence cannot be confirmed
	persons  []verb.Person // the persons that its subject can have
	tenses   []verb.Tense  // the tenses that it can be in
	subjects []string      // the subjects of these persons that a tool may try its finite word with
}

// factsOf returns the facts of the groups. At most maxAwaited groups that some call concerns are
// awaited: those that are judged wrong before the others, and the earlier ones first.
func factsOf(a sentence.Analysis) []groupFacts {
	slots := make([]groupFacts, len(a.Groups))
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
	}
	awaited := 0
	for _, wrong := range []bool{true, false} {
		for i := range a.Groups {
			g, is := &a.Groups[i], &slots[i]
			if (g.Judgment.Verdict == sentence.Wrong) != wrong {
				continue
			}
			is.awaited = awaited < maxAwaited && slices.ContainsFunc(a.Calls(i), func(c sentence.Call) bool { return is.concerns(g, c) })
			if is.awaited {
				awaited++
			}
			is.doubtful = !is.awaited && wrong
		}
	}
	return slots
}

// concerns reports whether a call can be about g, the group of the facts:
//
//   - a conjugation, in a person that its subject can have and a tense that the sentence supports;
//   - an agreement, with a possible subject; a past form other than was and were has none, and neither has
//     a verb whose tense an expression of time decides;
//   - a look-up, which gives a verb without an auxiliary its past, or the form that another word asks for.
//
// About an unknown verb only the agreement can be asked: its forms would be guesses.
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
		asked := g.Judgment.Verdict == sentence.Wrong && g.Judgment.Call == c // want that she comes
		return is.known && (!present || asked || slices.Contains(is.tenses, verb.PastSimple))
	}
}

func (s *Sentence) concerns(i int, c sentence.Call) bool {
	return s.facts[i].concerns(&s.analysis.Groups[i], c)
}

// A finding is what the observations say about one group.
type finding struct {
	confirmed    []citation // returned its own words
	alternatives []alternative
	latest       int  // observation that opened it last
	mustChange   bool // it is awaited and was not confirmed: it cannot stay as it is
	doubtful     bool // it seems to be wrong and was not confirmed
}

// contradicted reports whether observations returned only other words than an awaited group has. Then
// there was evidence, and "undecided" would be false.
func (f finding) contradicted() bool { return f.mustChange && len(f.alternatives) > 0 }

// findings returns what the observations say about each group.
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

// find returns other words for group i, if the analysis sees an error there, and the observations that confirm its own.
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
		if s.analysis.Groups[i].Judgment.Verdict != sentence.Wrong {
			continue // a tool can say what another form would be, and no rule asks for one
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

// confirmed returns what confirms the sentence. It is false where nothing does, where a group must change
// or seems to be wrong, and where something beside the verbs is wrong.
func (s *Sentence) confirmed(found []finding) ([]citation, bool) {
	var uses []citation
	for _, f := range found {
		if f.mustChange || f.doubtful {
			return nil, false
		}
		uses = append(uses, f.confirmed...)
	}
	return uses, len(uses) > 0
}

// waiting returns the awaited groups about which there is no evidence yet.
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
