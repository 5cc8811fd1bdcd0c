package grammar

import (
	"math/rand/v2"

	"github.com/shortleash/shortleash/grammar/internal/sample"
)

// SampleOptions say what random documents look like. The zero value is the usual case.
type SampleOptions struct {
	Budget  int  // bytes after which the document ends as soon as it can; 0: 2,000
	Hostile bool // odd but valid: strings at their bounds, escapes, extreme numbers, full arrays
}

// Sample returns a random document of g. The same state of r gives the same bytes on every
// platform. It ends for every schema: recursion stops when the budget is used up. Every sample is a document;
// it is nil if none is found, which happens only with uniqueItems in documents that are not compact, where every
// document has a value of more than 256 KiB, and with a pattern of so many states that no end of it is found.
func (g *Grammar) Sample(r *rand.Rand) []byte { return g.SampleWith(r, SampleOptions{}) }

// SampleWith is [Grammar.Sample] with options.
func (g *Grammar) SampleWith(r *rand.Rand, o SampleOptions) []byte {
	g.asking.Lock()
	defer g.asking.Unlock()
	if document, ok := sample.Document(g.apart(), r, sample.Options(o)); ok {
		return document
	}
	return g.Matcher().MinimalCompletion()
}
