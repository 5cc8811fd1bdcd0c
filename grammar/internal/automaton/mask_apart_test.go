package automaton

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// The index of tokens leaves out the characters that the automata leave out when they say where they loop.
func TestTheSameCharactersStandApart(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if vocab.StandsApart(r) != regex.StandsApart(r) {
			assert.Failf(t, "they differ", "U+%04X", r)
		}
	}
}

// What a margin within kinds counts is what the index counts as these kinds.
func TestTheCharactersOfKinds(t *testing.T) {
	for kinds := vocab.ByteKinds(0); kinds < vocab.KindOther; kinds++ {
		ranges := rangesOf(kinds)
		in := func(r rune) bool {
			return slices.ContainsFunc(ranges, func(x regex.Range) bool { return r >= x.Lo && r <= x.Hi })
		}
		for r := rune(0); r < 0x3100; r++ {
			want := kinds&vocab.KindWide != 0
			if r < utf8.RuneSelf {
				want = vocab.KindOfByte(byte(r))&kinds != 0
			}
			if in(r) != want {
				assert.Failf(t, "they differ", "U+%04X for %b", r, kinds)
			}
		}
		assert.Equal(t, kinds&vocab.KindWide != 0, in(utf8.MaxRune))
		assert.True(t, slices.IsSortedFunc(ranges, func(a, b regex.Range) int { return int(a.Lo - b.Hi) }))
	}
}

func TestTokensOfBlanksBeyondASCII(t *testing.T) {
	var tokens [][]byte
	for _, s := range []string{
		"é", "\u00a0", "é\u00a0", "\u00a0é", "中", "\u3000", "中\u3000文", "か\u3000", "\u2003", "—", "\u2028", "a\u2009b", "\ufeff",
		"ﬁ", "\xe3\x80", "\xe3", "\xc2", "\xe2\x80", "中\xe2\x80",
		"\xa0", "\x80", "\xf0\x9f", "😀", "\"", "a", " ", "\\u3000", "\\u30", "\xed", "\xed\xa0", "\xf5",
	} {
		tokens = append(tokens, []byte(s))
	}
	v, err := vocab.New(tokens, nil, nil)
	require.NoError(t, err)
	for _, pattern := range []string{`^\\S*$`, `^(?:\\S+\\s+){0,2}\\S+$`, `^.*$`, `^[^か]+$`, `^\\s*é`} {
		for _, bound := range []string{"", `,"maxLength":3`, `,"maxLength":9`} {
			for _, o := range []options{{}, {Whitespace: jsontext.Foreign()}} {
				g, err := compile([]byte(`{"type":"string","pattern":"`+pattern+`"`+bound+`}`), o)
				require.NoError(t, err)
				for _, text := range []string{`"`, `"é`, `"é `, "\"é\u3000", "\"\xe3", "\"a a "} {
					m := g.Matcher()
					if _, err := m.Feed(t.Context(), []byte(text)); err != nil {
						continue
					}
					mask := make([]uint64, v.Words())
					require.NoError(t, m.Mask(v, mask))
					threeWays(t, v, m, mask)
				}
			}
		}
	}
}
