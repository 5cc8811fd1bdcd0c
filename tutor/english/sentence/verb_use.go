package sentence

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Many a verb has a right form and stands where another verb is meant: she dominates English, I put very red, we lost the bus. No list holds them all. What can be listed is
// what those verbs are used with: the table of uses has, for each verb that learners take for another, the objects, prepositions and clauses of its usual uses. A use
// that it does not have may be right or wrong: it is seen, and the verbs are not said to look right.

// A usage is what a verb is used with: the heads of objects, and the marks that tables/uses.tsv explains.
type usage map[string]bool

var theUses = sync.OnceValue(func() map[string]usage {
	all := map[string]usage{}
	for _, record := range tables.Read("uses", 2) {
		u := usage{}
		for name := range strings.FieldsSeq(record[1]) {
			u[name] = true
			if isLetters(name) {
				u[pluralOf(name)] = true
			}
		}
		all[record[0]] = u
	}
	return all
})

func isLetters(s string) bool {
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}

// isUnknownUse reports whether the verb of f stands with something that the table of its uses does not have.
func (a *Analysis) isUnknownUse(f *found) bool {
	uses := theUses()[f.base]
	if f.fault == noFault && !a.quotes && !a.isPassive(f) && (a.takesOddPreposition(f) || a.meantMeet(f)) {
		return true
	}
	if uses == nil || f.fault != noFault || a.quotes || a.isPassive(f) || f.governor == ungoverned && has(f.readings, verb.Participle) && !f.finite {
		return false
	}
	p := a.parser
	if w := p.words[f.main]; w.capital && f.main > 0 || w.respelled || f.base == "do" && f.inverted && f.governor == alone || f.subject != nil && f.subject.start > 0 && p.words[f.subject.start-1].lower == "where" {
		return false
	}
	i := f.main + 1
	thing := f.subject != nil && f.finite && !p.acts(f.subject) // time passes, the soup smells
	if thing && (i >= len(p.words) || p.words[i].punct || p.lex.is(p.words[i].lower, "coordinator", "subordinator") || p.timeAt(i) || p.adverb(i) > 0 || a.mannersAt(i)) {
		return false
	}
	return !a.knows(uses, i, a.mayHaveObjectBefore(f))
}

// mayHaveObjectBefore reports whether the object of f may stand before it: what a clause describes, or asks for.
func (a *Analysis) mayHaveObjectBefore(f *found) bool {
	p := a.parser
	if !f.finite || f.subject == nil {
		c := a.clauseOf(f)
		return c == nil || a.isReduced(c)
	}
	person := f.subject.kind == nounPhrase && f.subject.end == f.subject.start+1 && f.subject.start == 0 && p.acts(f.subject) && f.subject.persons&p3pl == 0
	joined := f.subject.start > 0 && p.lex.is(p.words[f.subject.start-1].lower, "coordinator")
	if f.kind == relClause || f.fronted || a.isReduced(f) && !person && !joined {
		return true
	}
	switch before := p.wordAt(f.subject.start - 1); {
	case before == "than", before == "as", before == "that" && a.clauseOf(f) == nil, p.lex.is(before, "question", "relative") && before != "when" && before != "that":
		return true
	}
	return f.subject.start > 0 && p.phraseBefore(f.subject.start) != nil && !p.opensClauseAfter(f.subject.start) && a.clauseOf(f) == nil
}

// shares are words for how much, which stand with any verb: cost nothing, pay more.
var shares = setOf("more less much little enough nothing half most least worse better best")

