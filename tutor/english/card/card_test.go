package card

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

func TestEveryCodeHasACard(t *testing.T) {
	for _, code := range sentence.Codes {
		assert.NotEmpty(t, Of(code), code)
	}
	assert.Len(t, All(), 53)
	assert.Empty(t, Of("NO-CODE"))
}

func TestCards(t *testing.T) {
	for _, c := range All() {
		t.Run(c.Name, func(t *testing.T) {
			require.Contains(t, sentence.Codes, c.Code, "the code is one of ours")
			for _, text := range []string{c.English, c.Spanish, c.Contrast} {
				assert.Less(t, len(strings.Fields(text)), 20, "%s is under 20 words", text)
				assert.NotContains(t, text, "\n", "%s is one line", text)
				assert.NotContains(t, strings.ToLower(text), "usted", "Spanish speaks in tú")
				assert.Zero(t, strings.Count(text, "*")%2, "the stars of %s pair up", text)
				assert.NotContains(t, Quoted(text), "*")
			}
			assert.Contains(t, strings.Fields(c.English), "you", "the English sentence is addressed to you")
			same, ok := Named(c.Name)
			assert.True(t, ok)
			assert.Equal(t, c, same)
		})
	}
}

// The tutor itself must see in a card's example what the card is about, and nothing in its answers.
func TestCardsAgreeWithTheAnalysis(t *testing.T) {
	for _, c := range All() {
		t.Run(c.Name, func(t *testing.T) {
			wrong, right := c.Wrong, c.Right
			assert.Equal(t, right, sentence.Analyze(wrong).Corrected(), "the wrong sentence is mended")
			edits := sentence.Analyze(wrong).Edits()
			require.NotEmpty(t, edits)
			assert.Equal(t, c.Code, edits[0].Rule)
			found, ok := For(changeOf(wrong, edits[0]))
			assert.True(t, ok)
			assert.Equal(t, c.Name, found.Name, "the correction leads to this card")
			for _, word := range changed(wrong, right) {
				assert.True(t, isVerbWord(word), "%q, which differs in the pair, is a word of a verb", word)
			}
		})
	}
}

// changed returns the words, in lower case, between what two sentences have in common at their
// beginning and at their end, without those that both have there.
func changed(a, b string) []string {
	x, y := strings.Fields(strings.ToLower(a)), strings.Fields(strings.ToLower(b))
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	moved := func(w string) bool { return slices.Contains(x, w) && slices.Contains(y, w) }
	return slices.DeleteFunc(slices.Concat(x, y), moved)
}

// verbWords are the words around a verb, and the misspelled ones of the cards, that are no form of
// a verb themselves.
var verbWords = strings.Fields("no not to of will don't doesn't didn't haven't dint can can't cans that")

func isVerbWord(word string) bool {
	return slices.Contains(verbWords, word) || len(verb.Readings(word)) > 0
}

func changeOf(text string, e sentence.Edit) Change {
	runes := []rune(text)
	return Change{
		Code: e.Rule, Before: string(runes[:e.Offset]), Original: e.Original,
		Replacement: e.Replacement, After: string(runes[e.Offset+e.Length:]),
	}
}

