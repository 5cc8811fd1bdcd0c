package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A present whose form is not that of its subject is often no present: beside a past, the past was meant rather than the ending left out.

// pastForBareForm returns the words of the past beside g, where g lacks its -s, so that a present is not what was meant: when she open the door, he left;
// she see a man and screamed.
func (a *Analysis) pastForBareForm(g *Group) string {
	p, f := a.parser, g.found
	if !has(f.readings, verb.Base) || len(f.aux) > 0 || a.agrees(f) || f.inverted || a.isState(f) || g.Verb == "have" || p.lex.is(g.Verb, "stative", "habit") {
		return ""
	}
	if next := a.verbAfter(f); next != nil && next.found.shared && next.found.subject == f.subject && a.isPast(next) {
		return a.told(next)
	}
	if next := a.verbAfter(f); next != nil && f.kind == mainClause && next.found.kind != relClause && !next.found.shared && next.found.subject != nil && next.found.subject.start > f.end && p.words[next.found.subject.start-1].lower == "so" && a.isPast(next) && p.lex.is(g.Verb, "event", "event-before", "two-objects") {
		return a.told(next) // the waiter bring the wrong soup, so we complained
	}
	i := a.conjunctionBefore(f)
	if i < 0 || p.words[i].lower != "when" && p.words[i].lower != "as" {
		return ""
	}
	var beside *Group
	for k := range a.Groups {
		o := &a.Groups[k]
		if o.found.finite && o.found != f && o.found.kind == mainClause && (o.found.main < i && i > 0 || o.found.main > f.main && i == 0) {
			beside = o
		}
	}
	if beside == nil || a.asksWhen(beside) || !a.isPast(beside) && !p.pastPerfect(beside.found) {
		return ""
	}
	return a.told(beside)
}

// pastForBe returns the words of the past beside the clause with when of g, which is in the present of be with a person that is not its own, or beside what
// somebody used to do: I knew him when I is at school; when my mother is young, she used to walk.
func (a *Analysis) pastForBe(g *Group) string {
	p, f := a.parser, g.found
	i := a.conjunctionBefore(f)
	if i < 0 || p.words[i].lower != "when" || g.Verb != "be" || f.main != f.finiteWord() || f.not >= 0 || p.words[f.main].lower == "'s" {
		return ""
	}
	beside := a.verbBefore(i)
	if i == 0 {
		beside = a.verbAfter(f)
	}
	if beside == nil || !beside.found.finite || beside.found.kind != mainClause {
		return ""
	}
	used := beside.Verb == "use" && p.words[beside.found.main].lower == "used" && p.wordAt(beside.found.end) == "to"
	if !used && (a.agrees(f) || !a.isPast(beside)) {
		return ""
	}
	return a.told(beside)
}
