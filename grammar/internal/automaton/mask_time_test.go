package automaton

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// BenchmarkMask writes a document of the wire format byte by byte and takes a mask at each place, with
// what was remembered and without.
func BenchmarkMask(b *testing.B) {
	v := mergedVocabulary(b, 32000, 16)
	for _, tools := range []int{20, 200} {
		g, err := compile(grammartest.LoopStep(tools), options{})
		require.NoError(b, err)
		for _, kept := range []bool{true, false} {
			b.Run(fmt.Sprintf("tools=%d/cached=%v", tools, kept), func(b *testing.B) {
				m := g.Matcher()
				mask := make([]uint64, v.Words())
				var times []time.Duration
				b.ReportAllocs()
				at := 0
				for b.Loop() {
					if at == len(grammartest.CallDocument) {
						m.Reset()
						at = 0
					}
					if !kept && m.masker != nil {
						m.masker.cache.forget()
					}
					start := time.Now()
					if err := m.Mask(v, mask); err != nil {
						b.Fatal(err)
					}
					if len(times) < cap(times) || cap(times) == 0 {
						if times == nil {
							times = make([]time.Duration, 0, 1<<16)
						}
						times = append(times, time.Since(start))
					}
					if _, err := m.Feed(b.Context(), grammartest.CallDocument[at:at+1]); err != nil {
						b.Fatal(err)
					}
					at++
				}
				slices.Sort(times)
				for _, p := range []int{50, 95, 99} {
					b.ReportMetric(float64(times[p*(len(times)-1)/100].Nanoseconds())/1e3, fmt.Sprintf("µs/p%d", p))
				}
			})
		}
	}
}

func BenchmarkVocabulary(b *testing.B) {
	v := mergedVocabulary(b, 32_000, 16)
	tokens := make([][]byte, v.Len())
	for id := range tokens {
		tokens[id] = v.Token(id)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := vocab.New(tokens, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}
