package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Tenses beside another clause that are wrong more often than right, where more than one other tense may be meant: so they are seen and not judged.

// lastedBefore reports whether the perfect g lasted for some time before a past: he has lived here for two years before he moved.
func (a *Analysis) lastedBefore(g *Group) bool {
	p, f := a.parser, g.found
	next := a.next(g)
	if !p.perfects(f) || f.kind != mainClause || f.inverted || next == nil || !next.found.finite || !a.isPast(next) || a.asksWhen(g) {
		return false
	}
	if next.found.subject == nil {
		return false
	}
	i := next.found.subject.start - 1
	if i < f.end || p.words[i].lower != "before" || a.verbBefore(i) != g || p.marked(f.end, i, ",;:") {
		return false
	}
	for k := f.end; k+1 < i; k++ {
		if unit, _ := p.lengthAt(k + 1); p.words[k].lower == "for" && (unit != "" || timeNouns()[p.words[i-1].lower]) {
			return true
		}
	}
	return false
}

// perfects reports whether f is have or has and a participle.
func (p *parser) perfects(f *found) bool {
	if len(f.aux) == 0 || f.main == f.aux[0] {
		return false
	}
	first := p.words[f.aux[0]].lower
	return first == "have" || first == "has" || first == "'ve"
}

// overWhenCame reports whether g, a past simple, tells what was over by the time somebody came: they ate everything by the time I got there.
func (a *Analysis) overWhenCame(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || len(f.aux) > 0 || f.kind != mainClause || a.isState(f) || !overBy[g.Verb] && !finishedBy[g.Verb] && !goneBy[g.Verb] && g.Verb != "sell" && g.Verb != "drink" {
		return false
	}
	next := a.next(g)
	if next == nil || next.found.subject == nil || !arrivals[next.Verb] || !a.isPast(next) {
		return false
	}
	i := next.found.subject.start - 3
	return i >= f.end && p.matches(i, []string{"by", "the", "time"})
}

// losesVerb reports whether g stands in the past after "by the time" and no verb was found after its comma, where the last word may be one: by the time we came, the
// train leave.
func (a *Analysis) losesVerb(g *Group) bool {
	p, f := a.parser, g.found
	last := len(p.words) - 2
	return p.matches(0, []string{"by", "the", "time"}) && f.subject.start == 3 && a.isPast(g) && len(a.Groups) == 1 && last > f.end+1 && p.marked(f.end, last, ",") && p.couldBeVerb(last) && p.lex.is(p.words[last].lower, "event")
}

// seenDone reports whether g tells in the past simple with already what somebody noticed to be done: she saw that her son already broke it.
func (a *Analysis) seenDone(g *Group) bool {
	return a.seenAlready(g) != nil && !a.isState(g.found) && a.parser.lex.is(g.Verb, "event", "event-before", "act", "done-once", "lasts-awhile")
}

// wasUnderWay reports whether g tells in the past simple what seems to have been going on when something else happened: we walked home when suddenly it began to rain;
// when you called I had a shower, so I didn't hear it.
func (a *Analysis) wasUnderWay(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || len(f.aux) > 0 && !p.isHave(f) || f.kind != mainClause || f.inverted || f.shared || f.fault != noFault || f.not >= 0 {
		return false
	}
	bathes := g.Verb == "have" && a.hasDone(f.end)
	if !bathes && !p.lex.is(g.Verb, "lasts-awhile") && !under[g.Verb] {
		return false
	}
	next := a.next(g)
	if next == nil || next.found.subject == nil || next.found.subject.start < f.end {
		return false
	}
	i := next.found.subject.start - 1
	if p.words[i].lower == "suddenly" {
		return i > f.end && p.words[i-1].lower == "when" && a.isPast(next)
	}
	first := &a.Groups[0]
	called := p.words[0].lower == "when" && first.found.subject != nil && first.found.subject.start == 1 && (arrivals[first.Verb] || first.Verb == "ring" || first.Verb == "knock") && a.next(first) == g
	return called && (bathes || p.objectAt(f.end)) && p.words[i].lower == "so" && next.found.not >= 0 && len(next.found.aux) == 1 && (p.words[next.found.aux[0]].lower == "did" || p.words[next.found.aux[0]].lower == "could")
}

