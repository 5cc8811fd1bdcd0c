package automaton

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// bruteMask feeds each token to a copy of m.
func bruteMask(m *Matcher, v *vocab.Vocabulary, dst []uint64) {
	clear(dst)
	c := m.Clone()
	for id := range v.Len() {
		text := v.Token(id)
		if len(text) == 0 {
			continue
		}
		if n, err := c.feed(context.Background(), text); err == nil && n == len(text) {
			dst[id>>6] |= 1 << (id & 63)
			c.become(m)
		} else if n > 0 {
			c.become(m)
		}
	}
	if m.CanEnd() {
		for _, id := range v.EOS {
			dst[id>>6] |= 1 << (id & 63)
		}
	}
}

// become makes c a clone of m, in the room that c has.
func (c *Matcher) become(m *Matcher) {
	old := *c
	*c = *m
	c.threads = append(old.threads[:0], m.threads[:m.hi]...)
	c.frames = frames{append(old.frames.list[:0], m.frames.list...), append(old.frames.heads[:0], m.frames.heads...),
		append(old.frames.next[:0], m.frames.next...)}
	c.levels = append(old.levels[:0], m.levels...)
	c.names = append(old.names[:0], m.names...)
	c.nameBytes = append(old.nameBytes[:0], m.nameBytes...)
	c.number = append(old.number[:0], m.number...)
	c.memory = memory{text: old.memory.text, items: old.memory.items}
	c.memory.become(&m.memory)
	c.nameIndex = maps.Clone(m.nameIndex)
	c.masker = nil
}

// forget empties the cache and keeps its room.
func (c *maskCache) forget() {
	for i := range c.entries {
		c.entries[i].used = 0
	}
}

