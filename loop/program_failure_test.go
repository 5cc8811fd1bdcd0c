package loop_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// Whoever's code fails, and however: the run ends as program_failure, names the code, and its log replays.
func TestCodeThatFailsIsAProgramFailure(t *testing.T) {
	ways := map[string]func(){"a panic": func() { panic("oh") }, "a nil function": func() { var f func(); f() }}
	asked := func(accept func(json.RawMessage) error) foreign {
		return foreign{next: func(ctx context.Context, _ planner.State, _ planner.Allowed, ask planner.Ask) (planner.Decision, error) {
			q := question()
			q.Accept = accept
			_, err := ask(ctx, q)
			return planner.Decision{}, err
		}}
	}
	for how, fail := range ways {
		for name, row := range map[string]struct {
			strategy planner.Planner
			config   loop.Config
			reason   planner.Reason
		}{
			"a rule": {strategy.ReAct{}, loop.Config{Rules: []loop.Rule{broken{fail}}}, planner.ReasonRule},
			"a check": {strategy.ReAct{}, loop.Config{Check: func(planner.State,
				json.RawMessage) error {
				fail()
				return nil
			}}, planner.ReasonCheck},
			"notes": {strategy.ReAct{}, loop.Config{Notes: func(string) []string { fail(); return nil }}, planner.ReasonCallback},
			"a stop after steps": {strategy.ReAct{}, loop.Config{Approval: loop.Approval{Stop: func(string) bool { fail(); return false }}},
				planner.ReasonCallback},
			"a check of replies": {asked(func(json.RawMessage) error { fail(); return nil }), loop.Config{}, planner.ReasonStrategy},
		} {
			t.Run(how+" in "+name, func(t *testing.T) {
				script := replies("A F", 0)
				if _, own := row.strategy.(foreign); own {
					script = []fake.Reply{{Text: `{"text":""}`}}
				}
				l, err := loop.New(row.strategy, fake.Play(script...), lettered(t), row.config)
				require.NoError(t, err)
				r, _, events := logged(t, l)
				assert.Equal(t, loop.ProgramFailure, r.Outcome, r.Error)
				assert.Equal(t, row.reason, r.Reason, r.Error)
				assert.Contains(t, r.Error, "this is a fault in its code")
				assert.NoError(t, l.Replay(t.Context(), events))
			})
		}
	}
}

// grabby is a rule that writes into what it is given.
type grabby struct{}

func (grabby) Name() string { return "grabby" }
func (grabby) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	a.AllTools = append(a.AllTools, planner.Offer{Name: "mine"})
	a.Tools = append(slices.DeleteFunc(a.Tools, func(o planner.Offer) bool { return o.Name == "b" }), planner.Offer{Name: "mine"})
	*a.Answer = a.Answer.With("text", a.Answer.Properties[0].Schema)
	return a
}

// A rule that changes what it is given changes its own decision, and no other decision or run.
func TestARuleThatChangesWhatItIsGivenHarmsNoOtherRun(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Random(1), lettered(t), loop.Config{Rules: []loop.Rule{grabby{}}})
	require.NoError(t, err)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for e := range l.Watch(context.Background(), "task", nil) {
				if e.Ask != nil && len(e.Ask.Choices) > 1 {
					assert.NotContains(t, e.Ask.Choices, "b")
					assert.NotContains(t, e.Ask.Choices, "mine")
					assert.Contains(t, e.Ask.Choices, "a")
				}
			}
		})
	}
	wait.Wait()
}
