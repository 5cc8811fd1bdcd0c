package automaton

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// manyKnown is a schema of n names, every other one of them required, with words.
func manyKnown(n int, words string) string {
	var props, required []string
	for i := range n {
		props = append(props, fmt.Sprintf(`"p%d":{"type":["integer","null"],"maximum":%d}`, i, i%3))
		if i%2 == 0 {
			required = append(required, fmt.Sprintf(`"p%d"`, i))
		}
	}
	return `{"type":"object","properties":{` + strings.Join(props, ",") + `},"required":[` + strings.Join(required, ",") + `]` + words + `}`
}

func knownDocument(n int) string {
	var members []string
	for i := range n {
		members = append(members, fmt.Sprintf(`"p%d":0`, i))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// Steps that are made when their names come are those that would have been made at once.
func TestStepsOfManyNamesAreTheSameWhenTheyCome(t *testing.T) {
	for _, words := range []string{``, `,"additionalProperties":false`, `,"minProperties":38`,
		`,"patternProperties":{"^q":{"type":"null"}},"additionalProperties":false`,
		`,"propertyNames":{"maxLength":2}`} {
		g, err := compile([]byte(strings.Replace(manyKnown(40, words), `"p9":{"type":["integer","null"],"maximum":0}`,
			`"p9":false`, 1)), options{Order: anyOrder})
		if strings.Contains(words, "propertyNames") {
			require.Error(t, err, "some of them must come")
			continue
		}
		require.NoError(t, err, words)
		_, err = g.Matcher().Feed(t.Context(), []byte(strings.Replace(knownDocument(40), `"p9":0,`, "", 1)))
		require.NoError(t, err, words)
		late := 0
		for _, r := range *g.program.readings.Load() {
			s := r.steps.Load()
			if s == nil || s.late == nil {
				continue
			}
			late++
			at := s.late
			g.program.known = map[int32]*knownNames{r.items[0].obj: nil} // as if they were few
			x := expander{g: g.program, r: r}
			twin := x.expand()
			require.Nil(t, twin.late)
			assert.Equal(t, twin.names, s.names)
			assert.Equal(t, twin.hashes, s.hashes)
			assert.Equal(t, []any{twin.closes, twin.more, twin.covers, twin.ways}, []any{s.closes, s.more, s.covers, s.ways})
			assert.Equal(t, twin.classes, s.classes)
			for i := range int32(len(s.names)) {
				assert.Equal(t, twin.leads(i), s.leads(i))
				assert.Equal(t, twin.step(i), s.step(i), "%s: %s", words, s.names[i])
			}
			g.program.known = map[int32]*knownNames{r.items[0].obj: at.known}
		}
		assert.Greater(t, late, 10, words)
	}
}

// The work of reading an object of many names is in proportion to its text.
func TestTheStepsOfALongObjectAreFew(t *testing.T) {
	const n = 1000
	g := reads(t, manyKnown(n, ""), options{Order: anyOrder}, knownDocument(n))
	made := 0
	for _, r := range *g.program.readings.Load() {
		if s := r.steps.Load(); s != nil && s.late != nil {
			for i := range s.late.made {
				if s.late.made[i].Load() != nil {
					made++
				}
			}
		}
	}
	assert.Equal(t, n, made)
}

// Where more names or items are left than have come, what they are is not asked.
func TestPlentyOfNamesAreNotAskedFor(t *testing.T) {
	g, err := compile([]byte(`{"type":"object","propertyNames":{"pattern":"^[0-9a-f]{3}$"},"additionalProperties":{"type":"null"}}`),
		options{Order: anyOrder})
	require.NoError(t, err)
	m := g.Matcher()
	_, err = m.Feed(t.Context(), []byte("{"))
	require.NoError(t, err)
	dfa := m.g.stepsOf(m.frames.list[m.live()[0].frame].rule).classes[0].dfa
	require.NotNil(t, dfa)
	for _, row := range []struct {
		most, least, asked int
		some               bool
	}{
		{0, 0, 0, true},
		{4095, 3, 0, true},
		{4095, 0, 0, true},
		{4096, 0, 4096, false}, // all of them came
		{4095, 4, 0, false},    // none is so long
	} {
		asked := 0
		l := remaining{most: row.most, came: func(string) bool { asked++; return true }}
		assert.Equal(t, row.some, l.some(dfa, dfa.Start(), row.least, 9), row)
		assert.Equal(t, row.asked, asked, row)
	}
}
