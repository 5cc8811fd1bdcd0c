package tables_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools/english/sentence"
	"github.com/shortleash/shortleash/tools/english/verb"
)

// fields and sections are what a rule card has, in this order.
var (
	fields   = []string{"code", "case", "level"}
	sections = []string{"English", "Spanish", "Wrong", "Right", "For Spanish speakers", "Exercise frames"}
)

// A frame is a sentence with a gap for each word of its answer, and the infinitive after the last.
type frame struct{ text, infinitive, answer string }

// filled returns the frame's sentence with the answer in its gaps. An answer for two gaps has a
// comma between its parts.
func (f frame) filled() string {
	text := strings.Replace(f.text, " ("+f.infinitive+")", "", 1)
	parts := strings.Split(f.answer, ", ")
	if strings.Count(text, "___") != len(parts) {
		return ""
	}
	for _, part := range parts {
		text = strings.Replace(text, "___", part, 1)
	}
	return text
}

var frameLine = regexp.MustCompile(`^[12]\. (.*___.* \(([a-z ]+)\).*) = (.+)$`)

// A card is a parsed rule card: what its front matter and its sections hold.
type card struct {
	front  map[string]string
	text   map[string]string
	frames []frame
}

// readCard parses a card strictly: what is not in its place fails the test.
func readCard(t *testing.T, path string) card {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	head, body, found := strings.Cut(strings.TrimPrefix(string(data), "---\n"), "\n---\n\n")
	require.True(t, found, "no front matter between two lines of ---")
	c := card{front: map[string]string{}, text: map[string]string{}}
	lines := strings.Split(head, "\n")
	require.Len(t, lines, len(fields), "front matter")
	for i, line := range lines {
		name, value, found := strings.Cut(line, ": ")
		require.True(t, found && name == fields[i], "front matter line %q, want %s", line, fields[i])
		c.front[name] = value
	}
	blocks := strings.Split(strings.TrimPrefix(body, "## "), "\n## ")
	require.Len(t, blocks, len(sections), "sections")
	for i, block := range blocks {
		name, text, found := strings.Cut(block, "\n\n")
		require.True(t, found && name == sections[i], "section %q, want %s", name, sections[i])
		c.text[name] = strings.TrimSuffix(text, "\n")
	}
	for line := range strings.SplitSeq(c.text["Exercise frames"], "\n") {
		m := frameLine.FindStringSubmatch(line)
		require.NotNil(t, m, "frame %q", line)
		c.frames = append(c.frames, frame{m[1], m[2], m[3]})
	}
	return c
}

// cards returns the rule cards by the name of their files.
func cards(t *testing.T) map[string]card {
	t.Helper()
	paths, err := filepath.Glob("rules/*.md")
	require.NoError(t, err)
	all := map[string]card{}
	for _, path := range paths {
		all[strings.TrimSuffix(filepath.Base(path), ".md")] = readCard(t, path)
	}
	return all
}

func TestEveryCodeHasACard(t *testing.T) {
	var have []string
	for _, c := range cards(t) {
		have = append(have, c.front["code"])
	}
	for _, code := range sentence.Codes {
		assert.Contains(t, have, string(code))
	}
}

func TestCards(t *testing.T) {
	for name, c := range cards(t) {
		t.Run(name, func(t *testing.T) {
			code := sentence.Code(c.front["code"])
			require.Contains(t, sentence.Codes, code, "the code is one of ours")
			assert.Equal(t, strings.ToLower(string(code))+"-"+c.front["case"], name, "the file is named after code and case")
			assert.Equal(t, code.Level(), c.front["level"], "the level is that of the code")
			for _, section := range []string{"English", "Spanish", "For Spanish speakers"} {
				text := c.text[section]
				assert.Less(t, len(strings.Fields(text)), 20, "%s is under 20 words", section)
				assert.NotContains(t, text, "\n", "%s is one line", section)
				assert.NotContains(t, strings.ToLower(text), "usted", "Spanish speaks in tú")
				assert.Zero(t, strings.Count(text, "*")%2, "the stars of %s pair up", section)
			}
			assert.Contains(t, strings.Fields(c.text["English"]), "you", "the English sentence is addressed to you")
			assert.Len(t, c.frames, 2)
		})
	}
}

// The tutor itself must see in a card's example what the card is about, and nothing in its answers.
func TestCardsAgreeWithTheAnalysis(t *testing.T) {
	for name, c := range cards(t) {
		t.Run(name, func(t *testing.T) {
			wrong, right := c.text["Wrong"], c.text["Right"]
			assert.Equal(t, right, sentence.Correct(wrong), "the wrong sentence is mended")
			edits := sentence.Analyze(wrong).Edits()
			require.NotEmpty(t, edits)
			assert.Equal(t, c.front["code"], string(edits[0].Rule))
			for _, word := range changed(wrong, right) {
				assert.True(t, isVerbWord(word), "%q, which differs in the pair, is a word of a verb", word)
			}
			for _, f := range c.frames {
				full := f.filled()
				require.NotEmpty(t, full, "frame %q has a gap for each part of %q", f.text, f.answer)
				assert.Equal(t, full, sentence.Correct(full), "the answer is right")
				parts := strings.Fields(f.answer)
				verbs := strings.Fields(f.infinitive)
				assert.True(t, isFormOf(parts[len(parts)-1], verbs[len(verbs)-1]) || isFormOf(parts[0], verbs[0]),
					"%q is a form of %q", f.answer, f.infinitive)
			}
		})
	}
}

// changed returns the words, in lower case, between what two sentences have in common at their
// beginning and at their end.
func changed(a, b string) []string {
	x, y := strings.Fields(strings.ToLower(a)), strings.Fields(strings.ToLower(b))
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return slices.Concat(x, y)
}

// verbWords are the words around a verb, and the misspelled ones of the cards, that are no form of
// a verb themselves.
var verbWords = strings.Fields("no not to of will don't doesn't didn't dint")

func isVerbWord(word string) bool {
	return slices.Contains(verbWords, word) || len(verb.Readings(word)) > 0
}

// isFormOf reports whether word, or what is left of it without n't, is a form of the verb base.
func isFormOf(word, base string) bool {
	word = strings.TrimSuffix(word, "n't")
	return slices.ContainsFunc(verb.Readings(word), func(r verb.Reading) bool { return r.Base == base })
}