// maskSchemas are what generations are masked with, each with the options it is read with.
func maskSchemas() map[string]struct {
	schema []byte
	o      options
} {
	type row = struct {
		schema []byte
		o      options
	}
	foreign := options{Whitespace: jsontext.Foreign(), Numbers: anyForm}
	rows := map[string]row{
		"wire":          {grammartest.LoopStep(20), options{}},
		"wire foreign":  {grammartest.LoopStep(20), foreign},
		"anything":      {[]byte(`true`), options{}},
		"anything else": {[]byte(`true`), foreign},
		"recursive": {[]byte(
			`{"type":"object","properties":{"n":{"$ref":"#"},"ab":{"type":"array","items":{"$ref":"#"}}},"additionalProperties":false}`), options{}},
		"pattern":       {[]byte(`{"type":"array","items":{"type":"string","pattern":"^[a-z]+(-[0-9]{2,4})?$","maxLength":12}}`), options{}},
		"loose pattern": {[]byte(`{"type":"array","items":{"type":"string","pattern":"a.*b","minLength":3}}`), foreign},
		"format": {[]byte(
			`{"type":"object","properties":{"d":{"type":"string","format":"date-time"},"u":{"type":"string","format":"uri"}},` +
				`"required":["d","u"]}`), foreign},
		"bounded": {[]byte(`{"type":"array","items":{"type":"string","minLength":2,"maxLength":5}}`), options{}},
		"bounded open": {[]byte(
			`{"type":"object","additionalProperties":{"type":"string","maxLength":3},"propertyNames":{"maxLength":4}}`), foreign},
		"numbers": {[]byte(
			`{"type":"array","items":{"anyOf":[{"type":"integer","minimum":-5,"maximum":1200},{"type":"number","minimum":0.5,` +
				`"maximum":0.75}]}}`), options{}},
		"free numbers":   {[]byte(`{"type":"array","items":{"type":"number"}}`), options{}},
		"numbers anyhow": {[]byte(`{"type":"array","items":{"type":"integer","minimum":0}}`), foreign},
		"any order": {[]byte(
			`{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"string"},"ab":{"type":"boolean"}},"required":["b"]}`),
			options{Whitespace: jsontext.Foreign(), Order: anyOrder}},
		"spaced": {[]byte(`{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"string"}},"required":["b"]}`),
			options{Whitespace: spaced()}},
		"not": {[]byte(`{"type":"array","items":{"type":"string","maxLength":6,"not":{"enum":["a","the","ab"]}}}`), options{}},
		"open": {[]byte(`{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},"required":["id"]}`),
			options{}},
		"names": {[]byte(
			`{"type":"object","patternProperties":{"^a":{"type":"integer"},"b$":{"minimum":2}},"additionalProperties":{"type":"boolean"}}`),
			foreign},
		"union": {[]byte(
			`{"anyOf":[{"type":"string","enum":["a","the","é\"\\"]},{"type":"string","minLength":3},{"type":"null"},` +
				`{"type":"array","items":{"type":"boolean"},"maxItems":3}]}`), foreign},
		"wire 200":       {grammartest.LoopStep(200), foreign},
		"unique strings": {[]byte(`{"type":"array","items":{"type":"string"},"uniqueItems":true}`), options{}},
		"two texts": {[]byte(
			`{"anyOf":[{"type":"array","items":{"type":"string","maxLength":4}},{"type":"array","items":{"type":"string",` +
				`"pattern":"^[^a]*$"},"maxItems":2}]}`), foreign},
		"short pattern": {[]byte(`{"type":"array","items":{"type":"string","pattern":"^[a-zé ]*$","maxLength":6}}`), options{}},
		"long texts":    {[]byte(`{"type":"array","items":{"type":"string","maxLength":19}}`), options{}},
		"dot":           {[]byte(`{"type":"array","items":{"type":"string","pattern":"^.{2,6}$"}}`), options{}},
		"long pattern":  {[]byte(`{"type":"array","items":{"type":"string","pattern":"^[a-z ]*$","minLength":1,"maxLength":30}}`), options{}},
		"few names": {[]byte(
			`{"type":"object","patternProperties":{"^[ab]{1,2}$":{"type":"null"},"^the":{"type":"integer"}},"additionalProperties":false}`),
			options{}},
		"few names, any": {[]byte(
			`{"type":"object","patternProperties":{"^(a|é|\\u00e9|an?d?)$":{"type":"null"},"^[a-z]{1,9}$":{"type":"integer"}},` +
				`"additionalProperties":false}`), options{Whitespace: jsontext.Foreign(), Order: anyOrder}},
		"many names": {[]byte(
			`{"type":"object","properties":{"a":{"type":"null"},"the":{"type":"null"},"theta":{"type":"null"}},` +
				`"patternProperties":{"^[a-z]{1,255}$":{"type":"boolean"}}}`), foreign},
		"three texts": {[]byte(
			`{"type":"array","items":{"oneOf":[{"type":"string","pattern":"the"},{"type":"string","pattern":"and"},` +
				`{"type":"string","pattern":"in"}]}}`), options{}},
		"three names": {[]byte(
			`{"type":"object","patternProperties":{"the_(a|b)":{"enum":["a"]},"and_([a-z]+)":{"enum":["b"]},"i_[a-z]+[0-9]+":{"enum":["c"]}}}`),
			foreign},
		"words":     {[]byte(`{"type":"array","items":{"type":"string","pattern":"^(?:\\S+\\s+){0,3}\\S+$","maxLength":40}}`), options{}},
		"few words": {[]byte(`{"type":"array","items":{"type":"string","pattern":"^(?:[^ ]{2} )*x+$","maxLength":14}}`), foreign},
		"unique":    {[]byte(`{"type":"array","items":{"enum":[1,2,"a"]},"uniqueItems":true}`), foreign},
	}
	for i, schema := range grammartest.TightSchemas {
		rows[fmt.Sprintf("tight %d", i)] = row{[]byte(schema), []options{{}, foreign}[i%2]}
	}
	return rows
}

// generate writes documents token by token, the tokens drawn from the masks, and calls look at each step.
func generate(t *testing.T, g *compiled, v *vocab.Vocabulary, r *rand.Rand, steps int, look func(m *Matcher, mask []uint64)) {
	m := g.Matcher()
	mask := make([]uint64, v.Words())
	for range steps {
		require.NoError(t, m.Mask(v, mask), "at %q", m.Pointer())
		look(m, mask)
		id := draw(r, v, mask)
		if len(v.Token(id)) == 0 {
			m.Reset()
			continue
		}
		n, err := m.Feed(t.Context(), v.Token(id))
		require.NoError(t, err)
		require.Equal(t, len(v.Token(id)), n)
	}
}

// draw picks a legal token: often a long one, often one of structure.
func draw(r *rand.Rand, v *vocab.Vocabulary, mask []uint64) int {
	best, score := -1, -1.0
	for id := range v.Len() {
		if mask[id>>6]>>(id&63)&1 == 0 {
			continue
		}
		s := r.Float64()
		for _, b := range v.Token(id) {
			if b == '"' || b == '}' || b == ',' || b == ':' {
				s += r.Float64() / 4
			}
		}
		if s > score {
			best, score = id, s
		}
	}
	return best
}