// Beside the example of each card, which TestCardsAgreeWithTheAnalysis leads back to it.
func TestFor(t *testing.T) {
	rows := []struct{ claim, wrong, want string }{
		{"a contracted be", "They's happy.", "sva-pron-be"},
		{"a contracted have", "He've gone.", "sva-pron-have"},
		{"a question with have", "Have she eaten?", "sva-pron-have"},
		{"the participle looks to the auxiliary of a question", "Has he went home?", "past-ptcp-after-have"},
		{"a noun with be", "My brother are tired.", "sva-np-missing-s"},
		{"many dogs", "The dogs is hungry.", "sva-np-extra-s"},
		{"-ing of an irregular verb follows the rules", "He is writting a letter.", "infl-spell-doubling"},
		{"a participle that is learned by heart", "She has writen a letter.", "infl-spell-irregular"},
		{"sing is no form with -ing", "I want to sang.", "to-base-form"},
		{"-ing alone", "I look forward to meet you.", "to-base-gerund"},
		{"made", "She made us to wait.", "modal-base-let"},
		{"a modal after let", "They let us in and we can to stay.", "modal-base-to"},
		{"be and a verb", "He is work in a bank.", "be-ing-missing-ing"},
		{"a state", "We are wanting a dog.", "be-ing-state"},
		{"no be before born", "My parents born in Chile.", "past-ptcp-born"},
		{"have before born", "I have born in Seville.", "past-ptcp-born"},
		{"did before born", "When did you born?", "past-ptcp-born"},
		{"be for have", "I am forgotten my password.", "past-ptcp-have-for-be"},
		{"do before a modal", "Do you can help me?", "modal-base-do"},
		{"a modal with -s", "He cans swim.", "modal-base-s"},
		{"let and a third person", "Let me to go.", "modal-base-let"},
		{"how long", "How long do you know him?", "tense-adv-since"},
		{"a year", "In 1999 they open a bank.", "tense-adv-past"},
		{"a story", "The phone rang and he starts to cry.", "tense-adv-story"},
		{"will after if", "If it will rain, we will stay.", "tense-adv-will"},
		{"enjoy", "I enjoy to swim.", "to-base-gerund"},
		{"decide", "He decided leaving the club.", "to-base-infinitive"},
		{"a question inside", "Tell me where did you buy it.", "do-support-inside"},
		{"an order that is told", "He asked me do not tell anybody.", "to-base-not-to"},
		{"the second time", "It's the second time he loses his keys.", "tense-adv-first-time"},
		{"yet", "The train doesn't arrive yet.", "tense-adv-yet"},
		{"at the moment", "I have lunch at the moment.", "tense-adv-now"},
		{"get used to", "She got used to get up early.", "to-base-gerund"},
		{"to and a past", "We went there to bought some bread.", "to-base-form"},
		{"want that", "She wants that you call him.", "to-base-want-that"},
		{"who did", "Who did break the glass?", "do-support-who"},
		{"is for are before a base form", "They is work in a bank.", "sva-pron-be"},
		{"don't before likes", "She don't likes tea.", "sva-pron-do"},
		{"have before went", "He have went home.", "sva-pron-have"},
		{"for before a base form", "She came for buy some milk.", "to-base-missing"},
		{"for before to", "She came for to buy some milk.", "to-base-missing"},
		{"a base form after without", "He left without say goodbye.", "to-base-gerund"},
		{"a base form after have", "I have visit London.", "past-ptcp-after-have"},
		{"a base form after can be", "The problem can be solve.", "past-ptcp-passive"},
		{"a second sentence does not make the first a question", "I no understand. Why?", "do-missing-negative"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			edits := sentence.Analyze(sentence.Split(row.wrong)[0]).Edits()
			require.NotEmpty(t, edits)
			got, ok := For(changeOf(row.wrong, edits[0]))
			assert.True(t, ok)
			assert.Equal(t, row.want, got.Name)
		})
	}
	_, ok := For(Change{Code: "NO-CODE"})
	assert.False(t, ok)
}

// Where a form of be goes, the card is about the verb after it, not about another word of the sentence that ends in -ing.
func TestForABeThatGoes(t *testing.T) {
	rows := []struct{ wrong, right, want string }{
		{"We are walk to school every morning.", "We walk to school every morning.", "be-ing-base"},
		{"They are live in the old building.", "They live in the old building.", "be-ing-base"},
		{"I am agree with the meeting.", "I agree with the meeting.", "be-ing-base"},
		{"She is likes to sing in the evening.", "She likes to sing in the evening.", "be-ing-base"},
		{"We are go swimming on Sundays.", "We go swimming on Sundays.", "be-ing-base"},
		{"I am enjoy running.", "I enjoy running.", "be-ing-base"},
		{"Are you know anything?", "You know anything?", "be-ing-base"},
		{"He is always eats something.", "He always eats something.", "be-ing-base"},
		{"They are play king and queen.", "They play king and queen.", "be-ing-base"},
		{"It is depends on the wedding.", "It depends on the wedding.", "be-ing-base"},
		{"The students are read nothing.", "The students read nothing.", "be-ing-base"},
		{"My ring is costs a lot.", "My ring costs a lot.", "be-ing-base"},
		{"I am have a meeting.", "I have a meeting.", "be-ing-base"},
		{"We are wait every evening.", "We wait every evening.", "be-ing-base"},
		{"I'm think of the ceiling.", "I think of the ceiling.", "be-ing-base"},
		{"I am knowing the answer.", "I know the answer.", "be-ing-state"},
		{"I am not knowing him.", "I do not know him.", "be-ing-state"},
		{"She is really wanting a dog.", "She really wants a dog.", "be-ing-state"},
		{"Are you knowing her?", "Do you know her?", "be-ing-state"},
		{"Is the man owning this building?", "Does the man own this building?", "be-ing-state"},
		{"They are still believing it.", "They still believe it.", "be-ing-state"},
	}
	for _, row := range rows {
		was, now := wordsOf(row.wrong), wordsOf(row.right)
		at := 0
		for at < len(now) && was[at] == now[at] {
			at++
		}
		before, after, _ := strings.Cut(row.wrong, strings.Fields(row.wrong)[at])
		c := Change{Code: sentence.BeGerund, Before: before, Original: was[at], After: after}
		if row.want == "be-ing-state" && slices.Contains(now, "do") {
			c.Replacement = "do"
		}
		if was[at] == "i'm" {
			c.Replacement = "I"
		}
		got, ok := For(c)
		assert.True(t, ok)
		assert.Equal(t, row.want, got.Name, row.wrong)
	}
}

