package grammar

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// loopStep is the schema of one decision in the wire format, with so many tools beside the answer.
func loopStep(tools int) Schema {
	branch := func(tool string, args Schema) Schema {
		return Object(
			Property{"thought", String(0, 400)},
			Property{"tool", Enum(tool)},
			Property{"tool_args", args})
	}
	branches := []Schema{branch("final_answer", Object(
		Property{"corrected", Nullable(Enum("He went to school.", "He goes to school.", "He go to school."))},
		Property{"in_scope", Boolean()},
		Property{"rationale", Array(String(1, 200), 1, 5)},
		Property{"spanish_gloss", String(0, 300)}))}
	for i := range tools {
		branches = append(branches, branch(fmt.Sprintf("tool_%03d", i), Object(
			Property{"n", Integer(0, 100)},
			Property{"person", Enum("1sg", "2sg", "3sg", "1pl", "2pl", "3pl")},
			Property{"tense", Enum("past_simple", "present_simple", "past_participle")},
			Property{"verb", String(1, 24)})))
	}
	return AnyOf(branches...)
}

func BenchmarkCompile(b *testing.B) {
	for _, tools := range []int{4, 20, 200} {
		schema := loopStep(tools).JSON()
		b.Run(fmt.Sprintf("tools=%d", tools), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(schema)))
			for b.Loop() {
				if _, err := Compile(schema, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func feedBench(b *testing.B, o Options, doc []byte) {
	g, err := Compile(loopStep(20).JSON(), o)
	require.NoError(b, err)
	m := g.Matcher()
	b.ReportAllocs()
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		m.Reset()
		if _, err := m.Feed(doc); err != nil {
			b.Fatal(err)
		}
	}
}

var answerDocument = []byte(`{"thought":"` + strings.Repeat("go is irregular, ", 20) + `","tool":"final_answer","tool_args":{"corrected":"He went to school.","in_scope":true,"rationale":["` +
	strings.Repeat("the past of go is went. ", 8) + `","` + strings.Repeat("é", 150) + `"],"spanish_gloss":"` + strings.Repeat("Él fue a la escuela. ", 12) + `"}}`)

var callDocument = []byte(`{"thought":"look it up","tool":"tool_007","tool_args":{"n":42,"person":"3sg","tense":"past_simple","verb":"go"}}`)

func BenchmarkFeed(b *testing.B) {
	b.Run("answer", func(b *testing.B) { feedBench(b, Options{}, answerDocument) })
	b.Run("call", func(b *testing.B) { feedBench(b, Options{}, callDocument) })
	b.Run("foreign answer", func(b *testing.B) { feedBench(b, Options{Whitespace: Foreign(), Order: AnyOrder}, answerDocument) })
	b.Run("foreign call", func(b *testing.B) { feedBench(b, Options{Whitespace: Foreign(), Order: AnyOrder}, callDocument) })
}

// BenchmarkCommit feeds four bytes at a time, as a token would.
func BenchmarkCommit(b *testing.B) {
	g, err := Compile(loopStep(20).JSON(), Options{})
	require.NoError(b, err)
	m := g.Matcher()
	b.ReportAllocs()
	at := 0
	for b.Loop() {
		if at == len(callDocument) {
			m.Reset()
			at = 0
		}
		to := min(at+4, len(callDocument))
		if _, err := m.Feed(callDocument[at:to]); err != nil {
			b.Fatal(err)
		}
		at = to
	}
}

func BenchmarkNext(b *testing.B) {
	g, err := Compile(loopStep(20).JSON(), Options{})
	require.NoError(b, err)
	for _, at := range []string{`{"thou`, `{"thought":"look`, `{"thought":"look","tool":"tool_0`, `{"thought":"","tool":"tool_001","tool_args":{"n":4`} {
		b.Run(at, func(b *testing.B) {
			m := g.Matcher()
			_, err := m.Feed([]byte(at))
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				m.Next()
			}
		})
	}
}

func TestAWarmMatcherAllocatesNothing(t *testing.T) {
	g, err := Compile(loopStep(20).JSON(), Options{})
	require.NoError(t, err)
	m := g.Matcher()
	for _, doc := range [][]byte{answerDocument, callDocument} {
		assert.Zero(t, testing.AllocsPerRun(20, func() {
			m.Reset()
			_, err := m.Feed(doc)
			require.NoError(t, err)
		}))
	}
	m.Reset()
	_, err = m.Feed(bytes.TrimSuffix(callDocument, []byte(`o"}}`)))
	require.NoError(t, err)
	assert.Zero(t, testing.AllocsPerRun(20, func() { m.Next() }))
}

// One reading is enough for 200 tools until their names part, and again after that.
func TestBranchesThatBeginAlikeAreReadAsOne(t *testing.T) {
	g, err := Compile(loopStep(200).JSON(), Options{})
	require.NoError(t, err)
	m := g.Matcher()
	for i, b := range callDocument {
		_, err := m.Feed([]byte{b})
		require.NoError(t, err)
		assert.Equal(t, 1, len(m.live()), "behind %s", callDocument[:i+1])
	}
	assert.True(t, m.CanEnd())
}

// BenchmarkForced asks for forced bytes where a token mask would be asked for: at each choice.
func BenchmarkForced(b *testing.B) {
	for _, doc := range [][]byte{answerDocument, callDocument} {
		g, err := Compile(loopStep(20).JSON(), Options{})
		require.NoError(b, err)
		b.Run(string(doc[:12]), func(b *testing.B) {
			m := g.Matcher()
			b.ReportAllocs()
			for b.Loop() {
				m.Reset()
				for at := 0; at < len(doc); {
					n := max(len(m.Forced()), 1)
					if _, err := m.Feed(doc[at : at+n]); err != nil {
						b.Fatal(err)
					}
					at += n
				}
			}
		})
	}
}
