package shortleash_test

import (
	"errors"
	"flag"
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

var generations = flag.Int("generations", 5, "how many generations TestRealMasksAreWhatFeedTakes follows for each vocabulary")

// TestRealMasksAreWhatFeedTakes draws token by token with the real vocabularies, from a place in an
// instance of the sample on. At every step the mask must hold exactly what Feed takes. For more:
//
//	go test ./shortleash -run TestRealMasks -generations 1000 -v
func TestRealMasksAreWhatFeedTakes(t *testing.T) {
	schemas := sample(t)
	for _, name := range []string{"cl100k", "o200k"} {
		tokens, err := vocab.Load(name)
		require.NoError(t, err)
		v, err := grammar.NewVocabulary(tokens.Tokens, tokens.End, tokens.Control)
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(5, uint64(len(tokens.Tokens))))
		mask, masks, most := make([]uint64, v.Words()), 0, 0
		for n := 0; n < *generations; {
			s := schemas[r.IntN(len(schemas))]
			g, err := grammar.Compile(t.Context(), s.Schema, grammar.Options{Whitespace: grammar.Foreign(), Numbers: grammar.AnyForm})
			if err != nil || len(s.Tests) == 0 {
				continue
			}
			n++
			m := g.Matcher()
			_, text := s.Tests[r.IntN(len(s.Tests))].Spellings()
			_, _ = m.Feed(t.Context(), text[:r.IntN(len(text))]) // a refused byte leaves it before that byte
			for range 3 {
				err := m.Mask(v, mask)
				if errors.Is(err, grammar.ErrEmptyMask) { // items that must differ, and no other is left
					break
				}
				require.NoError(t, err)
				legal := compare(t, s.Name, m, tokens, mask)
				masks, most = masks+1, max(most, len(legal))
				id := legal[r.IntN(len(legal))]
				if id == tokens.End[0] {
					break
				}
				require.NoError(t, m.Commit(v, id), s.Name)
			}
		}
		t.Logf("%s: %d generations, %d masks are what Feed takes of %d tokens, %d of them at most", name, *generations, masks,
			len(tokens.Tokens), most)
	}
}

// compare holds a mask to what Feed takes, token by token, and returns the legal ones.
func compare(t *testing.T, name string, m *grammar.Matcher, tokens *vocab.Vocabulary, mask []uint64) (legal []int) {
	t.Helper()
	base, next := m.Clone(), m.Next()
	for id, token := range tokens.Tokens {
		want := false
		if len(token) > 0 && next.Has(token[0]) {
			n, err := base.Feed(t.Context(), token)
			want = err == nil
			if n > 0 {
				base.Release()
				base = m.Clone()
			}
		}
		if id == tokens.End[0] {
			want = m.CanEnd()
		}
		if want != (mask[id>>6]>>(id&63)&1 == 1) {
			require.Failf(t, "mask and Feed differ", "%s: %q at %s: Feed takes it: %t", name, token, m.Pointer(), want)
		}
		if want {
			legal = append(legal, id)
		}
	}
	return legal
}
