package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// "To" and a verb say what a right, a chance or a decision is for (the right to know), what is easy or known (easy to do, not knowing what to say), and
// why somebody goes somewhere (sat down to eat). Here stand those that have lost the "to" and whose base form the parse joined to nothing.

// rightBase reports whether the base form at word i says what somebody has the right, the time or the courage for, or has made a decision about: have
// the right know, made an effort help us.
func (a *Analysis) rightBase(i int, g *Group) bool {
	p := a.parser
	w, noun := p.words[i].lower, p.words[i-1].lower
	before := p.words[i-2].lower
	if g != nil && g.found.finite || w != "be" && !p.shownAlone(i) && !(w == "help" && p.objectAt(i+1)) || linking[w] {
		return false
	}
	o := a.verbBefore(i - 1)
	if o == nil || o.found.end > i-1 || i-o.found.end > 4 || slices.ContainsFunc(p.words[o.found.end:i], func(w word) bool { return w.punct || p.lex.is(w.lower, "preposition", "question", "subordinator") }) {
		return false
	}
	if !p.lex.is(before, "determiner", "adjective", "negation") && !(noun == "time" && o.found.end == i-1) {
		return false
	}
	switch o.Verb {
	case "have":
		return had[noun] && !opensCondition[p.words[0].lower]
	case "make":
		return settled[noun] && w != "be" && !opensCondition[p.words[0].lower]
	}
	return false
}

var (
	// had are things that one has for doing something.
	had = setOf("right duty courage chance opportunity obligation permission freedom nerve reason time need ability strength energy power intention ambition desire way ways excuse")
	// settled are things that one makes about what one will do.
	settled = setOf("decision effort promise attempt")
	// linking are verbs that say how a thing seems or what becomes of it, which follow it after have and make: made the effort seem worth it.
	linking = setOf("seem look sound feel appear become affect include last pass go come fly happen build grow rise fail return stand arise disappear vanish slip")
)

// easyDo reports whether the "do" at word i ends a sentence after an adjective and a copula, or follows the "what" of something that one knows or is told.
func (a *Analysis) easyDo(i int) bool {
	p := a.parser
	ends := i+1 == len(p.words) || i+2 == len(p.words) && p.words[i+1].punct
	switch p.words[i-1].lower {
	case "easy", "fun", "hard", "difficult", "possible", "impossible", "ready":
		return (p.words[i].lower == "do" && ends || p.noNoun(i) && p.phraseEnds(i+1) && !opensCondition[p.words[0].lower]) && p.isBeWord(i-2)
	case "thing": // the right thing say
		g := a.verbBefore(i - 1)
		return (p.words[i].lower == "say" || p.words[i].lower == "do") && ends && g != nil && g.Verb == "be" && g.found.main < i-2
	case "what":
	default:
		return false
	}
	switch p.words[i-2].lower {
	case "knowing", "told", "wondering", "deciding":
		w := p.words[i].lower
		return (w == "do" || asked[w] && p.noNoun(i)) && (i+1 == len(p.words) || p.words[i+1].punct || p.words[i+1].lower == "next")
	}
	return false
}

// readyBase reports whether the base form at word i ends a clause after an adjective of what a person is ready or glad to do: I was happy help, tell me when
// you are ready leave.
func (a *Analysis) readyBase(i int) bool {
	p := a.parser
	switch p.words[i-1].lower {
	case "happy", "glad", "ready", "willing", "unwilling", "eager", "certain", "free":
	default:
		return false
	}
	g := a.verbBefore(i - 1)
	if g == nil || g.Verb != "be" || g.found.subject == nil || g.found.subject.kind != pronoun || !p.acts(g.found.subject) || g.found.end != i-1 && g.found.subject.end != i-1 || opensCondition[p.words[0].lower] {
		return false
	}
	if i+1 < len(p.words) && !p.words[i+1].punct {
		return false
	}
	return p.noNoun(i) || p.bareAct(i) || p.words[i].lower == "help" || p.words[i].lower == "leave"
}

