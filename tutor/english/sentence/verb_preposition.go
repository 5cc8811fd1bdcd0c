package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// "Of", and "to" before a noun, stand right after few verbs: think of, go to. After others they are taken from another language: works of waiter, I call to you, we reached
// to the top. The rows +of and +to of the table of uses list the verbs that take them.

// takesOddPreposition reports whether "of", or "to" and what is no verb, stand right after the verb of f, a verb of the tables that takes neither.
func (a *Analysis) takesOddPreposition(f *found) bool {
	p, i := a.parser, f.main+1
	if i+1 >= len(p.words) || !verb.IsKnown(f.base) || f.governor == ungoverned && !f.order && !has(f.readings, verb.Gerund) || f.kind == relClause && f.subject == nil {
		return false
	}
	noun := p.lex.is(p.wordAt(i+1), "determiner", "object") && p.wordAt(i+1) != "it" || p.wordAt(i+1) == "you" || p.words[i+1].named()
	switch p.words[i].lower {
	case "of":
		return !theUses()["+of"][f.base] && (f.finite || f.order) && p.wordAt(i+1) != "course" && !p.words[i+1].punct
	case "to":
		if (f.base == "smell" || f.base == "taste") && !p.couldBeVerb(i+1) {
			return true
		}
		return !theUses()["+to"][f.base] && noun && (f.finite || f.order) && p.wordAt(i+1) != "this" && p.wordAt(i+1) != "all"
	}
	return false
}
