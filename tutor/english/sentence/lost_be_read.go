package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Where be is lost, a word that is a verb too is left as the only one that can be read as the verb: the house clean after the party, the best medicine sleep, the car stolen last week a
// red Fiat. To mend that word makes another mistake (the house cleans, the car stole). What stands around it shows that it is an adjective, a noun or a passive participle.

// losesBe reports whether the verb of g, judged wrong, is rather a word that a lost be goes with.
func (a *Analysis) losesBe(g *Group) bool {
	p, f := a.parser, g.found
	n := f.subject
	if !f.finite || n == nil || f.inverted {
		return false
	}
	agreement := g.Judgment.Call.Tool == Agreement || g.Judgment.Code == SubjectNoun || g.Judgment.Code == SubjectPronoun || g.Judgment.Code == SubjectDistant
	if n.kind == coordinated {
		return agreement && (p.joinsAdjective(n) || n.start > 0 && p.lex.is(p.words[n.start-1].lower, "subject") && p.words[n.start].lower != "and") // he | a teacher and he likes
	}
	if agreement && n.kind == pronoun && f.start == n.end+1 && p.onlyAdjective(n.end) { // the reason why I late is
		return true
	}
	if len(f.aux) > 0 || f.not >= 0 {
		return false
	}
	if g.Judgment.Code == TenseAdverb && a.tiredAlone() { // when I tired, I have a nap
		return true
	}
	base := has(f.readings, verb.Base)
	switch {
	case base && p.aboutTo(f), base && p.closeTo(f), p.afterThereAlone(f), base && p.afterFavorite(f), base && p.isTimeNoun(f), base && p.isNounThere(f):
		return true
	case f.fault == bareParticiple:
		return a.rathersPassive(f)
	case base && agreement && a.isOnlyThing(f), base && (agreement || g.Judgment.Code == TenseAdverb) && a.describesSubject(f):
		return true
	case agreement && a.followsOtherSubject(f):
		return true
	case g.Judgment.Call.Tense == verb.PresentPerfect && p.sinceAdjective():
		return true
	}
	return false
}

// joinsAdjective reports whether an adjective stands after a noun in the first of two subjects, and is said of it alone: the room cold and the bed was hard.
func (p *parser) joinsAdjective(n *nominal) bool {
	for k := n.start + 2; k+2 < n.end; k++ {
		next := k + 1
		if p.words[next].text == "," {
			next++
		}
		if p.words[next].lower == "and" {
			return p.lex.is(p.words[k].lower, "adjective") && !p.lex.is(p.words[k].lower, "noun") && !p.functional(p.words[k-1]) && (!p.lex.is(p.words[k-1].lower, "adjective", "adverb") || p.functional(p.words[k-2])) && p.lex.is(p.wordAt(next+1), "determiner")
		}
	}
	return false
}

// aboutTo reports whether "about to" follows the subject, of what was near: I about to leave.
func (p *parser) aboutTo(f *found) bool {
	return f.main >= f.subject.end+2 && p.words[f.main-1].lower == "to" && p.words[f.main-2].lower == "about"
}

// closeTo reports whether f is the "close" of what is near: the shop close to the station.
func (p *parser) closeTo(f *found) bool { return f.base == "close" && p.wordAt(f.end) == "to" }

// afterThereAlone reports whether f follows a noun phrase that there opens without its be: there a bus stop here.
func (p *parser) afterThereAlone(f *found) bool {
	return f.subject.start == 1 && p.words[0].lower == "there" && f.subject.kind == nounPhrase
}

// afterFavorite reports whether a possessive and favorite stand before f, which is rather their noun: my favorite subject drama when I was ten.
func (p *parser) afterFavorite(f *found) bool {
	w := p.words[max(f.main-1, 0)].lower
	return (w == "favorite" || w == "favourite") && !p.noNoun(f.main)
}

// isTimeNoun reports whether f is the noun of "it is time" or "it is no wonder", or what is hard or fun to do.
func (p *parser) isTimeNoun(f *found) bool {
	if f.subject.kind != pronoun || p.words[f.subject.head].lower != "it" {
		return false
	}
	switch before := p.words[f.main-1].lower; f.base {
	case "time":
		return true
	case "wonder":
		return before == "no"
	case "work":
		return before == "hard" || before == "fun"
	}
	return false
}

