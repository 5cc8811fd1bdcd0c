package loop_test

import (
	"bytes"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

// patiently resumes a run, saying go on to each pause, until it has another outcome. It returns how
// often it paused.
func patiently(t *testing.T, l *loop.Loop, log *bytes.Buffer) (loop.Result, int) {
	t.Helper()
	for pauses := 0; ; pauses++ {
		require.Less(t, pauses, 50)
		events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
		require.NoError(t, err)
		var reply *loop.Reply
		if i := events[len(events)-1].Interrupt; i != nil {
			reply = &loop.Reply{Interrupt: i.ID, Do: loop.Approve}
		}
		r, err := l.Resume(t.Context(), events, reply, log, nil)
		require.NoError(t, err)
		if r.Outcome != loop.Paused {
			return r, pauses
		}
	}
}

func executors(list ...model.Role) []model.Role { return append(list, model.Executor) }

// pausing are the ways to stop a run at its steps.
var pausing = []struct {
	name   string
	reason string
	set    func(*loop.Config)
	pauses int // of a run of three decisions, the last of them the answer
}{
	{"before a role", "before", func(c *loop.Config) { c.Approval.Before = executors(model.Critic) }, 3},
	{"after a role", "after", func(c *loop.Config) { c.Approval.After = executors() }, 2},
	{"after each step", "after_step", func(c *loop.Config) { c.Approval.Stop = func(string) bool { return true } }, 2},
	{"before and after", "before", func(c *loop.Config) { c.Approval.Before, c.Approval.After = executors(), executors() }, 5},
	{"another role", "", func(c *loop.Config) {
		c.Approval.Before, c.Approval.After = []model.Role{model.Critic}, []model.Role{model.Planner}
	}, 0},
	{"nobody wants to", "", func(c *loop.Config) { c.Approval.Stop = func(string) bool { return false } }, 0},
}

// Cases 45, 51.
func TestARunStopsWhereItIsToldAndGoesOn(t *testing.T) {
	for _, way := range pausing {
		t.Run(way.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				plain, err := loop.New(strategy.ReAct{}, fake.Play(replies("A B F", 0)...), lettered(t), loop.Config{})
				require.NoError(t, err)
				want, _, _ := logged(t, plain)

				c := loop.Config{}
				way.set(&c)
				l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A B F", 0)...), lettered(t), c)
				require.NoError(t, err)
				var log bytes.Buffer
				first, err := l.Run(t.Context(), "the task", &log)
				require.NoError(t, err)
				if way.pauses == 0 {
					assert.Equal(t, essence(want), essence(first))
					return
				}
				require.Equal(t, loop.Paused, first.Outcome)
				assert.EqualValues(t, way.reason, first.Reason)
				assert.Equal(t, loop.InterruptKind(way.reason), first.Interrupt.Kind)
				time.Sleep(time.Hour)
				got, _ := patiently(t, l, &log)
				assert.Equal(t, essence(want), essence(got))
				assert.Less(t, got.Counters.WallMS, int64(60_000), "a pause takes no time of the run's")

				events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
				require.NoError(t, err)
				assert.NoError(t, l.Replay(t.Context(), events))
			})
		})
	}
}

func TestHowOftenARunPauses(t *testing.T) {
	for _, way := range pausing {
		c := loop.Config{}
		way.set(&c)
		l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A B F", 0)...), lettered(t), c)
		require.NoError(t, err)
		var log bytes.Buffer
		first, err := l.Run(t.Context(), "the task", &log)
		require.NoError(t, err)
		pauses := 0
		if first.Outcome == loop.Paused {
			var again int
			first, again = patiently(t, l, &log)
			pauses = again + 1
		}
		assert.Equal(t, loop.Final, first.Outcome, way.name)
		assert.Equal(t, way.pauses, pauses, way.name)
	}
}

// Case 50.
func TestAPauseWaitsForItsReply(t *testing.T) {
	c := loop.Config{Approval: loop.Approval{Before: executors()}}
	m := fake.Play(replies("F", 0)...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), c)
	require.NoError(t, err)
	r, log, events := logged(t, l)
	require.Equal(t, loop.Paused, r.Outcome)
	assert.Equal(t, model.Executor, r.Interrupt.Role)
	assert.Empty(t, m.Requests(), "nobody was asked")
	var more bytes.Buffer
	r, err = l.Resume(t.Context(), events, nil, &more, nil)
	require.NoError(t, err)
	assert.Equal(t, loop.Paused, r.Outcome)
	assert.Empty(t, more.String(), "nothing is written before the reply is there")
	_, err = l.Resume(t.Context(), events, &loop.Reply{Interrupt: "i1", Do: loop.Edit}, &more, nil)
	assert.ErrorContains(t, err, `the reply does "edit", want one of ["approve"]`)
	assert.NotEmpty(t, log)
}

func TestARunThatPausesResumesFromAnywhere(t *testing.T) {
	for _, way := range pausing {
		t.Run(way.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { pausedAnywhere(t, way.set) })
		})
	}
}

func pausedAnywhere(t *testing.T, set func(*loop.Config)) {
	c := loop.Config{}
	set(&c)
	l, err := loop.New(strategy.ReAct{}, fake.Random(4), counted(t, true, map[string]int{}), c)
	require.NoError(t, err)
	var log bytes.Buffer
	_, err = l.Run(t.Context(), "the task", &log)
	require.NoError(t, err)
	want, _ := patiently(t, l, &log)
	lines := bytes.SplitAfter(log.Bytes(), []byte("\n"))
	every := 5
	if *thorough {
		every = 1
	}
	for kept := 1; kept < len(lines); kept += every {
		prefix := bytes.NewBuffer(bytes.Join(lines[:kept], nil))
		got, _ := patiently(t, l, prefix)
		require.Equal(t, essence(want), essence(got), fmt.Sprintf("killed after event %d", kept))
		events, _, err := loop.ReadLog(bytes.NewReader(prefix.Bytes()))
		require.NoError(t, err)
		require.NoError(t, l.Replay(t.Context(), events), "killed after event %d", kept)
	}
}

func TestAnUnknownRoleIsRefused(t *testing.T) {
	for _, c := range []loop.Config{{Approval: loop.Approval{Before: []model.Role{"boss"}}},
		{Approval: loop.Approval{After: []model.Role{"boss"}}}} {
		_, err := loop.New(strategy.ReAct{}, fake.Script("x"), nil, c)
		assert.ErrorIs(t, err, loop.ErrMisuse)
		assert.ErrorContains(t, err, `"boss"`)
	}
}
