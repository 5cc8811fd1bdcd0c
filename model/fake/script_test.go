package fake_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/modeltest"
)

// hear sends one request to m and returns the whole reply.
func hear(t testing.TB, m model.Model, req model.Request) (model.Reply, error) {
	return model.Collect(m.Generate(t.Context(), req))
}

func saying(text string) model.Request {
	return model.Request{Messages: []model.Message{{Author: model.User, Content: text}}}
}

func TestAScriptIsSaidInOrder(t *testing.T) {
	long := strings.Repeat("é中", 40)
	m := fake.Script("one", "", long)
	for _, want := range []string{"one", "", long} {
		r, err := hear(t, m, model.Request{})
		require.NoError(t, err)
		assert.Equal(t, model.Reply{Text: want, Finish: model.Stop}, r)
	}
}

func TestAScriptThatRunsOutIsAFault(t *testing.T) {
	m := fake.Script("one")
	assert.Equal(t, 1, m.Left())
	_, err := hear(t, m, model.Request{})
	require.NoError(t, err)
	assert.Equal(t, 0, m.Left())
	for range 2 {
		_, err = hear(t, m, model.Request{})
		f, ok := errors.AsType[*model.Fault](err)
		require.True(t, ok)
		assert.Equal(t, model.Exhausted, f.Kind)
		assert.False(t, f.Retry)
	}
	assert.EqualError(t, err, "the script holds 1 outputs, and this is request 3: add a line, or see why one more is asked for")
	assert.Equal(t, 0, m.Left())
}

func TestAScriptRecordsItsRequests(t *testing.T) {
	m := fake.Script("a", "b")
	req := saying("first")
	_, err := hear(t, m, req)
	require.NoError(t, err)
	req.Messages[0].Content = "changed by the caller"
	_, err = hear(t, m, saying("second"))
	require.NoError(t, err)
	_, err = hear(t, m, saying("third"))
	require.Error(t, err)
	assert.Equal(t, []model.Request{saying("first"), saying("second"), saying("third")}, m.Requests())
	m.Requests()[0].Messages[0].Content = "changed by the reader"
	assert.Equal(t, saying("first"), m.Requests()[0])

	fresh := m.Fresh()
	assert.Empty(t, fresh.Requests())
	r, err := hear(t, fresh, model.Request{})
	require.NoError(t, err)
	assert.Equal(t, "a", r.Text, "from the beginning")
}

func TestAReplyCanBeAnythingAModelDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fault := &model.Fault{Kind: model.Busy, Retry: true}
		usage := model.Usage{PromptTokens: 3, OutputTokens: 300}
		m := fake.Play(
			fake.Reply{Thinking: "hm", Text: "{", Finish: model.Length, Usage: usage},
			fake.Reply{Text: "half", Fault: fault},
			fake.Reply{Text: "late", Delay: time.Hour},
			fake.Reply{Text: "too late", Delay: time.Hour},
			fake.Reply{Text: "last"})
		r, err := hear(t, m, model.Request{})
		require.NoError(t, err)
		assert.Equal(t, model.Reply{Thinking: "hm", Text: "{", Finish: model.Length, Usage: usage}, r)

		r, err = hear(t, m, model.Request{})
		assert.Equal(t, fault, err)
		assert.Equal(t, model.Reply{Text: "half"}, r, "what came before the fault")

		start := time.Now()
		r, err = hear(t, m, model.Request{})
		require.NoError(t, err)
		assert.Equal(t, "late", r.Text)
		assert.Equal(t, time.Hour, time.Since(start))

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		start = time.Now()
		_, err = model.Collect(m.Generate(ctx, model.Request{}))
		assert.Equal(t, context.DeadlineExceeded, err)
		assert.Equal(t, time.Minute, time.Since(start))

		_, err = model.Collect(m.Generate(ctx, model.Request{}))
		assert.Equal(t, context.DeadlineExceeded, err)
		assert.Equal(t, 1, m.Left(), "a context that has ended takes no reply")
	})
}

func TestAScriptServesManyAtOnce(t *testing.T) {
	m := fake.Script(strings.Fields("a b c d e f g h")...)
	var mu sync.Mutex
	heard := map[string]int{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			r, err := hear(t, m, model.Request{})
			assert.NoError(t, err)
			mu.Lock()
			defer mu.Unlock()
			heard[r.Text]++
		})
	}
	wg.Wait()
	assert.Len(t, heard, 8, "each reply once")
}

func TestReadScript(t *testing.T) {
	for _, row := range []struct{ claim, file, want, problem string }{
		{"a line is an output", "{\"a\":1}\nprose\n", `{"a":1}|prose`, ""},
		{"the last line needs no end", "a\nb", "a|b", ""},
		{"empty lines and comments are left out", "# what for\n\na\n  \n  # more\nb\n", "a|b", ""},
		{"line ends of either kind", "a\r\nb\r\n", "a|b", ""},
		{"no output", "# nothing\n", "", "fake: script: no output in it; write one on each line"},
		{"nothing", "", "", "fake: script: no output in it; write one on each line"},
		{"a line that is too long", "a\n" + strings.Repeat("x", 1<<20+1), "", "fake: script: line 2: it is longer than a mebibyte"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			m, err := fake.ReadScript(strings.NewReader(row.file))
			if row.problem != "" {
				assert.EqualError(t, err, row.problem)
				return
			}
			require.NoError(t, err)
			var heard []string
			for m.Left() > 0 {
				r, err := hear(t, m, model.Request{})
				require.NoError(t, err)
				heard = append(heard, r.Text)
			}
			assert.Equal(t, row.want, strings.Join(heard, "|"))
		})
	}
}

func FuzzReadScript(f *testing.F) {
	for _, file := range []string{"a\nb\n", "# c\n\n {} \r\n", "\x00\n#", "\u00a0\n x"} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		m, err := fake.ReadScript(strings.NewReader(file))
		if err != nil {
			return
		}
		var outputs []string
		for n := m.Left(); n > 0; n-- {
			r, err := hear(t, m, model.Request{})
			require.NoError(t, err)
			outputs = append(outputs, r.Text)
		}
		again, err := fake.ReadScript(strings.NewReader(strings.Join(outputs, "\n")))
		require.NoError(t, err)
		require.Equal(t, len(outputs), again.Left(), "printing and reading is identity")
		for _, want := range outputs {
			r, err := hear(t, again, model.Request{})
			require.NoError(t, err)
			assert.Equal(t, want, r.Text)
		}
	})
}

func TestAScriptKeepsTheContract(t *testing.T) {
	modeltest.Run(t, func(*testing.T) model.Model {
		return fake.Script(strings.Fields(strings.Repeat("a-rather-long-output ", modeltest.MaxRequests))...)
	})
	t.Run("when it has run out", func(t *testing.T) {
		modeltest.Run(t, func(*testing.T) model.Model { return fake.Script() })
	})
}
