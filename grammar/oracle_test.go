package grammar

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oracle compiles a schema with a validator that somebody else wrote; nil if it cannot.
func oracle(t testing.TB, schema []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseRegexpEngine(func(pattern string) (jsonschema.Regexp, error) { return regexp.Compile(ecmaBlanks(pattern)) })
	if err := c.AddResource("schema:oracle", document); err != nil {
		return nil
	}
	s, err := c.Compile("schema:oracle")
	if err != nil {
		return nil
	}
	return s
}

// ecmaBlanks rewrites a pattern for Go's regexp: what a blank is to ECMA-262 is more than \s there.
func ecmaBlanks(pattern string) string {
	const blank = `\s\x0b\xa0\x{feff}\x{2028}\x{2029}\p{Zs}`
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		two := pattern[i:min(i+2, len(pattern))]
		switch {
		case two == `\s` && class:
			b.WriteString(blank)
		case two == `\s`:
			b.WriteString("[" + blank + "]")
		case two == `\S` && !class:
			b.WriteString("[^" + blank + "]")
		case two[0] == '\\':
			b.WriteString(two)
		default:
			class = (class || two[0] == '[') && two[0] != ']'
			b.WriteByte(two[0])
			continue
		}
		i++
	}
	return b.String()
}

func judges(s *jsonschema.Schema, text []byte) bool {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	return err == nil && s.Validate(document) == nil
}

// corpus calls use for every schema of sampleCases that compiles, with two random numbers' worth of
// state of its own.
func corpus(t *testing.T, o Options, use func(name string, g *Grammar, schema []byte, r *rand.Rand)) {
	compiling(sampleCases(t), o, use)
}

func compiling(cases []maskbenchCase, o Options, use func(name string, g *Grammar, schema []byte, r *rand.Rand)) {
	for i, c := range cases {
		g, err := Compile(c.Schema, o)
		if err == nil {
			use(c.Name, g, c.Schema, rand.New(rand.NewPCG(uint64(i), 7)))
		}
	}
}

// oddSpelling is what an address may hold that the oracle does not take.
var oddSpelling = regexp.MustCompile(`%|--|\\\\|\\"|\[[vV]|[^ -~].*@`)

func TestSamplesAreDocumentsToUsAndToTheOracle(t *testing.T) {
	count := 0
	corpus(t, Options{}, func(name string, g *Grammar, schema []byte, r *rand.Rand) {
		o := oracle(t, schema)
		for k := range 6 {
			doc := g.SampleWith(r, SampleOptions{Hostile: k%2 == 1, Budget: 300})
			m := g.Matcher()
			_, err := m.Feed(doc)
			assert.NoError(t, err, "%s\n%s", name, doc)
			assert.True(t, m.CanEnd(), "%s\n%s", name, doc)
			assert.NoError(t, g.Check(doc), "%s\n%s", name, doc)
			if o != nil && !(oddSpelling.Match(doc) && apart.Match(schema)) {
				assert.True(t, judges(o, doc), "%s\n%s", name, doc)
			}
			count++
		}
	})
	assert.Greater(t, count, enough(t, 1000, 2000))
}

// lexical reports whether a text is JSON that every reader reads alike: what the oracle's reader
// forgives (a member twice, half a surrogate pair, invalid UTF-8) and we refuse is left out.
func lexical(text []byte) bool {
	if !json.Valid(text) || !utf8.Valid(text) || bytes.Contains(bytes.ToLower(text), []byte(`\ud`)) || longNumber.Match(text) {
		return false
	}
	_, _, err := readTree(text, 1<<20)
	return err == nil
}

// longNumber is beyond the bytes of a number that a matcher reads.
var longNumber = regexp.MustCompile(`[0-9]{100}`)

// TestTypedSamples does the same for the schemas in testdata.
func TestMutantsAreJudgedAsTheOracleJudgesThem(t *testing.T) {
	count, valid := 0, 0
	compiling(maskbench(t), judging, func(name string, g *Grammar, schema []byte, r *rand.Rand) {
		o := oracle(t, schema)
		if o == nil || strings.Contains(string(schema), `"int32"`) || strings.Contains(string(schema), `"int64"`) {
			return // formats of numbers are none to the oracle
		}
		doc := g.SampleWith(r, SampleOptions{Budget: 200})
		for range 40 {
			mutant := Mutate(r, doc)
			if !json.Valid(mutant) {
				assert.Error(t, g.Check(mutant), "%s\n%s", name, mutant)
			}
			if !lexical(mutant) || oddSpelling.Match(mutant) && apart.Match(schema) {
				continue
			}
			want := judges(o, mutant)
			assert.Equal(t, want, accepts(g, mutant), "%s\n%s\n%s", name, schema, mutant)
			count++
			if want {
				valid++
				doc = mutant
			}
		}
	})
	t.Logf("%d mutants, %d of them valid", count, valid)
	assert.Greater(t, count, 3000)
}

