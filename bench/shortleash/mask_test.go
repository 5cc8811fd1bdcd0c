package shortleash_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/bench/corpus"
	"github.com/shortleash/shortleash/bench/vocab"
	"github.com/shortleash/shortleash/grammar"
)

// sample reads the MaskBench sample from the shared folder beside the repository.
func sample(t testing.TB) []corpus.Schema {
	path := filepath.Join("..", "..", "..", "shared", "maskbench", "maskbench_sample.jsonl.gz")
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("shared folder missing")
		}
		t.Skip("no shared folder: masks over the MaskBench sample were not computed")
	}
	schemas, err := corpus.Read(path)
	require.NoError(t, err)
	return schemas
}

// BenchmarkMask computes a mask before each token of the first valid instances of the sample and
// reports percentiles over all of them, those of a fresh schema apart.
func BenchmarkMask(b *testing.B) {
	schemas := sample(b)
	for _, name := range []string{"cl100k", "o200k"} {
		b.Run(name, func(b *testing.B) {
			tokens, err := vocab.Load(name)
			require.NoError(b, err)
			v, err := grammar.NewVocabulary(tokens.Tokens, tokens.End, tokens.Control)
			require.NoError(b, err)
			var masks, commits []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range schemas {
					maskInstances(b, v, tokens, s, &masks, &commits)
				}
			}
			for label, list := range map[string][]time.Duration{"mask": masks, "commit": commits} {
				slices.Sort(list)
				for _, p := range []float64{50, 95, 99, 99.9, 100} {
					at := list[int(p/100*float64(len(list)-1))]
					b.ReportMetric(float64(at.Nanoseconds())/1e3, fmt.Sprintf("µs/%s-p%v", label, p))
				}
			}
		})
	}
}

func maskInstances(b *testing.B, v *grammar.Vocabulary, tokens *vocab.Vocabulary, s corpus.Schema, masks, commits *[]time.Duration) {
	g, err := grammar.Compile(b.Context(), s.Schema, grammar.Options{Whitespace: grammar.Foreign(), Numbers: grammar.AnyForm})
	if err != nil {
		return
	}
	m := g.Matcher()
	mask := make([]uint64, v.Words())
	for _, x := range s.Tests {
		compact, spaced := x.Spellings()
		for _, text := range [][]byte{compact, spaced} {
			ids, err := tokens.Encode(string(text))
			require.NoError(b, err)
			m.Reset()
			for _, id := range ids {
				start := time.Now()
				err := m.Mask(v, mask)
				masked := time.Now()
				require.NoError(b, err)
				if mask[id>>6]>>(id&63)&1 == 0 {
					break
				}
				_, err = m.Feed(b.Context(), tokens.Tokens[id])
				*commits = append(*commits, time.Since(masked))
				*masks = append(*masks, masked.Sub(start))
				require.NoError(b, err)
			}
		}
	}
}
