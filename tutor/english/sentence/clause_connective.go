package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// English joins a clause with one word where Spanish has a preposition and "that": so that, without, until, because. Learners keep both words, or put a preposition
// that takes no clause before one, and "but" after although.

// clausePrepositions are prepositions of a cause that take a noun, and no clause.
var clausePrepositions = [][]string{{"because", "of"}, {"due", "to"}, {"in", "spite", "of"}, {"despite"}}

// governsClause reports whether such a preposition stands right before a clause: because of the owner didn't pay, despite it was late.
func (a *Analysis) governsClause() bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		s := g.found.subject
		if !g.found.finite || g.found.inverted || s == nil || s.kind != nounPhrase && s.kind != pronoun || s.end != g.found.start || g.found.kind == relClause {
			return false
		}
		if s.kind == nounPhrase && (!s.determined || p.lex.is(p.words[s.head].lower, "question")) {
			return false
		}
		return slices.ContainsFunc(clausePrepositions, func(words []string) bool {
			return s.start >= len(words) && p.matches(s.start-len(words), words) && !a.isSubjectOfGerund(g.found)
		})
	})
}

// governsPersonClause reports whether a person after "because of" stands right before a finite verb that was given the subject before: closed because of the owner
// didn't pay.
func (a *Analysis) governsPersonClause() bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		if !f.finite || f.inverted || f.subject == nil || f.subject.end == f.start || f.kind == relClause {
			return false
		}
		n := p.phraseBefore(f.start)
		return n != nil && n.kind == nounPhrase && n.determined && p.acts(n) && n.start > 3 && p.matches(n.start-2, []string{"because", "of"}) && a.groupAt(n.start-3) == nil && len(p.words[n.start-3].form(verb.Past)) > 0
	})
}

// likeForAs reports whether "like" opens a clause of cause before a comma: like I was tired, I went to bed. Like I said is how people talk.
func (a *Analysis) likeForAs() bool {
	p := a.parser
	if p.words[0].lower != "like" || len(p.words) < 5 || !p.lex.is(p.words[1].lower, "subject", "either") {
		return false
	}
	comma := slices.IndexFunc(p.words, func(w word) bool { return w.text == "," })
	return comma > 3 && slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		return f.finite && f.subject != nil && f.subject.start == 1 && !p.lex.is(g.Verb, "clausal") && (g.Verb == "be" || f.end+1 < comma)
	})
}

// isSubjectOfGerund reports whether f is an -ing form that a pronoun before it belongs to.
func (a *Analysis) isSubjectOfGerund(f *found) bool {
	return len(f.aux) == 0 && a.parser.isGerundPhrase(f.subject)
}

// thatMeant reports whether a preposition and "that" open a clause that another word opens in English: without that my parents knew, until that you finish.
func (p *parser) thatMeant() bool {
	if p.words[0].lower == "that" && p.words[len(p.words)-1].text == "!" && (p.wordAt(1) == "you" || p.wordAt(1) == "everything") && len(p.words) > 4 {
		return true // that you have a good journey!
	}
	for i := 0; i+2 < len(p.words); i++ {
		if p.words[i+1].lower != "that" {
			continue
		}
		w := p.words[i+2].lower
		switch p.words[i].lower {
		case "without":
			if possessives[w] || p.lex.is(w, "subject") {
				return true
			}
		case "until", "till":
			if p.lex.is(w, "subject") || possessives[w] || w == "you" || w == "it" || w == "the" {
				return true
			}
		}
	}
	return false
}

// contrastsTwice reports whether a clause with although opens the sentence and "but" opens the next one: although it was cold, but we swam.
func (a *Analysis) contrastsTwice() bool {
	p := a.parser
	if p.words[0].lower != "although" && p.words[0].lower != "though" && !p.matches(0, []string{"even", "though"}) {
		return false
	}
	comma := slices.IndexFunc(p.words, func(w word) bool { return w.text == "," })
	if comma < 0 || !p.matches(comma+1, []string{"but"}) {
		return false
	}
	opened, goesOn := false, false
	for _, g := range a.Groups {
		if s := g.found.subject; g.found.finite && s != nil {
			opened = opened || g.found.main < comma
			goesOn = goesOn || s.start == comma+2
		}
	}
	last := !slices.ContainsFunc(p.words[comma+1:], func(w word) bool { return w.text == "," }) // although he tried, but not hard, he won
	return opened && goesOn && last
}
