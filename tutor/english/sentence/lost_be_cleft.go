package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause that is itself the subject, or that describes the subject, has its own verb, and after it comes the verb of the sentence: what worries me is the cost, the man
// who lives next door is a doctor, the truth is that nobody knows. Where be is lost, the sentence has no verb but that of the clause inside.

// lacksMainVerb reports whether the statement has no verb outside its inner clauses.
func (a *Analysis) lacksMainVerb() bool {
	p := a.parser
	if last := p.words[len(p.words)-1]; p.question || last.text != "." || a.quotes || len(p.words) < 4 {
		return false
	}
	var finite []*found
	for i := range a.Groups {
		if f := a.Groups[i].found; f.finite {
			finite = append(finite, f)
		} else if f.order && f.start == 0 {
			return false
		}
	}
	if len(finite) == 0 || finite[0].start == 0 {
		return false
	}
	return a.whatLacksBe(finite) || a.nounLacksBe(finite) || a.describedLacksBe(finite)
}

// whatLacksBe reports whether "what" or "all" opens the sentence with a clause of one verb, and what be says of it follows: what I need a rest, what worries me that he
// never calls.
func (a *Analysis) whatLacksBe(finite []*found) bool {
	p, f := a.parser, finite[0]
	what := p.words[0].lower == "what"
	if !what && p.words[0].lower != "all" || f.base == "be" || p.lex.is(f.base, "two-objects") && f.base != "make" {
		return false
	}
	k := f.end
	if f.start <= 1 || f.finiteWord() == 1 { // what worries me
		if !what {
			return false
		}
		if k = a.objectEnd(k); k < 0 {
			return false
		}
		if f.base == "make" && p.lex.is(p.wordAt(k), "adjective") {
			k++
		}
	} else if f.subject == nil || f.subject.start != 1 || !what && f.subject.kind != pronoun || theValencies()[f.base].has(ditransitive|objectAdjective) && f.base != "want" && f.base != "need" && f.base != "like" {
		return false
	}
	for k < len(p.words) {
		end := max(a.adverbialEnd(k), p.afterPlace(k))
		if end == k && (p.words[k].lower == "most" || p.words[k].lower == "best") {
			end++
		}
		if end == k {
			break
		}
		k = end
	}
	if k >= len(p.words) || p.words[k].punct || p.timeAt(k) && p.words[k].lower != "more" && p.words[k].lower != "time" || p.saysWhen(k) {
		return false
	}
	if p.words[k].lower == "that" && len(finite) == 2 {
		return finite[1].subject != nil && finite[1].subject.start == k+1 && !a.lacksItsObject(finite[1])
	}
	if has(p.words[k].readings, verb.Past|verb.ThirdPerson) && !p.lex.is(p.words[k].lower, "determiner") { // what he said made sense
		return false
	}
	return len(finite) == 1 && slices.ContainsFunc(p.nominals(k), func(n *nominal) bool { return n.kind == nounPhrase && p.clauseIsOver(n.end) })
}

// objectEnd returns the end of the object, or of how much, at word i, or -1.
func (a *Analysis) objectEnd(i int) int {
	p := a.parser
	if p.lex.is(p.wordAt(i), "object") && p.wordAt(i) != "her" || p.wordAt(i) == "you" {
		return i + 1
	}
	if end := a.degreeEnd(i); end > i {
		return end
	}
	if p.wordAt(i) == "most" {
		return i + 1
	}
	end := -1
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && (n.determined || n.end == i+1 && n.persons == p3pl) && n.end > end && n.end < len(p.words) && !p.lex.is(p.words[n.end].lower, "preposition") {
			end = n.end
		}
	}
	if p.lex.is(p.wordAt(i), "preposition") {
		if end = p.afterPlace(i); end == i {
			return -1
		}
	}
	return end
}