// threeWays compares a mask with the plain walk and with feeding every token.
func threeWays(t *testing.T, v *vocab.Vocabulary, m *Matcher, mask []uint64) {
	want := make([]uint64, len(mask))
	plain := m.Clone()
	plain.masker = newMasker(m.g)
	plain.masker.plain = true
	require.NoError(t, plain.Mask(v, want))
	require.Equal(t, "", maskDiff(v, want, mask), "against the plain walk at %q in mode %d", m.Pointer(), m.mode)
	bruteMask(m, v, want)
	require.Equal(t, "", maskDiff(v, want, mask), "against Feed at %q in mode %d", m.Pointer(), m.mode)
}

func TestMaskIsWhatFeedTakes(t *testing.T) {
	bytes, merged := byteVocabulary(t), mergedVocabulary(t, 900, 12)
	for name, row := range maskSchemas() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := compile(row.schema, row.o)
			require.NoError(t, err)
			for i, v := range []*vocab.Vocabulary{bytes, merged} {
				r := rand.New(rand.NewPCG(1, uint64(i)))
				generate(t, g, v, r, 20, func(m *Matcher, mask []uint64) { threeWays(t, v, m, mask) })
			}
		})
	}
}

// Valid documents lead into states that draws from masks do not find.
func TestMasksAlongMaskBench(t *testing.T) {
	v := mergedVocabulary(t, 700, 12)
	mask := make([]uint64, v.Words())
	cases := grammartest.Samples(t)
	for i := 0; i < len(cases); i += 29 {
		g, err := compile(cases[i].Schema, options{Numbers: anyForm, Whitespace: jsontext.Foreign()})
		if err != nil || len(cases[i].Tests) == 0 {
			continue
		}
		m := g.Matcher()
		for at, b := range grammartest.Respaced(cases[i].Tests[len(cases[i].Tests)-1].Data) {
			if at > 200 {
				break
			}
			if at%7 == i%7 {
				require.NoError(t, m.Mask(v, mask))
				threeWays(t, v, m, mask)
			}
			if _, err := m.Feed(t.Context(), []byte{b}); err != nil {
				break
			}
		}
	}
}

// maskDiff says where got differs from want.
func maskDiff(v *vocab.Vocabulary, want, got []uint64) string {
	out := ""
	for id := range v.Len() {
		a, b := want[id>>6]>>(id&63)&1, got[id>>6]>>(id&63)&1
		if a != b && len(out) < 200 {
			out += map[bool]string{true: " missing ", false: " excess "}[a == 1] + string(v.Token(id))
		}
	}
	return out
}

func TestTheEndIsInTheMaskOfACompleteDocument(t *testing.T) {
	v := byteVocabulary(t)
	g, err := compile([]byte(`{"type":"integer"}`), options{})
	require.NoError(t, err)
	m := g.Matcher()
	mask := make([]uint64, v.Words()+2)
	mask[len(mask)-1] = 1
	for i, row := range []struct {
		textRule string
		want     bool
	}{{"", false}, {"4", true}, {"42", true}} {
		m.Reset()
		_, err := m.Feed(t.Context(), []byte(row.textRule))
		require.NoError(t, err)
		require.NoError(t, m.Mask(v, mask))
		for _, id := range []int{256, 258} {
			assert.Equal(t, row.want, mask[id>>6]>>(id&63)&1 == 1, "row %d id %d", i, id)
		}
		assert.Zero(t, mask[len(mask)-1], "padding")
	}
}

func TestEmptyMask(t *testing.T) {
	v, err := vocab.New([][]byte{[]byte("a"), []byte("1"), nil}, []int{2}, nil)
	require.NoError(t, err)
	g, err := compile([]byte(`{"type":"boolean"}`), options{})
	require.NoError(t, err)
	err = g.Matcher().Mask(v, make([]uint64, 1))
	require.ErrorIs(t, err, ErrEmptyMask)
	assert.Equal(t, `grammar: no token may follow at byte 0: want false, true`, err.Error())
	assert.Error(t, g.Matcher().Mask(v, nil), "too short a mask")

	// Where slices apply: a vocabulary with nothing that stands inside strings.
	v, err = vocab.New([][]byte{[]byte(`"`), []byte("\n")}, nil, nil)
	require.NoError(t, err)
	for _, schema := range []string{`{"type":"string","minLength":1}`, `{"type":"string","pattern":"^a"}`} {
		g, err := compile([]byte(schema), options{})
		require.NoError(t, err)
		m := g.Matcher()
		require.NoError(t, m.Commit(v, 0))
		for _, claim := range []string{"made", "remembered"} {
			assert.ErrorIs(t, m.Mask(v, make([]uint64, 1)), ErrEmptyMask, "%s: %s", schema, claim)
		}
	}
}

