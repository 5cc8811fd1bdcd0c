package tutor

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestDiff(t *testing.T) {
	rows := []struct{ claim, input, corrected, want string }{
		{"equal texts have no edits", "She is happy.", "She is happy.", ""},
		{"a changed word is one edit", "Yesterday he goed to school.", "Yesterday he went to school.", "13+4 goed>went"},
		{"offsets are code points, not bytes", "Él dijo: “He goed.”", "Él dijo: “He went.”", "13+4 goed>went"},
		{"an insertion stands before the next word", "I moving.", "I am moving.", "2+0 >am "},
		{"words that are no pair are one edit", "They want that I buy it.", "They want me to buy it.", "10+6 that I>me to"},
		{"a deletion takes the space after it", "She can to swim.", "She can swim.", "8+3 to >"},
		{"two changed words of a group are two edits", "They has went.", "They have gone.", "5+3 has>have|9+4 went>gone"},
		{"two words that become one are one edit", "I have seen him.", "I saw him.", "2+9 have seen>saw"},
		{"a contraction is one word", "She don't know.", "She doesn't know.", "4+5 don't>doesn't"},
		{"a typographic apostrophe is one too", "She don’t know.", "She doesn’t know.", "4+5 don’t>doesn’t"},
		{"a hyphen holds a word together", "He over-goed it.", "He over-went it.", "3+9 over-goed>over-went"},
		{"a question may gain a word in front", "You like it?", "Do you like it?", "0+3 You>Do you"},
		{"a change at the very end", "He go", "He goes", "3+2 go>goes"},
		{"white space alone may change", "a  b", "a b", "2+1  >"},
		{"everything may go", "a b", "", "0+3 a b>"},
		{"everything may come", "", "a b", "0+0 >a b"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var got []string
			edits := Diff(row.input, row.corrected)
			for _, e := range edits {
				got = append(got, fmt.Sprintf("%d+%d %s>%s", e.Offset, e.Length, e.Original, e.Replacement))
			}
			assert.Equal(t, row.want, strings.Join(got, "|"))
			assert.Equal(t, row.corrected, Apply(row.input, edits))
		})
	}
}

// checkEdits asserts what every list of edits promises.
func checkEdits(t *testing.T, input, corrected string) {
	t.Helper()
	edits := Diff(input, corrected)
	assert.Equal(t, corrected, Apply(input, edits), "Apply(%q, Diff)", input)
	assert.Equal(t, input == corrected, len(edits) == 0, "edits of %q -> %q", input, corrected)
	end := 0
	for _, e := range edits {
		assert.GreaterOrEqual(t, e.Offset, end, "edits of %q overlap", input)
		assert.Equal(t, e.Length, utf8.RuneCountInString(e.Original))
		start := byteOffset(input, e.Offset)
		assert.True(t, strings.HasPrefix(input[start:], e.Original), "the original stands at its offset")
		assert.NotEqual(t, e.Original, e.Replacement)
		end = e.Offset + e.Length
	}
}

func TestDiffOfRandomWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"he", "goed", "went", "don't", " ", " ", "  ", ".", "é", "\xff", "\n", "\ufffd", "’"}
	text := func() string {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	for range 5000 {
		checkEdits(t, text(), text())
	}
}

func TestDiffBeyondItsTable(t *testing.T) {
	a := strings.Repeat("a ", 3000)
	b := strings.Repeat("b ", 3000)
	checkEdits(t, "x "+a+"y", "x "+b+"y")
}

func FuzzDiff(f *testing.F) {
	f.Add("He goed to school.", "He went to school.")
	f.Add("I moving.", "I am moving.")
	f.Add("She can to swim.", "She can swim.")
	f.Add("a\xffb", "a\xffc")
	f.Fuzz(func(t *testing.T, input, corrected string) {
		if len(input)+len(corrected) < 4096 {
			checkEdits(t, input, corrected)
		}
	})
}
