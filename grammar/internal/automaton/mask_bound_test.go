package automaton

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// mixedVocabulary is all bytes, and tokens that mix kinds of characters, break off within one, close a string, and are longer
// than 255 characters.
func mixedVocabulary(t *testing.T) *vocab.Vocabulary {
	tokens, end, _ := grammartest.ByteTokens()
	for _, s := range []string{"a", "-", "é"} {
		tokens = append(tokens, []byte(strings.Repeat(s, 254)), []byte(strings.Repeat(s, 300)))
	}
	r := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"a", "b", "xy", "Q", "0", "12", " ", "-", ".", "_", "@", "!", "é", "中", "\u2028", "\\n"}
	for range 500 {
		var text []byte
		few := []string{pieces[r.IntN(len(pieces))], pieces[r.IntN(len(pieces))], pieces[r.IntN(len(pieces))]}
		for range 1 + r.IntN(7) {
			text = append(text, few[r.IntN(len(few))]...)
		}
		tokens = append(tokens, append(text, []string{"", "", "", "\"", "\xe4\xb8", "\xc3", "\xf0\x9f"}[r.IntN(7)]...))
	}
	v, err := vocab.New(tokens, end, nil)
	require.NoError(t, err)
	return v
}

// Where a bound on the length is near, a token may be too long, or leave too little room for what must follow.
func TestMasksNearABoundOnTheLength(t *testing.T) {
	v := mixedVocabulary(t)
	letters := strings.Repeat("a", 400)
	words := strings.Repeat("ab-", 200)
	id := "0a1B2c3D-0a1B-0a1B-0a1B-0a1B2c3D4e5F"
	for _, row := range []struct {
		claim, schema, text string
		from, to            int // how many bytes of text have come
	}{
		{"an address", `{"type":"string","format":"email"}`, letters[:60] + "@" + strings.Repeat(letters[:50]+".", 10), 235, 255},
		{"the name in an address", `{"type":"string","format":"email"}`, letters, 55, 66},
		{"letters", `{"type":"string","pattern":"^[a-z]{1,255}$"}`, letters, 240, 255},
		{"letters, bounded otherwise", `{"type":"string","pattern":"^[a-z]{1,255}$","maxLength":255}`, letters, 240, 255},
		{"digits owed, bounded otherwise", `{"type":"string","pattern":"^[a-z-]{1,255}[0-9]{4}$","maxLength":255}`, words, 238, 255},
		{"what owes more than is noted", `{"type":"string","pattern":"^[a-z]*[0-9]{40000}$","maxLength":40020}`, letters, 8, 22},
		{"an id", `{"type":"string","pattern":"^[0-9A-Za-z]{8}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{12}$"}`, id, 0, len(id)},
		{"an id, bounded otherwise", `{"type":"string","pattern":"^[0-9A-Za-z]{8}-[0-9A-Za-z]{4}-[0-9A-Za-z-]+$","maxLength":36}`,
			id, 0, len(id)},
		{"names", `{"type":"object","patternProperties":{"^[a-z]{1,255}$":true},"additionalProperties":false}`, letters, 240, 255},
		{"words", `{"type":"string","pattern":"^[a-z]+(-[a-z]+)*$","maxLength":30}`, words, 12, 30},
		{"a tail", `{"type":"string","pattern":"^[a-z]+(-[0-9]{2})?$","maxLength":300}`, letters, 285, 300},
		{"long tokens", `{"type":"string","pattern":"^[a-zé]*$","maxLength":310}`, letters, 0, 12},
		{"long tokens and what is owed", `{"type":"string","pattern":"^[a-z-]*[0-9]$","maxLength":301}`, letters, 0, 3},
		{"long tokens, more states than are looked at", `{"type":"string","pattern":"^[a-z]*(?:~[0-9]{0,100})*$","maxLength":310}`,
			letters, 0, 14},
		{"what few letters do not owe",
			`{"type":"string","pattern":"^(?:[a-z]{0,3}|[a-z]{4,9}[0-9]{30})(?:~[0-9]{0,100})*$","maxLength":34}`, letters, 0, 4},
		{"a wide tail", `{"type":"string","pattern":"^[^0-9]*中é$","maxLength":9}`, "é中ab中", 0, 9},
		{"no blanks", `{"type":"string","pattern":"^\\S+ \\S+$","maxLength":9}`, "ab中a b", 0, 8},
	} {
		t.Run(row.claim, func(t *testing.T) {
			t.Parallel()
			begin := `"`
			if strings.Contains(row.schema, `"object"`) {
				begin = `{"`
			}
			for _, o := range []options{{}, {Whitespace: jsontext.Foreign()}} {
				g, err := compile([]byte(row.schema), o)
				require.NoError(t, err)
				kept := g.Matcher() // goes from one length to the next with what it remembers
				_, err = kept.Feed(t.Context(), []byte(begin+row.text[:row.from]))
				require.NoError(t, err)
				mask := make([]uint64, v.Words())
				for at := row.from; at <= row.to; at++ {
					require.NoError(t, kept.Mask(v, mask))
					threeWays(t, v, kept, mask)
					fresh := g.Matcher()
					_, err := fresh.Feed(t.Context(), []byte(begin+row.text[:at]))
					require.NoError(t, err)
					require.NoError(t, fresh.Mask(v, mask))
					threeWays(t, v, fresh, mask)
					if at == len(row.text) {
						break
					}
					if _, err := kept.Feed(t.Context(), []byte{row.text[at]}); err != nil {
						break
					}
				}
			}
		})
	}
}

