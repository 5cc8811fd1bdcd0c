package sentence

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// maxRun bounds a possible subject beside a verb, in words.
const maxRun = 8

// Tenses returns the tenses that group i can be in, in the order of [verb.Tenses]: that of its own words,
// that of the expression of time in its clause, unless both are of the present, and that of the call that
// judges it. It returns only the last one where the expression of time decides, or a misspelling that is
// near one form; and all tenses where the words of the group are in none.
func (a Analysis) Tenses(i int) []verb.Tense {
	g := &a.Groups[i]
	if j := g.Judgment; j.Moment != "" || j.Code == Misspelling && j.Call.Tense != "" {
		return []verb.Tense{j.Call.Tense}
	}
	spoken := map[verb.Tense]bool{g.Tense: true}
	if m := a.momentOf(g.found, a.parser.times); m.to > 0 && !(m.tense == verb.PresentContinuous &&
		g.Tense == verb.PresentSimple) { // he knows now
		spoken[m.tense] = true
	}
	for _, c := range a.Calls(i) {
		spoken[c.Tense] = true
	}
	var list []verb.Tense
	for _, t := range verb.Tenses {
		if g.Tense == "" || spoken[t] {
			list = append(list, t)
		}
	}
	return list
}

// Persons returns the persons that the subject of group i can have, in the order of [verb.Persons]:
// all six where the subject is not known.
func (a Analysis) Persons(i int) []verb.Person {
	set := a.Groups[i].persons()
	var list []verb.Person
	for k, person := range verb.Persons {
		if set&(1<<k) != 0 {
			list = append(list, person)
		}
	}
	return list
}

// persons is the set that Persons lists.
func (g *Group) persons() persons {
	if g.Subject.Person == "" {
		return pAny
	}
	set := g.found.subject.persons
	switch g.found.subject.kind {
	case wh, gerund:
		set = pThird
	case existential:
		set = g.found.existing.persons
	}
	if set == 0 {
		return pAny
	}
	return set
}

// FiniteWord returns the finite word of group i in lower case. It is false where there is none, and for a
// modal or a contracted auxiliary, whose agreement cannot be asked about.
func (a Analysis) FiniteWord(i int) (string, bool) {
	g := &a.Groups[i]
	if g.Finite < 0 {
		return "", false
	}
	lower := a.Tokens[g.Finite].Lower
	if clitics[lower] || a.parser.lex.is(lower, "modal") {
		return "", false
	}
	base, _ := finiteBase(lower)
	return lower, base != ""
}

// Free reports whether the base form of group i is as right as any: suggested she consider it.
func (a Analysis) Free(i int) bool {
	f := a.Groups[i].found
	return f.freeForm && len(f.aux) == 0 && has(f.readings, verb.Base)
}

// SubjectRuns returns the subjects with which the agreement of the finite word of group i may be asked
// about: its subject as analyzed, then the runs of words that end before it, up to another verb, and, in
// a question or after "there", those that begin after it. None is longer than the tool accepts.
func (a Analysis) SubjectRuns(i int) []string {
	g := &a.Groups[i]
	if _, ok := a.FiniteWord(i); !ok {
		return nil
	}
	var runs []string
	add := func(from, to int) {
		if a.attached(from) || neverFirst[a.Tokens[from].Lower] || neverLast[a.Tokens[to].Lower] || a.twoClauses(from, to) {
			return
		}
		text := a.Text[a.Tokens[from].Start:a.Tokens[to].End()]
		if utf8.RuneCountInString(text) <= MaxSubject && !slices.Contains(runs, text) {
			runs = append(runs, text)
		}
	}
	if s := g.Subject.Text; s != "" && utf8.RuneCountInString(s) <= MaxSubject {
		runs = append(runs, s)
	}
	before := a.wordsBeside(g.Finite, -1)
	for _, from := range before {
		if a.otherVerb(i, from) {
			break
		}
		add(from, before[0])
	}
	if g.Question || len(before) > 0 && a.Tokens[before[0]].Lower == "there" {
		after := a.wordsBeside(g.Finite, 1)
		for _, to := range after {
			add(after[0], to)
		}
	}
	return runs
}

// otherVerb reports whether the token carries the tense of another group than i, and stands before its subject.
func (a *Analysis) otherVerb(i, token int) bool {
	s := a.Groups[i].found.subject
	return s != nil && s.kind != existential && token < a.parser.words[s.start].token &&
		slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Finite == token })
}

// neverFirst are words with which no guessed subject begins, neverLast those with which none ends.
var (
	neverFirst = setOf(`to of for from with at by into onto who which and or but nor when whenever while if unless because
	although though until since whereas as than so`)
	neverLast = setOf("and or but nor")
)

// twoClauses reports whether a comma in a run of words parts what stands before a subject from the subject: a child, I.
// One that opens or closes an addition, or parts the items of a list, does not.
func (a *Analysis) twoClauses(from, to int) bool {
	commas, joined := 0, false
	for _, t := range a.Tokens[from : to+1] {
		commas += strings.Count(t.Text, ",")
		joined = joined || t.Lower == "and" || t.Lower == "or" || t.Lower == "nor"
	}
	closed := to+1 < len(a.Tokens) && a.Tokens[to+1].Text == ","
	return commas%2 == 1 && !joined && !closed
}

// attached reports whether the token is the second half of a contraction, where no subject begins.
func (a *Analysis) attached(token int) bool {
	return token > 0 && a.Tokens[token-1].Kind == Word && a.Tokens[token].Start == a.Tokens[token-1].End()
}

// wordsBeside returns the tokens of the words next to token at, nearest first, in one direction, up to a mark
// other than a comma.
func (a *Analysis) wordsBeside(at, direction int) []int {
	var list []int
	for i := at + direction; i >= 0 && i < len(a.Tokens) && len(list) < maxRun; i += direction {
		switch t := a.Tokens[i]; {
		case t.Kind == Punct && strings.Trim(t.Text, ",") != "":
			return list
		case t.Kind == Space, t.Kind == Punct, len(list) == 0 && (t.Lower == "n't" || t.Lower == "not"):
		default:
			list = append(list, i)
		}
	}
	return list
}

// Written returns the words of group i as written, without the words between them.
func (a Analysis) Written(i int) string {
	var b strings.Builder
	last := -2
	for _, t := range a.Groups[i].Tokens {
		if b.Len() > 0 && t != last+1 {
			b.WriteByte(' ')
		}
		b.WriteString(a.Tokens[t].Text)
		last = t
	}
	return b.String()
}
