package sentence

import (
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An -ing form without be where no clause can do without a finite verb: a man who holding a baby, the bag you looking for, while Dad painting the fence.

// gerundAfterWho reports whether an -ing form stands right after who, or after a noun and a pronoun that opens a relative clause.
func (a *Analysis) gerundAfterWho() bool {
	p := a.parser
	for i := 0; i+1 < len(p.words); i++ {
		at := i + 1
		if w := p.words[i].lower; w == "who" {
			for at < len(p.words) && (p.lex.is(p.words[at].lower, "frequency") || p.words[at].lower == "just" || p.words[at].lower == "still") {
				at++
			}
			if at < len(p.words) && p.goingOnAt(at) {
				return true
			}
			continue
		}
		switch p.words[i].lower {
		case "what":
			if w := p.words[at].lower; w == "happening" || w == "raining" || w == "going" {
				return true
			}
		case "i", "he", "she", "we", "they", "you":
			if i > 0 && p.goingOnAt(at) && p.thingBefore(i) {
				return true
			}
		}
	}
	return false
}

// goingOnAt reports whether word i is an -ing form that is no noun, adjective or preposition.
func (p *parser) goingOnAt(i int) bool {
	w := p.words[i]
	return len(w.form(verb.Gerund)) > 0 && !w.capital && w.lower != "being" && !p.lex.is(w.lower, "noun", "adjective", "preposition", "adverb", "subordinator")
}

// thingBefore reports whether a noun phrase with its determiner ends right before word i.
func (p *parser) thingBefore(i int) bool {
	n := p.phraseBefore(i)
	return n != nil && n.kind == nounPhrase && n.determined && !timeNouns()[p.words[n.head].lower] && !p.lex.is(p.words[n.head].lower, "adjective")
}

// gerundAfterOpener reports whether a clause with while, since or because has only an -ing form for its verb: while Dad painting the fence, since nobody using it.
// It also holds of a sentence that says of somebody that he or she is getting something: my sister getting married in June.
func (a *Analysis) gerundAfterOpener() bool {
	p := a.parser
	for i := 0; i+2 < len(p.words); i++ {
		w := p.words[i].lower
		opens := w == "while" || w == "because" || w == "although" || w == "since" && i == 0
		start := i + 1
		if i == 0 && !opens {
			opens, start = true, 0
		} else if !opens {
			continue
		}
		for _, n := range p.nominals(start) {
			if n.end >= len(p.words) || !p.goingOnAt(n.end) || n.kind == gerund || n.kind == nounPhrase && !n.determined && !p.words[n.head].named() {
				continue
			}
			if start == 0 {
				if p.words[n.end].lower == "getting" && p.acts(n) && n.end+1 < len(p.words) && (p.words[n.end+1].lower == "married" || p.words[n.end+1].lower == "divorced") && a.finiteAfter(n.end+1) == nil {
					return true
				}
				continue
			}
			if !p.acts(n) && n.kind != indefinite {
				continue
			}
			end := n.end
			for end < len(p.words) && !p.words[end].punct {
				end++
			}
			if g := a.finiteAfter(n.end); g == nil || g.found.start > end {
				return true
			}
		}
	}
	return false
}

// lacksWas reports whether g, an -ing form without be, tells in a clause with while or because what went on when something else was over: my wallet was stolen while I
// reading.
func (a *Analysis) lacksWas(g *Group) bool {
	p, f := a.parser, g.found
	i := a.conjunctionBefore(f)
	if len(f.aux) > 0 || g.Subject.Person == "" || f.inverted || !a.lacksBe(f) || a.lastsSince(g) {
		return false
	}
	if i < 0 {
		return a.joinsWas(f)
	}
	past, other := false, false
	for k := range a.Groups {
		o := &a.Groups[k]
		if o.found == f || !o.found.finite || o.found.subject == nil {
			continue
		}
		past = past || a.isPast(o) || len(o.found.aux) > 0 && p.pastBe(o.found.aux[0]) || p.words[i].lower == "while" && o.Tense == verb.PresentPerfect
		other = other || o.Tense == verb.PresentSimple || o.Tense == verb.PresentContinuous || o.Tense == verb.FutureSimple
	}
	return past && (p.words[i].lower == "while" || (p.words[i].lower == "because" || p.words[i].lower == "although") && !other)
}

// joinsWas reports whether "and" joins the clause of f to one with was or were before a participle or an -ing form: my bag was stolen and I crying all the
// way home.
func (a *Analysis) joinsWas(f *found) bool {
	p, i := a.parser, f.subject.start-1
	if i < 1 || f.kind != mainClause || p.words[i].lower != "and" || a.hasPresent(f) {
		return false
	}
	before := a.verbBefore(i)
	return before != nil && before.found.finite && before.found.kind == mainClause && !before.found.inverted && len(before.found.aux) > 0 && before.found.main != before.found.aux[0] && p.pastBe(before.found.aux[0])
}
