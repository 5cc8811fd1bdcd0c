package grammar

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEqualStatesHaveEqualKeys(t *testing.T) {
	for _, row := range []struct {
		claim, schema, one, other string
		equal                     bool
	}{
		{"far from the bound, lengths do not matter", `{"type":"string","maxLength":1000}`, `"a`, `"abcdef`, true},
		{"near it they do", `{"type":"string","maxLength":12}`, `"a`, `"abcdef`, false},
		{"items of an endless array are alike", `{"type":"array"}`, `[1,`, `[1,{"a":[]},`, true},
		{"items that are counted are not", `{"type":"array","maxItems":5}`, `[1,`, `[1,1,`, false},
		{"names that may not come again matter", `{"type":"object"}`, `{"a":1,`, `{"b":1,`, false},
		{"in closed objects what came does not", `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"additionalProperties":false}`, `{"a":1,"b":`, `{"b":`, true},
	} {
		t.Run(row.claim, func(t *testing.T) {
			g, err := Compile([]byte(row.schema), Options{})
			require.NoError(t, err)
			keys := [2]string{}
			for i, text := range []string{row.one, row.other} {
				m := g.Matcher()
				_, err := m.Feed([]byte(text))
				require.NoError(t, err)
				keys[i] = string(m.appendState(nil, 8))
			}
			assert.Equal(t, row.equal, keys[0] == keys[1])
		})
	}
}

// States with equal keys let the same bytes come, whatever documents led to them.
func TestEqualKeysMeanEqualContinuations(t *testing.T) {
	corpus(t, Options{}, func(name string, g *Grammar, _ []byte, r *rand.Rand) {
		next := map[string]ByteSet{}
		for range 3 {
			doc := g.SampleWith(r, SampleOptions{Budget: 60})
			m := g.Matcher()
			for i := range doc {
				if !m.inUnique() { // there, the items that came count, and the key does not hold them
					key := string(m.appendState(nil, 16))
					if known, ok := next[key]; ok {
						assert.Equal(t, known, m.Next(), "%s %s", name, doc[:i])
					}
					next[key] = m.Next()
				}
				_, err := m.Feed(doc[i : i+1])
				require.NoError(t, err)
			}
		}
	})
}

func TestARefusedByteChangesNothing(t *testing.T) {
	g, err := Compile([]byte(`{"type":"array","items":{"enum":[1,12,"a"]},"uniqueItems":true,"minItems":2}`), Options{Whitespace: spaced()})
	require.NoError(t, err)
	m := g.Matcher()
	_, err = m.Feed([]byte("[1"))
	require.NoError(t, err)
	for _, refused := range []string{"]", "\t", "3"} {
		n, err := m.Feed([]byte(refused))
		assert.Zero(t, n)
		assert.Error(t, err)
	}
	_, err = m.Feed([]byte(`2, 1, "a"]`))
	assert.NoError(t, err)
}

func TestFreeRunSaysHowMuchPlainTextMayCome(t *testing.T) {
	for _, row := range []struct {
		schema, at string
		want       int
	}{
		{`{"type":"string","maxLength":9}`, `"a`, 8},
		{`{"type":"string","maxLength":9}`, `"a\`, 0},
		{`{"type":"string","maxLength":9}`, ``, 0},
		{`{"type":"string","maxLength":9,"pattern":"a"}`, `"a`, 0},
		{`{"anyOf":[{"type":"string","maxLength":9},{"enum":["abcdefghijklmnop"]}]}`, `"a`, 8},
	} {
		g, err := Compile([]byte(row.schema), Options{})
		require.NoError(t, err)
		m := g.Matcher()
		_, err = m.Feed([]byte(row.at))
		require.NoError(t, err)
		assert.Equal(t, row.want, m.freeRun(), "%s %s", row.schema, row.at)
	}
}

// appendState appends a text that two matchers of one grammar have in common exactly if the same
// bytes may follow, as far as the next longest bytes go: it is the key under which what was worked
// out for one state is found for another.
func (m *Matcher) appendState(b []byte, longest int) []byte {
	b = append(b, byte(m.mode), m.blanks)
	b = appendInt(appendInt(b, int(m.run)), min(m.g.limits.Depth-int(m.depth), longest))
	switch m.mode {
	case modeString, modeKey:
		b = append(b, byte(m.dec.state), m.dec.left, m.dec.lo, m.dec.hi)
		b = appendInt(appendInt(b, int(m.dec.value)), int(m.dec.high))
	case modeNumber:
		b = append(append(b, m.digits()...), '#')
	case modeWord:
		b = append(b, m.word, m.wordAt)
	}
	for _, t := range m.live() {
		b = binary.LittleEndian.AppendUint32(b, uint32(t.rule))
		b = appendInt(appendInt(b, int(t.a)), int(t.b))
		switch {
		case m.mode == modeString:
			b = m.appendLength(b, t, longest)
		case m.mode == modeKey:
			b = appendInt(b, int(m.size))
		}
		b = m.appendFrames(b, t.frame)
	}
	if m.g.track {
		b = m.appendNames(b)
	}
	return b
}

// appendLength appends what the length of a string so far makes possible.
func (m *Matcher) appendLength(b []byte, t thread, longest int) []byte {
	if t.rule < 0 || m.g.texts[t.rule].finite {
		return appendInt(b, int(m.size))
	}
	x := &m.g.texts[t.rule]
	if x.dfa != nil && (x.min > 0 || x.max < endless) {
		return appendInt(b, int(m.runes)) // which lengths an automaton still has can depend on any of them
	}
	b = appendInt(b, min(max(x.min-int(m.runes), 0), longest))
	b = appendInt(b, min(x.max-int(m.runes), longest))
	if x.not != nil {
		b = appendInt(b, int(m.size))
	}
	return b
}

func (m *Matcher) appendFrames(b []byte, id int32) []byte {
	for ; id != 0; id = m.frames.list[id].parent {
		f := m.frames.list[id]
		b = binary.LittleEndian.AppendUint32(b, uint32(f.rule))
		b = appendInt(appendInt(b, int(f.count)), int(f.hits))
	}
	return append(b, ';')
}

// appendNames appends the names that have come in the open objects, and the one being read: they
// may not come again.
func (m *Matcher) appendNames(b []byte) []byte {
	if m.mode == modeKey {
		b = append(append(b, m.key()...), 0)
	}
	for at := m.level; at > 0; at = m.levels[at].parent {
		for i := m.levels[at].last; i >= 0; i = m.names[i].prev {
			b = append(append(b, m.letters[m.names[i].from:m.names[i].to]...), 0)
		}
		b = append(b, 1)
	}
	return b
}
