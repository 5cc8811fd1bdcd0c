package spanish

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Compose returns the Spanish of a simple English sentence: words are its words and punctuation marks
// in order, contractions whole or cut; groups are its verb groups; question says that it asks.
//
// It is false unless every word is known and every construction is one that has a single sure
// rendering: a wrong Spanish sentence is worse than none. Handled are statements and questions of the
// five tenses and of can, must and should, joined by and, but, because and so; objects, receivers,
// places, times and adverbs; be with adjectives, nouns, places and ages; there is; want to and its
// like. Left out among others: the past of state verbs, where Spanish must choose between two pasts;
// comparison; relative clauses; anything that depends on the gender of it.
func Compose(words []string, groups []Group, question bool, v Variety) (string, bool) {
	tokens, mark, ok := cutMark(tokenize(words))
	if !ok || len(tokens) == 0 || mark == "?" && !question {
		return "", false
	}
	var finite []verbGroup
	for _, g := range groups {
		if g.Tense == "" && g.Modal == "" {
			continue // an infinitive belongs to the verb before it
		}
		located, ok := locate(tokens, g)
		if !ok || !slices.Contains(verb.Persons, g.Person) {
			return "", false
		}
		finite = append(finite, located)
	}
	slices.SortFunc(finite, func(a, b verbGroup) int { return a.main - b.main })
	var spanish []string
	switch s := (sentence{tokens, lexiconOf(v), v}); {
	case len(finite) == 0:
		return "", false
	case question:
		if len(finite) > 1 {
			return "", false
		}
		spanish, ok = s.clause(finite[0], question).ask(tokens)
	default:
		spanish, ok = s.statements(0, finite, nil)
	}
	if !ok {
		return "", false
	}
	if question {
		mark = "?"
	}
	return finish(spanish, mark), true
}

// cutMark takes the mark from the end of the sentence and returns it, a full stop where there is none.
// It is false when another mark than a comma stands inside.
func cutMark(tokens []token) (rest []token, mark string, ok bool) {
	mark = "."
	if n := len(tokens); n > 0 && slices.Contains([]string{".", "!", "?"}, tokens[n-1].text) {
		tokens, mark = tokens[:n-1], tokens[n-1].text
	}
	inside := slices.ContainsFunc(tokens, func(t token) bool {
		return t.text != "," && strings.ContainsFunc(t.text, func(r rune) bool {
			return r != '\'' && (unicode.IsPunct(r) || unicode.IsSymbol(r))
		})
	})
	return tokens, mark, !inside
}

// A sentence is what the clauses of one sentence share.
type sentence struct {
	tokens  []token
	lexicon *lexicon
	variety Variety
}

func (s sentence) clause(g verbGroup, question bool) *clause {
	return &clause{
		context:  context{lexicon: s.lexicon, open: g.Negative || question},
		variety:  s.variety,
		group:    g,
		question: question,
	}
}

// conjunctions that join clauses. After and and but the second may lack a subject.
var conjunctions = map[string]string{"and": "y", "but": "pero", "because": "porque", "so": "así que"}

// statements puts the clauses from the token from on into Spanish, one for each group.
func (s sentence) statements(from int, groups []verbGroup, inherited *subject) ([]string, bool) {
	c := s.clause(groups[0], false)
	c.earlier = s.tokens[:from]
	if len(groups) == 1 {
		return c.statement(s.tokens[from:], from, inherited)
	}
	for end := groups[0].main + 1; end < groups[1].main; end++ {
		word := s.tokens[end].lower
		joint, ok := conjunctions[word]
		if !ok || end < from {
			continue
		}
		own := s.tokens[from:end]
		comma := len(own) > 0 && own[len(own)-1].text == ","
		if comma {
			own = own[:len(own)-1]
		}
		c := s.clause(groups[0], false)
		c.earlier = s.tokens[:from]
		left, ok := c.statement(own, from, inherited)
		if !ok {
			continue
		}
		var shared *subject
		if word == "and" || word == "but" {
			shared = &c.subject
		}
		right, ok := s.statements(end+1, groups[1:], shared)
		if !ok || len(right) == 0 {
			continue
		}
		if word == "and" {
			joint = and(right[0])
		}
		if comma || word == "but" || word == "so" {
			left[len(left)-1] += ","
		}
		return slices.Concat(left, []string{joint}, right), true
	}
	return nil, false
}

// finish joins words into a sentence: a el and de el contracted, a capital, the marks.
func finish(words []string, mark string) string {
	text := " " + strings.Join(words, " ") + " "
	text = strings.ReplaceAll(text, " a el ", " al ")
	text = strings.ReplaceAll(text, " de el ", " del ")
	text = strings.TrimSpace(text)
	first, size := utf8.DecodeRuneInString(text)
	opening := map[string]string{"?": "¿", "!": "¡"}[mark]
	return opening + string(unicode.ToUpper(first)) + text[size:] + mark
}
