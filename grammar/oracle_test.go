package grammar

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// corpus calls use for every schema of grammartest.Samples that compiles, with two random numbers' worth of
// state of its own.
func corpus(t *testing.T, o Options, use func(name string, g *Grammar, schema []byte, r *rand.Rand)) {
	compiling(grammartest.Samples(t), o, use)
}

func compiling(cases []grammartest.Case, o Options, use func(name string, g *Grammar, schema []byte, r *rand.Rand)) {
	for i, c := range cases {
		if grammartest.LeftOut(i) {
			continue
		}
		g, err := Compile(context.Background(), c.Schema, o)
		if err == nil {
			use(c.Name, g, c.Schema, rand.New(rand.NewPCG(uint64(i), 7)))
		}
	}
}

func TestSamplesAreDocumentsToUsAndToTheOracle(t *testing.T) {
	count := 0
	corpus(t, Options{}, func(name string, g *Grammar, schema []byte, r *rand.Rand) {
		o := grammartest.Oracle(t, schema)
		for k := range 6 {
			doc := g.SampleWith(r, SampleOptions{Hostile: k%2 == 1, Budget: 300})
			m := g.Matcher()
			_, err := m.Feed(t.Context(), doc)
			assert.NoError(t, err, "%s\n%s", name, doc)
			assert.True(t, m.CanEnd(), "%s\n%s", name, doc)
			assert.NoError(t, g.Check(t.Context(), doc), "%s\n%s", name, doc)
			if o != nil && !(grammartest.OddSpelling.Match(doc) && grammartest.Apart.Match(schema)) {
				assert.True(t, grammartest.Judges(o, doc), "%s\n%s", name, doc)
			}
			count++
		}
	})
	assert.Greater(t, count, grammartest.Enough(t, 1000, 2000))
}

// TestTypedSamples does the same for the schemas in testdata.
func TestMutantsAreJudgedAsTheOracleJudgesThem(t *testing.T) {
	count, valid := 0, 0
	compiling(grammartest.MaskBench(t), judging, func(name string, g *Grammar, schema []byte, r *rand.Rand) {
		o := grammartest.Oracle(t, schema)
		if o == nil || strings.Contains(string(schema), `"int32"`) || strings.Contains(string(schema), `"int64"`) {
			return // formats of numbers are none to the grammartest.Oracle
		}
		doc := g.SampleWith(r, SampleOptions{Budget: 200})
		for range 40 {
			mutant := grammartest.Mutate(r, doc)
			if !json.Valid(mutant) {
				assert.Error(t, g.Check(t.Context(), mutant), "%s\n%s", name, mutant)
			}
			if !grammartest.Lexical(mutant) || grammartest.OddSpelling.Match(mutant) && grammartest.Apart.Match(schema) {
				continue
			}
			want := grammartest.Judges(o, mutant)
			assert.Equal(t, want, accepts(g, mutant), "%s\n%s\n%s", name, schema, mutant)
			count++
			if want {
				valid++
				doc = mutant
			}
		}
	})
	t.Logf("%d mutants, %d of them valid", count, valid)
	assert.Greater(t, count, grammartest.Enough(t, 3000, 3000))
}

func TestChunksChangeNothing(t *testing.T) {
	corpus(t, judging, func(name string, g *Grammar, _ []byte, r *rand.Rand) {
		doc := grammartest.Mutate(r, g.SampleWith(r, SampleOptions{Budget: 200, Hostile: true}))
		whole := g.Matcher()
		n, want := whole.Feed(t.Context(), doc)
		pieces := g.Matcher()
		var err error
		fed := 0
		for fed < len(doc) && err == nil {
			to := min(len(doc), fed+1+r.IntN(5))
			var k int
			k, err = pieces.Feed(t.Context(), doc[fed:to])
			fed += k
		}
		assert.Equal(t, n, fed, "%s\n%s", name, doc)
		assert.Equal(t, want == nil, err == nil, "%s\n%s", name, doc)
		assert.Equal(t, whole.Next(), pieces.Next(), "%s\n%s", name, doc)
		assert.Equal(t, whole.Pointer(), pieces.Pointer(), "%s\n%s", name, doc)
	})
}
