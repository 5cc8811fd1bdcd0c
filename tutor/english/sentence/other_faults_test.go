package sentence

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFaultsBesideTheVerbs(t *testing.T) {
	tests := []struct {
		name, text string
		want       []Note
	}{
		{"a before a vowel", "He have a orange shirt.", []Note{Articles}},
		{"an before a consonant", "He have an cat.", []Note{Articles}},
		{"a silent h takes an", "He have an hour.", []Note{}},
		{"a u that sounds like you takes a", "He have a uniform.", []Note{}},
		{"an abbreviation is read letter by letter", "He have an FM radio.", []Note{}},
		{"two determiners", "He like the my car.", []Note{Articles}},
		{"a profession needs an article", "He are good doctor.", []Note{Articles}},
		{"a pair needs none", "He have wife and children.", []Note{}},
		{"a compound is not its first noun", "He need car insurance.", []Note{}},
		{"a number takes the plural", "He have three small dog.", []Note{Plurals}},
		{"a number in a compound does not", "He have a three room flat.", []Note{}},
		{"every takes the singular", "He eat every apples.", []Note{Plurals}},
		{"no such plural", "He have many informations.", []Note{Plurals}},
		{"much with a plural", "He have much books.", []Note{WordChoice}},
		{"a comparative twice", "He are more taller.", []Note{WordChoice}},
		{"the preposition of another language", "He depend of her.", []Note{Prepositions}},
		{"the right preposition", "He depend on her.", []Note{}},
		{"a color after its noun", "He have a shirt blue.", []Note{WordOrder}},
		{"an adverb before the object", "He like very much apples.", []Note{WordOrder}},
		{"a slip in a common word", "He like choclate.", []Note{Spelling}},
		{"a word of no table is no slip", "He like kimchi.", []Note{}},
		{"no more than three", "He have three dog in an big libary in the beach.", []Note{Articles, Plurals, Prepositions}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.ElementsMatch(t, tt.want, Analyze(tt.text).Notes)
		})
	}
}

func TestAnotherFaultAloneTakesTheJudgmentBack(t *testing.T) {
	for _, text := range []string{"She is teacher.", "Where he is?", "Is raining.", "I have two cat."} {
		a := Analyze(text)
		assert.Equal(t, NotVerb, a.Reason, text)
		assert.Empty(t, a.Notes, text)
		for _, g := range a.Groups {
			assert.Equal(t, NotJudged, g.Judgment.Verdict, text)
		}
	}
}

// A question in the order of a statement is seen, with each verb.
func TestQuestionsInTheOrderOfAStatement(t *testing.T) {
	for text, want := range map[string]bool{
		"Why you didn't say anything?":              true,
		"Why you didn't tell me?":                   true,
		"Where this bus is going?":                  true,
		"What you are doing?":                       true,
		"How many brothers you have?":               true,
		"How old you are?":                          true,
		"Who you are?":                              true,
		"Why you didn't tell me that you were ill?": true,
		"What means this word?":                     true,
		"What costs this book?":                     true,
		"Why didn't you say anything?":              false,
		"What does this word mean?":                 false,
		"Who said anything?":                        false,
		"What happened to your car?":                false,
		"Which of them didn't say hello?":           false,
		"Who said you are ill?":                     false,
		"Do you know who you are?":                  false,
		"What the hell is that?":                    false,
		"When you are ready, can we go?":            false,
		"When you can't sleep, what do you do?":     false,
	} {
		a := Analyze(text)
		assert.Equal(t, want, slices.Contains(a.Patterns, QuestionOrder) || a.Reason == NotVerb || slices.Contains(a.Notes, WordOrder), text)
	}
}

func TestSlips(t *testing.T) {
	tests := []struct {
		name, word, right string
		want              bool
	}{
		{"one of two letters left out", "hapy", "happy", true},
		{"a silent h left out", "scool", "school", true},
		{"two letters exchanged", "freind", "friend", true},
		{"a final l doubled", "wonderfull", "wonderful", true},
		{"an inner letter of a long word left out", "beatiful", "beautiful", true},
		{"one vowel for another", "vegatable", "vegetable", true},
		{"the same word", "happy", "happy", false},
		{"a short word has too many neighbors", "cot", "coat", false},
		{"the first letter is never wrong", "riend", "friend", false},
		{"two slips", "beatifull", "beautiful", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, isSlip(tt.word, tt.right))
		})
	}
}

func TestOtherLanguages(t *testing.T) {
	for text, want := range map[string]Reason{
		"Yo vivo en Madrid con mi hermana.": NotEnglish,
		"Nous habitons dans une maison.":    NotEnglish,
		"Wir haben heute keine Schule.":     NotEnglish,
		"Io non parlo inglese.":             NotEnglish,
		"Eu gosto muito de música.":         NotEnglish,
		"The word casa is Spanish.":         "",
		"My friend lives in Los Angeles.":   "",
		"Die Hard is a good film.":          "",
	} {
		assert.Equal(t, want, Analyze(text).Reason, text)
	}
}

func TestEveryPatternHasAKnownNote(t *testing.T) {
	for _, patterns := range theFaults().patterns {
		for _, p := range patterns {
			assert.Contains(t, Notes, p.note, p.parts)
		}
	}
	for _, p := range theFaults().open {
		assert.Contains(t, Notes, p.note, p.parts)
	}
}

// A pattern that stands twice, or a set that nothing names, is a slip of the hand that wrote the table.
func TestTheTableOfFaultsHoldsEachOnce(t *testing.T) {
	table, err := os.ReadFile("../tables/beside.tsv")
	require.NoError(t, err)
	var code strings.Builder
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		code.Write(text)
	}
	seen := map[string]bool{}
	for _, row := range strings.Split(string(table), "\n") {
		cells := strings.Split(row, "\t")
		switch {
		case len(cells) < 3 || strings.HasPrefix(row, "#") || cells[0] != "set" && cells[1] != "":
		case cells[0] == "set":
			named := strings.Contains(string(table), "{"+cells[1]+"}") || strings.Contains(code.String(), `sets["`+cells[1]+`"]`)
			assert.True(t, named, "nothing names the set %s", cells[1])
		default:
			for _, pattern := range strings.Fields(cells[2]) {
				assert.False(t, seen[cells[0]+pattern], "%s stands twice", pattern)
				seen[cells[0]+pattern] = true
			}
		}
	}
}

// No common word may be a slip of another one, or right words would be called wrong.
func TestNoCommonWordIsASlip(t *testing.T) {
	s := theSpeller()
	for word := range s.known {
		p := newParser(wordsOf(Tokens("the " + word + " the")))
		assert.False(t, p.misspelled(1), word)
		assert.False(t, s.slips[word], word)
	}
}
