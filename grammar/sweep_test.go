package grammar

import (
	"flag"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
)

// sweep is how long TestSweep compares with the oracle:
//
//	go test -run TestSweep -sweep 10m -sweepseed 7 -v ./grammar
var (
	sweep     = flag.Duration("sweep", 100*time.Millisecond, "how long to compare random documents with the oracle")
	sweepSeed = flag.Uint64("sweepseed", 1, "where random documents come from")
)

// Where the oracle reads otherwise, and why: int32 and int64 are no formats to it; it takes addresses
// that RFC 3986 does not, and not all that it does; "." matches line ends other than \n in Go and
// not in ECMA-262; it ignores keywords that are younger than the draft a schema names.
var apart = regexp.MustCompile(`"int32"|"int64"|"uri|"url|"iri|"email"|propertyNames`)

// oracleFails is exponents that make the oracle fail or fill the memory, and times with a sign in them.
var oracleFails = regexp.MustCompile(`[eE][+-]?[0-9]{3}|[0-9][:Tt][+-][0-9]`)

// lineEnds are those that "." of ECMA-262 passes over and Go's takes.
var lineEnds = regexp.MustCompile(`\\r|\x{2028}|\x{2029}|\\u2028|\\u2029`)

// TestSweep compares samples and mutants with the oracle, for as long as it is told.
func TestSweep(t *testing.T) {
	type pair struct {
		c maskbenchCase
		g *Grammar
		o *jsonschema.Schema
	}
	var pairs []pair
	for _, c := range sampleCases(t) {
		if apart.Match(c.Schema) {
			continue
		}
		g, err := Compile(c.Schema, judging)
		if o := oracle(t, c.Schema); err == nil && o != nil {
			pairs = append(pairs, pair{c, g, o})
		}
	}
	start := time.Now()
	r := rand.New(rand.NewPCG(*sweepSeed, 0))
	samples, mutants, valid := 0, 0, 0
	for time.Since(start) < *sweep {
		p := pairs[r.IntN(len(pairs))]
		doc := p.g.SampleWith(r, SampleOptions{Budget: 150, Hostile: r.IntN(2) == 0})
		samples++
		assert.True(t, accepts(p.g, doc) && (judges(p.o, doc) || lineEnds.Match(doc)), "%s\n%s", p.c.Name, doc)
		if n := len(p.c.Tests); n > 0 && r.IntN(3) == 0 {
			doc = p.c.Tests[r.IntN(n)].Data
		}
		for range 3 {
			mutant := Mutate(r, doc)
			if r.IntN(3) == 0 {
				mutant = Mutate(r, mutant)
			}
			if !lexical(mutant) || oracleFails.Match(mutant) || lineEnds.Match(mutant) {
				continue
			}
			want := judges(p.o, mutant)
			mutants++
			if want {
				valid++
			}
			assert.Equal(t, want, accepts(p.g, mutant), "%s\n%s", p.c.Name, mutant)
		}
	}
	t.Logf("%d schemas, %d samples, %d mutants, %d of them valid", len(pairs), samples, mutants, valid)
}
