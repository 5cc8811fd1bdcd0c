package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An -ing form that is misspelled is so wherever it stands: after a noun (footsteps comming up the stairs), after a preposition (good at writting), at
// the head of a clause (studing at night). It needs neither a subject nor a tense to be mended.

// misspelledGerunds judges the misspelled -ing forms that no wrong group holds yet. Each becomes a group of its own.
func (a *Analysis) misspelledGerunds() {
	p := a.parser
	for i, w := range p.words {
		r := p.misspelledGerund(i)
		if r.Base == "" || a.isMentioned(i) {
			continue
		}
		at := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.main == i })
		if at >= 0 && a.Groups[at].Judgment.Verdict == Wrong {
			continue
		}
		v := newVerbal(i)
		v.main, v.end, v.base, v.readings, v.governor, v.fault = i, i+1, r.Base, []verb.Reading{r}, ungoverned, gerundAsked
		g := Group{Verb: r.Base, Main: w.token, Finite: -1, Tokens: []int{w.token}, found: &found{verbal: &v, subjectless: true, clause: a.clauseAt(i)}}
		g.Judgment = Judgment{Wrong, Misspelling, a.askForGerund(g.found), ""}
		if at >= 0 {
			a.Groups[at] = g
		} else {
			a.Groups = append(a.Groups, g)
		}
	}
	a.sortGroups()
}

// misspelledGerund returns the reading of word i as a misspelled -ing form, if it can be nothing else.
func (p *parser) misspelledGerund(i int) verb.Reading {
	w := p.words[i]
	if gerundsToo[w.lower] || w.guessed || w.respelled || w.named() || w.isIdentifier() || i+1 < len(p.words) && p.words[i+1].joined && !p.words[i+1].punct {
		return verb.Reading{}
	}
	for _, r := range w.readings {
		switch {
		case r.Misspelled && r.Forms.Has(verb.Gerund):
			return r
		case w.lower == "planing" && !p.ofWood(i+1) && p.plansAt(i+1):
		case w.lower == "siting" && p.sitsAt(i):
		default:
			return verb.Reading{}
		}
	}
	return verb.Reading{}
}

// sitsAt reports whether be or somebody stands before word i and a place follows it, so that it does not say where something is built.
func (p *parser) sitsAt(i int) bool {
	if i+1 >= len(p.words) || i == 0 || !p.isBeWord(i-1) && !p.isPerson(p.words[i-1]) {
		return false
	}
	next := p.words[i+1].lower
	return next == "next" || next == "down" || p.lex.is(next, "preposition") && next != "of"
}

// plansAt reports whether "to" and a verb, or what people plan, stand at word i.
func (p *parser) plansAt(i int) bool {
	if p.matches(i, []string{"to"}) && p.couldBeVerb(i+1) {
		return true
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool { return plannedAhead[p.words[n.head].lower] })
}

var plannedAhead = setOf("trip trips journey holiday holidays vacation party wedding weekend day week year summer future visit meeting lesson lessons project event tour route honeymoon")

// gerundsToo are right -ing forms of verbs that no table holds, or other right spellings, which look like slips of verbs that are held.
var gerundsToo = setOf("wining glueing lungeing parallelling routeing ricochetting tieing aweing gaging marring shamming totting tiding copping ratting gapping " +
	"readding coning bitting toping gossipping pilling mussing riping nonplusing shinning finning cubbing dossing dinning statting caping wanning rilling dieing")