func TestChunksChangeNothing(t *testing.T) {
	corpus(t, judging, func(name string, g *Grammar, _ []byte, r *rand.Rand) {
		doc := Mutate(r, g.SampleWith(r, SampleOptions{Budget: 200, Hostile: true}))
		whole := g.Matcher()
		n, want := whole.Feed(doc)
		pieces := g.Matcher()
		var err error
		fed := 0
		for fed < len(doc) && err == nil {
			to := min(len(doc), fed+1+r.IntN(5))
			var k int
			k, err = pieces.Feed(doc[fed:to])
			fed += k
		}
		assert.Equal(t, n, fed, "%s\n%s", name, doc)
		assert.Equal(t, want == nil, err == nil, "%s\n%s", name, doc)
		assert.Equal(t, whole.Next(), pieces.Next(), "%s\n%s", name, doc)
		assert.Equal(t, whole.Pointer(), pieces.Pointer(), "%s\n%s", name, doc)
	})
}

func TestEveryStateIsAliveAndCanBeGoneBackTo(t *testing.T) {
	corpus(t, Options{}, func(name string, g *Grammar, _ []byte, r *rand.Rand) {
		doc := g.SampleWith(r, SampleOptions{Budget: 150, Hostile: r.IntN(2) == 0})
		m := g.Matcher()
		for i, b := range doc {
			if r.IntN(80) == 0 {
				alive(t, fmt.Sprintf("%s\n%s\n%s", name, doc[:i], doc[i:]), m, len(doc)-i)
			}
			if r.IntN(80) == 0 {
				rollback(t, name, g, m, doc[:i], r)
			}
			_, err := m.Feed([]byte{b})
			require.NoError(t, err)
		}
		assert.Empty(t, m.MinimalCompletion())
	})
}

// alive holds a state to: something may come, what Next says is what Feed says, and a completion no
// longer than a known one ends the document.
func alive(t *testing.T, about string, m *Matcher, known int) {
	next := m.Next()
	assert.NotZero(t, next.Len(), about)
	for b := range 256 {
		_, err := m.Clone().Feed([]byte{byte(b)})
		if !assert.Equal(t, next.Has(byte(b)), err == nil, "%q %s", b, about) {
			return
		}
	}
	rest := m.MinimalCompletion()
	assert.NotNil(t, rest, about)
	assert.LessOrEqual(t, len(rest), known, "%s\n%s", about, rest)
	c := m.Clone()
	_, err := c.Feed(rest)
	assert.NoError(t, err, "%s\n%s", about, rest)
	assert.True(t, c.CanEnd(), "%s\n%s", about, rest)
	assert.Equal(t, next, m.Next(), "asking changed the state: %s", about)
}

// rollback walks a few legal bytes, takes them back in pieces, and compares with a fresh matcher.
func rollback(t *testing.T, name string, g *Grammar, m *Matcher, fed []byte, r *rand.Rand) {
	start := m.begin()
	marks := []mark{m.mark()}
	states := []ByteSet{m.Next()}
	for range 12 {
		next := m.Next().Bytes()
		if len(next) == 0 {
			break
		}
		require.True(t, m.push(next[r.IntN(len(next))]), "%s %q", name, fed)
		marks = append(marks, m.mark())
		states = append(states, m.Next())
	}
	for len(marks) > 0 {
		i := r.IntN(len(marks))
		m.back(marks[i])
		assert.Equal(t, states[i], m.Next(), "%s %q", name, fed)
		marks, states = marks[:i], states[:i]
	}
	m.end(start)
	fresh := g.Matcher()
	_, err := fresh.Feed(fed)
	require.NoError(t, err)
	assert.Equal(t, fresh.Next(), m.Next(), "%s %q", name, fed)
	assert.Equal(t, fresh.Pointer(), m.Pointer(), "%s %q", name, fed)
}
