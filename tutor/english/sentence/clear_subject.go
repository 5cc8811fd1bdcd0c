package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A verb that lacks its -s is cheaper to parse as the last noun of its subject (as soon as the rain stop), and "you" before a plural as a person and a thing
// (before you leaves). Where a clause must begin, and has no verb but such a word, that word is its verb.

// An opening says what stands before a clause.
type opening int

const (
	noOpening    opening = iota
	byWord               // because, as soon as, what time: only a clause follows
	byTimeWord           // before, after, until: a noun phrase may follow as well
	byComparison         // than, as: a pronoun opens a clause after it
	byDegree             // the longer, the better
	byJoining            // and, but, so after a clause
	byReport             // they say, I think: a noun phrase may follow as well
	byComma              // the comma after what comes before the subject
)

// readClear enters a finite group for the verb of each clause that its opening, its subject and the words after the verb show to be one.
func (a *Analysis) readClear() {
	p := a.parser
	for s := 1; s+1 < len(p.words); s++ {
		by := a.openingBefore(s)
		if by == noOpening {
			continue
		}
		past := a.pastStandsBefore(s)
		for _, n := range p.clearSubjects(s, by) {
			if past && (n.persons&p3sg != 0 || n.kind == pronoun) {
				continue // a base form may stand for another past
			}
			k, _ := p.skipAdverbs(n.end)
			if !p.disagreesClearly(n, k, by) || a.verbOfClause(n, k, by) {
				continue
			}
			a.partAfter(n, k)
			a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main > s && g.found.main <= k })
			kind := subClause
			if by == byJoining {
				kind = mainClause
			}
			a.enterFinite(k, n, kind, s, false)
			break
		}
	}
}

// pastStandsBefore reports whether a verb in the past stands before word s, so that a base form may stand for another past.
func (a *Analysis) pastStandsBefore(s int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.kind != relClause && g.found.main < s && a.isPast(&g)
	})
}

// pureOpeners are words after which only a clause stands.
var pureOpeners = setOf("because while when whenever if unless although though whereas once")

// openingBefore says what opens a clause at word s.
func (a *Analysis) openingBefore(s int) opening {
	p := a.parser
	before := p.words[s-1].lower
	two := ""
	if s > 1 {
		two = p.words[s-2].lower
	}
	switch {
	case before == "as" && (two == "soon" || two == "long"), before == "time" && two == "what" && a.inquiresBefore(s-2):
		return byWord
	case (before == "how" || before == "what" || before == "why" || before == "where") && a.inquiresBefore(s-1):
		return byWord
	case s == 1 && before == "hope", (before == "hope" || before == "think" || before == "believe" || before == "suppose") && (two == "i" || two == "we"), s == 1 && before == "as":
		return byComparison
	case pureOpeners[before]:
		return byWord
	case before == "before" || before == "after" || before == "until" || before == "till":
		return byTimeWord
	case before == "than" && two != "rather", before == "as" && s > 3 && p.words[s-3].lower == "as" && p.lex.is(two, "adjective", "adverb"):
		return byComparison
	case two == "the" && p.comparative(s-1) && (s == 2 || p.words[s-3].punct || p.words[0].lower != "the"):
		return byDegree
	case (before == "but" || before == "so" || before == "and") && a.clauseBefore(s) && !a.baseMayGoOn(s, before), before == "now" && (two == "and" || two == "but") && a.clauseBefore(s) && !a.baseMayGoOn(s-1, two):
		return byJoining
	case a.reportsBefore(s):
		return byReport
	case before == "," && a.opensBefore(s):
		return byComma
	}
	return noOpening
}

// reportsBefore reports whether a verb of saying or thinking, with its subject, stands right before word s, or before a "that" there. After those that ask for the base form
// (suggest), and with see and hear, none is missing.
func (a *Analysis) reportsBefore(s int) bool {
	p := a.parser
	at := s - 1
	if p.words[at].lower == "that" {
		at--
	}
	g := a.groupAt(at)
	if g == nil || !g.found.finite || g.found.main != at || g.found.kind == relClause || g.found.subject == nil || g.found.subject.kind == wh || p.question {
		return false
	}
	switch g.Verb {
	case "say", "think", "know", "believe", "hope":
		return true
	case "tell", "hear", "show":
		return at < s-1
	}
	return false
}

