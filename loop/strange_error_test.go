package loop_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// Errors of code that is not the loop's, whose methods panic, never end, or say that they are everything.
type (
	ownCause    struct{}
	panicsText  struct{}
	panicsInner struct{}
	panicsAsked struct{}
	twoOfItself struct{}
	slowText    struct{}
)

func (ownCause) Error() string        { return "own cause" }
func (e ownCause) Unwrap() error      { return e }
func (panicsText) Error() string      { panic("no text") }
func (panicsInner) Error() string     { return "inner" }
func (panicsInner) Unwrap() error     { panic("no cause") }
func (panicsAsked) Error() string     { return "asked" }
func (panicsAsked) Is(error) bool     { panic("no is") }
func (panicsAsked) As(any) bool       { panic("no as") }
func (twoOfItself) Error() string     { return "two" }
func (e twoOfItself) Unwrap() []error { return []error{e, e} }
func (slowText) Error() string        { time.Sleep(time.Hour); return "late" }

func strangeErrors() map[string]error {
	all := map[string]error{}
	for _, err := range []error{ownCause{}, panicsText{}, panicsInner{}, panicsAsked{}, twoOfItself{}} {
		all[fmt.Sprintf("%T", err)] = err
		all[fmt.Sprintf("%T in a fault", err)] = &model.Fault{Kind: model.Unreachable, Message: "away", Err: err}
	}
	ring := &model.Fault{Kind: model.Broken, Message: "ring"}
	ring.Err = fmt.Errorf("around: %w", ring)
	all["a fault that wraps itself"] = ring
	return all
}

// faulty is a model that says an error.
type faulty struct{ err error }

func (faulty) Name() string { return "faulty" }
func (f faulty) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) { yield(model.Chunk{}, f.err) }
}

func TestStrangeErrorsOfAModelEndTheRun(t *testing.T) {
	for name, err := range strangeErrors() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, bad := loop.New(strategy.ReAct{}, faulty{err}, nil, strict(loop.Config{}))
				require.NoError(t, bad)
				r, bad := l.Run(t.Context(), "task", nil)
				require.NoError(t, bad)
				assert.Equal(t, loop.ModelFailure, r.Outcome, r.Error)
				assert.NotEmpty(t, r.Error)
			})
		})
	}
}

// The text of an error is the model's code too: a run does not wait for it longer than it may last.
func TestAnErrorWithoutAnEndIsTheModelsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := loop.New(strategy.ReAct{}, faulty{slowText{}}, nil, strict(loop.Config{Budget: loop.Budget{Wall: time.Second}}))
		require.NoError(t, err)
		began := time.Now()
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.BudgetExhausted, r.Outcome, r.Error)
		assert.Less(t, time.Since(began), 10*time.Second, "some seconds are given to a model that is cancelled")
		time.Sleep(time.Hour) // its goroutine ends within the test
	})
}

// strange is a strategy that fails.
type strange struct {
	strategy.ReAct
	err error
}

func (s strange) Next(context.Context, planner.State, planner.Allowed, planner.Ask) (planner.Decision, error) {
	return planner.Decision{}, s.err
}

func TestStrangeErrorsOfACheckOrStrategyEndTheRun(t *testing.T) {
	for name, err := range strangeErrors() {
		t.Run(name, func(t *testing.T) {
			m := &ready{replies: []string{answer("x"), answer("x"), answer("x"), answer("x")}}
			check := func(planner.State, json.RawMessage) error { return err }
			l, bad := loop.New(strategy.ReAct{}, m, nil, strict(loop.Config{Check: check}))
			require.NoError(t, bad)
			r, bad := l.Run(t.Context(), "task", nil)
			require.NoError(t, bad)
			assert.Contains(t, []loop.Outcome{loop.ModelFailure, loop.ProgramFailure, loop.BudgetExhausted}, r.Outcome,
				"refused until no repair is left: %s", r.Error)

			l, bad = loop.New(strange{strategy.ReAct{}, err}, m, nil, strict(loop.Config{}))
			require.NoError(t, bad)
			r, bad = l.Run(t.Context(), "task", nil)
			require.NoError(t, bad)
			assert.Equal(t, loop.ProgramFailure, r.Outcome, r.Error)
		})
	}
}

// What the loop asks of an error is found in one that wraps it, as before.
type wrapped struct{ error }

func (w wrapped) Unwrap() error { return w.error }

func TestAWrappedFaultIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		l, err := loop.New(strategy.ReAct{}, counting{&asked, wrapped{&model.Fault{Kind: model.Broken, Message: "cut", Retry: true}}}, nil,
			strict(loop.Config{Allowances: loop.Allowances{Retries: 2}}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.ModelFailure, r.Outcome)
		assert.Equal(t, 3, asked)
		assert.Contains(t, r.Error, "cut")
	})
}

type counting struct {
	asked *int
	err   error
}

func (counting) Name() string { return "counting" }
func (c counting) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		*c.asked++
		yield(model.Chunk{}, c.err)
	}
}
