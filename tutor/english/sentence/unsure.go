package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The verbs are said to look right only where each was confirmed. These checks ask, where no fault was seen, whether each verb has its subject, its object and its adverbs in
// places where the parse is sure of them. They are broader than the rules that name a fault: what they find may be right, and is never corrected.

// nameUnsure adds the patterns of what was read in one way only because nothing better was found.
func (a *Analysis) nameUnsure() {
	for _, one := range []struct {
		pattern Pattern
		seen    bool
	}{
		{WordAstray, a.hasUnsureSubject() || a.existsAsIt()},
		{WordAstray, slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Judgment.Verdict != Wrong && a.lacksUnsureObject(g.found) })},
		{WordAstray, a.hasUnsureForm() || a.hasUnsureRelative() || a.parser.takesDative()},
		{QuestionOrder, a.asksInPlace()},
		{Inversion, a.onlyThenStraight()},
		{AdverbPlace, a.parser.frequencyBeforeSubject()},
		{WordAstray, slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Judgment.Verdict != Wrong && a.reflectsNothing(g.found) })},
		{AdverbPlace, slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Judgment.Verdict != Wrong && a.delaysObject(g.found) })},
		{UnknownUse, a.hasUnknownQuality()},
		{UnknownUse, slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Judgment.Verdict != Wrong && a.isUnknownUse(g.found) })},
	} {
		if one.seen {
			a.Patterns = append(a.Patterns, one.pattern)
		}
	}
	slices.SortFunc(a.Patterns, func(x, y Pattern) int { return slices.Index(Patterns, x) - slices.Index(Patterns, y) })
	a.Patterns = slices.Compact(a.Patterns)
}

// lacksUnsureObject reports whether a verb that takes an object has none after it in its clause, and nothing that opens this clause can be it: we sent back because it was cold.
func (a *Analysis) lacksUnsureObject(f *found) bool {
	p := a.parser
	v := a.valencyOf(f)
	asks := f.order || !f.finite && f.governor == ungoverned && has(f.readings, verb.Base) && p.wordAt(f.start-1) == ","
	if v.frames == 0 || !v.has(transitive) || v.has(intransitive|ergative|copular) || f.fault != noFault || a.quotes || a.isPassive(f) || !asks && a.mayHaveObjectBefore(f) || f.kind == subClause && leftOpen[f.base] || f.shared && !p.noNoun(f.main) || f.governor == byBe && stirring[f.base] || !asks && f.finite && p.phraseBefore(f.subject.start) != nil {
		return false
	}
	if f.finite && !f.order && !f.shared && !f.inverted {
		if from, _ := p.skipAdverbs(f.subject.end); from < f.start && !slices.ContainsFunc(a.Groups, func(g Group) bool {
			return g.found.finite && g.found.subject != nil && g.found.subject.start >= f.subject.end && g.found.end == f.start
		}) {
			return false
		}
	}
	i := f.main + 1
	switch w := p.wordAt(i); {
	case w == "back", w == "away":
		i++
	case slices.Contains(v.prepositions, w):
		return false
	case w == "in", w == "on":
		return phrasal[f.base] && articles[p.wordAt(i+1)] && holders[p.wordAt(i+2)] && p.phraseEnds(i+3)
	}
	switch w := p.wordAt(i); {
	case w == "when" && v.has(whClause):
		return false
	case w == "to" && p.couldBeVerb(i+1):
		return !v.has(infinitive) && f.base != "use" && f.finite && i == f.main+1
	case w == "because", w == "although", w == "when", w == "so", w == "but", w == "if", w == "and":
		return p.lex.is(p.wordAt(i+1), "subject") || p.wordAt(i+1) == "it"
	}
	switch p.wordAt(i) {
	case "with", "from", "about", "by":
		return f.finite && f.subject.kind == pronoun && !phrasal[f.base] && p.objectAt(i+1)
	}
	return i >= len(p.words) || p.words[i].text == "." || p.words[i].text == "," && f.finite && f.subject.kind == pronoun
}

// delayed are adverbs that stand after the object in English.
var delayed = setOf("well better best yesterday today tomorrow tonight now carefully quickly slowly perfectly badly early late soon again always never often sometimes usually")

// delaysObject reports whether an adverb or a time stands between the verb of f and its object: she speaks very well English, I read yesterday the paper.
func (a *Analysis) delaysObject(f *found) bool {
	p := a.parser
	v := a.valencyOf(f)
	if !v.has(transitive) && f.base != "have" || f.fault != noFault || a.isPassive(f) || f.kind == relClause {
		return false
	}
	i := f.main + 1
	end := a.degreeEnd(i)
	switch {
	case end > i:
		if w := p.wordAt(end); (f.base == "like" || f.base == "love" || f.base == "enjoy") && (w == "to" || end < len(p.words) && len(p.words[end].form(verb.Gerund)) > 0) {
			return true
		}
	case p.wordAt(i) == "very" && p.wordAt(i+1) == "well":
		end = i + 2
	case delayed[p.wordAt(i)]:
		end = i + 1
	default:
		end = max(p.timePhraseEnd(i), i)
		for _, m := range p.times {
			if m.from == i {
				end = max(end, m.to)
			}
		}
	}
	if end > i {
		for _, n := range p.nominals(end + 1) {
			if n.kind == nounPhrase && n.end < len(p.words) && (p.words[end].lower == "in" || p.words[end].lower == "at" || p.words[end].lower == "on" || p.words[end].lower == "with") && p.lex.is(p.words[n.end].lower, "determiner") {
				end = n.end
				break
			}
		}
	}
	if end == i || end >= len(p.words) || p.timeAt(end) || p.wordAt(end) == "it" || p.wordAt(end) == "you" || p.wordAt(end) == "all" || p.wordAt(end) == "that" {
		return false
	}
	for _, n := range p.nominals(end) {
		if n.kind == nounPhrase && !wholes[p.wordAt(end+1)] && p.wordAt(end+1) != "first" && p.wordAt(end+1) != "last" && (n.determined || languages[p.words[n.head].lower]) && !a.subjectAt(n) && !p.verbAt(n.end) && !timeNouns()[p.words[n.head].lower] && !measures[p.words[n.head].lower] && !p.question {
			return true
		}
	}
	return false
}

