package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A base form after have may be a noun, so that have is the main verb: we have work. A noun of one act does not stand without an article, and an adjective does
// not end a phrase after have, so that these are participles that lost their ending: the music had stop, the shop has close.

// actMeant reports whether the base form at word i, after the have of f, is a noun or an adjective too, but stands for a participle.
func (a *Analysis) actMeant(f *found, i int) bool {
	p := a.parser
	if !p.couldBeVerb(i) || has(p.words[i].readings, verb.Participle) || f.subject == nil || p.words[i].lower == "be" || p.words[i].lower == "have" || f.inverted {
		return false
	}
	if before := p.words[i-1].lower; before == "better" || before == "best" || i+2 < len(p.words) && p.words[i+2].lower == p.words[i].lower { // had better talk, had visit after visit
		return false
	}
	w, next, n := p.words[i].lower, p.wordAt(i+1), f.subject
	ends := p.phraseEnds(i+1) || p.adverb(i+1) > 0
	object := p.objectAt(i+1) && !p.timeAt(i+1)
	gap := f.kind == relClause && (n.kind == pronoun || n.kind == nounPhrase) // the windows we have open
	switch {
	case next == "of", next == "after", w == "double" && p.lex.is(next, "determiner"):
		return false
	case halfAdjectives[w]:
		return object && w != "own" || !gap && !p.asksFirst() && (w == "own" && object || w != "own" && ends && next != "to")
	case w == "live":
		return p.acts(n) && (p.livesSomewhere(i+1) || livedPlaces[next])
	case (w == "rain" || w == "snow" || w == "hail") && n.kind == pronoun && p.words[n.head].lower == "it":
		return ends && next != "in" && next != "on"
	case soleActs[w]:
		return object || ends && !(next == "to" && plannedActs[w]) || p.isNumber(next) || i+1 < len(p.words) && len(p.words[i+1].form(verb.Gerund)) > 0 && w == "finish" || meals[next] && w == "finish" || w == "move" && next == "house"
	case w == "love" && p.words[i-1].lower == "always":
		return true
	case massActs[w]:
		return doneHow[next] || p.matches(i+1, []string{"a", "lot"}) || p.matches(i+1, []string{"over", "the", "last"}) || p.matches(i+1, []string{"over", "the", "past"}) ||
			(f.kind == relClause || p.words[f.main].lower != "had") && (a.lastsUntilNow(f) && (ends || object || p.pluralAt(i+1)) || a.afterNthTime(f) && ends)
	case object && w == "love", w == "hope" && next == "to" && p.couldBeVerb(i+2):
		return true
	}
	return false
}

// asksFirst reports whether the sentence opens with a question word, so that what one has may stand there: which shops do you have open?
func (p *parser) asksFirst() bool { return p.question && p.lex.is(p.words[0].lower, "question") }

// lastsUntilNow reports whether a time that goes on until now stands in the clause of f: since May, so far.
func (a *Analysis) lastsUntilNow(f *found) bool {
	p := a.parser
	return p.acts(f.subject) && slices.ContainsFunc(p.times, func(m moment) bool { return m.tense == verb.PresentPerfect && a.clauseAt(m.from) == f.clause }) ||
		p.acts(f.subject) && slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "since" })
}

// afterNthTime reports whether "the first time" stands before the subject of f: this is the first time she has travel alone.
func (a *Analysis) afterNthTime(f *found) bool {
	p, i := a.parser, f.subject.start-1
	if i > 0 && p.words[i].lower == "that" {
		i--
	}
	return i > 1 && p.words[i].lower == "time" && (p.words[i-1].lower == "first" || p.words[i-1].lower == "last" || strings.HasSuffix(p.words[i-1].lower, "nd") || strings.HasSuffix(p.words[i-1].lower, "th") || p.words[i-1].lower == "third")
}

// Verbs that are nouns or adjectives too.
var (
	halfAdjectives = setOf("clean dry close open double own empty free warm cool complete correct separate narrow calm quiet")
	soleActs       = setOf(`stop start end finish fall rise drop jump climb walk ride swim ring reply visit move turn win break kick kiss hug laugh smile shout scream
		faint ache die lie vote ban sign stall jog arrest guess talk chat try throw catch burn repeat return crash knock wake lift lock fly pay drive write sting shut
		collapse swell shrink grow increase decrease book steal arrange repair watch attack clean leap dive sneeze cough yawn sigh nod whisper bark bite scratch
		kill murder promise plan hire rent reveal review delay cancel launch release sack rescue blame fine jail flood notice call double triple park`)
	massActs    = setOf("sleep work study travel play love change drink smoke train dance cook rest walk practise practice improve progress")
	plannedActs = setOf("plan promise attempt offer wish move vote")
	doneHow     = setOf("badly well hard harder together abroad alone too better more since completely quickly slowly")
	livedPlaces = setOf("alone here there abroad together apart next")
)

// readAskedPerfect turns have, its subject and a base form after it into one group of a question, where the parse took the words before have for its subject:
// how long have you know him?
func (a *Analysis) readAskedPerfect() {
	p := a.parser
	if !p.question {
		return
	}
	at := slices.IndexFunc(p.words, func(w word) bool { return w.lower == "have" || w.lower == "has" || w.lower == "'ve" })
	if at < 0 || at > 0 && !p.lex.is(p.words[0].lower, "question") || slices.ContainsFunc(p.words[:at], func(w word) bool { return w.punct || p.lex.is(w.lower, "be", "do", "modal") }) {
		return
	}
	k := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.main == at })
	if k < 0 || len(a.Groups[k].found.aux) != 1 {
		return
	}
	for _, n := range p.nominals(at + 1) {
		if n.kind != pronoun && !(n.kind == nounPhrase && (n.determined || p.words[n.head].named())) && n.kind != coordinated {
			continue
		}
		next, _ := p.skipAdverbs(n.end)
		if next >= len(p.words) || !p.couldBeVerb(next) || p.words[next].lower == "have" || has(p.words[next].readings, verb.Participle) || p.words[next].lower != "be" && p.words[next].lower != "live" && !p.noNoun(next) {
			continue
		}
		if g := a.groupAt(next); g != nil && g.found.finite {
			continue
		}
		f := *a.Groups[k].found
		v := *f.verbal
		v.main, v.end, v.base, v.readings, v.fault, v.governor = next, next+1, p.words[next].form(verb.Base)[0].Base, p.words[next].form(verb.Base), wrongForm, byHave
		f.verbal, f.subject, f.inverted, f.fronted = &v, n, true, at > 0
		a.Groups[k] = a.group(&f)
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == next && g.found != &f })
		return
	}
}

// hasTwoParticiples reports whether the base form of f after have has two participles of which another word than the form chooses: get (got or gotten) in a question,
// and lie (lied or lain) about what is not true.
func (a *Analysis) hasTwoParticiples(f *found) bool {
	next := a.parser.wordAt(f.end)
	return f.base == "get" && f.inverted && has(f.readings, verb.Base) && next != "to" && next != "used" || f.base == "lie" && (next == "about" || next == "to")
}