// purposeOfMotion reports whether the base form at word i says why somebody went, sat down or woke up: sat down eat, went out play, grew up be a doctor.
func (a *Analysis) purposeOfMotion(i int, g *Group) bool {
	p := a.parser
	switch p.words[i-1].lower {
	case "down", "out", "back", "home", "away", "up":
	default:
		return false
	}
	o := a.groupAt(i - 2)
	if o == nil || g != nil && g.found.finite || !o.found.finite || len(o.found.aux) > 0 || !has(o.found.readings, verb.Past) || o.found.kind == relClause || o.found.subject == nil || !p.acts(o.found.subject) {
		return false
	}
	w := p.words[i].lower
	switch o.Verb {
	case "grow":
		return p.words[i-1].lower == "up" && (w == "be" || w == "become")
	case "go", "come", "sit", "run", "wake", "get":
		return w != "be" && (p.noNoun(i) || p.words[i].lower == "play" || p.words[i].lower == "wait") && (p.phraseEnds(i+1) || p.objectAt(i+1))
	}
	return false
}

// deniedNeed reports whether the base form at word i follows a "need" that do denies, which is no modal: you don't need worry.
func (a *Analysis) deniedNeed(i int) bool {
	p := a.parser
	g := a.groupAt(i - 1)
	if g == nil || g.Verb != "need" || g.found.not < 0 || len(g.found.aux) != 1 || !p.lex.is(p.words[g.found.aux[0]].lower, "do") || g.found.kind == relClause {
		return false
	}
	w := p.words[i].lower
	return w == "be" || p.shownAlone(i) || w == "worry" && (i+1 == len(p.words) || p.words[i+1].punct || p.words[i+1].lower == "about" || p.lex.is(p.words[i+1].lower, "subordinator") && p.words[i+1].lower != "in")
}

// wantBe reports whether "be" at word i follows "want" and its subject, a pronoun that opens the clause: he asks if I want be on television.
func (a *Analysis) wantBe(i int) bool {
	p := a.parser
	w := p.words[i-1].lower
	if p.words[i].lower != "be" || w != "want" && w != "wants" && w != "wanted" || !p.lex.is(p.words[i-2].lower, "subject", "either") {
		return false
	}
	if i == 2 || p.words[i-3].punct {
		return true
	}
	switch p.words[i-3].lower {
	case "if", "because", "and", "but", "think":
		return true
	}
	return false
}

// readComingDuty parts a base form from have where a time that is to come follows, or where "all" or "what" opens a sentence about what one must do: I have
// go tomorrow, all you have do is wait.
func (a *Analysis) readComingDuty() {
	for k := range a.Groups {
		f := a.Groups[k].found
		if len(f.aux) != 1 || f.governor != byHave || f.fault != wrongForm || f.main != f.aux[0]+1 || !has(f.readings, verb.Base) || has(f.readings, verb.Participle) || f.inverted || !a.comingDuty(f.main) {
			continue
		}
		v := *f.verbal
		v.main, v.end, v.base, v.readings, v.fault = f.aux[0], f.aux[0]+1, "have", nil, noFault
		f.verbal = &v
		a.Groups[k] = a.group(f)
	}
}

// comingDuty reports whether the base form at word i, after have or has, is what somebody will have to do.
func (a *Analysis) comingDuty(i int) bool {
	p := a.parser
	if w := p.words[i-1].lower; w != "have" && w != "has" && w != "'ve" || !p.noNoun(i) && !neverNouns[p.words[i].lower] {
		return false
	}
	if first := p.words[0].lower; (first == "all" || first == "what") && i+1 < len(p.words) && p.words[i].lower == "do" {
		return p.words[i+1].lower == "is"
	}
	if p.saysYet() {
		return false
	}
	for k := i + 1; k < len(p.words); k++ {
		if (p.words[k].lower == "before" || p.words[k].lower == "by") && p.words[i-1].lower != "had" && k+1 < len(p.words) && !p.words[k+1].punct && !p.lex.is(p.words[k+1].lower, "coordinator", "preposition", "subordinator") && (p.words[k].lower == "before" || p.timeAt(k+1) || p.wordAt(k+1) == "midnight" || p.wordAt(k+1) == "noon") {
			return true // there by noon, a call before lunch
		}
		if p.words[k].punct || p.lex.is(p.words[k].lower, "subordinator", "coordinator", "relative", "question") {
			return false
		}
		if p.words[k].lower == "tomorrow" || p.words[k].lower == "next" && k+1 < len(p.words) && timeNouns()[p.words[k+1].lower] || p.words[k].lower == "right" && p.wordAt(k+1) == "now" {
			return true
		}
	}
	return false
}
