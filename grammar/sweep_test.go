package grammar

import (
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// oracleFails is exponents that make the oracle fail or fill the memory, times with a sign in them, and
// what the oracle takes for a format though its RFC refuses it: durations that pass over a unit (PT1H1S,
// P1Y1D) and addresses with a sign (1.-0.0.1).
var oracleFails = regexp.MustCompile(`[eE][+-]?[0-9]{3}|[0-9][:Tt][+-][0-9]|H[0-9]+S|Y[0-9]+D|\.-[0-9]`)

// lineEnds are those that "." of ECMA-262 passes over and Go's takes.
var lineEnds = regexp.MustCompile(`\\r|\x{2028}|\x{2029}|\\u2028|\\u2029`)

// TestSweep compares samples and mutants with the oracle, for as long as it is told.
func TestSweep(t *testing.T) {
	type pair struct {
		c grammartest.Case
		g *Grammar
		o *jsonschema.Schema
	}
	var pairs []pair
	for _, c := range grammartest.Samples(t) {
		if grammartest.Apart.Match(c.Schema) {
			continue
		}
		g, err := Compile(t.Context(), c.Schema, judging)
		if o := grammartest.Oracle(t, c.Schema); err == nil && o != nil {
			pairs = append(pairs, pair{c, g, o})
		}
	}
	start := time.Now()
	r := rand.New(rand.NewPCG(*grammartest.SweepSeed, 0))
	samples, mutants, valid := 0, 0, 0
	for time.Since(start) < *grammartest.Sweep {
		p := pairs[r.IntN(len(pairs))]
		doc := p.g.SampleWith(r, SampleOptions{Budget: 150, Hostile: r.IntN(2) == 0})
		samples++
		assert.True(t, accepts(p.g, doc) && (grammartest.Judges(p.o, doc) || lineEnds.Match(doc)), "%s\n%s", p.c.Name, doc)
		if n := len(p.c.Tests); n > 0 && r.IntN(3) == 0 {
			doc = p.c.Tests[r.IntN(n)].Data
		}
		for range 3 {
			mutant := grammartest.Mutate(r, doc)
			if r.IntN(3) == 0 {
				mutant = grammartest.Mutate(r, mutant)
			}
			if !grammartest.Lexical(mutant) || oracleFails.Match(mutant) || lineEnds.Match(mutant) {
				continue
			}
			want := grammartest.Judges(p.o, mutant)
			mutants++
			if want {
				valid++
			}
			assert.Equal(t, want, accepts(p.g, mutant), "%s\n%s", p.c.Name, mutant)
		}
	}
	t.Logf("%d schemas, %d samples, %d mutants, %d of them valid", len(pairs), samples, mutants, valid)
}
