package automaton

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/sample"
)

// feedSlowly is feed without its fast lane.
func (m *Matcher) feedSlowly(p []byte) (n int) {
	for n < len(p) && m.step(p[n]) {
		m.commit()
		n++
	}
	return n
}

// TestFastLaneReadsWhatStepReads feeds documents, whole and in pieces, and the same with a byte
// changed, and compares all that a walk knows after each piece.
func TestFastLaneReadsWhatStepReads(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, schema := range []string{
		string(grammartest.LoopStep(4)),
		`{"type":"object","properties":{"tool":{"enum":["go","gone","gö","a\"b"]},"tool_args":{"type":"string",` +
			`"maxLength":4},"tools":{"type":"boolean"}},"additionalProperties":{"type":"null"}}`,
		`{"type":"array","items":{"enum":["a","ab","abc"]},"uniqueItems":true}`,
		`{"type":"array","items":{"type":"string","minLength":1,"maxLength":2},"maxItems":3}`,
		`{"type":"object","patternProperties":{"^x":{"enum":["a/b","a\\c"]}},"additionalProperties":false}`,
	} {
		for _, o := range []options{{}, {Whitespace: jsontext.Foreign(), Order: anyOrder}} {
			g, err := compile([]byte(schema), o)
			require.NoError(t, err)
			for range 150 {
				text := g.SampleWith(rng, sample.Options{})
				if i := rng.IntN(2 * len(text)); i < len(text) {
					text[i] = `atx"\/}é{, `[rng.IntN(12)]
				}
				fast, slow := g.Matcher(), g.Matcher()
				for len(text) > 0 {
					piece := text[:1+rng.IntN(len(text))]
					n, err := fast.feed(t.Context(), piece)
					require.NoError(t, err)
					m := slow.feedSlowly(piece)
					require.Equal(t, m, n, "%s in %s", piece, text)
					for _, m := range []*Matcher{slow, fast} { // what is left of the last character says nothing
						if d := &m.dec; d.State == jsontext.Idle || d.State == jsontext.InEscape {
							*d = jsontext.Decoder{State: d.State}
						}
					}
					want, got := slow.head, fast.head
					want.lo, want.hi, got.lo, got.hi = 0, 0, 0, 0 // where the threads lie says nothing either
					assert.Equal(t, want, got, "behind %s", piece)
					assert.Equal(t, slow.live(), fast.live(), "behind %s", piece)
					assert.Equal(t, slow.nameBytes[:slow.letterCount], fast.nameBytes[:fast.letterCount])
					assert.Equal(t, slow.names[:slow.nameCount], fast.names[:fast.nameCount])
					assert.Equal(t, slow.memory.text, fast.memory.text)
					if text = text[len(piece):]; n < len(piece) {
						break
					}
				}
			}
		}
	}
}
