package sentence

import (
	"encoding/json"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A mistake makes one verb of a right sentence wrong. Sentences that were written to be right hold what sentences
// written for a class of mistakes do not: all the places where a verb stands.
type mistake struct {
	name          string
	fixed, called float64 // percent of the mutated sentences: mended, at least; called right, at most
	put           func(m mutation) map[int]string
}

// A mutation is a verb group into which a mistake may be put: its words, from the finite one to the main verb.
type mutation struct {
	Group
	analysis Analysis
	words    []string
	forms    verb.Forms
	main     string
}

// instead returns the words that replace tokens of the group; an empty one deletes.
func (m mutation) instead(token int, word string) map[int]string { return map[int]string{token: word} }

func (m mutation) alone() bool       { return len(m.words) == 1 && m.Finite == m.Main && m.Verb != "be" }
func (m mutation) thirdPerson() bool { return m.Subject.Person == verb.ThirdSingular }
func (m mutation) infinitive() bool {
	return m.Finite < 0 && len(m.words) == 2 && m.words[0] == "to" && m.main == m.Verb
}

// after reports whether the main verb stands after one of the auxiliaries, with nothing but "not" between them.
func (m mutation) after(auxiliaries string) bool {
	if m.Finite < 0 || len(m.words) < 2 {
		return false
	}
	before := m.words[len(m.words)-2]
	if before == "not" && len(m.words) > 2 {
		before = m.words[len(m.words)-3]
	}
	return slices.Contains(strings.Fields(auxiliaries), before)
}

// word returns the word so many words before (negative) or after the token of the sentence; "" where none stands.
func (m mutation) word(token, away int) string {
	step := 1
	if away < 0 {
		step, away = -1, -away
	}
	for token += step; token >= 0 && token < len(m.analysis.Tokens); token += step {
		if m.analysis.Tokens[token].Kind != Word {
			if strings.TrimSpace(m.analysis.Tokens[token].Text) != "" {
				return ""
			}
			continue
		}
		if away--; away == 0 {
			return m.analysis.Tokens[token].Lower
		}
	}
	return ""
}

// onlyFinite reports whether the sentence has no other finite verb.
func (m mutation) onlyFinite() bool {
	n := 0
	for _, g := range m.analysis.Groups {
		if g.Finite >= 0 {
			n++
		}
	}
	return n == 1 && m.Finite >= 0
}

// says reports whether one of the words stands in the sentence.
func (m mutation) says(words string) bool {
	return slices.ContainsFunc(m.analysis.Tokens, func(t Token) bool { return slices.Contains(strings.Fields(words), t.Lower) })
}

// A right sentence with one mistake in one of its verbs is mended, or at least not called right, as often as these shares say.
func TestOneMistakeInARightSentence(t *testing.T) {
	type outcome struct{ all, fixed, other, called int }
	outcomes := make([]outcome, len(mistakes))
	for _, right := range rightSentences(t) {
		sum := fnv.New32a()
		_, err := sum.Write([]byte(right))
		require.NoError(t, err)
		if int(sum.Sum32()%1024)%(3*oneIn()) > 0 {
			continue // a third shows as much as all; by its sum, so that a new sentence leaves the others where they are
		}
		a := Analyze(right)
		for i, m := range mistakes {
			for _, wrong := range m.putInto(a) {
				o := &outcomes[i]
				o.all++
				switch got := Correct(wrong); {
				case strings.ReplaceAll(got, " not ", "n't ") == strings.ReplaceAll(right, " not ", "n't "):
					o.fixed++
				case got != wrong:
					o.other++
				case callsRight(wrong):
					o.called++
					if os.Getenv("SUITE_MISSES") != "" {
						t.Logf("%s: %s", m.name, wrong)
					}
				}
			}
		}
	}
	for i, m := range mistakes {
		o := outcomes[i]
		require.Positive(t, o.all, m.name)
		fixed, called := share(o.fixed, o.all), share(o.called, o.all)
		t.Logf("%-24s %5d sentences: %5.1f %% mended, %4.1f %% changed otherwise, %4.1f %% called right", m.name, o.all, fixed, share(o.other, o.all), called)
		if testing.Short() {
			continue // the shares are those of all sentences
		}
		assert.GreaterOrEqual(t, fixed, m.fixed, m.name)
		assert.LessOrEqual(t, called, m.called, m.name)
	}
}

// rightSentences returns the right sentences of the suites that are called right.
func rightSentences(t *testing.T) []string {
	list, err := readRightSentences()
	require.NoError(t, err)
	return list
}

var readRightSentences = sync.OnceValues(func() ([]string, error) {
	var list []string
	for _, suite := range []string{"learners", "right"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", suite+".jsonl"))
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			var it item
			if err := json.Unmarshal([]byte(line), &it); err != nil {
				return nil, err
			}
			if it.Clean && callsRight(it.Input) {
				list = append(list, it.Input)
			}
		}
	}
	return list, nil
})

// putInto returns the sentence with the mistake in each of its verbs in turn.
func (m mistake) putInto(a Analysis) []string {
	var list []string
	for _, g := range a.Groups {
		if g.Verb == "" || !verb.IsKnown(g.Verb) {
			continue
		}
		var words []string
		for _, token := range g.Tokens {
			words = append(words, a.Tokens[token].Lower)
		}
		changed := m.put(mutation{g, a, words, verb.Of(g.Verb), a.Tokens[g.Main].Lower})
		if changed == nil {
			continue
		}
		var text strings.Builder
		for i, token := range a.Tokens {
			if word, ok := changed[i]; ok {
				text.WriteString(word)
			} else {
				text.WriteString(token.Text)
			}
		}
		if wrong := capitalized(strings.Join(strings.Fields(text.String()), " ")); wrong != a.Text {
			list = append(list, wrong)
		}
	}
	return list
}

func capitalized(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
