package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// Somebody's childhood is over, so that what is told of it stands in the past, habits too: when I was a child I played in the street every day.

// childhood returns the words of a clause that sets group g in somebody's childhood, where habits are past too: when
// I was a child I play in the street every day.
func (a *Analysis) childhood(g *Group) string {
	p, f := a.parser, g.found
	if p.words[0].lower != "when" || f.kind != mainClause && (f.kind != compClause || p.words[f.subject.start-1].lower == "that") || f.inverted || f.shared || a.parser.isAuxiliaryOnly(f) {
		return ""
	}
	first := a.verbBefore(f.subject.start)
	if first == nil || first.Verb != "be" || first.Tense != verb.PastSimple || a.conjunctionBefore(first.found) != 0 || first.found.subject.kind != pronoun && !(first.found.subject.kind == nounPhrase && f.subject.kind == pronoun && p.words[f.subject.head].lower != "you" && p.acts(first.found.subject)) || a.next(first) != g {
		return ""
	}
	if first.found.end >= f.subject.start || !a.isYoung(first.found) {
		return ""
	}
	for _, v := range p.words[f.subject.start:min(f.end+8, len(p.words))] {
		if v.lower == "now" || v.lower == "still" || v.lower == "today" || v.lower == "remember" {
			return ""
		}
	}
	return a.text(0, first.found.end)
}

// youngThen returns the word since before the clause of g, where g says in the present how young somebody was when a state began:
// we have been friends since we are children.
func (a *Analysis) youngThen(g *Group) string {
	i := g.found.subject.start - 1
	if i < 1 || a.parser.words[i].lower != "since" {
		return ""
	}
	state := a.verbBefore(i)
	if state == nil || !a.parser.lex.is(state.Verb, "lasting", "stative") && state.Verb != "be" && state.Verb != "have" || !a.youngSince(state, g) {
		return ""
	}
	return a.text(i, i+1)
}

// isYouth reports whether the clause with "when" at word i, after a state of somebody, says that the same person was young or a student then:
// I know him when I was at university.
func (a *Analysis) isYouth(g, then *Group, i int) bool {
	p, f, s := a.parser, g.found, then.found.subject
	if p.words[i].lower != "when" || then.Verb != "be" || then.Tense != verb.PastSimple || f.subject.kind != pronoun || s.kind != pronoun || p.words[f.subject.head].lower != p.words[s.head].lower {
		return false
	}
	switch g.Verb {
	case "know", "love", "like", "hate", "have", "live", "want":
	case "use": // I use to play tennis when I was young
		if !a.usesTo(g) {
			return false
		}
	default:
		return false
	}
	studied := then.found.end+1 < len(p.words) && (p.words[then.found.end].lower == "at" || p.words[then.found.end].lower == "in") && (p.words[then.found.end+1].lower == "university" || p.words[then.found.end+1].lower == "college" || p.words[then.found.end+1].lower == "school")
	last := g
	for k := range a.Groups {
		if o := &a.Groups[k]; o.found.finite && o.found.main < i {
			last = o
		}
	}
	return last == g && (studied || a.isYoung(then.found))
}

// isYoung reports whether what follows be says that somebody is a child: a child, at school, ten.
func (a *Analysis) isYoung(f *found) bool {
	p := a.parser
	for i := f.end; i < min(f.end+3, len(p.words)) && !p.words[i].punct; i++ {
		switch w := p.words[i].lower; {
		case w == "child", w == "kid", w == "children", w == "kids", w == "boys", w == "girls", w == "students", w == "student", w == "teenager", w == "young", w == "little", w == "small", w == "boy", w == "girl", w == "school", theTimes().numbers[w], isDigits(w):
			return true
		}
	}
	return false
}