// existsAsIt reports whether it or they stand with be before what is not known yet and where it is, so that "there" may be meant: they are many churches in my town, on the corner it is
// a small bakery.
func (a *Analysis) existsAsIt() bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		if f.base != "be" || !f.finite || f.subject == nil || f.subject.kind != pronoun || f.main != f.finiteWord() || f.inverted {
			return false
		}
		it := p.words[f.subject.start].lower
		if it != "it" && it != "they" {
			return false
		}
		i := f.main + 1
		for p.isNegation(i) || p.wordAt(i) == "also" || p.wordAt(i) == "only" || p.wordAt(i) == "always" {
			i++
		}
		if p.timePhraseEnd(i) > i || p.wordAt(i+2) == "ago" {
			return false
		}
		many := p.wordAt(i) == "a" && p.wordAt(i+1) == "lot" && p.wordAt(i+2) == "of"
		switch p.wordAt(i) {
		case "many", "several", "lots", "plenty", "few":
			many = true
		case "much", "some":
			many = p.wordAt(i+1) != "of" && p.wordAt(i+1) != "too" && p.lex.is(p.wordAt(i+1), "noun")
		case "too":
			many = (p.wordAt(i+1) == "many" || p.wordAt(i+1) == "much") && !p.phraseEnds(i+2)
		}
		for _, n := range p.nominals(i) {
			if n.kind != nounPhrase || timeNouns()[p.words[n.head].lower] || p.words[n.head].owner {
				continue
			}
			if many && !worth[p.words[n.head].lower] {
				return true
			}
			if before := f.subject.start - 1; before > 0 && a.placeOpens(f.subject.start) && (articles[p.wordAt(i)] && p.wordAt(i) != "the" || theTimes().numbers[p.wordAt(i)]) {
				return true
			}
			if w := p.wordAt(n.end); it == "it" && articles[p.wordAt(i)] && amiss[p.words[n.head].lower] && (w == "with" || w == "in" || w == "on" && p.wordAt(n.end+2) != "part") {
				return true
			}
			if it == "it" && p.wordAt(n.end) == "and" && articles[p.wordAt(i)] && theTimes().numbers[p.wordAt(n.end+1)] {
				return true
			}
		}
		return false
	})
}

// worth are nouns of what "it" costs or gives in any amount: it is a lot of money, a lot of fun.
var worth = setOf("money fun work time effort trouble stress pressure responsibility people food weight space distance fuss")

// amiss are nouns of what is not as it should be somewhere: a problem with my order.
var amiss = setOf("problem mistake error fault hole leak queue delay hair fly crack bug stain scratch noise")

// placeOpens reports whether a place opens the clause and ends right before word i, perhaps with a comma: on the corner of my street.
func (a *Analysis) placeOpens(i int) bool {
	p := a.parser
	if p.words[i-1].text == "," {
		i--
	}
	switch p.words[0].lower {
	case "in", "on", "at", "near", "behind", "under", "opposite":
	default:
		return false
	}
	place := false
	for _, n := range p.nominals(1) {
		place = place || n.kind == nounPhrase && n.determined && !timeNouns()[p.words[n.head].lower] && !p.timeAt(1)
	}
	return place && slices.Contains(p.phraseEndsFrom(0), i)
}

// onlyThenStraight reports whether "only" and a time open the sentence, and its main verb stands after its subject all the same: only when I arrived I realized.
func (a *Analysis) onlyThenStraight() bool {
	p := a.parser
	if p.words[0].lower != "only" {
		return false
	}
	switch p.wordAt(1) {
	case "when", "after", "then", "later", "if":
		return slices.ContainsFunc(a.Groups, func(g Group) bool {
			return g.found.finite && g.found.kind == mainClause && !g.found.inverted && g.found.subject != nil && g.found.subject.start > 1 && g.found.subject.end <= g.found.start && !p.finiteWord(p.words[g.found.subject.start-1].lower)
		})
	}
	return false
}

// frequencyBeforeSubject reports whether always, never or also stand between a conjunction and a pronoun that is a subject: he says that never she washes them.
func (p *parser) frequencyBeforeSubject() bool {
	for i := 1; i+2 < len(p.words); i++ {
		switch p.words[i].lower {
		case "always", "never", "also", "ever":
			w := p.words[i-1].lower
			if (w == "that" || w == "because" || w == "but" || w == "and" || w == "when" || w == "if") && p.lex.is(p.words[i+1].lower, "subject") && p.verbAt(i+2) {
				return true
			}
		}
	}
	return false
}

// reflectsNothing reports whether a reflexive stands right after a verb that takes no object, and is not its subject's emphasis at the end (the dog escaped itself to the street), or an object
// pronoun for the subject itself right after any verb: I showered me.
func (a *Analysis) reflectsNothing(f *found) bool {
	p, i := a.parser, f.main+1
	if s := f.subject; s != nil && s.kind == pronoun && p.phraseEnds(i+1) {
		who := p.words[s.start].lower
		if w := p.wordAt(i); who == "i" && w == "me" || who == "we" && w == "us" {
			return true
		}
	}
	v := a.valencyOf(f)
	return v.has(intransitive) && !v.has(transitive) && f.fault == noFault && p.lex.is(p.wordAt(i), "reflexive") && !p.phraseEnds(i+1)
}
