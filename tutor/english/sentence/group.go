package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Group is one verb with the auxiliaries, negation and "to" that belong to it.
type Group struct {
	Verb     string     // infinitive; "" where only a modal stands
	Tokens   []int      // its tokens, in order; adverbs and subject between them are not its own
	Main     int        // token of the main verb; of the auxiliary where there is no other
	Finite   int        // token that carries the tense, or -1
	Tense    verb.Tense // one of the five, or "" for any other
	Negative bool
	Question bool // the subject stands inside or after the group, or should
	Subject  Subject
	Judgment Judgment

	found *found
}

// An Analysis is what is known about one sentence.
type Analysis struct {
	Text   string
	Tokens []Token
	Groups []Group // in the order of their main verbs
	Reason Reason  // why nothing is judged; "" if some group is

	parser *parser
	steps  []*step
	cost   float64
}

// Analyze parses one sentence and judges its verb groups. It never fails; of a text that is no
// English sentence it says so in Reason.
func Analyze(text string) Analysis { return analyze(text, theRules()) }

func analyze(text string, rules []rule) Analysis {
	a := Analysis{Text: text, Tokens: Tokens(text)}
	words := wordsOf(a.Tokens)
	a.parser = newParser(words)
	if reason := a.parser.refusal(text); reason != "" {
		a.Reason = reason
		return a
	}
	a.steps, a.cost = a.parser.parse()
	for _, f := range a.accepted() {
		a.Groups = append(a.Groups, a.group(f))
	}
	a.sortGroups()
	a.judge()
	a.applyRules(rules)
	a.Reason = a.scope()
	return a
}

// accepted returns the verb groups of the parse. Of a "there is", the later step knows what
// follows.
func (a *Analysis) accepted() []*found {
	byMain := map[int]*found{}
	var order []int
	for _, s := range a.steps {
		if s.found == nil || s.found.main < 0 {
			continue
		}
		if byMain[s.found.main] == nil {
			order = append(order, s.found.main)
		}
		byMain[s.found.main] = s.found
	}
	if n := len(a.steps); n > 0 { // a question that ends with its subject: Who are you?
		if f := a.unfinished(); f != nil {
			byMain[f.main] = f
			order = append(order, f.main)
		}
	}
	var list []*found
	for _, main := range order {
		list = append(list, byMain[main])
	}
	return list
}

// unfinished returns the group of a question that the sentence ends with, or nil.
func (a *Analysis) unfinished() *found {
	c := a.parser.ending
	if c == nil || c.phase != atPredicate {
		return nil
	}
	return &found{verbal: a.parser.auxiliaryAlone(c.open), subject: c.subject, kind: c.kind, clause: c.id, inverted: true, fronted: c.fronted}
}

// group describes an accepted verb group.
func (a *Analysis) group(f *found) Group {
	p := a.parser
	g := Group{Verb: f.base, Main: p.words[f.main].token, Finite: -1, Question: f.inverted, found: f}
	own := append([]int{f.main}, f.aux...)
	for _, w := range []int{f.not, f.no, f.to, f.of} {
		if w >= 0 {
			own = append(own, w)
		}
	}
	slices.Sort(own)
	for _, w := range slices.Compact(own) {
		if t := p.words[w].token; !slices.Contains(g.Tokens, t) {
			g.Tokens = append(g.Tokens, t)
		}
	}
	g.Negative = f.not >= 0 || f.no >= 0
	if f.finite {
		g.Finite = p.words[f.finiteWord()].token
		g.Tense = p.tense(f)
		a.askedThing(f)
		g.Subject = a.subject(f)
	}
	return g
}

// finiteWord returns the word that carries the tense.
func (v *verbal) finiteWord() int {
	if len(v.aux) > 0 {
		return v.aux[0]
	}
	return v.main
}

// tense returns which of the five tenses the group is in, by its auxiliary and, where there is
// none, by its form; "" for all other tenses, moods and the passive.
func (p *parser) tense(f *found) verb.Tense {
	if f.order || len(f.aux) > 1 && !(len(f.aux) == 2 && (f.governor == byBe || f.governor == byHave) && f.main == f.aux[1]) {
		return ""
	}
	if len(f.aux) == 0 {
		switch {
		case f.fault == bareGerund:
			return verb.PresentContinuous
		case f.fault == bareParticiple:
			return verb.PastSimple
		case has(f.readings, verb.ThirdPerson|verb.Base) && !has(f.readings, verb.Past):
			return verb.PresentSimple
		case has(f.readings, verb.Base) && p.finitePersons(f.verbal) == pAny:
			return verb.PastSimple // put, read: either
		}
		return verb.PastSimple
	}
	first, copular := p.words[f.aux[0]].lower, f.main == f.aux[0]
	gerund := has(f.readings, verb.Gerund)
	participle := has(f.readings, verb.Participle)
	switch {
	case len(f.aux) == 2: // will be, has been
		switch {
		case first == "will" || first == "'ll" || first == "wo":
			return verb.FutureSimple
		case first == "has" || first == "have" || first == "'ve":
			return verb.PresentPerfect
		}
		return ""
	case first == "will" || first == "'ll" || first == "wo":
		return verb.FutureSimple
	case first == "do" || first == "does":
		return verb.PresentSimple
	case first == "did":
		return verb.PastSimple
	case copular && (first == "was" || first == "were" || first == "had"):
		return verb.PastSimple
	case copular && f.base != "":
		return verb.PresentSimple
	case first == "has" || first == "have" || first == "'ve":
		return verb.PresentPerfect
	case first == "am" || first == "is" || first == "are" || first == "'m" || first == "'re":
		if gerund || f.fault == bareWithBe || p.cutParticiple(f) {
			return verb.PresentContinuous
		}
	case first == "'s":
		switch {
		case gerund:
			return verb.PresentContinuous
		case participle && !p.adjectival(f):
			return verb.PresentPerfect
		}
	}
	return ""
}

// cutParticiple reports whether the participle after be is rather an -ing form cut short, because
// no one is run or come: he is run to catch the bus.
func (p *parser) cutParticiple(f *found) bool {
	if f.base != "run" && f.base != "come" || f.governor != byBe || f.subject == nil || !p.isAnimate(f.subject) ||
		p.words[f.subject.head].lower == "they" {
		return false
	}
	next := f.main + 1
	return has(f.readings, verb.Base) && next < len(p.words) && p.words[next].lower != "by" && len(f.aux) == 1
}

// adjectival reports whether the participle may be an adjective or a passive: she's tired.
func (p *parser) adjectival(f *found) bool {
	switch f.base {
	case "go":
		return p.words[f.main].lower != "gone"
	case "be", "become", "have", "decide", "arrive", "happen", "live", "sleep", "agree", "begin", "promise", "forget":
		return p.lex.is(p.words[f.main].lower, "adjective")
	case "give", "send", "tell", "show", "offer", "teach", "pay", "ask", "promote", "call", "name", "make", "get":
		return true // she's given a book: is or has
	}
	next := f.main + 1 // a passive has no object: she's bought the house
	object := next < len(p.words) && p.lex.is(p.words[next].lower, "object", "reflexive", "either") || next < len(p.words) &&
		(articles[p.words[next].lower] || possessives[p.words[next].lower])
	return !object
}

// text returns the words from one to another as written, without what surrounds them.
func (a *Analysis) text(from, to int) string {
	if from >= to {
		return ""
	}
	p := a.parser
	first, last := a.Tokens[p.words[from].token], a.Tokens[p.words[to-1].token]
	return strings.TrimSpace(a.Text[first.Start:last.End()])
}
