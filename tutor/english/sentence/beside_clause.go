package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Faults beside the verbs that the verb shows together with its clause: a preposition that hardly any verb takes, a subject left out after think, an object
// between a verb and a person.

// takesOf reports whether "of" follows right after a verb that takes none, as few verbs do: he suffers of asthma, she escaped of the prison.
func (a *Analysis) takesOf(f *found) bool {
	p, i := a.parser, f.main+1
	if f.main < 1 || f.subject == nil || !f.finite || f.kind == relClause || f.inverted || f.shared || p.wordAt(i) != "of" || f.governor == byBe {
		return false
	}
	if p.lex.is(f.base, "with-of") || ofVerbs[f.base] || p.lex.chieflyNoun(p.words[f.main].lower) || f.subject.kind != pronoun && !p.acts(f.subject) {
		return false
	}
	if i+1 >= len(p.words) || p.words[i+1].punct || p.words[i+1].lower == "course" || p.lex.is(p.words[i+1].lower, "relative", "question") {
		return false
	}
	return p.objectAt(i+1) || len(p.words[i+1].form(verb.Gerund)) > 0 || p.words[i+1].named() || p.words[i+1].lower == "a"
}

// ofVerbs are verbs, beside those of the tables, that "of" may follow: he drank of the water, what became of him.
var ofVerbs = setOf(`be have do become come learn tell read write sing make partake admit allow permit conceive disapprove savor savour reek stink warn accept expect ask require
	demand want remind take give eat drink say know judge treat break run get go number avail rid clear cure rob deprive strip acquit accuse convict own repent weary tire bethink part
	need sleep preach love inquire enquire wonder wish hope`)

// omitsSubject reports whether is or was follows right after think in a clause that describes nothing, where it is missing: I think is a good idea. What is asked or described has its
// subject elsewhere: who do you think is there, the film I think is best.
func (a *Analysis) omitsSubject(f *found) bool {
	p := a.parser
	switch f.base {
	case "think", "believe", "hope", "suppose", "guess":
	default:
		return false
	}
	i := f.main + 1
	if i+1 >= len(p.words) || !a.keepsObject(f) || f.governor == byBe || p.words[i].lower != "is" && p.words[i].lower != "was" || p.words[i].joined {
		return false
	}
	switch next := p.words[i+1].lower; next {
	case "a", "an", "very", "not", "too", "so", "better", "the", "important", "necessary", "going":
		return f.subject.start == 0 || p.words[f.subject.start-1].punct || p.words[f.subject.start-1].lower == "but" || p.words[f.subject.start-1].lower == "because" || p.words[f.subject.start-1].lower == "so"
	}
	return false
}

// anyActs reports whether a person with any is said to have done something, where no or some is meant: any student passed the exam.
func (a *Analysis) anyActs() bool {
	p := a.parser
	if p.words[0].lower != "any" || p.question {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		s := g.found.subject
		return g.found.finite && s != nil && s.start == 0 && g.found.kind == mainClause && g.found.start == s.end && g.Tense == verb.PastSimple && g.found.not < 0 && p.isPerson(p.words[s.head])
	})
}
