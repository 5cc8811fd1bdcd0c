package distill

import (
	"bytes"
	"context"
	"io"
	"iter"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/rules"
)

// A slow model takes a minute before it writes.
type slow struct{ rules.Model }

func (m slow) Generate(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		time.Sleep(time.Minute)
		m.Model.Generate(ctx, r)(yield)
	}
}

// A screen is what was written, by any goroutine.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// take returns what was written since the last take.
func (s *screen) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.text.Reset()
	return s.text.String()
}

// A stage says what it works on before the first piece of work ends, and of a run what that does.
func TestASlowStageShowsWhatItWorksOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said screen
		d := &distillation{Console: cli.NewConsole("tutor", nil, nil, &said, nil, nil), unit: "item"}
		d.ErrTerminal = true
		d.show(0, 3)
		time.Sleep(900 * time.Millisecond)
		synctest.Wait()
		assert.Empty(t, said.take(), "what is quick says nothing")
		time.Sleep(11100 * time.Millisecond)
		synctest.Wait()
		assert.Contains(t, said.take(), "0/3 · item 1: 12s")
		d.show(1, 3)
		said.take()
		time.Sleep(5 * time.Second)
		synctest.Wait()
		text := said.take()
		assert.Contains(t, text, "s left · item 2: 5s")
		assert.NotContains(t, text, "item 1")
		d.show(3, 3)
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Empty(t, said.take(), "nothing is worked on")
		d.progress.Stop()
	})
	synctest.Test(t, func(t *testing.T) {
		var said screen
		k := &collecting{distillation: &distillation{Console: cli.NewConsole("tutor", nil, nil, &said, nil, nil), unit: "run"}}
		k.ErrTerminal = true
		slowly, err := tutor.New(tutor.Options{Model: func() model.Model { return slow{rules.New()} }})
		require.NoError(t, err)
		k.show(0, 2)
		_, err = k.judged(t.Context(), slowly, distill.Task{ID: "a", Text: "He goed home."}, io.Discard)
		require.NoError(t, err)
		k.progress.Stop()
		assert.Contains(t, said.take(), "0/2 · run 1: 2s · step 1 · waiting for rules")
	})
}
