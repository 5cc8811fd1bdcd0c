package sentence

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each row has its sentences: the wrong one becomes the right one, the right one stays, and nothing else than the row decides.
func TestRules(t *testing.T) {
	all := theRules()
	for i, r := range all {
		without := slices.Concat(all[:i], all[i+1:])
		t.Run(r.right, func(t *testing.T) {
			assert.Equal(t, r.right, Correct(r.right))
			if r.code == "" {
				assert.Empty(t, r.wrong)
				assert.NotEqual(t, r.right, analyze(r.right, without).Corrected(), "the row changes nothing")
				return
			}
			assert.Contains(t, Codes, r.code)
			a := Analyze(r.wrong)
			assert.Equal(t, r.right, a.Corrected())
			assert.True(t, slices.ContainsFunc(a.Edits(), func(e Edit) bool { return e.Rule == r.code }))
			assert.NotEqual(t, r.right, analyze(r.wrong, without).Corrected(), "the row changes nothing")
		})
	}
}

// No order of words makes the analysis panic.
func TestScrambledSentences(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, e := range contract(t) {
		words := strings.Fields(e.Input)
		dice.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		text := strings.Join(words, " ")
		assert.NotPanics(t, func() { Correct(text) }, text)
	}
}