// knows reports whether what begins at word i, right after the verb, is in the uses. Where the object may stand before the verb, nothing need follow.
func (a *Analysis) knows(uses usage, i int, before bool) bool {
	p, alone := a.parser, uses["0"] || before
	ends := alone || uses["."]
	after := p.wordAt(i)
	next := p.wordAt(i + 1)
	switch {
	case i >= len(p.words), p.words[i].punct, p.lex.is(after, "coordinator"):
		return ends
	case uses["+"+after], uses[after] && p.lex.is(after, "adjective"), degrees[after] && uses["+"+next], uses["+"+after+"+him"] && (p.lex.is(next, "object") || next == "you"):
		return true
	case after == "not", p.isNegation(i), p.words[i].guessed, shares[after] && p.phraseEnds(i+1), a.finiteAt(i):
		return true
	case after == "to" && p.couldBeVerb(i+1):
		return uses["to"] || uses["0"] || uses["to+"+next]
	case p.lex.is(after, "reflexive"):
		return uses["self"] || uses["person"] || uses["*"]
	case uses["adj"] && a.qualityAt(i), uses["ing"] && len(p.words[i].form(verb.Gerund)) > 0:
		return true
	case uses["that"] && (a.opensSubject(i) || after == "that" && a.opensSubject(i+1)):
		return true
	case p.lex.is(after, "question"), after == "if", after == "whether":
		return uses["wh"] || alone
	case (after == "all" || after == "both" || after == "half" || after == "so" || after == "such" || after == "too") && (p.lex.is(next, "determiner") || next == "much" || next == "many"):
		return a.knows(uses, i+1, before)
	}
	switch {
	case p.lex.is(after, "frequency"):
		return a.knows(uses, i+1, before)
	case a.mannersAt(i):
		return ends
	}
	if after == "that" && !uses["that"] && a.opensSubject(i+1) {
		return false
	}
	if after == "that" && !uses["that"] && p.lex.is(next, "preposition", "subordinator") && slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.subject != nil && g.found.subject.start > i+1 && g.found.kind != relClause
	}) {
		return false
	}
	if before && uses["oo"] && p.personAt(i) > 0 {
		return true
	}
	if known, object := a.knowsObject(uses, i); object {
		return known
	}
	switch {
	case after == "that":
		return uses["that"] || alone || uses["it"] && !a.opensSubject(i+1)
	case p.lex.is(after, "subject"):
		return uses["that"] || alone
	case p.timeAt(i), p.timePhraseEnd(i) > i, p.lex.is(after, "place-adverb", "subordinator"):
		return ends
	case listed[after] && !before && !p.timeAt(i+1):
		return false
	case p.lex.is(after, "preposition", "particle"), len(p.words[i].form(verb.Gerund)) > 0:
		return alone
	}
	if degrees[after] && !p.objectAt(i+2) {
		return ends && !a.qualityAt(i)
	}
	if end, _ := p.skipAdverbs(i); end > i {
		return alone && !p.lex.is(p.wordAt(end), "adjective") || a.knows(uses, end, before)
	}
	return !p.lex.is(after, "adjective") && !a.qualityAt(i)
}

// listed are prepositions that a verb has of its own, so that they are known only where the table has them.
var listed = setOf("into onto as")

// mannersAt reports whether an adverb that looks like an adjective stands at word i, perhaps with a word of degree: fast, very late.
func (a *Analysis) mannersAt(i int) bool {
	i = a.parser.afterDegree(i)
	switch a.parser.wordAt(i) {
	case "early", "late", "fast", "well", "long", "better", "hard", "first", "slow":
		return a.parser.phraseEnds(i + 1)
	}
	return false
}

// finiteAt reports whether a finite verb begins at word i, so that what stands before it ends there: what she says makes sense.
func (a *Analysis) finiteAt(i int) bool {
	g := a.groupAt(i)
	return g != nil && g.found.finite && g.found.start == i
}

// qualityAt reports whether an adjective, or a participle that is none of a noun after it, stands at word i, perhaps with a word of degree.
func (a *Analysis) qualityAt(i int) bool {
	p := a.parser
	i = p.afterDegree(i)
	if i >= len(p.words) {
		return true
	}
	w := p.words[i]
	return (p.lex.is(w.lower, "adjective") || isComparative(w.lower) || len(w.form(verb.Participle)) > 0 || feltBy[w.lower]) && (p.phraseEnds(i+1) || p.lex.is(p.wordAt(i+1), "adverb", "coordinator", "preposition") || p.wordAt(i+1) == "to" || p.adverb(i+1) > 0)
}