func TestAWarmMaskAllocatesNothing(t *testing.T) {
	v := mergedVocabulary(t, 4000, 12)
	mask := make([]uint64, v.Words())
	for _, row := range []struct {
		o        options
		textRule string
	}{
		{options{}, string(grammartest.CallDocument)},
		{options{Whitespace: jsontext.Foreign()},
			`{ "thought" : "é\n", "tool":"tool_001", "tool_args":{"n":42, "person":"3sg","tense":"past_simple","verb":"go"}}`},
	} {
		g, err := compile(grammartest.LoopStep(20), row.o)
		require.NoError(t, err)
		m := g.Matcher()
		for at := 0; at <= len(row.textRule); at++ {
			m.Reset()
			_, err := m.Feed(t.Context(), []byte(row.textRule[:at]))
			require.NoError(t, err)
			for _, claim := range []string{"cached", "not cached"} {
				allocs := testing.AllocsPerRun(2, func() {
					if claim == "not cached" {
						m.masker.cache.forget()
					}
					if err := m.Mask(v, mask); err != nil {
						t.Fatal(err)
					}
				})
				require.Zero(t, allocs, "%s after %s", claim, row.textRule[:at])
			}
		}
	}
}

// Behind "ab" anything may come, but not half a character.
func TestATokenThatBreaksACharacterIsNotTakenWithItsNeighbors(t *testing.T) {
	v := mergedVocabulary(t, 600, 12)
	g, err := compile([]byte(`{"type":"string","pattern":"a.*b"}`), options{})
	require.NoError(t, err)
	m := g.Matcher()
	mask := make([]uint64, v.Words())
	for _, text := range []string{`"`, "a", "x"} {
		_, err = m.Feed(t.Context(), []byte(text))
		require.NoError(t, err)
		require.NoError(t, m.Mask(v, mask))
		threeWays(t, v, m, mask)
	}
}

