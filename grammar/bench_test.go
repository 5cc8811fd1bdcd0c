package grammar

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

func BenchmarkCompile(b *testing.B) {
	for _, tools := range []int{4, 20, 200} {
		schema := grammartest.LoopStep(tools)
		b.Run(fmt.Sprintf("tools=%d", tools), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(schema)))
			for b.Loop() {
				if _, err := Compile(b.Context(), schema, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func feedBench(b *testing.B, o Options, doc []byte) {
	g, err := Compile(b.Context(), grammartest.LoopStep(20), o)
	require.NoError(b, err)
	m := g.Matcher()
	b.ReportAllocs()
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		m.Reset()
		if _, err := m.Feed(b.Context(), doc); err != nil {
			b.Fatal(err)
		}
	}
}

var answerDocument = []byte(`{"thought":"` + strings.Repeat("go is irregular, ", 20) +
	`","tool":"final_answer","tool_args":{"corrected":"He went to school.","in_scope":true,"rationale":["` +
	strings.Repeat("the past of go is went. ", 8) + `","` + strings.Repeat("é", 150) + `"],"spanish_gloss":"` +
	strings.Repeat("Él fue a la escuela. ", 12) + `"}}`)

func BenchmarkFeed(b *testing.B) {
	b.Run("answer", func(b *testing.B) { feedBench(b, Options{}, answerDocument) })
	b.Run("call", func(b *testing.B) { feedBench(b, Options{}, grammartest.CallDocument) })
	b.Run("foreign answer", func(b *testing.B) { feedBench(b, Options{Whitespace: Foreign(), Order: AnyOrder}, answerDocument) })
	b.Run("foreign call", func(b *testing.B) {
		feedBench(b, Options{Whitespace: Foreign(), Order: AnyOrder}, grammartest.CallDocument)
	})
}

// BenchmarkCommit feeds four bytes at a time, as a token would.
func BenchmarkCommit(b *testing.B) {
	g, err := Compile(b.Context(), grammartest.LoopStep(20), Options{})
	require.NoError(b, err)
	m := g.Matcher()
	b.ReportAllocs()
	at := 0
	for b.Loop() {
		if at == len(grammartest.CallDocument) {
			m.Reset()
			at = 0
		}
		to := min(at+4, len(grammartest.CallDocument))
		if _, err := m.Feed(b.Context(), grammartest.CallDocument[at:to]); err != nil {
			b.Fatal(err)
		}
		at = to
	}
}

func BenchmarkNext(b *testing.B) {
	g, err := Compile(b.Context(), grammartest.LoopStep(20), Options{})
	require.NoError(b, err)
	for _, at := range []string{`{"thou`, `{"thought":"look`, `{"thought":"look","tool":"tool_0`,
		`{"thought":"","tool":"tool_001","tool_args":{"n":4`} {
		b.Run(at, func(b *testing.B) {
			m := g.Matcher()
			_, err := m.Feed(b.Context(), []byte(at))
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				m.Next()
			}
		})
	}
}

func TestAWarmMatcherAllocatesNothing(t *testing.T) {
	g, err := Compile(t.Context(), grammartest.LoopStep(20), Options{})
	require.NoError(t, err)
	m := g.Matcher()
	for _, doc := range [][]byte{answerDocument, grammartest.CallDocument} {
		assert.Zero(t, testing.AllocsPerRun(20, func() {
			m.Reset()
			_, err := m.Feed(t.Context(), doc)
			require.NoError(t, err)
		}))
	}
	m.Reset()
	_, err = m.Feed(t.Context(), bytes.TrimSuffix(grammartest.CallDocument, []byte(`o"}}`)))
	require.NoError(t, err)
	assert.Zero(t, testing.AllocsPerRun(20, func() { m.Next() }))
}

// BenchmarkForced asks for forced bytes where a token mask would be asked for: at each choice.
func BenchmarkForced(b *testing.B) {
	for _, doc := range [][]byte{answerDocument, grammartest.CallDocument} {
		g, err := Compile(b.Context(), grammartest.LoopStep(20), Options{})
		require.NoError(b, err)
		b.Run(string(doc[:12]), func(b *testing.B) {
			m := g.Matcher()
			b.ReportAllocs()
			for b.Loop() {
				m.Reset()
				for at := 0; at < len(doc); {
					n := max(len(m.Forced()), 1)
					if _, err := m.Feed(b.Context(), doc[at:at+n]); err != nil {
						b.Fatal(err)
					}
					at += n
				}
			}
		})
	}
}