// fits says, of the cases that name a form, whether the words that a correction puts in are in it.
var fits = map[string]func(was, now []string) bool{
	"sva-pron-missing-s":   third,
	"sva-pron-extra-s":     func(was, now []string) bool { return !third(was, now) },
	"sva-pron-be":          func(_, now []string) bool { return containsAny(now, lists["be"]) },
	"sva-pron-have":        func(_, now []string) bool { return containsAny(now, lists["have"]) || last(now) == "'s" },
	"sva-pron-do":          func(_, now []string) bool { return containsAny(now, lists["do"]) },
	"do-support-negative":  base,
	"past-ptcp-after-have": participle,
	"past-ptcp-passive":    participle,
	"past-ptcp-as-past":    past,
	"infl-overreg-past":    func(was, now []string) bool { return past(was, now) || participle(was, now) },
	"ptcp-adj-before-noun": participle,
	"be-ing-missing-ing":   func(_, now []string) bool { return strings.HasSuffix(last(now), "ing") },
	"be-ing-missing-be":    func(_, now []string) bool { return containsAny(now, lists["be"]) },
	"to-base-gerund":       func(_, now []string) bool { return len(now) == 0 || strings.HasSuffix(last(now), "ing") },
	"to-base-infinitive":   base,
	"to-base-form":         base,
	"tense-adv-past":       past,
	"tense-adv-perfect":    func(was, now []string) bool { return past(was, now) || base(was, now) },
	"tense-adv-future":     func(_, now []string) bool { return containsAny(now, []string{"will", "won't", "'ll"}) },
	"tense-adv-story":      past,
	"tense-adv-since":      func(_, now []string) bool { return containsAny(now, lists["have"]) || participle(nil, now) },
	"tense-adv-will":       func(_, now []string) bool { return !slices.Contains(now, "will") },
}

func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

func inForm(words []string, f verb.Form) bool {
	word := strings.TrimSuffix(last(words), "n't")
	return word == "" || has(word, f)
}

func third(_, now []string) bool { return inForm(now, verb.ThirdPerson) }
func base(_, now []string) bool  { return inForm(now, verb.Base) }
func past(_, now []string) bool {
	return inForm(now, verb.Past) || len(now) > 0 && now[0] == "did" || containsAny(now, []string{"didn't"})
}
func participle(_, now []string) bool { return inForm(now, verb.Participle) }

// Each correction of a wrong sentence that was typed here has a card, which is about the form that it puts in.
func TestCorrectionsOfOwnSuitesHaveTheirCards(t *testing.T) {
	checked := 0
	for _, name := range []string{"contract", "learners", "beyond"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", name+".jsonl"))
		require.NoError(t, err)
		for at := 0; ; {
			line, rest, more := strings.Cut(string(text), "\n")
			if text = []byte(rest); !more {
				break
			}
			if at++; testing.Short() && at%8 > 0 {
				continue // fewer with the race detector
			}
			var item struct{ Input string }
			require.NoError(t, json.Unmarshal([]byte(line), &item))
			for _, part := range sentence.Split(item.Input) {
				for _, e := range sentence.Analyze(part).Edits() {
					c := changeOf(part, e)
					k, ok := For(c)
					if !assert.True(t, ok, "%s: %+v", part, e) {
						continue
					}
					if kind := c.kind(); c.auxiliary() == "" && kind != "" {
						assert.Equal(t, kind, k.Case, "%s: there is no card for this case of %s", part, e.Rule)
					}
					if fit := fits[k.Name]; fit != nil {
						assert.True(t, fit(wordsOf(e.Original), wordsOf(e.Replacement)), "%s: %q → %q is explained by %s", part, e.Original,
							e.Replacement, k.Name)
					}
					checked++
				}
			}
		}
	}
	assert.Greater(t, checked, 1000/8)
}
