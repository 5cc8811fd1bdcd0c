package loop_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A ready model has its replies ready, and begins again when they are over.
type ready struct {
	replies []string
	next    atomic.Int64
}

func (*ready) Name() string { return "ready" }

func (m *ready) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		n := int(m.next.Add(1)-1) % len(m.replies)
		if yield(model.Chunk{Text: m.replies[n]}, nil) {
			yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
		}
	}
}

// takes returns a loop whose runs take so many decisions: calls of three tools, then the answer.
func takes(t testing.TB, decisions int, rules ...loop.Rule) *loop.Loop {
	type word struct {
		Word string `json:"word" jsonschema:"maxLength=40"`
	}
	var list []tools.Tool
	for _, name := range []string{"look_up", "count", "spell"} {
		list = append(list, tools.Must(tools.New(name, "something about a word", func(_ context.Context, in word) (string, error) { return in.Word + "!", nil }, tools.Options{})))
	}
	registry, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	m := &ready{}
	for i := range decisions - 1 {
		m.replies = append(m.replies, fmt.Sprintf(`{"thought":"the next step","tool":%q,"tool_args":{"word":"w%d"}}`, list[i%3].Name(), i))
	}
	m.replies = append(m.replies, answer("done"))
	c := loop.Usual()
	c.Rules = rules
	c.Budget = loop.Budget{Steps: decisions, ModelCalls: 2 * decisions, ToolCalls: decisions, Tokens: 1 << 40}
	l, err := loop.New(planner.NewReAct(), m, registry, c)
	require.NoError(t, err)
	return l
}

// runs makes runs and fails unless they end well.
func runs(b *testing.B, l *loop.Loop, decisions int, log io.Writer) {
	b.ReportAllocs()
	for b.Loop() {
		if r, err := l.Run(b.Context(), "task", log); err != nil || r.Outcome != loop.Final {
			b.Fatal(r.Outcome, r.Reason, r.Error, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*decisions), "ns/decision")
}

func BenchmarkEightDecisions(b *testing.B) {
	b.Run("no log", func(b *testing.B) { runs(b, takes(b, 8), 8, nil) })
	b.Run("logged", func(b *testing.B) { runs(b, takes(b, 8), 8, io.Discard) })
}

func BenchmarkHundredDecisions(b *testing.B) {
	b.Run("no log", func(b *testing.B) { runs(b, takes(b, 100), 100, nil) })
	b.Run("logged", func(b *testing.B) { runs(b, takes(b, 100), 100, io.Discard) })
}