// comparative reports whether a word that compares stands at word i: better, more, longer.
func (p *parser) comparative(i int) bool {
	switch w := p.words[i].lower; w {
	case "more", "less", "better", "worse", "further", "farther":
		return true
	default:
		return strings.HasSuffix(w, "er") && p.lex.is(w, "adjective", "adverb") || strings.HasSuffix(w, "er") && p.lex.is(strings.TrimSuffix(strings.TrimSuffix(w, "er"), "i"), "adjective", "adverb") || strings.HasSuffix(w, "ier") ||
			strings.HasSuffix(w, "er") && p.lex.is(strings.TrimSuffix(w, "r"), "adjective", "adverb")
	}
}

// inquiresBefore reports whether a verb or an adjective of knowing and asking stands right before the question word at word i, or before the person who is asked.
func (a *Analysis) inquiresBefore(i int) bool {
	p := a.parser
	for k := i - 1; k >= max(0, i-2); k-- {
		w := p.words[k]
		if w.lower == "sure" || w.lower == "about" {
			return true
		}
		if len(w.readings) > 0 && inquires[w.readings[0].Base] {
			return w.readings[0].Base != "explain" || k == i-1
		}
		if !p.lex.is(w.lower, "object", "either") {
			return false
		}
	}
	return false
}

// inquires are verbs of knowing, asking and telling, before a question inside the clause.
var inquires = setOf("know tell ask wonder say remember forget see check guess understand explain show decide discover find learn")

// clauseBefore reports whether a whole clause stands before word s.
func (a *Analysis) clauseBefore(s int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.main < s-1 && g.found.subject != nil && g.found.subject.end <= g.found.main
	})
}

// baseMayGoOn reports whether what governs a base form before word s may govern another after the coordinator: the boys must sing and the girls dance, I saw the boy
// run and the girl stop.
func (a *Analysis) baseMayGoOn(s int, by string) bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		if f.main >= s {
			return false
		}
		if f.to >= 0 || f.order {
			return by == "and"
		}
		return f.governor == byModal || f.governor == byDo || p.lex.is(f.base, "bare", "mandative") || f.freeForm
	})
}

// opensBefore reports whether what stands before the comma right before word s is no main clause and no half of a list: a clause that depends on another, a
// phrase with a preposition, an order.
func (a *Analysis) opensBefore(s int) bool {
	p := a.parser
	first := p.words[0].lower
	if slices.IndexFunc(p.words, func(w word) bool { return w.punct }) != s-1 {
		return false
	}
	main := slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main < s && g.found.kind == mainClause })
	if p.lex.is(first, "subordinator") && first != "that" {
		return slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main < s && g.found.kind == subClause })
	}
	return !main && (p.lex.is(first, "preposition", "adverb") || p.adverb(0) > 0 || danglingParticiples[first])
}

// clearSubjects returns the phrases at word s that can be nothing but the whole subject of the next word: a pronoun, a name, a determiner and a noun that is no verb.
func (p *parser) clearSubjects(s int, by opening) []*nominal {
	var list []*nominal
	for _, n := range p.nominals(s) {
		head := p.words[n.head]
		switch {
		case n.end >= len(p.words):
		case n.kind == pronoun, (by != byComparison || supposes[p.words[s-1].lower]) && n.kind == indefinite && n.persons == p3sg && (p.isSomebody(n) || head.lower == "everything" || head.lower == "nothing" || by == byWord && head.lower == "this"):
			list = append(list, n)
		case by != byTimeWord && n.kind == nounPhrase && n.persons == p3pl && n.end == s+1 && len(head.readings) == 0 && !head.capital:
			list = append(list, n) // children, people
		case by == byComparison || n.kind != nounPhrase || n.persons != p3sg && n.persons != p3pl || p.lex.nouns["collective"][head.lower]:
		case p.nameless(head) && n.end == s+1 && n.persons == p3sg && !head.owner:
			list = append(list, n)
		case n.determined && n.end <= s+4 && !head.capital && (!timeNouns()[head.lower] || p.noNoun(n.end)) && (len(head.readings) == 0 || head.guessed || p.lex.chieflyNoun(head.lower) || p.isPerson(head) || by == byWord && (p.words[s-1].lower == "what" || p.words[s-1].lower == "how") && has(head.readings, verb.Base)) && !p.lex.is(head.lower, "adjective"):
			list = append(list, n)
		}
	}
	return list
}

