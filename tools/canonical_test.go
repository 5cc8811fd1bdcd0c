package tools

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// twins fails if text is taken for canonical and is not.
func twins(t *testing.T, text []byte) bool {
	if !isCanonical(text) {
		return false
	}
	want, err := canonical(text)
	assert.NoError(t, err, "%q", text)
	assert.Equal(t, string(want), string(text))
	return true
}

func TestWhatIsTakenForCanonicalIs(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `""`, `0`, `-1`, `true`, `false`, `null`, `"é"`, `999999999999999`,
		`{"tense":"past_simple","verb":"go"}`, `{"a":[1,{"b":null,"c":"ü"}],"b":"<x>"}`,
	} {
		assert.True(t, twins(t, []byte(text)), "%s is not decoded", text)
	}
	for _, text := range []string{
		``, ` 1`, `1 `, `01`, `-0`, `-`, `1.0`, `1e3`, `1000000000000000`, `"\u0041"`, `"a`, "\"\x01\"", "\"\xff\"",
		`{"b":1,"a":2}`, `{"a":1,"a":2}`, `{"é":1}`, `{"a":1,}`, `{"a" :1}`, `[1,]`, `[1 ]`, `nul`, `{"a"}`, `{`, `[`, `1 1`, `{}{}`,
	} {
		assert.False(t, isCanonical([]byte(text)), "%s", text)
	}
}

func TestTextsMadeOfJSONPiecesHaveTheSameFormBothWays(t *testing.T) {
	pieces := []string{"{", "}", "[", "]", ",", ":", `"a"`, `"b"`, `"é"`, `"\n"`, "1", "-1", "-0", "0", "12.5", "null", "true", " "}
	r, taken := rand.New(rand.NewPCG(1, 2)), 0
	for range 200000 {
		var text []byte
		for range 1 + r.IntN(9) {
			text = append(text, pieces[r.IntN(len(pieces))]...)
		}
		if twins(t, text) {
			taken++
		}
	}
	assert.Greater(t, taken, 1000)
}

func FuzzWhatIsTakenForCanonicalIs(f *testing.F) {
	f.Add([]byte(`{"a":[1,true,"x"],"b":{"c":-2}}`))
	f.Fuzz(func(t *testing.T, text []byte) { twins(t, text) })
}
