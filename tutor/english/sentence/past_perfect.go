package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// What was over before another past is told with had: by the time we came, the film had begun. Learners use the present perfect.

// pastPerfectAfter returns the words of the past before which the present perfect of g was over; "" where none leaves no other reading.
func (a *Analysis) pastPerfectAfter(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentPerfect || f.governor != byHave || len(f.aux) != 1 || f.main == f.aux[0] || f.fault != noFault || f.kind != mainClause || f.inverted || f.shared || clitics[p.words[f.aux[0]].lower] || a.hasPresent(f) {
		return ""
	}
	if told := a.pastPerfectBefore(g); told != "" {
		return told
	}
	first := a.verbBefore(f.subject.start)
	if first == nil || a.verbAfter(first.found) != g || !first.found.finite || !a.isPast(first) {
		return ""
	}
	switch {
	case p.matches(0, []string{"by", "the", "time"}) && first.found.subject.start == 3:
		return a.text(0, first.found.end)
	case a.conjunctionBefore(first.found) == 0 && p.words[0].lower == "when" && first.Verb != "be" && first.Verb != "have" && !a.isState(first.found) && (p.words[f.main-1].lower == "already" || p.words[f.main-1].lower == "just"):
		return a.text(0, first.found.end)
	}
	return ""
}

// pastPerfectBefore returns the words of the past that stands after g with "by the time", or with "when" beside already or just: the lesson has already
// begun when I came.
func (a *Analysis) pastPerfectBefore(g *Group) string {
	p, f := a.parser, g.found
	after := a.verbAfter(f)
	if after == nil || !after.found.finite || !a.isPast(after) || after.found.subject == nil || after.Verb == "be" || after.Verb == "have" || a.isState(after.found) {
		return ""
	}
	i := after.found.subject.start - 1
	switch {
	case i > f.end+1 && p.matches(i-2, []string{"by", "the", "time"}):
		return a.text(i-2, after.found.end)
	case i >= f.end && p.words[i].lower == "when" && overBy[g.Verb] && (p.words[f.main-1].lower == "already" || p.words[f.main-1].lower == "just"):
		return a.text(i, after.found.end)
	}
	return ""
}

// overBy are verbs of what is over, or under way, when something else happens; of others "when" may ask: I have already told you when it happened.
var overBy = setOf("begin start leave finish close end go stop die escape depart")
