package grammar

import (
	"context"
	"math/rand/v2"

	"github.com/shortleash/shortleash/grammar/internal/sample"
)

// SampleOptions configure random documents. The zero value is the usual case.
type SampleOptions struct {
	Budget  int  // bytes after which the document ends as soon as it can; 0: 2,000
	Hostile bool // odd but valid: strings at their bounds, escapes, extreme numbers, full arrays
}

// Sample returns a random document of g. The same state of r gives the same bytes on every platform. It ends
// for every schema: recursion stops when the budget is used up. [Grammar.Check] accepts every sample. Sample
// returns nil if it finds none, which happens only with uniqueItems in documents that are not compact, where
// every document has a value of more than 256 KiB, with a pattern of so many states that no end of it is
// found, and if the documents drawn are deeper than Limits.Depth or have more readings than Limits.Parallel.
func (g *Grammar) Sample(r *rand.Rand) []byte { return g.SampleWith(r, SampleOptions{}) }

// SampleWith is [Grammar.Sample] with options.
func (g *Grammar) SampleWith(r *rand.Rand, o SampleOptions) []byte {
	g.asking.Lock()
	defer g.asking.Unlock()
	for i := range sampleTries {
		if i == sampleTries-1 {
			o.Budget = 1 // the end comes as soon as it can
		}
		document, ok := sample.Document(g.apart(), r, sample.Options(o))
		if !ok {
			break
		}
		if g.Check(context.Background(), document) == nil {
			return document
		}
	}
	if document := g.Matcher().walk.MinimalCompletion(maxSample); document != nil && g.Check(context.Background(), document) == nil {
		return document
	}
	return nil
}

// sampleTries is how many documents are drawn if some are beyond the limits of what can be read.
const sampleTries = 5

// maxSample bounds the bytes of the shortest document, which is the sample where none was found.
const maxSample = 1 << 18