// comesAtOnce reports whether g says with will what is seen to come: look at those clouds, it will rain; watch out, the ladder will fall.
func (a *Analysis) comesAtOnce(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.FutureSimple || f.governor != byModal || f.not >= 0 || f.kind != mainClause || f.inverted || f.subject.start < 2 || !p.words[f.subject.start-1].punct || a.hasPresent(f) {
		return false
	}
	before := a.verbBefore(f.subject.start)
	if before == nil || before.found.main != 0 {
		return false
	}
	first, second := p.words[0].lower, p.words[1].lower
	switch {
	case p.isWeather(f):
		return first == "look" && slices.ContainsFunc(p.words[:f.subject.start], func(w word) bool { return skies[w.lower] })
	case p.wordAt(f.subject.head) == "you":
		return false
	}
	return (mayhem[g.Verb] || g.Verb == "come" && p.wordAt(f.end) == "down") && ((first == "look" || first == "watch") && second == "out" || first == "look" && second == "at")
}

// skies are what one sees the weather in, and mayhem are verbs of what is seen to be about to happen.
var (
	skies  = setOf("cloud clouds sky")
	mayhem = setOf("fall collapse crash break explode drop")
)

// canSince reports whether g says with can what somebody has been able to do since a time: he can swim since he was four. Since may give a reason too.
func (a *Analysis) canSince(g *Group) bool {
	p, f := a.parser, g.found
	if len(f.aux) != 1 || f.inverted || g.Verb == "be" {
		return false
	}
	if w := p.words[f.aux[0]].lower; w != "can" && w != "ca" {
		return false
	}
	for i := f.end; i+1 < len(p.words); i++ {
		if p.words[i].lower != "since" || p.words[i-1].punct || !a.governs(f, i) {
			continue
		}
		next := p.words[i+1]
		if isYear(next.text) || next.lower == "last" || possessives[next.lower] && p.phraseEnds(i+3) && !a.verbIn(i+1) {
			return true
		}
		then := a.next(g)
		return then != nil && then.found.subject != nil && then.found.subject.start == i+1 && a.isPast(then) && (then.Verb == "be" && a.isYoung(then.found) || then.Verb == "live")
	}
	return false
}

// verbIn reports whether a finite verb stands at word i or after it.
func (a *Analysis) verbIn(i int) bool {
	last := a.verbBefore(len(a.parser.words))
	return last != nil && last.found.finite && last.found.main >= i
}

// decidesNow reports whether I or we say in the present what they decide at this moment: sit down, I make the coffee today; okay, I call you back; the phone is ringing,
// I answer it.
func (a *Analysis) decidesNow(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || g.Negative || len(f.aux) > 0 || f.inverted || f.shared || f.fault != noFault || f.kind != mainClause || f.subject.kind != pronoun || f.subject.start < 2 || f.subject.end != f.start || !p.words[f.subject.start-1].punct || !undertakes[g.Verb] {
		return false
	}
	if head := p.words[f.subject.head].lower; head != "i" && head != "we" {
		return false
	}
	if slices.ContainsFunc(p.words, func(w word) bool { return habitual[w.lower] }) || a.verbIn(f.end) {
		return false
	}
	object := p.objectAt(f.end) || g.Verb == "pay" && p.wordAt(f.end) == "for"
	first := p.words[0].lower
	if first == "okay" || first == "ok" {
		return f.subject.start == 2 && object
	}
	before := a.verbBefore(f.subject.start)
	if before == nil || !object {
		return false
	}
	if before.found.order {
		return true
	}
	head := before.found.subject
	return before.Tense == verb.PresentContinuous || before.Verb == "be" && before.Tense == verb.PresentSimple && head != nil && p.words[head.head].lower == "it" && p.words[f.subject.start-1].text == ","
}

// undertakes are verbs of what one does for somebody there and then, and habitual are words that speak of what one does often.
var (
	undertakes = setOf("pay carry make open close shut call answer bring take help get fetch switch turn fix do")
	habitual   = setOf("every always usually often sometimes never mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends if when")
)
