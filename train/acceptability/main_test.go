package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/english/acceptability"
)

func TestMutationsChangeTheSentence(t *testing.T) {
	const right = "The children have lived in the same house for many years."
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 2000 {
		if m, ok := mutate(right, setOf("the have in for"), random); ok {
			assert.True(t, strings.HasSuffix(m, "."), m)
			seen[m] = true
		}
	}
	for _, want := range []string{
		"The children have lived at the same house for many years.",
		"The children have lived in the same house many years.",
		"The children lived have in the same house for many years.",
		"The children have lived in the same house for much years.",
		"The childrens have lived in the same house for many years.",
		"The children they have lived in the same house for many years.",
		"The children have lived in the the same house for many years.",
	} {
		assert.Contains(t, seen, want)
	}
	_, ok := mutate("Too short.", nil, random)
	assert.False(t, ok)
}

func TestTrainingParts(t *testing.T) {
	suite, out := filepath.Join(t.TempDir(), "suite.jsonl"), t.TempDir()
	var lines []string
	for _, name := range []string{"Ana", "Luis", "Rosa", "Tom", "Eva"} {
		lines = append(lines, `{"input":"`+name+` are tall in the school.","accept":["`+name+` is tall in the school."]}`, `{"input":"`+name+` is here in the house.","clean":true}`)
	}
	require.NoError(t, os.WriteFile(suite, []byte(strings.Join(lines, "\n")), 0o600))
	require.NoError(t, train(options{out: out, files: []string{suite}, epochs: 5, each: 2, spoiled: 0.1, decay: 1e-6, rate: 0.1}))
	weights, err := os.ReadFile(filepath.Join(out, "weights.bin"))
	require.NoError(t, err)
	require.Len(t, weights, acceptability.Buckets)
	words, err := os.ReadFile(filepath.Join(out, "frequent.txt"))
	require.NoError(t, err)
	frequent := setOf(string(words))
	score := func(s string) (sum int) {
		for _, i := range acceptability.Features(s, frequent) {
			sum += int(int8(weights[i]))
		}
		return sum
	}
	assert.Greater(t, score("Pia are tall in the school."), score("Pia is tall in the school."), "what the examples show holds for another name")

	require.NoError(t, os.WriteFile(suite, []byte("{}\n{"), 0o600))
	assert.ErrorContains(t, train(options{files: []string{suite}}), "suite.jsonl:2:")
}
