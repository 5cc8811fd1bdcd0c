package grammar_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/internal/hostile"
)

// noSample says of which families no sample is known from some size on.
var noSample = map[string]string{
	"contains4": "what each item counts for is open until its end, and the readings are too many", "contains4items": "so are they",
	"contains4min": "so are they", "contains3pref": "so are they", "minitems_nest": "the least document is too long",
	"ref_chain_obj": "the least document is too long", "big_min_items": "the least document is too long",
	"pat_count": "the least string is too long", "enum_obj_not": "the readings are too many",
}

// Whatever a schema holds, a sample is a document of its grammar, and costs a bounded amount.
func TestASampleOfAHostileSchemaPassesItsOwnCheck(t *testing.T) {
	largest := 64
	if *grammartest.Thorough {
		largest = 2048
	}
	for _, f := range hostile.Families() {
		for n := f.Start(); n <= largest && (f.Most == 0 || n <= f.Most); n = f.Next(f.Next(n)) {
			text := f.Make(n)
			if len(text) > 1<<16 {
				break
			}
			g, err := grammar.Compile(t.Context(), text, grammar.Options{})
			if err != nil {
				break
			}
			for seed := range uint64(4) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				sample := g.SampleWith(rand.New(rand.NewPCG(seed, uint64(n))), grammar.SampleOptions{Hostile: seed%2 == 1})
				runtime.ReadMemStats(&after)
				assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20), "%s of %d", f.Name, n)
				if sample == nil {
					assert.NotEmpty(t, noSample[f.Name], "%s of %d: no sample", f.Name, n)
					continue
				}
				assert.NoError(t, g.Check(t.Context(), sample), "%s of %d: %.200s", f.Name, n, sample)
			}
		}
	}
}

// An array that tries another item tries all that its items try, and so on down: what is tried in vain is bounded as a whole.
func TestASampleOfArraysInArraysThatMustDifferEnds(t *testing.T) {
	seeds := uint64(24)
	if testing.Short() {
		seeds = 6
	}
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
			g, err := grammar.Compile(t.Context(), json.RawMessage(schema),
				grammar.Options{Whitespace: grammar.Foreign(), Order: grammar.AnyOrder, Numbers: grammar.AnyForm})
			require.NoError(t, err)
			var longest time.Duration
			for seed := range seeds {
				begun := time.Now()
				sample := g.SampleWith(rand.New(rand.NewPCG(seed, 1)), grammar.SampleOptions{Hostile: seed%2 == 1})
				longest = max(longest, time.Since(begun))
				if len(sample) > 0 { // else its items have run out
					assert.NoError(t, g.Check(t.Context(), sample), "%d: %s", seed, sample)
				}
			}
			assert.Less(t, longest, 10*time.Second)
			t.Log(longest)
		})
	}
}

// Where an array needs every value that its items list, each is drawn once, and not tried for until it is the last.
func TestASampleOfAllListedValuesTakesNoSquare(t *testing.T) {
	const n = 4096
	listed := func(format string) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(format, i))
		}
		return `{"enum":[` + strings.Join(list, ",") + `]}`
	}
	for claim, items := range map[string]string{
		"strings":                 listed(`"v%d"`),
		"numbers":                 listed(`%d`),
		"integers between bounds": fmt.Sprintf(`{"type":"integer","minimum":0,"maximum":%d}`, n-1),
	} {
		schema := fmt.Sprintf(`{"type":"array","uniqueItems":true,"minItems":%d,"items":%s}`, n, items)
		g, err := grammar.Compile(t.Context(), json.RawMessage(schema), grammar.Options{Whitespace: grammar.Foreign()})
		require.NoError(t, err, claim)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		sample := g.Sample(rand.New(rand.NewPCG(1, 1)))
		runtime.ReadMemStats(&after)
		var values []any
		require.NoError(t, json.Unmarshal(sample, &values), claim)
		assert.Len(t, values, n, claim)
		assert.NotContains(t, fmt.Sprint(values[:8]), "0 1 2 3", "%s: it is drawn, and no completion", claim)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<26), claim)
	}
}
