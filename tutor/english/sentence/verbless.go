package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Spanish leaves no clause without a verb either, but learners who write fast do: my room very small, he 20 years old. The form of be that
// is missing stands in no word, so that these clauses are found by what stands on both its sides.

// readVerbless enters a group for each clause that has a subject and what be says of it, and no verb.
func (a *Analysis) readVerbless() {
	p := a.parser
	if p.question {
		return
	}
	for i := range p.words {
		if i > 0 && !opensVerbless[p.words[i-1].lower] || p.words[i].punct {
			continue
		}
		for _, n := range p.nominals(i) {
			if end := a.verblessEnd(n); end > 0 {
				a.enterVerbless(n)
				break
			}
		}
	}
	a.sortGroups()
}

// opensVerbless are the words after which a clause without its verb is looked for. After "and" or "but" the verb may be that of the clause before.
var opensVerbless = setOf("because that although when")

// verblessEnd returns the word after the clause without a verb that n is the subject of, or 0.
func (a *Analysis) verblessEnd(n *nominal) int {
	p := a.parser
	if w := p.words[n.start].lower; w == "a" || w == "an" || w == "one" {
		return 0 // a house full of children, a size too small
	}
	someone := n.kind == pronoun && (p.lex.is(p.words[n.head].lower, "subject") || p.words[n.head].lower == "you" && n.start > 0)
	if !someone && !(n.kind == nounPhrase && n.determined && !p.lex.is(p.words[n.start].lower, "negation")) || n.start > 0 && p.words[n.start-1].lower == "that" && !a.saidBefore(n.start-1) {
		return 0
	}
	i := n.end
	if i < len(p.words) && p.words[i].lower == "not" {
		i++
	}
	old := (someone || p.isPerson(p.words[n.head])) && p.ageAt(i)
	switch {
	case old:
		i = p.yearsAt(i) + 1
	case i+1 < len(p.words) && degrees[p.words[i].lower] && p.describes(i+1):
		i += 2
	case i < len(p.words) && (n.start > 0 || someone) && states[p.words[i].lower] && p.phraseEnds(i+1):
		return a.verblessStops(n, i+1, true)
	case n.start == 0 && i == n.end && i+2 < len(p.words) && p.onlyAdjective(i) && a.endsDescribed(i+1):
		return a.verblessStops(n, i+1, true)
	case i+3 < len(p.words) && (someone || p.isPerson(p.words[n.head])) && (p.words[i].lower == "a" || p.words[i].lower == "an") && p.roleEnd(i) > 0:
		return a.verblessStops(n, p.roleEnd(i), false)
	case i+2 < len(p.words) && p.words[i].lower == "full" && p.words[i+1].lower == "of" && n.kind == nounPhrase && i == n.end && a.endsBeforeSo(i):
		return a.verblessStops(n, i+1, true)
	default:
		return 0
	}
	return a.verblessStops(n, i, old)
}

// onlyAdjective reports whether word i is an adjective and nothing else, so that it says how the noun before it is: late, absent, noisy.
func (p *parser) onlyAdjective(i int) bool {
	w := p.words[i]
	if w.capital || w.punct || p.lex.is(w.lower, "noun") || p.lex.chieflyNoun(w.lower) {
		return false
	}
	adjective := p.lex.is(w.lower, "adjective") && !p.lex.is(w.lower, "adverb", "preposition", "determiner") || adjectival(w.lower)
	return states[w.lower] || w.lower == "late" || w.lower == "absent" || adjective && (w.guessed || len(w.readings) == 0)
}

// endsDescribed reports whether the word at i says that what is before it is so now, or why: again, today, now, because.
func (a *Analysis) endsDescribed(i int) bool {
	p := a.parser
	switch p.words[i].lower {
	case "again", "today", "now":
		if p.words[i+1].lower == "because" {
			return a.endsWithReason(i + 1)
		}
		return p.phraseEnds(i+1) || p.lex.is(p.words[i+1].lower, "subordinator", "coordinator")
	case "because":
		return a.endsWithReason(i)
	}
	return false
}

// endsWithReason reports whether the clause after "because" at word i is the last, so that no verb after it may be that of the noun before it: the
// people angry because it was late shouted at us.
func (a *Analysis) endsWithReason(i int) bool {
	p := a.parser
	g := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main > i })
	if g < 0 || p.words[i+1].lower == "of" {
		return false
	}
	end := a.Groups[g].found.finiteWord() + 1
	if a.Groups[g].found.main == end {
		end++
	}
	return !slices.ContainsFunc(p.words[end:], func(w word) bool {
		return len(w.form(verb.Past|verb.ThirdPerson)) > 0 && !p.lex.is(w.lower, "adjective", "noun")
	})
}

