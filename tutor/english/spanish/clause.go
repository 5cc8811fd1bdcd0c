package spanish

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause is one English clause with one finite verb group, on its way to Spanish.
type clause struct {
	context  context
	variety  Variety
	group    verbGroup
	question bool
	subject  subject
	earlier  []token // of the sentence, before this clause

	gap          bool // what, the object, stands at the front
	inInfinitive bool // the predicate being read is an infinitive
}

// row returns the place of the subject in a Spanish paradigm.
func (c *clause) row() int { return max(0, c.variety.row(c.group.Person)) }

// parts are the words of a clause around its verb group.
type parts struct {
	before []token // up to the first word of the group
	middle []token // between its auxiliary and its main verb
	after  []token
}

// cut divides tokens, which begin at offset in the sentence, around the group.
func (c *clause) cut(tokens []token, offset int) parts {
	first := c.group.main
	for _, i := range c.group.auxiliaries {
		first = min(first, i)
	}
	var p parts
	for i, t := range tokens {
		switch place := offset + i; {
		case place == c.group.main || slices.Contains(c.group.auxiliaries, place):
		case place < first:
			p.before = append(p.before, t)
		case place < c.group.main:
			p.middle = append(p.middle, t)
		default:
			p.after = append(p.after, t)
		}
	}
	return p
}

// statement returns the Spanish words of an affirmative or negative clause. A clause without a
// subject of its own takes inherited, and does not say it again.
func (c *clause) statement(tokens []token, offset int, inherited *subject) ([]string, bool) {
	p := c.cut(tokens, offset)
	lead, times, rest := c.lead(p.before)
	adverbs, ok := c.adverbs(p.middle)
	if !ok {
		return nil, false
	}
	if s, taken := c.readSubject(rest); taken > 0 {
		c.subject = s
		more, ok := c.adverbs(rest[taken:])
		if !ok {
			return nil, false
		}
		adverbs = append(more, adverbs...)
	} else if inherited != nil && inherited.person == c.group.Person && len(lead) == 0 {
		more, ok := c.adverbs(rest)
		if !ok {
			return nil, false
		}
		c.subject = *inherited
		c.subject.text = ""
		adverbs = append(more, adverbs...)
	} else {
		return nil, false
	}
	said, ok := c.predicate(c.group.Base, p.after)
	if !ok {
		return nil, false
	}
	words, ok := c.verbPhrase(said, adverbs, times)
	if !ok {
		return nil, false
	}
	return slices.Concat(lead, c.spoken(said), words), true
}

// spoken returns the subject as it is said before the verb.
func (c *clause) spoken(p predicate) []string {
	switch {
	case c.subject.text == "":
		return nil
	case !p.thing:
		return []string{c.subject.text}
	case c.subject.tonic == "":
		return nil // me gusta
	default:
		return []string{"a", c.subject.tonic} // a ella le gusta
	}
}

// lead reads the adverbs and times before the subject: yesterday, every day.
func (c *clause) lead(tokens []token) (text []string, times []phrase, rest []token) {
	for len(tokens) > 0 {
		known, n := c.phrase(tokens)
		if n == 0 || known.kind != "time" && known.text != "a veces" && known.text != "normalmente" {
			break
		}
		text, times = append(text, known.text), append(times, known)
		tokens = tokens[n:]
		if startsWith(tokens, ",") {
			tokens = tokens[1:]
			text[len(text)-1] += ","
		}
	}
	return text, times, tokens
}

// adverbs reads tokens that are all adverbs of the place before the verb.
func (c *clause) adverbs(tokens []token) ([]phrase, bool) {
	var found []phrase
	for len(tokens) > 0 {
		known, n := c.phrase(tokens)
		if n == 0 || !known.has("before") {
			return nil, false
		}
		found = append(found, known)
		tokens = tokens[n:]
	}
	return found, true
}

// verbPhrase conjugates p and puts the adverbs of the clause, no and the pronoun before it. The times
// stand elsewhere and are only compared with the tense.
func (c *clause) verbPhrase(p predicate, adverbs, times []phrase) ([]string, bool) {
	words := slices.Clone(p.before)
	for _, a := range adverbs {
		words = append(words, a.text)
	}
	negatable := len(words) == 0 || words[0] == "todavía" // siempre no viene is not Spanish
	if len(words) > 1 || c.group.Negative && !negatable || !c.fits(p, slices.Concat(adverbs, times, p.times)) {
		return nil, false
	}
	if c.group.Negative {
		words = append(words, "no")
	}
	form, ok := c.finite(p)
	if !ok {
		return nil, false
	}
	if c.group.Modal == "" && p.clitic != "" {
		words = append(words, p.clitic)
	}
	words = append(words, form)
	if c.group.Modal != "" {
		return append(words, p.nonFinite()...), !p.thing && p.infinitive != "haber"
	}
	return append(words, p.tail...), true
}

// should is the conditional of deber, the only one we form.
var should = [6]string{"debería", "deberías", "debería", "deberíamos", "deberíais", "deberían"}

// finite returns the finite verb of the clause.
func (c *clause) finite(p predicate) (string, bool) {
	row := c.row()
	switch {
	case c.group.Base == "be" && c.group.Modal != "":
		return "", false
	case c.group.Modal == "can":
		return finite("poder", verb.PresentSimple, row)
	case c.group.Modal == "must":
		return finite("deber", verb.PresentSimple, row)
	case c.group.Modal == "should":
		return should[row], true
	case c.group.Modal != "":
		return "", false
	case p.goingTo:
		return finite("ir", verb.PresentSimple, row)
	case p.infinitive == "haber":
		return "hay", c.group.Tense == verb.PresentSimple
	case p.thing:
		row = c.variety.row(verb.ThirdSingular)
		if p.plural {
			row = c.variety.row(verb.ThirdPlural)
		}
	}
	return finite(p.infinitive, c.group.Tense, row)
}

// fits reports whether the Spanish tense says what the English one does, for this verb and with
// these adverbs and times.
func (c *clause) fits(p predicate, times []phrase) bool {
	tense := c.group.Tense
	if c.group.Modal != "" {
		tense = verb.PresentSimple
	}
	if p.goingTo {
		tense = verb.FutureSimple
	}
	past := tense == verb.PastSimple
	switch {
	case past && (p.frame.has("s") || c.group.Base == "be"),
		tense == verb.PresentContinuous && (p.frame.has("C") || c.group.Base == "be"):
		return false
	}
	for _, t := range times {
		switch {
		case t.has("past") && !past,
			t.has("future") && tense != verb.FutureSimple && tense != verb.PresentSimple,
			t.has("present") && (past || tense == verb.PresentPerfect),
			t.has("habit") && (past || tense == verb.PresentContinuous),
			t.has("never") && c.group.Negative:
			return false
		}
	}
	return true
}

// and returns the Spanish and before the word next.
func and(next string) string {
	next = strings.ToLower(next)
	i := strings.HasPrefix(next, "i") || strings.HasPrefix(next, "í") || strings.HasPrefix(next, "hi")
	if i && !strings.HasPrefix(next, "hie") && !strings.HasPrefix(next, "ia") && !strings.HasPrefix(next, "io") {
		return "e"
	}
	return "y"
}
