package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// badOrder reports whether words stand in an order that is clearly wrong: a car red, likes very
// much chocolate, goes always to, Where she is?
func (a *Analysis) badOrder() bool {
	for i := range a.Groups {
		f := a.Groups[i].found
		if a.lateParticle(f) || a.partsHaveDone(f) || a.doesByAnother(f) {
			return true
		}
		if f.order || f.subjectless && f.finite {
			continue
		}
		if a.partsObject(f) || a.parser.lateAdjective(f) || a.parser.splitObject(f) || a.lateVerb(f) || a.parser.invertedInside(f) {
			return true
		}
	}
	return false
}

// lateAdjective reports whether an adjective stands after its noun: has a car red.
func (p *parser) lateAdjective(f *found) bool {
	sets := theFaults().sets
	if !sets["seen"][f.base] {
		return false
	}
	i := f.main + 1
	if f.base == "live" {
		if i >= len(p.words) || p.words[i].lower != "in" {
			return false
		}
		i++
	}
	if i+2 >= len(p.words) || p.words[i].lower != "a" && p.words[i].lower != "an" {
		return false
	}
	i++
	return (sets["count"][p.words[i].lower] || sets["dwelling"][p.words[i].lower]) && sets["like"][p.words[i+1].lower] && p.phraseEnds(i+2)
}

// splitObject reports whether an adverb stands between a verb and its object, where it cannot:
// likes very much chocolate, bought yesterday a shirt, goes always to school.
func (p *parser) splitObject(f *found) bool {
	i := f.main + 1
	if i+1 >= len(p.words) || f.base == "be" {
		return false
	}
	first := p.words[i].lower
	if first == "very" && i+2 < len(p.words) && theFaults().sets["liked"][f.base] {
		second, after := p.words[i+1].lower, p.words[i+2]
		if second != "much" && second != "well" || p.phraseEnds(i+2) && !p.lex.is(after.lower, "determiner") {
			return false
		}
		return !after.punct && !timeNouns()[after.lower] && after.lower != "indeed" && !p.lex.is(after.lower, "adjective") && len(p.words[i+2].form(verb.Participle)) == 0
	}
	after := p.words[i+1].lower
	switch first {
	case "yesterday":
		return p.lex.is(after, "determiner") && !p.takesClause(f) && len(f.aux) == 0 && after != "that" && after != "all"
	case "always", "never":
		simple := f.finite && len(f.aux) == 0 && has(f.readings, verb.Base|verb.ThirdPerson|verb.Past)
		main := (simple || f.governor == byBe && has(f.readings, verb.Gerund)) && f.main == i-1
		return main && f.fault == noFault && (after == "to" || after == "the" || after == "my" || after == "in" || after == "at")
	}
	return false
}

// lateVerb reports whether be stands after its subject in a question: Where she is?
func (a *Analysis) lateVerb(f *found) bool {
	p := a.parser
	if !p.question || f.inverted || f.kind != mainClause || f.base != "be" || f.subject == nil || !f.finite || !p.isBe(f) || !a.onlyFinite() && !(p.words[0].lower == "why" && f.subject.start == 1 && p.marked(f.end, len(p.words), ",")) {
		return false
	}
	return f.fault == noFault && a.asksBefore(f) && f.start == f.subject.end
}

// invertedInside reports whether be stands before its pronoun in a question inside a sentence: I don't
// know where is he.
func (p *parser) invertedInside(f *found) bool {
	i := f.main + 1 // the question word
	if i < 1 || i+2 >= len(p.words) || !p.lex.is(p.words[i].lower, "question") || p.gapBefore(i) {
		return false
	}
	switch f.base {
	case "know", "wonder", "understand", "remember":
	default:
		return false
	}
	switch p.words[i+1].lower {
	case "is", "are", "was", "were":
	default:
		return false
	}
	return p.lex.is(p.words[i+2].lower, "subject", "either") && (i+3 >= len(p.words) || p.words[i+3].punct)
}

// gapBefore reports whether a quotation mark stands between word i and the one before it.
func (p *parser) gapBefore(i int) bool {
	return p.words[i].token-p.words[i-1].token > 2 && p.words[i].be == 0
}

// onlyFinite reports whether the sentence has one finite verb.
func (a *Analysis) onlyFinite() bool {
	count := 0
	for _, g := range a.Groups {
		if g.found.finite {
			count++
		}
	}
	return count == 1
}