// knowsObject reports whether an object stands at word i, and whether the uses have it, with what follows it.
func (a *Analysis) knowsObject(uses usage, i int) (known, object bool) {
	p := a.parser
	w := p.wordAt(i)
	switch {
	case (w == "it" || w == "this" || w == "that" || w == "these" || w == "those" || w == "all" || w == "both" || w == "one" || w == "some" || w == "any" || p.lex.is(w, "indefinite") && !p.isPerson(p.words[i])) && (p.phraseEnds(i+1) || p.lex.is(p.wordAt(i+1), "adjective")):
		return uses["it"] || uses["*"] || a.knowsAfter(uses, i+1), true
	case p.surePronoun(i), w == "you" && !p.verbAt(i+1):
		return a.knowsPerson(uses, i+1) || w == "them" && uses["it"] && p.phraseEnds(i+1) && !p.objectAt(i+1) && !p.lex.is(p.wordAt(i+1), "indefinite"), true
	case w == "her":
		object, known = true, a.knowsPerson(uses, i+1) && (p.phraseEnds(i+1) || p.couldBeVerb(i+1) || p.objectAt(i+1) || a.knowsAfter(uses, i+1))
	}
	for _, n := range p.nominals(i) {
		if n.kind != nounPhrase || a.subjectAt(n) || !n.determined && p.lex.is(p.words[n.head].lower, "adjective") {
			continue // very loud is no object
		}
		object = true
		head := p.words[n.head]
		switch {
		case uses["*"], uses[head.lower], head.named() && !languages[head.lower], a.knowsAfter(uses, n.end):
			known = true
		case p.isPerson(head) && a.knowsPerson(uses, n.end):
			known = true
		case p.wordAt(n.end) == "of":
			for _, of := range p.nominals(n.end + 1) {
				known = known || of.kind == nounPhrase && uses[p.words[of.head].lower]
			}
		case (timeNouns()[head.lower] || measures[head.lower] || weeks[head.lower]) && !a.nounBetween(i, n.head) || p.timeAt(i):
			known = known || uses["0"]
		}
	}
	return known, object
}

// nounBetween reports whether a noun stands between word i, a determiner, and the head: the concert last night, but not the last two weeks.
func (a *Analysis) nounBetween(i, head int) bool {
	p := a.parser
	for k := i + 1; k < head; k++ {
		if w := p.words[k].lower; !p.functional(p.words[k]) && !p.lex.is(w, "adjective", "determiner") && !p.isNumber(w) && !wholes[w] && w != "next" {
			return true
		}
	}
	return false
}

// knowsPerson reports whether the uses have a person as an object that ends at word i, with what follows.
func (a *Analysis) knowsPerson(uses usage, i int) bool {
	p := a.parser
	if p.objectAt(i) && !p.timeAt(i) && a.degreeEnd(i) == i {
		known, _ := a.knowsObject(uses, i)
		return uses["oo"] || (uses["obj-n"] || uses["for"]) && known
	}
	if uses["oo"] && i < len(p.words) && !p.words[i].punct && (p.lex.is(p.words[i].lower, "determiner", "indefinite", "question") || p.words[i].lower == "too" || len(p.nominals(i)) > 0) {
		return true
	}
	return uses["person"] || uses["*"] || a.knowsAfter(uses, i)
}

// knowsAfter reports whether the uses have an object, which ends at word i, with what stands there.
func (a *Analysis) knowsAfter(uses usage, i int) bool {
	p := a.parser
	next := p.wordAt(i)
	switch {
	case i >= len(p.words):
		return false
	case uses["obj+"+next]:
		return true
	case next == "to" && p.couldBeVerb(i+1):
		return uses["obj-to"]
	case next == "that":
		return uses["obj-that"]
	case uses["obj-adj"] && a.qualityAt(i), uses["obj-ing"] && len(p.words[i].form(verb.Gerund)) > 0, uses["obj-n"] && articles[next]:
		return true
	}
	return uses["obj-base"] && p.couldBeVerb(i)
}

// meetings are words of when or where two persons met: two years ago, at a party.
var meetings = setOf("ago party wedding concert yesterday")

// meantMeet reports whether f says that a person was known at a time at which they rather met: in 2016 I knew my husband.
func (a *Analysis) meantMeet(f *found) bool {
	p := a.parser
	if f.base != "know" || p.words[f.main].lower != "knew" || f.start != f.main || p.personAt(f.main+1) == 0 || p.lex.is(p.wordAt(f.main+1), "indefinite") {
		return false
	}
	return slices.ContainsFunc(p.words, func(w word) bool {
		return meetings[w.lower] || len(w.lower) == 4 && (strings.HasPrefix(w.lower, "19") || strings.HasPrefix(w.lower, "20"))
	}) || p.words[0].lower == "last" || p.wordAt(len(p.words)-3) == "last"
}
