package sentence

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func joined(tokens []Token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.Text)
	}
	return b.String()
}

func TestTokens(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"words, spaces and a full stop", "He goes home.", "He| |goes| |home|."},
		{"a pronoun and its auxiliary part", "He's late", "He|'s| |late"},
		{"not parts from its auxiliary", "I don't", "I| |do|n't"},
		{"won't and can't keep their stems", "won't can't", "wo|n't| |ca|n't"},
		{"cannot is two words", "I cannot go", "I| |can|not| |go"},
		{"the typographic apostrophe is one", "She’s and don’t", "She|’s| |and| |do|n’t"},
		{"two endings part both", "he shouldn't've", "he| |should|n't|'ve"},
		{"a genitive parts too", "Ana's dog", "Ana|'s| |dog"},
		{"a plural genitive keeps its apostrophe apart", "the boys' room", "the| |boys|'| |room"},
		{"o'clock stays whole", "five o'clock", "five| |o'clock"},
		{"a hyphen joins", "a well-known man", "a| |well-known| |man"},
		{"numbers keep their dots and commas", "3.14 and 4,000", "3.14| |and| |4,000"},
		{"names keep their dots", "see config.json.", "see| |config.json|."},
		{"a dot before a capital ends a word", "home.He", "home|.|He"},
		{"the same mark repeated is one token", "Wait...!!", "Wait|...|!!"},
		{"accents belong to words", "José está", "José| |está"},
		{"a lone apostrophe is punctuation", "' x", "'| |x"},
		{"a byte that is no text stands alone", "0\xf70", "0|\xf7|0"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var parts []string
			for _, token := range Tokens(tt.text) {
				parts = append(parts, token.Text)
			}
			assert.Equal(t, tt.want, strings.Join(parts, "|"))
		})
	}
}

func TestTokensKnowTheirPlaceAndKind(t *testing.T) {
	tokens := Tokens("Él isn’t 5.")
	var kinds []Kind
	for _, token := range tokens {
		kinds = append(kinds, token.Kind)
		assert.Equal(t, token.Text, "Él isn’t 5."[token.Start:token.End()])
	}
	assert.Equal(t, []Kind{Word, Space, Word, Word, Space, Number, Punct}, kinds)
	assert.Equal(t, "n't", tokens[3].Lower)
}

func TestSplit(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"one sentence", "He goes.", "He goes."},
		{"white space belongs to the sentence before", "He goes.  She stays.", "He goes.  |She stays."},
		{"question and exclamation marks end too", "Why? Stop! No.", "Why? |Stop! |No."},
		{"a small letter goes on", "He came ... and left.", "He came ... and left."},
		{"a title ends nothing", "Mr. Smith is here.", "Mr. Smith is here."},
		{"an initial ends nothing", "J. Smith is here.", "J. Smith is here."},
		{"a closing quote belongs to its sentence", "\"Go!\" He went.", "\"Go!\" |He went."},
		{"a line break ends", "One\nTwo", "One\n|Two"},
		{"a number may begin a sentence", "It ends. 5 men came.", "It ends. |5 men came."},
		{"white space alone is one piece", " \n ", " \n "},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, strings.Join(Split(tt.text), "|"))
		})
	}
}

func seed(f *testing.F) {
	for _, r := range rows(f) {
		f.Add(r.text)
	}
	f.Add("He’s… “don’t”\xff\x00 can't've 'tis O'Neil's 3,4,5 a.b.c --x-- \u2028")
}

func FuzzTokensJoinToTheText(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		tokens := Tokens(text)
		assert.Equal(t, text, joined(tokens))
		at := 0
		for _, token := range tokens {
			assert.Equal(t, at, token.Start)
			assert.NotEmpty(t, token.Text)
			at = token.End()
		}
	})
}

func FuzzSplitJoinsToTheText(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		assert.Equal(t, text, strings.Join(Split(text), ""))
	})
}

// Characters that nobody sees split no word, and what is typed for an apostrophe is one.
func TestCharactersInsideWords(t *testing.T) {
	for text, want := range map[string]string{
		"She teach\u00ades every day.":           "She teach\u00ades every day.",
		"She teach\u00ad every day.":             "She teaches every day.",
		"They do\u200bn't go home.":              "They do\u200bn't go home.",
		"She do\u200bn't go home.":               "She doesn't go home.",
		"She don\u00b4t go home.":                "She doesn\u00b4t go home.",
		"I don\u00b4t know him.":                 "I don\u00b4t know him.",
		"I don`t know him.":                      "I don`t know him.",
		"He\u02bcs tired and they\u2018re here.": "He\u02bcs tired and they\u2018re here.",
		"\ufeffHe goed home.":                    "\ufeffHe went home.",
	} {
		assert.Equal(t, want, Correct(text))
	}
	for _, r := range theRules() {
		for _, c := range []string{"\u00ad", "\u200b", "\u200d", "\u2060"} {
			text := strings.ReplaceAll(r.right, "e", c+"e")
			assert.Equal(t, text, Correct(text))
		}
	}
}