// Behind a backslash the token \u00 is a backslash and three letters, and what follows them can break.
func TestATokenThatBeginsWithinACharacterIsReadFromThere(t *testing.T) {
	v, err := vocab.New([][]byte{[]byte("\\u00\xe0>"), []byte(`\u00é`), []byte(`"`), []byte(`n`)}, nil, nil)
	require.NoError(t, err)
	g, err := compile([]byte(`{"type":"string"}`), options{Whitespace: jsontext.Foreign()})
	require.NoError(t, err)
	m := g.Matcher()
	_, err = m.Feed(t.Context(), []byte(`"\`))
	require.NoError(t, err)
	mask := make([]uint64, 1)
	require.NoError(t, m.Mask(v, mask))
	threeWays(t, v, m, mask)
	assert.Equal(t, []uint64{0b1110}, mask)
}

func TestMaskSurvivesAChangeOfVocabulary(t *testing.T) {
	a, b := byteVocabulary(t), mergedVocabulary(t, 1000, 8)
	g, err := compile([]byte(`{"type":"array","items":{"type":"string","pattern":"^[a-z]+$"}}`), options{})
	require.NoError(t, err)
	m := g.Matcher()
	_, err = m.Feed(t.Context(), []byte(`["a`))
	require.NoError(t, err)
	for _, v := range []*vocab.Vocabulary{a, b, a} {
		mask := make([]uint64, v.Words())
		require.NoError(t, m.Mask(v, mask))
		threeWays(t, v, m, mask)
	}
}

// FuzzMask holds the slices to the plain walk and to Feed, in any state of any of the schemas.
func FuzzMask(f *testing.F) {
	v := mergedVocabulary(f, 600, 10)
	schemas := maskSchemas()
	names := slices.Sorted(maps.Keys(schemas))
	grammars := make([]*compiled, len(names))
	for i, name := range names {
		g, err := compile(schemas[name].schema, schemas[name].o)
		require.NoError(f, err)
		grammars[i] = g
		f.Add(uint8(i), []byte(`{"thought":"a\u0`))
		f.Add(uint8(i), []byte(` [ "ab`))
		f.Add(uint8(i), []byte(`{"a":[1.5,-`))
		f.Add(uint8(i), []byte(`{"ab":"é`))
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		g := grammars[int(which)%len(grammars)]
		m := g.Matcher()
		n, _ := m.Feed(t.Context(), text[:min(len(text), 60)])
		m.Reset()
		mask := make([]uint64, v.Words())
		for at := range n + 1 {
			if at == n || at%5 == 0 {
				require.NoError(t, m.Mask(v, mask))
				threeWays(t, v, m, mask)
			}
			if at < n {
				_, err := m.Feed(t.Context(), text[at:at+1])
				require.NoError(t, err)
			}
		}
	})
}

// Items are told apart by their names, too: also by one that a token brings along.
func TestMaskOfNamesInItemsThatDiffer(t *testing.T) {
	tokens := [][]byte{nil, []byte(`":1}`), []byte(`":1}]`), []byte(`ab":1}`), []byte(`b":1}`), []byte(`":1,"`),
		[]byte(`":1,"ab":1}`), []byte(`":".","":0}`)}
	for b := range 256 {
		tokens = append(tokens, []byte{byte(b)})
	}
	v, err := vocab.New(tokens, []int{0}, nil)
	require.NoError(t, err)
	for _, schema := range []string{
		`{"type":"array","items":{"type":"object"},"uniqueItems":true}`,
		`{"type":"array","items":{"type":"object","patternProperties":{"^(ab)*$":{"type":"integer"}}},"uniqueItems":true}`,
		`{"type":"array","items":{"type":"array","items":{"type":"object","properties":{"a":{}}}},"uniqueItems":true}`,
	} {
		g, err := compile([]byte(schema), options{})
		require.NoError(t, err)
		for _, text := range []string{`[{"":1,"`, `[{"ab":1},{"`, `[{"ab":1},{"a`, `[{"a":1},{"`, `[{"a":".","":0},{"a`,
			`[[{"ab":1}],[{"a`, `[[{"":1,"`, `[[{"":1}],[{"`} {
			m := g.Matcher()
			if _, err := m.Feed(t.Context(), []byte(text)); err != nil {
				continue // of the other depth
			}
			mask, want := make([]uint64, v.Words()), make([]uint64, v.Words())
			require.NoError(t, m.Mask(v, mask))
			bruteMask(m, v, want)
			require.Equal(t, "", maskDiff(v, want, mask), "%s behind %s", schema, text)
		}
	}
}

// Names of a class that has few: what begins like one that has come is legal while another such name is left.
func TestNamesThatHaveComeAreNotBegunAgain(t *testing.T) {
	v, bytes := mergedVocabulary(t, 900, 12), byteVocabulary(t)
	foreign := options{Whitespace: jsontext.Foreign(), Order: anyOrder}
	for _, row := range []struct {
		schema string
		o      options
		texts  []string
	}{
		{`{"type":"object","patternProperties":{"^[ab]{1,2}$":{"type":"null"}},"additionalProperties":false}`, options{}, []string{
			`{"b":null,"ba":null,"bb":null,"`, `{"ba":null,"bb":null,"`, `{"ba":null,"bb":null,"b`,
			`{"a":null,"aa":null,"ab":null,"b":null,"ba":null,"`}},
		{`{"type":"object","patternProperties":{"^(é|éé|thé|a)$":{"type":"null"},"^in":true},"additionalProperties":false}`, foreign, []string{
			`{"é":null,"éé":null,"`, `{"éé":null,"`, `{"\u00e9":null,"é\u00E9":null,"`, `{"thé":null,"é":null,"inner":0,"`,
			"{\"thé\":null,\"éé\":null,\"é\":null,\"a\":null,\"\\", "{\"é\":null,\"éé\":null,\"\xc3"}},
		{`{"type":"object","properties":{"the":{"type":"null"},"a":{"type":"integer"}},"patternProperties":{"^[a-z]{1,` +
			`3}$":{"type":["null","integer"]}},"additionalProperties":false}`, options{}, []string{
			`{"the":null,"`, `{"the":null,"abc":1,"ab":1,"`, `{"the":null,"abc":1,"ab`, `{"abc":1,"`}},
	} {
		g, err := compile([]byte(row.schema), row.o)
		require.NoError(t, err)
		for _, text := range row.texts {
			for _, v := range []*vocab.Vocabulary{v, bytes} {
				m := g.Matcher()
				if _, err := m.Feed(t.Context(), []byte(text)); err != nil {
					continue // no such name is left
				}
				mask := make([]uint64, v.Words())
				require.NoError(t, m.Mask(v, mask), text)
				threeWays(t, v, m, mask)
			}
		}
	}
}
