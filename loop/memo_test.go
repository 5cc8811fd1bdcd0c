package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
)

// A rememberer keeps a memo of its own kind: the words that it was told, in order. It answers with the third.
type rememberer struct{ lanes bool }

type toldWords struct {
	Told []string `json:"told"`
}

func (rememberer) Name() string            { return "rememberer" }
func (rememberer) Roles() []model.RoleForm { return nil }

func (r rememberer) Stage(s planner.State, _ planner.Allowed) planner.Stage {
	if r.lanes && s.Plan == nil {
		return planner.Stage{}
	}
	if r.lanes && s.Plan != nil {
		return planner.Stage{Role: model.Executor, Lanes: []string{"s1", "s2"}}
	}
	return planner.Stage{Role: model.Executor}
}

func (r rememberer) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	if r.lanes && s.Plan == nil {
		two := planner.Plan{Steps: []planner.PlanStep{{ID: "s1", Status: planner.StepPending}, {ID: "s2", Status: planner.StepPending}}}
		return planner.Decision{Kind: planner.PlanDecision, Plan: &planner.Proposal{Plan: two, Adopt: true}}, nil
	}
	reply, err := ask(ctx, question())
	if err != nil {
		return planner.Decision{}, err
	}
	memo := planner.Recall[toldWords](s.Memo)
	memo.Told = append(memo.Told, string(reply))
	d := planner.Decision{Kind: planner.VerdictDecision, Role: model.Reflector, Lane: a.Lane,
		Verdict: &planner.Verdict{Of: "word"}, Memo: planner.Remember(memo)}
	if len(memo.Told) == 3 {
		d = planner.Decision{Kind: planner.FinalDecision, Answer: reply}
	}
	return d, nil
}

// A strategy's memo is logged with its decision, is what the strategy finds in State, shows in a diff by its JSON path,
// and is there again in a run that is killed after any event.
func TestAStrategyKeepsAMemoOfItsOwn(t *testing.T) {
	texts := []fake.Reply{{Text: `{"text":"a"}`}, {Text: `{"text":"b"}`}, {Text: `{"text":"c"}`}}
	l, err := loop.New(rememberer{}, fake.Play(texts...), nil, bare())
	require.NoError(t, err)
	var log bytes.Buffer
	r, err := l.Run(t.Context(), "task", &log)
	require.NoError(t, err)
	require.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.JSONEq(t, `{"text":"c"}`, string(r.Answer))

	events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
	require.NoError(t, err)
	var paths []string
	for _, e := range events {
		if e.Kind == loop.Decided {
			for _, c := range loop.DiffStates(loop.StateAt(events, e.Seq-1), loop.StateAt(events, e.Seq)) {
				if c.Path != "/counters/wall_ms" && c.Path != "/verdicts" && c.Path != "/verdicts/1" {
					paths = append(paths, c.Path)
				}
			}
		}
	}
	assert.Equal(t, []string{"/memo", "/memo/told/1"}, paths)

	for n := range events {
		if n == 0 || events[n].Kind == loop.Finished {
			continue
		}
		l, err := loop.New(rememberer{}, fake.Play(texts[repliesIn(events[:n]):]...), nil, bare())
		require.NoError(t, err)
		var rest bytes.Buffer
		again, err := l.Resume(t.Context(), slices.Clone(events[:n]), nil, &rest, nil)
		require.NoError(t, err)
		assert.Equal(t, r.Outcome, again.Outcome, "killed after event %d: %s", n, again.Error)
		assert.Equal(t, string(r.Answer), string(again.Answer), "killed after event %d", n)
	}
}

func repliesIn(events []loop.Event) (n int) {
	for _, e := range events {
		if e.Kind == loop.Replied {
			n++
		}
	}
	return n
}

// A memo that another strategy made is a fault of the strategy that reads it, and so is one of a lane beside others.
func TestAMemoThatCannotBeKeptOrReadEndsTheRun(t *testing.T) {
	assert.PanicsWithValue(t, "planner: a memo is not a loop_test.toldWords: "+
		"json: cannot unmarshal string into Go struct field toldWords.told of type []string",
		func() { planner.Recall[toldWords](json.RawMessage(`{"told":"a"}`)) })
	assert.Panics(t, func() { planner.Remember(func() {}) })
	assert.Equal(t, toldWords{}, planner.Recall[toldWords](nil))

	l, err := loop.New(rememberer{lanes: true}, fake.Script(`{"text":"a"}`, `{"text":"b"}`), nil, bare())
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	assert.Equal(t, planner.ReasonStrategy, r.Reason)
	assert.Contains(t, r.Error, "the decision of s1 has a memo")
}