// Of letters alone the longer ones owe digits, which no token that is walked says.
func TestWhatATokenOwesThatIsNotWalked(t *testing.T) {
	var tokens [][]byte
	for _, s := range []string{`"`, "a", "aa", "aaa", "aaaa", "aaaaa", "0", "~"} {
		tokens = append(tokens, []byte(s))
	}
	v, err := vocab.New(tokens, nil, nil)
	require.NoError(t, err)
	for most := 30; most < 42; most++ {
		g, err := compile(fmt.Appendf(nil,
			`{"type":"string","pattern":"^(?:[a-z]{0,3}|[a-z]{4,9}[0-9]{30})(?:~[0-9]{0,100})*$","maxLength":%d}`, most), options{})
		require.NoError(t, err)
		m := g.Matcher()
		mask := make([]uint64, v.Words())
		for _, text := range []string{`"`, "a", "a"} {
			_, err := m.Feed(t.Context(), []byte(text))
			require.NoError(t, err)
			require.NoError(t, m.Mask(v, mask))
			threeWays(t, v, m, mask)
		}
	}
}

// randomPattern writes a pattern of pieces that different kinds of characters go on with.
func randomPattern(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(3) == 0 {
		return []string{"[a-z]", "[a-x]", "[A-Za-z0-9]", "[0-9]", "[0-9a]", "-", "[-._]", " ", "[^a]", "[^0-9]", "\\\\S", "\\\\w",
			".", "[é-中]", "!", "[ -~]"}[r.IntN(16)]
	}
	one, other := randomPattern(r, depth-1), randomPattern(r, depth-1)
	switch r.IntN(5) {
	case 0:
		return "(?:" + one + "|" + other + ")"
	case 1, 2:
		return one + other
	}
	lo := r.IntN(5)
	return "(?:" + one + ")" + []string{"*", "+", "?", fmt.Sprintf("{%d,%d}", lo, lo+r.IntN(40)), fmt.Sprintf("{%d,}", lo)}[r.IntN(5)] + other
}

func TestMasksOfRandomPatterns(t *testing.T) {
	v := mixedVocabulary(t)
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 100 {
		pattern, bound := randomPattern(r, 4), ""
		if i%3 > 0 {
			bound = fmt.Sprintf(`,"maxLength":%d`, 1+r.IntN(50))
		}
		if i%2 > 0 {
			pattern += "(?:~[0-9]{0,100})*" // more states than are looked at for what is owed
		}
		schema := `{"type":"array","items":{"type":"string","pattern":"^` + pattern + `$"` + bound + `}}`
		g, err := compile([]byte(schema), options{Whitespace: jsontext.Foreign()})
		if err != nil {
			continue // no string is so short
		}
		t.Run(schema, func(t *testing.T) {
			generate(t, g, v, r, 12, func(m *Matcher, mask []uint64) { threeWays(t, v, m, mask) })
		})
	}
}
