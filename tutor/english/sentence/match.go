package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A match is how the words of a sentence fit the pattern of a row.
type match struct {
	analysis   *Analysis
	start, end int // of all words
	main, to   int // the marked words, or -1
	aux        []int
	readings   []verb.Reading // of the verb, in the form that the pattern names
	subject    *nominal       // the last noun phrase
}

// from reports whether the parts fit the words from i on, and notes what they mark.
func (m *match) from(parts []part, i int) bool {
	m.start = i
	return m.fit(parts, i)
}

func (m *match) fit(parts []part, i int) bool {
	if len(parts) == 0 {
		m.end = min(i, len(m.analysis.parser.words))
		return true
	}
	part := parts[0]
	for _, option := range part.options {
		for _, end := range m.ends(option, i) {
			saved := *m
			m.note(part, option, i)
			if strings.HasPrefix(option, "[") {
				m.subject = m.phrase(option, i, end)
			}
			if m.fit(parts[1:], end) {
				return true
			}
			*m = saved
		}
	}
	return part.optional && m.fit(parts[1:], i)
}

// note keeps a marked word.
func (m *match) note(part part, option string, i int) {
	switch part.mark {
	case '>':
		m.main, m.readings = i, m.analysis.parser.words[i].readings
		if forms := formNames[option]; forms != 0 {
			m.readings = m.analysis.parser.words[i].form(forms)
		}
	case '~':
		m.to = i
	case '=':
		m.aux = append(slices.Clone(m.aux), i)
	}
}

// formNames are the forms of verbs that a pattern may name. A past is one that is no base form.
var formNames = map[string]verb.Form{
	":base": verb.Base, ":third": verb.ThirdPerson, ":past": verb.Past | verb.Participle,
	":participle": verb.Participle, ":gerund": verb.Gerund,
}

// ends returns where the words end that fit one option of a part at word i.
func (m *match) ends(option string, i int) []int {
	p := m.analysis.parser
	switch option { // of no words
	case "^":
		return at(i, i == 0 || p.words[i-1].punct)
	case "//":
		return at(i, p.phraseEnds(i))
	case "$":
		return at(i, i >= len(p.words) || p.words[i].punct)
	}
	if i >= len(p.words) {
		return nil
	}
	if option == "..." {
		var ends []int
		for end := i; end < len(p.words) && end <= i+mostBetween; end++ {
			if ends = append(ends, end); p.words[end].punct {
				break
			}
		}
		return ends
	}
	if option[0] == '[' {
		var ends []int
		for _, n := range p.nominals(i) {
			if m.phrase(option, i, n.end) != nil && !slices.Contains(ends, n.end) {
				ends = append(ends, n.end)
			}
		}
		slices.SortFunc(ends, func(a, b int) int { return b - a })
		return ends
	}
	return at(i+1, m.word(option, i))
}

// mostBetween is how many words a gap of a pattern passes over.
const mostBetween = 8

func at(i int, ok bool) []int {
	if ok {
		return []int{i}
	}
	return nil
}

// phrase returns the noun phrase from word i to end that an option names: any, one with a determiner, or a person.
func (m *match) phrase(option string, i, end int) *nominal {
	p := m.analysis.parser
	for _, n := range p.nominals(i) {
		ok := n.end == end
		switch option {
		case "[det]":
			ok = ok && n.kind == nounPhrase && n.determined
		case "[noun]":
			ok = ok && n.kind == nounPhrase
		case "[person]":
			ok = ok && n.kind == nounPhrase && (p.isPerson(p.words[n.head]) || p.words[n.head].named())
		}
		if ok {
			return n
		}
	}
	return nil
}

// word reports whether word i fits an option of one word.
func (m *match) word(option string, i int) bool {
	p := m.analysis.parser
	w := p.words[i]
	switch {
	case option == w.lower:
		return true
	case option == "*":
		return !w.punct
	case option == "#":
		return theTimes().numbers[w.lower] || isDigits(w.text)
	case option == "name":
		return w.named()
	case option == "!" || option == "?":
		return w.punct && strings.Contains(w.text, option)
	case option[0] == '{':
		name := strings.Trim(option, "{}")
		return p.lex.is(w.lower, name) || p.lex.nouns[name][w.lower] || name == "adverb" && p.adverb(i) == 1 || name == "time" &&
			timeNouns()[w.lower]
	case option[0] == '<':
		return slices.ContainsFunc(strings.Split(strings.Trim(option, "<>"), ","), func(want string) bool {
			return slices.ContainsFunc(w.readings, func(r verb.Reading) bool {
				class, isClass := strings.CutPrefix(want, "*")
				return r.Base == want || isClass && p.lex.is(r.Base, class)
			})
		})
	case option[0] == ':' && len(option) > 1:
		return m.verb(option, i)
	}
	return false
}

