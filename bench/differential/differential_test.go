package differential

import (
	"encoding/json"
	"flag"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	pairs = flag.Int("pairs", 4000, "compare so many pairs of a schema and a document")
	seed  = flag.Uint64("seed", 20261123, "where schemas and documents come from")
	only  = flag.Int("only", -1, "the `number` of one schema, which is told and compared alone")
)

// TestNothingIsFound is a short run; docs/evidence/long-checks.md has the long ones.
func TestNothingIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	for name, d := range draws {
		t.Run(name, func(t *testing.T) {
			if *only >= 0 {
				schema, _ := d(newGenerator(*seed, uint64(*only)))
				t.Log(text(schema))
			}
			sum := run(d, *seed, *pairs, *only, func(f finding) {
				line, err := json.Marshal(f)
				assert.NoError(t, err)
				assert.Fail(t, f.Kind, "%s", line)
			})
			t.Log(sum)
			if *only >= 0 || *pairs < 4000 {
				return
			}
			assert.GreaterOrEqual(t, sum.Pairs, 4000)
			assert.Greater(t, sum.Valid, 500)
			assert.Greater(t, sum.Both, sum.Pairs/4)
			assert.Less(t, sum.Disputed, sum.Pairs/100)
		})
	}
}

// run compares pairs and calls report for each finding, one at a time.
func run(d draw, seed uint64, pairs, only int, report func(finding)) totals {
	var mu sync.Mutex
	var sum totals
	next := 0
	if only >= 0 {
		next, pairs = only, 1
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				mu.Lock()
				number := next
				done := sum.Pairs >= pairs || only >= 0 && number > only
				next++
				mu.Unlock()
				if done {
					return
				}
				counts, findings := compare(d, seed, uint64(number))
				mu.Lock()
				sum.add(counts)
				for _, f := range findings {
					report(f)
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return sum
}

// TestAFindingIsShrunk takes away what is known to differ, so that there is something to find.
func TestAFindingIsShrunk(t *testing.T) {
	defer func(known []departureRule) { departures = known }(departures)
	departures = nil
	schema, err := parse(
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","format":"uri-reference","minLength":1}},"b":{"const":1}}}`)
	require.NoError(t, err)
	_, findings := patiently(schema, []string{`{"a":["x","a b c"],"b":1}`}, 1)
	require.NotEmpty(t, findings)
	f := shrunk(findings[0], schema)
	assert.Equal(t, "wrong refusal", f.Kind)
	assert.Equal(t, `{"format":"uri-reference"}`, f.Schema)
	assert.Len(t, f.Document, 3, "one character: %s", f.Document)
}

// TestASlowValidatorIsNoFinding has one whose time doubles with each level of a document.
func TestASlowValidatorIsNoFinding(t *testing.T) {
	defer func(time time.Duration, levels int) { patience, deep = time, levels }(patience, deep)
	patience, deep = time.Second, 100
	schema, err := parse(
		`{"$defs":{"p":{"type":"object","properties":{"x":{"$ref":"#/$defs/p","anyOf":[{"$ref":"#/$defs/p","minimum":2}]}}}},"$ref":"#/$defs/p"}`)
	require.NoError(t, err)
	const levels = 24 // some seconds
	sum, findings := patiently(schema, []string{strings.Repeat(`{"x":`, levels) + "{}" + strings.Repeat("}", levels)}, 1)
	assert.Empty(t, findings)
	assert.Equal(t, map[string]int{"a validator takes too long": 1}, sum.Departures)
}

// TestTheSameSeedGivesTheSamePairs holds to what -seed and -only promise.
func TestTheSameSeedGivesTheSamePairs(t *testing.T) {
	one, other := newGenerator(5, 9), newGenerator(5, 9)
	assert.Equal(t, text(one.root()), text(other.root()))
	assert.NotEqual(t, text(newGenerator(5, 10).root()), text(newGenerator(5, 9).root()))
	a, b := run(drawOdd, 7, 300, -1, func(finding) {}), run(drawOdd, 7, 300, -1, func(finding) {})
	assert.InDelta(t, a.Pairs, b.Pairs, 100, "it ends after the schema that makes the number full")
}

// TestSmallerIsSmaller ends for every value.
func TestSmallerIsSmaller(t *testing.T) {
	v, err := parse(`{"a":[1.5,"xyz",{"b":null}],"c":true}`)
	require.NoError(t, err)
	for _, less := range smaller(v) {
		assert.NotEqual(t, text(v), text(less))
	}
}
