package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// What was over before another past is told with had: by the time we came, the film had begun. Learners use the present perfect.

// overBefore returns the words of the past before which the event of g was over, so that had is asked for; "" where none leaves no other reading.
func (a *Analysis) overBefore(g *Group) string {
	for _, told := range []func(*Group) string{a.alreadyBefore, a.pastPerfectAfter, a.overByTheTime, a.overLongBefore, a.seenOver} {
		if words := told(g); words != "" {
			return words
		}
	}
	return ""
}

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
	case i >= f.end && p.words[i].lower == "when" && !timeNouns()[p.words[i-1].lower] && p.words[i-1].lower != "moment" && (overBy[g.Verb] || finishedBy[g.Verb]) && (f.not >= 0 || p.words[f.main-1].lower == "already" || p.words[f.main-1].lower == "just"):
		return a.text(i, after.found.end)
	}
	return ""
}

// overBy are verbs of what is over, or under way, when something else happens; of others "when" may ask: I have already told you when it happened.
var overBy = setOf("begin start leave finish close end go stop die escape depart")

// finishedBy are more verbs of what is over, or not yet, when something else happens.
var finishedBy = setOf("eat fall score wake arrive open")

// overByTheTime returns the words of the past before which the event of g, in the base form, was over: by the time the police came, the thieves escape.
func (a *Analysis) overByTheTime(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || len(f.aux) > 0 || f.fault != noFault || f.kind != mainClause || f.inverted || f.shared || f.not >= 0 || !has(f.readings, verb.Base) || a.isState(f) || a.hasPresent(f) || !p.matches(0, []string{"by", "the", "time"}) {
		return ""
	}
	if !overBy[g.Verb] && !finishedBy[g.Verb] && !goneBy[g.Verb] && !p.lex.is(g.Verb, "event", "done-once") {
		return ""
	}
	first := a.verbBefore(f.subject.start)
	if first == nil || a.next(first) != g || !first.found.finite || first.found.subject == nil || first.found.subject.start != 3 || !arrivals[first.Verb] || first.Tense != verb.PastSimple || !a.isPast(first) {
		return ""
	}
	return a.text(0, first.found.end)
}

// overLongBefore returns the words of the past that opens the sentence with "when", where g tells how long before it something was over: when we came, the
// film started ten minutes before.
func (a *Analysis) overLongBefore(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || len(f.aux) > 0 || f.fault != noFault || f.kind != mainClause || f.inverted || f.shared || f.not >= 0 || !has(f.readings, verb.Past) || p.words[0].lower != "when" || !overBy[g.Verb] && g.Verb != "go" && g.Verb != "run" {
		return ""
	}
	first := &a.Groups[0]
	if o := first.found; !o.finite || o.subject == nil || o.subject.start != 1 || a.next(first) != g || !arrivals[first.Verb] || first.Tense != verb.PastSimple || !a.isPast(first) {
		return ""
	}
	for i := f.end + 2; i < len(p.words) && !p.words[i-1].punct; i++ {
		if p.words[i].lower == "before" && (i+1 == len(p.words) || p.words[i+1].punct || p.lex.is(p.words[i+1].lower, "coordinator")) && timeNouns()[p.words[i-1].lower] && (p.isNumber(p.words[i-2].lower) || p.words[i-2].lower == "a" || p.words[i-2].lower == "an" || p.words[i-2].lower == "few") {
			return a.text(0, first.found.end)
		}
	}
	return ""
}

// seenOver returns the words with which somebody saw or noticed, so that the event of g, a past simple with already, was over by then: I saw that she already left.
func (a *Analysis) seenOver(g *Group) string {
	p, f := a.parser, g.found
	seen := a.seenAlready(g)
	if seen == nil || p.toldOften(f.end) {
		return ""
	}
	if somebody := p.isSomebody(f.subject) && !a.isState(f) && p.lex.is(p.wordAt(f.end), "determiner"); !somebody && !a.isOver(g) {
		return ""
	}
	return a.told(seen)
}

// seenAlready returns the past that tells how somebody noticed what g says in the past simple with already; nil where there is none.
func (a *Analysis) seenAlready(g *Group) *Group {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || len(f.aux) > 0 || f.fault != noFault || f.inverted || f.shared || f.not >= 0 || f.start != f.main-1 || p.words[f.start].lower != "already" || f.subject.end != f.start || !has(f.readings, verb.Past) || f.subject.start < 2 || p.words[f.subject.start-1].lower != "that" {
		return nil
	}
	seen := a.verbBefore(f.subject.start)
	if seen == nil || !seen.found.finite || !a.isPast(seen) || !notices[seen.Verb] || seen.found.end != f.subject.start-1 {
		return nil
	}
	return seen
}