// states are adjectives of how somebody is that are no other words.
var states = setOf("ill sick hungry thirsty angry busy happy sad afraid sleepy ready tall ashamed asleep")

// roleEnd returns the word after the phrase at word i that says what somebody is, such as a lorry driver, or 0.
func (p *parser) roleEnd(i int) int {
	end := 0
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && p.isRole(p.words[n.head]) && n.end > end && (n.end >= len(p.words) || p.words[n.end].punct && (p.words[n.end].text != "," || n.end+1 < len(p.words) && (p.words[n.end+1].lower == "so" || p.words[n.end+1].lower == "and" || p.words[n.end+1].lower == "but")) || p.words[n.end].lower == "and" || p.words[n.end].lower == "but") {
			end = n.end
		}
	}
	return end
}

// endsBeforeSo reports whether no finite verb stands after word i before the end, or before so, but or because.
func (a *Analysis) endsBeforeSo(i int) bool {
	p := a.parser
	for ; i < len(p.words); i++ {
		switch p.words[i].lower {
		case "so", "but", "because":
			return true
		}
		if slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.start == i }) {
			return false
		}
	}
	return true
}

// describes reports whether the word at i, after very, too or so, is an adjective that ends what is said.
func (p *parser) describes(i int) bool {
	w := p.words[i]
	adjective := p.lex.is(w.lower, "adjective")
	if w.capital || w.punct || p.functional(w) && !adjective || p.lex.is(w.lower, "determiner", "preposition") || !adjective && (p.lex.is(w.lower, "adverb") || strings.HasSuffix(w.lower, "ly")) {
		return false
	}
	if p.words[i-1].lower == "too" && has(w.readings, verb.Past) {
		return false // we too struggled
	}
	if p.words[i-1].lower == "so" && i+1 < len(p.words) && p.words[i+1].lower == "that" && has(w.readings, verb.Gerund) {
		return true // so confusing that
	}
	if has(w.readings, verb.Participle) && !has(w.readings, verb.Base) && (p.phraseEnds(i+1) || p.words[i+1].lower == "about" || p.words[i+1].lower == "with") {
		return true // very worried about it
	}
	return adjective || len(w.readings) == 0 && (p.phraseEnds(i+1) || p.lex.is(p.words[i+1].lower, "preposition", "coordinator"))
}

// degrees are words that stand between be and an adjective.
var degrees = setOf("very too so")

// verblessStops returns i if the clause of n may end at word i, and what follows has a subject of its own, or shares that of n after "and"; else 0.
func (a *Analysis) verblessStops(n *nominal, i int, old bool) int {
	p := a.parser
	if i < len(p.words) && !p.words[i].punct {
		switch w := p.words[i].lower; w {
		case "and", "but", "because", "so", "about", "with", "for", "in", "from", "at", "when", "today", "now":
		default:
			if !old && !p.timeAt(i) && !(w == "that" && p.words[i-2].lower == "so") {
				return 0
			}
		}
	}
	for k := range a.Groups {
		if f := a.Groups[k].found; f.main >= n.start && f.main < i && !(f.main == n.head && !f.finite && n.determined) && !(f.main == i-1 && f.start < f.main && degrees[p.words[f.start].lower]) { // very worried
			return 0
		}
	}
	for k := i; k+2 < len(p.words); k++ {
		if p.words[k].text == "," && !clauseJoiners[p.words[k+1].lower] {
			return 0 // her hands so cold that she could hardly write, she asked for gloves
		}
	}
	next := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.main >= i })
	if next < 0 {
		return i
	}
	f := a.Groups[next].found
	for k := i; k < f.start; k++ {
		if !clauseJoiners[p.words[k].lower] || p.words[k+1].lower == "that" || p.words[k+1].lower == "because" {
			continue
		}
		if k+1 == f.start || p.adverb(k+1) == 1 && k+2 == f.start {
			return i // he 23 years old and has two daughters
		}
		for _, m := range p.nominals(k + 1) {
			if m.end == f.start && (m.kind == pronoun || m.determined || p.isSomebody(m) || p.words[m.start].named()) || m.end <= f.start && p.words[k].lower != "and" && p.words[k].lower != "but" {
				return i
			}
		}
		return 0 // a man so proud and so stubborn
	}
	return 0
}

