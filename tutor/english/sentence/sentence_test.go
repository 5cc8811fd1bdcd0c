package sentence

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A row of testdata/sentences.tsv. Its claim is the sentence itself.
type row struct{ verdict, text, corrected string }

func rows(t testing.TB) []row {
	text, err := os.ReadFile("testdata/sentences.tsv")
	require.NoError(t, err)
	var list []row
	for line := range strings.Lines(string(text)) {
		fields := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "")
		if !strings.HasPrefix(line, "#") {
			list = append(list, row{fields[0], fields[1], fields[2]})
		}
	}
	return list
}

func TestSentences(t *testing.T) {
	for _, r := range rows(t) {
		t.Run(r.text, func(t *testing.T) {
			a := Analyze(r.text)
			if r.corrected == "" {
				r.corrected = r.text
			}
			assert.Equal(t, r.corrected, a.Corrected())
			switch {
			case r.corrected != r.text:
				edits := a.Edits()
				require.NotEmpty(t, edits)
				assert.Equal(t, Code(r.verdict), edits[0].Rule)
				assert.Equal(t, Code(r.verdict).Level(), edits[0].CEFR)
				assert.Empty(t, a.Reason)
			case r.verdict != "right":
				assert.Equal(t, Reason(r.verdict), a.Reason)
			default:
				assert.Empty(t, a.Reason)
			}
		})
	}
}

// Not one verb of our own running text may be touched, and every one of its sentences must be
// readable twice: in capitals the same verbs stand.
func TestCleanTextStaysAsItIs(t *testing.T) {
	text, err := os.ReadFile("testdata/clean.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		t.Run(line, func(t *testing.T) {
			assert.Equal(t, line, Analyze(line).Corrected())
			typographic := strings.ReplaceAll(line, "'", "’")
			assert.Equal(t, typographic, Analyze(typographic).Corrected())
		})
	}
}

// Right sentences with the very words that errors use: no verb may change.
func TestTemptingTextStaysAsItIs(t *testing.T) {
	text, err := os.ReadFile("testdata/tempting.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		t.Run(line, func(t *testing.T) {
			a := Analyze(line)
			assert.Equal(t, line, a.Corrected())
			assert.NotEqual(t, NotEnglish, a.Reason)
		})
	}
}