// disagreesClearly reports whether word k is a verb, and nothing else, in a form that n does not take.
func (p *parser) disagreesClearly(n *nominal, k int, by opening) bool {
	if k >= len(p.words) || p.words[k].capital || p.words[k].guessed {
		return false
	}
	ends := k+1 == len(p.words) || p.words[k+1].punct
	goesOn := p.objectAt(k+1) || p.wordAt(k+1) == "every" || p.timeAt(k+1) || !ends && p.lex.is(p.words[k+1].lower, "preposition", "adverb") && p.words[k+1].lower != "of"
	if n.persons&p3sg == 0 {
		w := p.words[k]
		if len(w.form(verb.ThirdPerson)) == 0 || p.functional(w) && w.lower != "does" && w.lower != "has" || p.lex.is(w.lower, "noun", "adjective", "adverb") {
			return false
		}
		plain := !verb.IsAlsoNoun(w.form(verb.ThirdPerson)[0].Base)
		if w.lower == "does" || w.lower == "has" {
			return p.objectAt(k+1) || p.lex.is(p.wordAt(k+1), "indefinite") && n.kind != pronoun
		}
		if n.kind == pronoun {
			return plain || k > n.end || by != byJoining && (ends || goesOn || p.lex.is(p.wordAt(k+1), "adjective")) || goesOn && p.objectAt(k+1)
		}
		if p.lex.is(p.wordAt(k+1), "object") || p.wordAt(k+1) == "it" { // cars crosses it
			return by != byTimeWord && p.phraseEnds(k+2)
		}
		return by != byTimeWord && (plain || goesOn && p.isPerson(p.words[n.head]) || by == byWord && n.determined && (ends || goesOn))
	}
	if n.persons == p3sg && n.kind != pronoun && k < len(p.words)-2 && p.words[k].lower == "like" && p.words[k+1].lower == "to" && (by == byJoining || by == byWord || by == byComma) {
		return p.isSomebody(n) || p.isPerson(p.words[n.head]) || p.nameless(p.words[n.head])
	}
	if n.persons == p3sg && p.words[k].lower == "like" && p.likesSomething(n, k, by) {
		return true
	}
	if n.persons != p3sg || !p.couldBeVerb(k) || p.words[k].lower == "be" || has(p.words[k].readings, verb.Past) {
		return false
	}
	w := p.words[k].lower
	if between := k - 1; by != byTimeWord && n.kind != pronoun && k > n.end && (p.lex.is(p.words[between].lower, "frequency") || p.words[between].lower == "just" || p.words[between].lower == "still") && !p.lex.is(w, "adjective", "adverb") { // the ghost still walk
		return !p.lex.chieflyNoun(w) || ends || goesOn
	}
	if n.kind == pronoun && by == byJoining {
		return p.likesAfterComma(n, k)
	}
	if n.kind == pronoun {
		return by != byJoining && (by != byWord || p.words[n.start-1].lower != "what") && (ends || goesOn || p.lex.is(p.wordAt(k+1), "adjective", "subordinator", "coordinator"))
	}
	object := p.objectAt(k + 1)
	strong := p.noNoun(k) || object && !p.lex.chieflyNoun(w)
	name := p.nameless(p.words[n.head])
	switch by {
	case byWord:
		return strong || (ends || goesOn) && (name || p.lex.is(p.words[n.start].lower, "determiner") && !p.lex.chieflyNoun(w) && p.wordAt(n.start) != "a" && p.wordAt(n.start) != "an")
	case byTimeWord:
		return p.noNoun(k) && (ends || goesOn) || name && object || (ends || goesOn) && ceasing[p.words[n.head].lower] && (w == "stop" || w == "start" || w == "end" || w == "finish")
	case byComparison: // I think everybody agree
		return n.kind == indefinite && supposes[p.words[n.start-1].lower] && (strong && (ends || goesOn) || goesOn && object)
	case byReport:
		return (p.noNoun(k) || w == "live") && (ends || goesOn) || n.kind == indefinite && goesOn || name && object
	case byDegree:
		return strong || ends
	case byJoining:
		if name || n.kind == indefinite || p.isPerson(p.words[n.head]) {
			return p.noNoun(k) || p.words[n.start-2].text == "," && (strong || goesOn)
		}
		needs := (w == "need" || w == "want") && len(p.words) > k+1 && (len(p.words[k+1].form(verb.Gerund)) > 0 || p.plainNounAt(k+1))
		seems := seemingBases[w] && (p.lex.is(p.wordAt(k+1), "adjective") || p.wordAt(k+1) == "of" || p.wordAt(k+1) == "like")
		return p.noNoun(k) && (ends || goesOn || p.wordAt(k+1) == "to") || object && p.words[n.start-2].text == "," && p.wordAt(n.start) != "a" || needs || seems
	case byComma:
		return p.noNoun(k) || n.kind == indefinite && goesOn || object && (name || p.isPerson(p.words[n.head]))
	}
	return false
}

