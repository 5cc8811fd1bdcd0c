package loop_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner/strategy"
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
	return takesFrom(t, 0, decisions, rules...)
}

// takesFrom is takes with a model that has given so many replies already.
func takesFrom(t testing.TB, given, decisions int, rules ...loop.Rule) *loop.Loop {
	t.Helper()
	type word struct {
		Word string `json:"word" jsonschema:"maxLength=40"`
	}
	var list []tools.Tool
	for _, name := range []string{"look_up", "count", "spell"} {
		list = append(list, tools.Must(tools.New(name, "something about a word",
			func(_ context.Context, in word) (string, error) { return in.Word + "!", nil }, tools.Options{})))
	}
	registry, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	m := &ready{}
	m.next.Store(int64(given))
	for i := range decisions - 1 {
		m.replies = append(m.replies, fmt.Sprintf(`{"thought":"the next step","tool":%q,"tool_args":{"word":"w%d"}}`, list[i%3].Name(), i))
	}
	m.replies = append(m.replies, answer("done"))
	c := loop.Config{}
	c.Rules = rules
	c.Budget = loop.Budget{Steps: decisions, ModelCalls: 2 * decisions, ToolCalls: decisions, Tokens: 1 << 40}
	l, err := loop.New(strategy.ReAct{}, m, registry, c)
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

// A counter counts the bytes of a log, and looks at the heap after each of them that it is told to.
type counter struct {
	bytes int
	lines int
	heaps []heapAt
	every int // lines
}

type heapAt struct{ log, heap int }

func (c *counter) Write(line []byte) (int, error) {
	c.bytes += len(line)
	if c.lines++; c.lines%c.every == 0 {
		runtime.GC()
		runtime.GC() // what a pool holds is gone after the second
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		c.heaps = append(c.heaps, heapAt{c.bytes, int(m.HeapAlloc)})
	}
	return len(line), nil
}

// TestARunsMemoryGrowsNoFasterThanItsLog holds the heap while a run of 100 decisions is under way
// against its log, and what 200 decisions allocate against what 100 do.
func TestARunsMemoryGrowsNoFasterThanItsLog(t *testing.T) {
	log := &counter{every: 100}
	l := takes(t, 100)
	_, err := l.Run(t.Context(), "task", nil) // grammars are compiled
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", log)
	require.NoError(t, err)
	require.Equal(t, loop.Final, r.Outcome)
	require.Greater(t, len(log.heaps), 3)
	first, last := log.heaps[0], log.heaps[len(log.heaps)-1]
	t.Logf("log %d KiB; while it grew by %d KiB, the heap grew by %d KiB", log.bytes>>10, (last.log-first.log)>>10, (last.heap-first.heap)>>10)
	assert.Less(t, last.heap-first.heap, last.log-first.log)
}

// BenchmarkAppend writes the events of a run of 100 decisions to a file.
func BenchmarkAppend(b *testing.B) {
	var log bytes.Buffer
	_, err := takes(b, 100).Run(b.Context(), "task", &log)
	require.NoError(b, err)
	b.SetBytes(int64(log.Len()))
	events, _, err := loop.ReadLog(&log)
	require.NoError(b, err)
	file, err := os.Create(filepath.Join(b.TempDir(), "log"))
	require.NoError(b, err)
	defer file.Close()
	b.ReportAllocs()
	for b.Loop() {
		for _, e := range events {
			line, err := loop.Encode(e)
			if err == nil {
				_, err = file.Write(line)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N*len(events))/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkResume goes through a log of about 10,000 events that lacks its end.
func BenchmarkResume(b *testing.B) {
	for _, size := range []int{1000, 10000} {
		b.Run(fmt.Sprint(size, " events"), func(b *testing.B) {
			decisions := size / 5 // masked once, asked, replied, decided, started, observed
			l := takes(b, decisions)
			var log bytes.Buffer
			_, err := l.Run(b.Context(), "task", &log)
			require.NoError(b, err)
			lines := bytes.SplitAfter(log.Bytes(), []byte("\n"))
			text := bytes.Join(lines[:len(lines)-3], nil) // without the last decision
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				events, _, err := loop.ReadLog(bytes.NewReader(text))
				if err != nil {
					b.Fatal(err)
				}
				r, err := takesFrom(b, decisions-1, decisions).Resume(b.Context(), events, nil, nil, nil)
				if err != nil || r.Outcome != loop.Final {
					b.Fatal(r.Outcome, r.Error, err)
				}
			}
		})
	}
}
