package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A modal says with have and a participle what should or might have happened at a time that is over: you should have gone to bed earlier last night. Learners
// put the past after the modal. Without such a time the base form is meant: you should go.

// isModalPerfect reports whether a past form stands after the modal of g, and a time that is over, m, so that have and a participle are meant.
func (a *Analysis) isModalPerfect(g *Group, m moment) bool {
	p, f := a.parser, g.found
	if p.hadForHave(f) {
		return false
	}
	if a.shouldSeen(f) || a.besideUnmet(f) {
		return true
	}
	if f.governor != byModal || f.fault != wrongForm || len(f.aux) != 1 || m.tense != verb.PastSimple || !has(f.readings, verb.Past|verb.Participle) || a.passive(f) || f.base == "be" {
		return false
	}
	if s := f.subject; s.start > 0 && p.words[s.start-1].lower == "if" {
		return false
	}
	switch p.words[f.aux[0]].lower {
	case "should", "might":
	case "must": // I must went there last night: rather had to go
		if n := f.subject; f.not >= 0 || f.inverted || !unwilling[g.Verb] || n.kind == pronoun && n.persons&(p1sg|p1pl) != 0 {
			return false
		}
	case "could": // they couldn't come, could you come and he could swim say what was possible then
		if f.not >= 0 || f.inverted || skilled[g.Verb] {
			return false
		}
	case "would": // in those days she would go there every day
		if f.not >= 0 || f.inverted || f.kind != mainClause || slices.ContainsFunc(p.words, func(w word) bool { return p.lex.is(w.lower, "frequency") || w.lower == "every" || w.lower == "each" }) {
			return false
		}
	default:
		return false
	}
	return true
}

// shouldSeen reports whether should and a form that is only a participle tell of somebody who did not do what was right, so that have is lost: you should seen
// their faces. In the passive it would be the be: you should seen by a doctor.
func (a *Analysis) shouldSeen(f *found) bool {
	p := a.parser
	if f.governor != byModal || f.fault != wrongForm || len(f.aux) != 1 || p.words[f.aux[0]].lower != "should" || f.inverted || f.kind == relClause || f.subject == nil || !has(f.readings, verb.Participle) || has(f.readings, verb.Past) {
		return false
	}
	if slices.ContainsFunc(p.times, func(m moment) bool { return m.tense != verb.PastSimple && a.clauseAt(m.from) == f.clause }) {
		return false // you should gone there next week
	}
	if f.base == "be" {
		return a.isThen(f) // we should been more careful: be, or have been
	}
	return p.acts(f.subject) && (a.objectFollows(f) || p.lex.is(f.base, "no-passive", "unpassive"))
}

// besideUnmet reports whether f is would or could and a past form beside a condition that was not met, so that have and a participle are meant: if I had
// known that, I would brought my own.
func (a *Analysis) besideUnmet(f *found) bool {
	p := a.parser
	if f.governor != byModal || f.fault != wrongForm || len(f.aux) != 1 || f.inverted || f.subject == nil || !has(f.readings, verb.Past|verb.Participle) || f.base != "be" && a.passive(f) {
		return false
	}
	switch p.words[f.aux[0]].lower {
	case "would", "could", "might":
	default:
		return false
	}
	if s := f.subject; s.start > 0 && p.words[s.start-1].lower == "if" || f.base == "be" && p.words[f.main].lower != "been" {
		return false
	}
	if slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "now" || w.lower == "today" }) {
		return false // if I had left earlier, I would been there now
	}
	if slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.Tense == verb.PresentSimple }) {
		return false // if I had known that you are here, I would called: more than the form is wrong
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		o := g.found
		return o != f && o.finite && o.subject != nil && o.subject.start > 0 && p.words[o.subject.start-1].lower == "if" && o.governor == byHave && o.fault == noFault && len(o.aux) == 1 && p.words[o.aux[0]].lower == "had" && o.main != o.aux[0]
	})
}

// hadForHave reports whether f is had before a participle, so that its base form makes a perfect: I would had picked you up.
func (p *parser) hadForHave(f *found) bool {
	i, _ := p.skipAdverbs(f.end)
	return f.base == "have" && p.words[f.main].lower == "had" && i < len(p.words) && len(p.words[i].form(verb.Participle)) > 0 && !p.lex.is(p.words[i].lower, "adjective", "noun")
}

// modalBesideThen reports whether a past form after a modal of the present stands beside a time that is over, so that the modal is wrong too: they
// must went there last night.
func (a *Analysis) modalBesideThen(f *found) bool {
	if first := a.parser.words[f.aux[0]].lower; first == "could" || first == "would" || first == "should" || first == "might" || !has(f.readings, verb.Past) {
		return false
	}
	return slices.ContainsFunc(a.parser.times, func(m moment) bool { return m.tense == verb.PastSimple && a.clauseAt(m.from) == f.clause })
}

// unwilling are verbs of what hardly anybody had to do, so that must says what is likely.
var unwilling = setOf("forget lose miss leave fall hear see break drop arrive happen know think feel get notice dream catch slip mistake misunderstand enjoy")

// skilled are verbs of what somebody could do at a time that is over, because he or she had learned it or nothing was in the way.
var skilled = setOf("swim speak read write play sing drive ride run walk cook dance see hear feel smell understand remember sleep eat afford find")