// clauseJoiners are words that a clause follows, after one without its verb.
var clauseJoiners = setOf("and but because so when that")

// saidBefore reports whether a verb after which a clause stands is right before word i.
func (a *Analysis) saidBefore(i int) bool {
	g := a.before(i)
	return g != nil && g.found.finite && a.parser.lex.is(g.Verb, "clausal")
}

// enterVerbless enters the group of the be that is missing after n, in the tense of the sentence.
func (a *Analysis) enterVerbless(n *nominal) {
	p := a.parser
	a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool {
		return degrees[p.words[g.found.start].lower] && g.found.start <= n.end+1 && g.found.start >= n.end
	})
	v := newVerbal(n.end)
	v.main, v.end, v.governor, v.finite, v.base, v.fault = n.end, n.end, alone, true, "be", verbless
	f := &found{verbal: &v, subject: n, clause: a.clauseAt(n.start)}
	a.partSubjects(n)
	g := Group{Verb: "be", Main: p.words[n.end].token, Finite: p.words[n.end].token, Tokens: []int{p.words[n.end].token}, Tense: verb.PresentSimple, found: f}
	g.Subject = a.subject(f)
	a.Groups = append(a.Groups, g)
}

// partSubjects gives a verb after "and" or "but" its own subject, where the parse joined that with n: the people very friendly and the food was great.
func (a *Analysis) partSubjects(n *nominal) {
	p := a.parser
	for i := range a.Groups {
		g := &a.Groups[i]
		f := g.found
		if !f.finite || f.subject == nil || f.subject.start != n.start && f.subject.start != n.end || f.subject.end <= n.end {
			continue
		}
		for k := n.end; k < f.start; k++ {
			if p.words[k].lower != "and" && p.words[k].lower != "but" {
				continue
			}
			for _, m := range p.nominals(k + 1) {
				if m.end == f.start {
					f.subject = m
					*g = a.group(f)
				}
			}
		}
	}
}

// judgeVerbless asks for the be that is missing.
func (a *Analysis) judgeVerbless(g *Group) Judgment {
	if g.Subject.Person == "" {
		return Judgment{}
	}
	tense := verb.PresentSimple
	if a.besidePastEvent(g) {
		tense = verb.PastSimple
	}
	return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: "be", Person: g.Subject.Person, Tense: tense}, ""}
}

// besidePastEvent reports whether the clause around g, or one beside it, is in the past. The reason of what is so now may be past too: I very tired
// because I slept badly.
func (a *Analysis) besidePastEvent(g *Group) bool {
	p := a.parser
	for _, w := range p.words[g.found.main:min(g.found.main+5, len(p.words))] {
		if w.lower == "today" || w.lower == "now" {
			return false
		}
	}
	for _, m := range p.times {
		if m.tense == verb.PastSimple {
			return true
		}
	}
	return slices.ContainsFunc(a.Groups, func(o Group) bool {
		f := o.found
		return f != g.found && f.finite && (o.Tense == verb.PastSimple || len(f.aux) > 0 && p.words[f.aux[0]].lower == "could") && f.subject != nil && !(f.subject.start > 0 && p.words[f.subject.start-1].lower == "because")
	})
}

// liesSomewhere reports whether somebody's thing and its place open the sentence and nothing before the first comma is a verb, nor after it but what is
// rather a noun or belongs to another clause: your keys on the kitchen table, next to the fruit bowl. It may be a caption.
func (a *Analysis) liesSomewhere() bool {
	p := a.parser
	comma := slices.IndexFunc(p.words, func(w word) bool { return w.text == "," })
	if comma < 3 || p.question || !possessives[p.words[0].lower] || len(a.Groups) == 0 {
		return false
	}
	if !slices.ContainsFunc(p.nominals(0), func(n *nominal) bool { return n.end < comma && places[p.words[n.end].lower] }) {
		return false
	}
	for i := range a.Groups {
		f := a.Groups[i].found
		if !f.finite {
			continue
		}
		noun := f.subject != nil && f.subject.start == 0 && len(f.aux) == 0 && has(f.readings, verb.Base) && verb.IsAlsoNoun(f.base) && p.phraseEnds(f.end)
		if f.start < comma || f.kind == mainClause && !noun {
			return false
		}
	}
	return true
}

// places are prepositions of where something is.
var places = setOf("on in at under behind near over above below inside beside")