// notices are verbs of how somebody finds out what has happened.
var notices = setOf("see notice realize realise discover find")

// justOver reports whether g, a past simple with just, tells of a train or a film that was gone or under way when somebody came. What somebody just did
// may be all that he did: when I came home, he just left.
func (a *Analysis) justOver(g *Group) bool {
	p, n := a.parser, g.found.subject
	switch g.Verb {
	case "leave", "start", "begin", "finish", "end", "close", "depart":
		return n.kind == nounPhrase && n.determined && shown[p.words[n.head].lower] && p.phraseEnds(g.found.end)
	}
	return false
}

// shown are what leaves, opens or goes on at its hour.
var shown = setOf("train bus plane flight ferry boat coach film movie concert match game lesson class show play meeting shop bank ceremony exam bakery museum library")

// alreadyBefore returns the words of the past before which the event of g, a past simple with already, was over: by the time we came, it already
// ended. What somebody already did as a habit or knew then may go on: by the time he was ten, he already spoke three languages.
func (a *Analysis) alreadyBefore(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || len(f.aux) > 0 || f.fault != noFault || f.inverted || f.shared || f.kind == relClause || f.not >= 0 || f.start != f.main-1 || f.subject == nil || f.subject.end != f.start || !has(f.readings, verb.Past) {
		return ""
	}
	switch just := p.words[f.start].lower; {
	case just == "already" && a.isOver(g) && !p.toldOften(f.end):
	case just == "just" && a.justOver(g):
	default:
		return ""
	}
	for k := range a.Groups {
		other := &a.Groups[k]
		o := other.found
		if o == f || !o.finite || !a.isPast(other) || o.subject == nil || !arrivals[other.Verb] && other.Verb != "sit" {
			continue
		}
		i := o.subject.start - 1
		switch {
		case i >= 2 && p.matches(i-2, []string{"by", "the", "time"}) && (i == 2 && a.verbAfter(o) == g || i > f.main && a.verbBefore(i-2) == g):
			return a.text(i-2, o.end)
		case i == 0 && p.words[0].lower == "when" && a.verbAfter(o) == g:
			return a.text(0, o.end)
		case i > f.main && p.words[i].lower == "when" && p.words[f.start].lower == "just" && a.verbBefore(i) == g:
			return a.text(i, o.end)
		}
	}
	return ""
}

// toldOften reports whether words after word i may say when or how somebody did something as a habit: at six, on Sundays, every day.
func (p *parser) toldOften(i int) bool {
	for ; i < len(p.words) && !p.words[i].punct; i++ {
		switch p.words[i].lower {
		case "at", "on", "online", "from", "every", "most", "less", "no", "for", "new":
			return true
		}
	}
	return false
}

// had puts had in the place of have, or before already and the participle: it has begun, it already began, had already begun.
func (r *rewriting) had(o Observation) {
	f := r.found
	if len(f.aux) == 0 {
		r.before[f.start], r.text[f.main] = "had ", o.PastParticiple
		return
	}
	r.text[f.aux[0]] = "had"
}

// arrivals are verbs of what somebody did when something else was over already.
var arrivals = setOf("come get arrive reach wake return call phone notice find enter land")

// isOver reports whether g tells of what is over once it has happened, and is no habit: left, went to bed, ate breakfast, sold all the tickets.
func (a *Analysis) isOver(g *Group) bool {
	p, f := a.parser, g.found
	next := word{punct: true}
	if f.end < len(p.words) {
		next = p.words[f.end]
	}
	switch g.Verb {
	case "go":
		return next.lower == "home" || next.lower == "away" || next.lower == "out" || next.lower == "to" && f.end+1 < len(p.words) && (p.words[f.end+1].lower == "bed" || p.words[f.end+1].lower == "sleep")
	case "fall":
		return next.lower == "asleep"
	case "eat", "sell", "burn", "destroy", "break", "steal", "cook":
		return p.lex.is(next.lower, "determiner") || next.lower == "breakfast" || next.lower == "lunch" || next.lower == "dinner"
	case "disappear", "arrive":
		return true
	}
	return overBy[g.Verb]
}
