package automaton

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/sample"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

type sweepRow struct {
	name string
	g    *compiled
}

// sweepRows returns the grammars whose masks are compared.
func sweepRows(t *testing.T) []sweepRow {
	var rows []sweepRow
	schemas := maskSchemas()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		s := schemas[name]
		g, err := compile(s.schema, s.o)
		require.NoError(t, err)
		rows = append(rows, sweepRow{name, g})
	}
	for _, c := range grammartest.Samples(t) {
		if g, err := compile(c.Schema, options{Numbers: anyForm, Whitespace: jsontext.Foreign()}); err == nil {
			rows = append(rows, sweepRow{c.Name, g})
		}
	}
	return rows
}

// TestMaskSweep compares, for as long as -sweep says, the masks along random generations with the
// plain walk, and with feeding every token: always for 260 tokens, now and then for more. When there
// is time for it, always, and for large vocabularies too.
func TestMaskSweep(t *testing.T) {
	rows := sweepRows(t)
	vocabularies := []*vocab.Vocabulary{byteVocabulary(t), mergedVocabulary(t, 32_000, 16)}
	seldom := 20 // feeding every token of a large vocabulary takes long
	if *grammartest.Sweep > time.Minute {
		seldom = 1
		vocabularies = append(vocabularies, mergedVocabulary(t, 100_000, 24), mergedVocabulary(t, 200_000, 24))
	}
	r := rand.New(rand.NewPCG(*grammartest.SweepSeed, 3))
	ends := map[string]string{} // what cannot be finished: only members and items that must differ may do that
	start, steps, fed, generations := time.Now(), [4]int{}, [4]int{}, [4]int{}
	for time.Since(start) < *grammartest.Sweep {
		x := rows[r.IntN(len(rows))]
		size := r.IntN(len(vocabularies))
		v := vocabularies[size]
		// Half of them begin within a document, to come deeper than draws do.
		doc := x.g.SampleWith(r, sample.Options{Budget: 150, Hostile: r.IntN(2) == 0})
		m, text := x.g.Matcher(), []byte(nil)
		if r.IntN(2) == 0 {
			text = doc[:r.IntN(len(doc)):len(doc)]
			_, err := m.Feed(t.Context(), text)
			require.NoError(t, err, x.name)
		}
		mask, want := make([]uint64, v.Words()), make([]uint64, v.Words())
		for range 25 {
			plain := m.Clone()
			plain.masker = newMasker(m.g)
			plain.masker.plain = true
			if err := m.Mask(v, mask); err != nil {
				require.ErrorIs(t, err, ErrEmptyMask)
				require.ErrorIs(t, plain.Mask(v, want), ErrEmptyMask)
				ends[x.name] = fmt.Sprintf("%q", text)
				break
			}
			if size == 0 || r.IntN(seldom) == 0 {
				bruteMask(m, v, want)
				fed[size]++
				require.Equal(t, "", maskDiff(v, want, mask), "%s: against Feed at %q in mode %d", x.name, m.Pointer(), m.mode)
			}
			require.NoError(t, plain.Mask(v, want))
			require.Equal(t, "", maskDiff(v, want, mask), "%s: against the plain walk at %q in mode %d", x.name, m.Pointer(), m.mode)
			steps[size]++
			id := draw(r, v, mask)
			if len(v.Token(id)) == 0 {
				break
			}
			require.NoError(t, m.Commit(v, id), x.name)
			text = append(text, v.Token(id)...)
		}
		generations[size]++
	}
	for name, text := range ends {
		t.Logf("no way on: %s behind %s", name, text)
	}
	for i, v := range vocabularies {
		t.Logf("%d tokens: %d generations, %d masks equal to the plain walk, %d of them to feeding each token", v.Len(),
			generations[i], steps[i], fed[i])
	}
}
