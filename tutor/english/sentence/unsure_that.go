package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// "That" opens a clause, which has its subject, or points at something. What comes right after it is a verb in both: they told us that needed help, I think that helped.

// opensThatWithVerb reports whether "that" at word i opens what is said, wanted or the result, and a verb comes right after it: so tired that fell asleep, he told us that needed help,
// the problem is that lost the key. After a verb of saying alone it may point at something: I think that helped.
func (a *Analysis) opensThatWithVerb(i int) bool {
	p := a.parser
	if p.words[i].lower != "that" || i < 2 {
		return false
	}
	if before := a.verbBefore(i); i+1 < len(p.words) && p.isBeWord(i+1) && before != nil && before.found.finite && before.found.end == i && p.lex.is(before.Verb, "clausal") && p.newAmountAt(i+2) {
		return true // explained that was no space
	}
	k, _ := p.skipAdverbs(i + 1)
	if k >= len(p.words) || p.words[k].punct || p.words[k].capital || p.words[k].guessed || p.functional(p.words[k]) || p.lex.is(p.words[k].lower, "adjective") && !p.objectAt(k+1) || len(p.words[k].form(verb.Past|verb.Base|verb.ThirdPerson)) == 0 {
		return false
	}
	before := a.verbBefore(i)
	if before == nil || !before.found.finite {
		return false
	}
	base := len(p.words[k].form(verb.Base)) > 0
	if base && !p.noNoun(k) && !demanded[before.Verb] || has(p.words[k].readings, verb.ThirdPerson) && verb.IsAlsoNoun(p.words[k].form(verb.ThirdPerson)[0].Base) {
		return false
	}
	from := before.found.end // past i where the verb stands before its subject
	switch {
	case before.Verb == "be" && from == i:
		return !before.found.inverted && before.found.subject != nil && before.found.subject.kind == nounPhrase
	case slices.ContainsFunc(p.words[min(from-1, i):i], func(w word) bool { return w.lower == "so" || w.lower == "such" }):
		return p.wordAt(i-2) != "many" && p.wordAt(i-2) != "much"
	case from < i && p.personAt(from) == i && p.lex.is(p.words[from].lower, "object"):
		return !thingsDo[p.words[k].readings[0].Base]
	case from != i || !p.lex.is(before.Verb, "clausal") && !demanded[before.Verb]:
		return false
	}
	return demanded[before.Verb] && base || !thingsDo[p.words[k].readings[0].Base] && p.objectAt(k+1) && !base
}

var (
	// demanded are verbs of what somebody is to do.
	demanded = setOf("recommend insist suggest demand propose request require advise")
	// thingsDo are verbs of what "that" can stand for.
	thingsDo = setOf("help mean matter make take cost show prove cause give solve hurt work look sound seem happen become change save explain affect include involve surprise bother please")
)
