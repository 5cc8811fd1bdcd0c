package grammar_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
)

// An array that tries another item tries all that its items try, and so on down: what is tried in vain is bounded as a whole.
func TestASampleOfArraysInArraysThatMustDifferEnds(t *testing.T) {
	nested := func(leaf string, least, depth int) string {
		for range depth {
			leaf = fmt.Sprintf(`{"type":"array","uniqueItems":true,"minItems":%d,"items":%s}`, least, leaf)
		}
		return leaf
	}
	for claim, schema := range map[string]string{
		"of itself":              `{"type":"array","uniqueItems":true,"items":{"$ref":"#"}}`,
		"of itself or numbers":   `{"type":["array","number"],"uniqueItems":true,"items":{"$ref":"#"}}`,
		"integers, pairs":        nested(`{"type":"integer"}`, 2, 7),
		"integers":               nested(`{"type":"integer"}`, 0, 10),
		"strings or nothing":     nested(`{"type":["string","null"]}`, 1, 10),
		"two numbers, unbounded": nested(`{"enum":[1,2]}`, 0, 6),
	} {
		t.Run(claim, func(t *testing.T) {
			g, err := grammar.Compile(json.RawMessage(schema), grammar.Options{Whitespace: grammar.Foreign(), Order: grammar.AnyOrder, Numbers: grammar.AnyForm})
			require.NoError(t, err)
			var longest time.Duration
			for seed := range uint64(24) {
				begun := time.Now()
				sample := g.SampleWith(rand.New(rand.NewPCG(seed, 1)), grammar.SampleOptions{Hostile: seed%2 == 1})
				longest = max(longest, time.Since(begun))
				if len(sample) > 0 { // else its items have run out
					assert.NoError(t, g.Check(sample), "%d: %s", seed, sample)
				}
			}
			assert.Less(t, longest, 10*time.Second)
			t.Log(longest)
		})
	}
}