// isNounThere reports whether f is rather a noun or an adverb: just back from Rome, part of a jury, due to snow, next to me at work.
func (p *parser) isNounThere(f *found) bool {
	before, next := p.words[max(f.main-1, 0)].lower, p.wordAt(f.end)
	switch f.base {
	case "back":
		return next == "from" || next == "in" || next == "at"
	case "part":
		return next == "of"
	case "work":
		return before == "at"
	case "love":
		return before == "in"
	}
	return before == "to" && f.main > 1 && p.words[f.main-2].lower == "due"
}

// rathersPassive reports whether f is a participle of what is done to its subject, a thing, as no object follows: the car stolen last week, the songs sung at the wedding.
func (a *Analysis) rathersPassive(f *found) bool {
	p := a.parser
	return takesThing[f.base] && !p.acts(f.subject) && f.subject.kind == nounPhrase && !p.objectAt(f.end) && !p.pluralAt(f.end) && !p.lex.is(p.words[f.start-1].lower, "relative")
}

// takesThing are irregular verbs whose object is not left out where a thing is the subject.
var takesThing = setOf("steal write sing make build find tell give bring buy catch draw eat hide hold pay sell send show speak spend teach throw choose")

// describesSubject reports whether f is an adjective that says how its subject is, as what follows is no object: the house clean after the party, the water warm enough to swim in.
func (a *Analysis) describesSubject(f *found) bool {
	p := a.parser
	w := p.words[f.main].lower
	if w == "live" || w == "mean" || w == "last" || w == "like" || p.acts(f.subject) || p.wordAt(p.afterBeAdverbs(f.end)) == "well" || strings.HasSuffix(p.wordAt(f.end), "ly") { // the machine clean well
		return false
	}
	if !(p.lex.is(w, "adjective") || verb.IsAlsoAdjective(w)) || p.objectAt(f.end) || p.pluralAt(f.end) || f.kind == relClause {
		return false
	}
	if w == "open" || w == "close" {
		next := p.wordAt(f.end)
		return next != "at" && next != "in" && next != "on" && next != "from" && next != "every" && next != "" && next != "with" && !p.words[f.end].punct
	}
	next := p.wordAt(f.end)
	if next == "away" || next == "up" || (next == "" || next == ".") && a.onlyFinite() && a.valencyOf(f).has(ergative|intransitive) {
		return false // the stock waste away, the coat dry: a thing may do so, too
	}
	return p.phraseEnds(f.end) || next == "enough" || next == "than"
}

// isOnlyThing reports whether f is the noun that only or best says what something is: the best medicine sleep.
func (a *Analysis) isOnlyThing(f *found) bool {
	p := a.parser
	if p.noNoun(f.main) || p.acts(f.subject) || f.end < len(p.words) && !p.words[f.end].punct && p.words[f.end].lower != "when" {
		return false
	}
	return slices.ContainsFunc(p.words[f.subject.start:f.subject.end], func(w word) bool { return w.lower == "only" || w.lower == "best" })
}

// followsOtherSubject reports whether another subject stands right after that of f and right before f, with which f agrees: the people | my brother works with very kind.
func (a *Analysis) followsOtherSubject(f *found) bool {
	p, n := a.parser, f.subject
	third := has(f.readings, verb.ThirdPerson)
	return n.kind == nounPhrase && slices.ContainsFunc(p.nominals(n.end), func(m *nominal) bool {
		return third == (m.persons == p3sg) && m.end == f.start && p.words[m.start].lower != "that" && (m.determined && m.kind == nounPhrase || m.kind == pronoun) && !timeNouns()[p.words[m.head].lower]
	})
}

// sinceAdjective reports whether since opens a clause without its be, which says why: since the road bad.
func (p *parser) sinceAdjective() bool {
	for i := 0; i+2 < len(p.words); i++ {
		if p.words[i].lower == "since" && slices.ContainsFunc(p.nominals(i+1), func(n *nominal) bool {
			return n.kind == nounPhrase && n.end < len(p.words) && p.onlyAdjective(n.end) && p.phraseEnds(n.end+1)
		}) {
			return true
		}
	}
	return false
}