// verb reports whether word i is a verb of the form or tense that an option names.
func (m *match) verb(option string, i int) bool {
	w := m.analysis.parser.words[i]
	if forms := formNames[option]; forms != 0 {
		return !w.guessed && !w.respelled && !w.named() && len(w.form(forms)) > 0 && (option != ":past" || !has(w.readings, verb.Base))
	}
	g := m.analysis.groupOf(i)
	if g == nil || !g.found.finite {
		return false
	}
	switch option {
	case ":verb":
		return true
	case ":present":
		return g.Tense == verb.PresentSimple
	case ":continuous":
		return g.Tense == verb.PresentContinuous
	case ":told": // a past simple
		return g.Tense == verb.PastSimple
	}
	return false
}

// A guard is a condition on a match that no pattern can say.
type guard func(a *Analysis, m *match) bool

// guards are the guards by the name that the table gives them; the table explains them.
var guards = map[string]guard{
	"verb":     func(a *Analysis, m *match) bool { return a.parser.couldBeVerb(m.main) },
	"no-noun":  func(a *Analysis, m *match) bool { return a.parser.couldBeVerb(m.main) && a.parser.noNoun(m.main) },
	"shows":    func(a *Analysis, m *match) bool { return a.parser.couldBeVerb(m.main) && a.parser.showsVerb(m.main) },
	"object":   func(a *Analysis, m *match) bool { return a.parser.objectAt(m.main + 1) },
	"question": func(a *Analysis, m *match) bool { return a.parser.question },
	"told":     func(a *Analysis, m *match) bool { return !a.parser.question },
	"loose": func(a *Analysis, m *match) bool { // no finite verb that is right, and nothing that is mended already
		g := a.groupAt(m.main)
		return g == nil || !g.found.finite && g.Judgment.Verdict != Wrong && g.found.to < 0 && !g.found.order
	},
	"unmended": func(a *Analysis, m *match) bool {
		g := a.groupOf(m.main)
		return g == nil || g.Judgment.Verdict != Wrong
	},
	"acts": func(a *Analysis, m *match) bool { // the subject of the verb, or of the one before, is a person
		g := a.groupOf(m.main)
		if g == nil || !g.found.finite {
			g = a.verbBefore(m.main)
		}
		return g != nil && (g.found.subject == nil || a.parser.acts(g.found.subject))
	},
	"past-before": func(a *Analysis, m *match) bool {
		g := a.verbBefore(m.main)
		return g != nil && g.found.finite && a.isPast(g)
	},
	"no-present": func(a *Analysis, m *match) bool {
		g := a.groupOf(m.main)
		return g != nil && !a.hasPresent(g.found)
	},
	"quoted": func(a *Analysis, m *match) bool { return a.quoted(m.main) },
}

// guarded reports whether all guards of a row hold.
func (a *Analysis) guarded(r *rule, m *match) bool {
	for _, name := range r.guards {
		name, negated := strings.CutPrefix(name, "not-")
		check, ok := guards[name]
		if !ok {
			panic("sentence: BUG: rules.tsv: no guard " + name)
		}
		if check(a, m) == negated {
			return false
		}
	}
	return true
}

// mostQuoted is how many words a quotation has at most that is spoken of: wrote "he don't" on the board.
const mostQuoted = 4

// quoted reports whether word i stands inside a short quotation that is no sentence of its own, or its subject is one.
func (a *Analysis) quoted(i int) bool {
	if !strings.ContainsAny(a.Text, "\"“”«»") {
		return false
	}
	g := a.groupOf(i)
	if g == nil {
		return false
	}
	t := a.parser.words[i].token
	if s := g.found.subject; s != nil && s.end < len(a.parser.words) && s.end <= g.found.start && a.parser.gapBefore(s.end) {
		t = a.parser.words[s.head].token
	}
	words, closing := 1, false
	for _, token := range a.Tokens[t+1:] {
		if closing = strings.Trim(token.Text, "\"“”«»") == ""; closing || words > mostQuoted {
			break
		}
		words += one(token.Kind == Word)
		if token.Kind == Punct {
			return false
		}
	}
	for k := t - 1; k >= 0 && closing; k-- {
		if strings.Trim(a.Tokens[k].Text, "\"“”«»") == "" {
			return words <= mostQuoted
		}
		words += one(a.Tokens[k].Kind == Word)
	}
	return false
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
