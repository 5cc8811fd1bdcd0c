package automaton

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/sample"
)

// forcedByteByByte is the twin of Forced.
func forcedByteByByte(m *Matcher) []byte {
	m = m.Clone()
	var out []byte
	for len(out) < maxForced && !m.CanEnd() {
		next := m.Next().Bytes()
		if len(next) != 1 {
			break
		}
		if _, err := m.Feed(context.Background(), next); err != nil {
			panic(err)
		}
		out = append(out, next...)
	}
	return out
}

func TestForcedIsTheTwins(t *testing.T) {
	for _, schema := range []string{
		string(grammartest.LoopStep(3)),
		`{"enum":["año nuevo","añejo","añadir","Über","Üben"]}`,
		`{"enum":["a\"b","a\"c","a\\d","line\nbreak","line\nbroken"]}`,
		`{"enum":["日本","日曜","\ud83d\ude00!","\ud83d\ude01!"]}`,
		`{"type":"object","additionalProperties":false,"properties":{"première":{"const":"x"},"prénom":{"const":"yy"},` +
			`"a\"b":{"enum":["zz","zy"]}}}`,
		`{"type":"array","uniqueItems":true,"maxItems":3,"items":{"enum":["conjugate","conjure","con"]}}`,
		`{"anyOf":[{"type":"object","additionalProperties":false,"required":["tool","args"],` +
			`"properties":{"tool":{"const":"go_home"},"args":{"const":"now"}}},{"type":"object","additionalProperties":false,` +
			`"required":["tool","args"],"properties":{"tool":{"const":"go_away"},"args":{"const":"never"}}}]}`,
		`{"type":"string","pattern":"^(abc|abd)[0-9]$"}`,
		`{"type":"string","minLength":3,"maxLength":3}`,
	} {
		for _, o := range []options{{}, {Order: anyOrder}, {Whitespace: jsontext.Foreign(), Order: anyOrder}} {
			g, err := compile([]byte(schema), o)
			require.NoError(t, err)
			r := rand.New(rand.NewPCG(1, 1))
			for range 12 {
				doc := g.SampleWith(r, sample.Options{})
				m := g.Matcher()
				for at := range doc {
					want := forcedByteByByte(m)
					assert.Equal(t, string(want), string(m.Forced()), "behind %s", doc[:at])
					assert.Equal(t, string(want), string(m.Forced()), "asked again behind %s", doc[:at])
					_, err := m.Feed(t.Context(), doc[at:at+1])
					require.NoError(t, err, "%s", doc)
				}
			}
		}
	}
}

func TestBytesOfASet(t *testing.T) {
	var s jsontext.ByteSet
	assert.Empty(t, s.Bytes())
	for _, b := range []byte{255, 0, 63, 64, 127, 128, 200} {
		s.Add(b)
	}
	assert.Equal(t, []byte{0, 63, 64, 127, 128, 200, 255}, s.Bytes())
	assert.Equal(t, byte(0), s.First())
	assert.Equal(t, byte(200), (&jsontext.ByteSet{3: 1 << 8}).First())
}
