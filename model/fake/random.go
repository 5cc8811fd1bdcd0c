package fake

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/shortleash/shortleash/model"
)

// A Randomized is a model that generates random documents.
type Randomized struct{ seed int64 }

var _ model.Model = Randomized{}

// Random returns a model that answers each request with a random document of its grammar, in random
// pieces, or, without a grammar, with a few random words. Its output depends only on the seed and
// the request. It ignores MaxTokens and Temperature.
func Random(seed int64) Randomized { return Randomized{seed} }

// Name returns "random:" and the seed.
func (r Randomized) Name() string { return fmt.Sprintf("random:%d", r.seed) }

// Generate implements [model.Model].
func (r Randomized) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		m, d := emitter{ctx.Err, yield}, dice(r.seed, req)
		text := sample(d, req)
		if m.pieces(text, func() int { return 1 + d.IntN(24) }) {
			m.done(model.Stop, usage(req, len(text)))
		}
	}
}

// sample returns a random document for req.
func sample(d *rand.Rand, req model.Request) string {
	if req.Grammar == nil {
		return babble(d, 1+d.IntN(12))
	}
	return string(req.Grammar.Sample(d))
}

// words are what a model says when it does not keep to JSON.
var words = strings.Fields("sure here is the answer you asked for let me think step by step well the verb goes then we go on")

// babble returns n random words.
func babble(d *rand.Rand, n int) string {
	said := make([]string, n)
	for i := range said {
		said[i] = words[d.IntN(len(words))]
	}
	return strings.Join(said, " ")
}
