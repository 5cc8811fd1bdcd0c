package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// An adverb of frequency stands before its verb, and after the first auxiliary: she always gets up late, I have never been to Brazil. Learners put it after
// the verb, and after its particle: gets up always, have been never.

// delaysFrequency reports whether an adverb of frequency stands after the verb of g, or after the participle that has its auxiliary before it.
func (a *Analysis) delaysFrequency(g *Group) bool {
	p, f := a.parser, g.found
	if !f.finite || f.subject == nil || f.order || f.kind == relClause || f.not >= 0 || g.Judgment.Verdict == Wrong {
		return false
	}
	if g.Tense == verb.PresentPerfect || g.Tense == verb.PastPerfect {
		return a.delaysAfterParticiple(f)
	}
	if len(f.aux) > 0 || f.main != f.finiteWord() || f.base == "be" || f.base == "have" || p.lex.is(f.base, "clausal") && f.base != "get" {
		return false
	}
	i := f.main + 1
	if particles[p.wordAt(i)] || p.wordAt(i) == "asleep" || p.wordAt(i) == "home" {
		i++
	}
	now := has(f.readings, verb.Base|verb.ThirdPerson)
	next := p.wordAt(i + 1)
	switch p.wordAt(i) {
	case "always", "usually", "normally":
		return now && (p.acts(f.subject) || f.subject.kind == nounPhrase && scheduled[p.words[f.subject.head].lower]) && p.atSomeTime(i+1)
	case "often", "rarely", "seldom", "frequently":
		return now && arrives[f.base] && p.acts(f.subject) && (next == "late" || next == "early")
	case "never":
		return arrives[f.base] && (i+1 >= len(p.words) || p.words[i+1].punct && p.words[i+1].text != "," || p.atSomeTime(i+1))
	}
	return false
}

// atSomeTime reports whether what word i begins says when something happens, and not how or which way: at six, late, on Sundays, before dinner.
func (p *parser) atSomeTime(i int) bool {
	switch w := p.wordAt(i); w {
	case "late", "early", "before", "after", "when", "on", "by", "alone", "together", "for":
		return w != "for" || p.wordAt(i+1) == "breakfast" || p.wordAt(i+1) == "lunch" || p.wordAt(i+1) == "dinner"
	case "every":
		return false
	case "at", "in", "with", "from":
		return i+1 < len(p.words) && !p.words[i+1].punct && p.wordAt(i+1) != "least" && p.wordAt(i+1) != "order"
	}
	return p.timeAt(i)
}

// delaysAfterParticiple reports whether always, ever or never stands after the participle of f, and what the clause goes on with after it: has been never to Rome.
func (a *Analysis) delaysAfterParticiple(f *found) bool {
	p, i := a.parser, f.main+1
	if f.base != "be" && !has(f.readings, verb.Participle) {
		return false
	}
	if p.lex.is(p.wordAt(i), "object") && p.wordAt(i) != "her" {
		i++
	}
	next := p.wordAt(i + 1)
	switch p.wordAt(i) {
	case "never", "ever":
		if next == "since" || next == "after" || next == "more" || next == "again" || next == "before" || next == "closer" || len(p.words) > i+1 && p.lex.is(next, "coordinator") || next == "so" && p.wordAt(i) == "ever" {
			return false
		}
	case "always":
		if f.base != "be" && i == f.main+1 && !p.objectAt(i+1) {
			return false
		}
	default:
		return false
	}
	return i+1 < len(p.words) && !p.words[i+1].punct && !has(p.words[i+1].readings, verb.Gerund|verb.Participle)
}

var (
	// arrives are verbs of what happens at a point of time, after which "never" and often point at nothing.
	arrives = setOf("come go arrive get wake leave start begin finish open close sleep eat rise travel return phone call")

	// scheduled are things that run at certain times.
	scheduled = setOf("bus buses train trains post mail shop shops bank banks plane planes store stores class classes lesson lessons")
)