// afterPlace returns the end of the preposition and its noun phrase at word i, or i.
func (p *parser) afterPlace(i int) int {
	end := i
	if p.lex.is(p.wordAt(i), "preposition") && p.wordAt(i) != "like" && p.wordAt(i) != "than" && !(i+1 < len(p.words) && has(p.words[i+1].readings, verb.Past)) {
		for _, n := range p.nominals(i + 1) {
			if (n.kind == nounPhrase || n.kind == objectPronoun) && n.end > end {
				end = n.end
			}
		}
	}
	return end
}

// nounLacksBe reports whether all there is of the sentence is a noun for what is said and the clause that says it: the truth that nobody knows the answer, the question
// whether we can pay.
func (a *Analysis) nounLacksBe(finite []*found) bool {
	p := a.parser
	if len(finite) != 1 || !p.lex.is(p.words[0].lower, "determiner") || p.words[0].lower == "a" {
		return false
	}
	k := 1
	for k < 3 && (p.lex.is(p.wordAt(k), "adjective") || p.wordAt(k) == "only") {
		k++
	}
	s := finite[0].subject
	if !told[p.wordAt(k)] && !hopedFor[p.wordAt(k)] && p.wordAt(k) != "question" || s == nil {
		return false
	}
	switch p.wordAt(k + 1) {
	case "that":
		return s.start == k+2 && !a.lacksItsObject(finite[0])
	case "whether", "who":
		return p.wordAt(k) == "question"
	}
	return false
}

// hopedFor are nouns for what one wishes, which be and a clause with "that" follow.
var hopedFor = setOf("wish dream hope plan fear secret trick")

// lacksItsObject reports whether the clause of f may have its object before it: the problem that we have.
func (a *Analysis) lacksItsObject(f *found) bool {
	p := a.parser
	v := a.valencyOf(f)
	i := f.end
	return (f.base == "have" || v.has(transitive)) && !a.objectFollows(f) && !a.thingAt(i) && !p.lex.is(p.wordAt(i), "determiner") || a.endsOnPreposition(i)
}

// describedLacksBe reports whether all verbs of the sentence are those of a clause about its first noun, and what be says of this noun follows: the man who lives next
// door a doctor, the cake my mother makes delicious.
func (a *Analysis) describedLacksBe(finite []*found) bool {
	p, f := a.parser, finite[0]
	if len(finite) != 1 || f.subject == nil || !p.lex.is(p.words[0].lower, "determiner") || p.lex.is(p.words[0].lower, "question") || p.copula(f) || f.base == "have" {
		return false
	}
	opener := p.words[f.start-1].lower
	gap := false // the clause lacks its object, for which the noun stands
	if opener != "who" && opener != "which" && opener != "that" {
		s := f.subject
		if f.kind != relClause || s.start < 2 || s.kind != pronoun && !possessives[p.words[s.start].lower] {
			return false
		}
		gap = true
	}
	v := a.valencyOf(f)
	last := len(p.words) - 2
	from := last
	for from > f.end && (degrees[p.words[from-1].lower] || besideBe[p.words[from-1].lower]) {
		from--
	}
	if !v.has(predicative|copular|objectAdjective) && p.onlyAdjective(last) && from > f.main && !p.functional(p.words[from-1]) && !p.lex.is(p.words[from-1].lower, "adjective") && !has(p.words[last].readings, verb.Base) {
		return gap || from < last || v.has(intransitive) || from-1 > f.main
	}
	if gap || v.has(intransitive) && !v.has(transitive) {
		for k := f.end; k < last; k++ {
			if w := p.words[k].lower; w == "a" || w == "an" {
				return !p.lex.is(p.words[k-1].lower, "preposition") && !p.timeAt(k) && slices.ContainsFunc(p.nominals(k), func(n *nominal) bool {
					return n.kind == nounPhrase && p.isPerson(p.words[n.head]) && p.clauseIsOver(n.end)
				})
			}
		}
	}
	return false
}