// likesAfterComma reports whether it, he or she, after "but" or after a comma and "and", has a base form after it: the cat is mine, but it like you more.
func (p *parser) likesAfterComma(n *nominal, k int) bool {
	if n.persons != p3sg || n.start < 2 || p.words[n.start-1].lower != "but" && p.words[n.start-2].text != "," {
		return false
	}
	return p.noNoun(k) || k > n.end || p.objectAt(k+1) || p.phraseEnds(k+1)
}

// likesSomething reports whether "like" at word k is the verb of it, he, she or everybody: but it like you more, I think everybody like rice. After a verb, "it" may be its
// object: say it like me.
func (p *parser) likesSomething(n *nominal, k int, by opening) bool {
	if (by == byReport || by == byComparison) && n.kind != indefinite || by != byReport && by != byComparison && by != byJoining || n.kind == pronoun && p.words[n.start-1].lower != "but" && p.words[n.start-2].text != "," || n.kind != pronoun && n.kind != indefinite {
		return false
	}
	return p.lex.is(p.wordAt(k+1), "object", "either") && n.kind == pronoun || p.pluralAt(k+1)
}

// ceasing are nouns of what stops and starts, which stand before no noun of a stop or a start.
var ceasing = setOf("rain snow storm wind music noise war fighting fog hail thunder")

// verbOfClause reports whether the clause of n has a verb already, which word k is a part of, goes before or belongs to: the phone call ended.
func (a *Analysis) verbOfClause(n *nominal, k int, by opening) bool {
	p := a.parser
	end := k + 1
	for end < len(p.words) && !p.words[end].punct && !p.lex.is(p.words[end].lower, "coordinator", "subordinator") {
		end++
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		if !f.finite || f.main < n.start || f.main >= end || f.subject == nil {
			return false
		}
		if f.main == k && n.kind != pronoun {
			farther := f.subject.start < n.start && (by == byTimeWord || by == byJoining) && a.agrees(f) // the book I lent you before the holidays belongs
			return f.subject.start == n.start && f.subject.end == n.end || len(f.aux) > 0 || farther
		}
		if f.main == k {
			return f.subject.start == n.start && f.subject.end == n.end || len(f.aux) > 0 && f.base != "do" && f.base != "have"
		}
		return f.main > k && !f.shared && f.subject.start <= k
	})
}
