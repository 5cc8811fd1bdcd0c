package house_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/bench/vocab"
	"github.com/shortleash/shortleash/grammar"
)

func BenchmarkNewVocabulary(b *testing.B) {
	for _, name := range []string{"cl100k", "o200k"} {
		b.Run(name, func(b *testing.B) {
			v, err := vocab.Load(name)
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := grammar.NewVocabulary(v.Tokens, v.End, v.Control); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Masks of the real vocabularies hold exactly what Feed takes, token by token, at places drawn from
// the instances of the sample.
func TestRealMasksAreWhatFeedTakes(t *testing.T) {
	schemas := sample(t)
	for _, name := range []string{"cl100k", "o200k"} {
		tokens, err := vocab.Load(name)
		require.NoError(t, err)
		v, err := grammar.NewVocabulary(tokens.Tokens, tokens.End, tokens.Control)
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(5, uint64(len(tokens.Tokens))))
		mask := make([]uint64, v.Words())
		for range 40 {
			s := schemas[r.IntN(len(schemas))]
			g, err := grammar.Compile(s.Schema, grammar.Options{Whitespace: grammar.Foreign(), Numbers: grammar.AnyForm})
			if err != nil || len(s.Tests) == 0 {
				continue
			}
			m := g.Matcher()
			_, text := s.Tests[r.IntN(len(s.Tests))].Spellings()
			_, _ = m.Feed(text[:r.IntN(len(text))]) // a refused byte leaves it before that byte
			require.NoError(t, m.Mask(v, mask))
			base := m.Clone()
			for id, token := range tokens.Tokens {
				want := false
				if len(token) > 0 {
					n, err := base.Feed(token)
					want = err == nil
					if n > 0 {
						base = m.Clone()
					}
				}
				if id == tokens.End[0] {
					want = m.CanEnd()
				}
				require.Equal(t, want, mask[id>>6]>>(id&63)&1 == 1, "%s: %q at %s", s.Name, token, m.Pointer())
			}
		}
	}
}
