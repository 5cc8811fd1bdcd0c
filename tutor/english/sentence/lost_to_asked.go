package sentence

import (
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A person who is told, asked or begged to do something is followed by "to" and a verb: told me to wait, reminded the visitors to keep quiet. Learners leave
// out the "to". A noun without a determiner cannot follow such a person, and no clause without "that" tells what somebody is asked.

// askers are verbs that say who should do something; "that" may follow only a few, after the person.
var askers = setOf("ask tell beg order urge remind warn invite force persuade encourage advise instruct request require expect want need")

// askedBase reports whether the base form at word i is what the person right before it is asked to do.
func (a *Analysis) askedBase(i int, g *Group) bool {
	p := a.parser
	if has(p.words[i].readings, verb.Past|verb.Participle) && p.words[i].lower != "come" && p.words[i].lower != "run" || p.lex.is(p.words[i].lower, "adjective", "adverb", "preposition") {
		return false
	}
	for k := range a.Groups {
		o := &a.Groups[k]
		f := o.found
		if !askers[o.Verb] || f.main < i-7 || f.end >= i || a.isPassive(f) || f.kind == relClause || !a.mainElsewhere(o, i) || f.order && p.lex.is(o.Verb, "mandative") {
			continue
		}
		for _, n := range p.nominals(f.end) {
			far := g != nil && g.found.finite && g.found.subject != nil && g.found.subject.start == n.start && g.found.subject.end == n.end && g.found.start == i // the man at the desk
			if (n.end == i || far) && a.asksPersonTo(o, n, i, g) {
				return true
			}
		}
	}
	return false
}

// asksPersonTo reports whether n, the object of o, is a person of whom the base form at word i is asked.
func (a *Analysis) asksPersonTo(o *Group, n *nominal, i int, g *Group) bool {
	p := a.parser
	first := p.words[n.start].lower
	finite := g != nil && g.found.finite
	if (first == "that" || first == "this" || first == "it") && n.end-n.start == 1 && (o.Verb == "want" || o.Verb == "need") {
		return !finite && p.noNoun(i) // wants that happen
	}
	switch n.kind {
	case objectPronoun:
		if finite || a.ownsAfter(i-1) || first == "it" || first == "her" && !p.noNoun(i) && !p.studiesAt(i) {
			return false
		}
		if p.studiesAt(i) {
			return true
		}
		return p.noNoun(i) && o.Verb != "expect" || o.Verb != "expect" && p.actEnds(i+1) && (bareActs[p.words[i].lower] || askedActs[p.words[i].lower])
	case nounPhrase:
		if !p.isPerson(p.words[n.head]) || first == "you" || first == "that" || o.Verb == "expect" && !finite {
			return false
		}
		if o.Verb == "want" || o.Verb == "need" {
			return !finite && n.determined && askedActs[p.words[i].lower] && p.actEnds(i+1)
		}
		if !n.determined && p.lex.number(p.words[n.head], false) != p3pl || first == "her" && n.persons != p3sg {
			return false
		}
		if finite && (g.found.subject == nil || g.found.subject.start != n.start || len(g.found.aux) > 0 || o.Verb == "expect" && n.persons != p3sg) {
			return false
		}
		return p.noNoun(i) || i+1 < len(p.words) && p.hasComplement(i) || (askedActs[p.words[i].lower]) && p.actEnds(i+1)
	}
	return false
}

// actEnds reports whether the phrase of an act ends before word i and no finite verb follows, of which the act, as a noun, would be the subject.
func (p *parser) actEnds(i int) bool {
	return p.phraseEnds(i) && (i >= len(p.words) || !p.lex.is(p.words[i].lower, "be", "modal", "have", "do"))
}

// askedActs are acts that somebody may be asked for, which as nouns have a determiner.
var askedActs = setOf("wait leave stop stay dance sing pay help sign play speak turn sit walk lie worry rest")
