package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// PastAlternative returns the sentence as it would stand if wrong group i spoke of the past, where that is
// as likely as the correction: he go is goes, and went if yesterday is meant. ok is false where the
// sentence itself decides: by an expression of time, an auxiliary, or an ending.
func (a Analysis) PastAlternative(i int) (text string, call Call, ok bool) {
	g := a.Groups[i]
	f := g.found
	if g.Judgment.Verdict != Wrong || g.Judgment.Moment != "" || g.Judgment.Code != SubjectPronoun && g.Judgment.Code != SubjectNoun && g.Judgment.Code != SubjectDistant {
		return "", Call{}, false
	}
	if len(f.aux) > 0 || g.Tense != verb.PresentSimple || !has(f.readings, verb.Base) || g.Subject.Person == "" {
		return "", Call{}, false
	}
	call = Call{Tool: Conjugate, Verb: g.Verb, Person: g.Subject.Person, Tense: verb.PastSimple}
	o, known := Observe(call)
	edits, fits := a.Realize(i, o)
	if !known || !fits {
		return "", Call{}, false
	}
	for _, e := range a.Edits() {
		if !overlaps(e, edits) {
			edits = append(edits, e)
		}
	}
	return Apply(a.Text, edits), call, true
}

// overlaps reports whether the edit begins where one of the list does.
func overlaps(e Edit, list []Edit) bool {
	for _, other := range list {
		if e.Offset == other.Offset {
			return true
		}
	}
	return false
}
