package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// counted is the lettered registry, counting how often each call runs.
func counted(t testing.TB, idempotent bool, ran map[string]int) *tools.Registry {
	t.Helper()
	var list []tools.Tool
	for _, name := range letters {
		f := func(_ context.Context, in number) (string, error) {
			ran[fmt.Sprint(name, in.N)]++
			switch name {
			case "x":
				return "", tools.NotFound("nothing under %d", in.N)
			case "y":
				return "", errors.New("broken")
			}
			return fmt.Sprint(name, in.N), nil
		}
		list = append(list, tools.Must(tools.New(name, "tool "+name, f, tools.Options{Pollable: name == "p", Idempotent: idempotent})))
	}
	r, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	return r
}

// logged runs l and returns its result, its log, and the events in it.
func logged(t testing.TB, l *loop.Loop) (loop.Result, []byte, []loop.Event) {
	t.Helper()
	var log bytes.Buffer
	result, err := l.Run(t.Context(), "the task", &log)
	require.NoError(t, err)
	events, torn, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
	require.NoError(t, err)
	require.Zero(t, torn)
	return result, log.Bytes(), events
}

// essence is what a resumed run must have in common with the one that was not broken off.
func essence(r loop.Result) string {
	steps, err := json.Marshal(r.Steps)
	if err != nil {
		panic(err)
	}
	n := r.Counters
	return fmt.Sprintf(
		"%s/%s forced=%q answer=%s partial=%s repeat=%+v error=%q steps=%d calls=%d mend=%d hard=%d redirects=%d repairs=%d\n%s",
		r.Outcome, r.Reason, r.Forced, r.Answer, r.Partial, r.Repeat, r.Error, n.Steps, n.ToolCalls, n.RecoverableErrors,
		n.FatalErrors, n.Redirects, n.Repairs, steps)
}

// models are kinds of models whose replies depend on the request alone, so that a second one goes on
// where the first was broken off.
func models(seed int64) map[string]func() model.Model {
	return map[string]func() model.Model{
		"random":        func() model.Model { return fake.Random(seed) },
		"never answers": func() model.Model { return fake.Hostile(fake.NeverAnswers, seed) },
		"prose":         func() model.Model { return fake.Hostile(fake.Prose, seed) },
		"breaks off":    func() model.Model { return fake.Hostile(fake.BreaksOff, seed) },
		"unknown tool":  func() model.Model { return fake.Hostile(fake.UnknownTool, seed) },
	}
}

// killSeeds is with how many seeds runs are killed:
//
//	go test ./loop -run TestARunThatIsKilledAnywhereResumes -kill-seeds 200 -v | tail
//
// thorough has slow tests try every case; else they try some.
var thorough = flag.Bool("thorough", false, "try slow properties in every case")

var killSeeds = flag.Int64("kill-seeds", 3, "with how many seeds TestARunThatIsKilledAnywhereResumes kills each kind of run")

// TestARunThatIsKilledAnywhereResumes cuts the log of a finished run after each of its events, and in
// the middle of each, and resumes it.
// Cases 54, 55.
func TestARunThatIsKilledAnywhereResumes(t *testing.T) {
	places := 0
	for seed := range *killSeeds {
		for name, make := range models(seed) {
			for _, idempotent := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s %d idempotent=%t", name, seed, idempotent), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { places += killedAnywhere(t, make, idempotent, seed) })
				})
			}
		}
	}
	t.Logf("killed at %d places", places)
}

// killedAnywhere kills one run at every place and returns how many there are.
func killedAnywhere(t *testing.T, make func() model.Model, idempotent bool, seed int64) int {
	c := loop.Config{}
	c.Seed, c.Form = seed, planner.Forms[(seed+4)%5]
	if seed%2 == 1 {
		c.Repeats = loop.Redirect
	}
	ran := map[string]int{}
	l, err := loop.New(strategy.ReAct{}, make(), counted(t, idempotent, ran), c)
	require.NoError(t, err)
	whole, log, _ := logged(t, l)
	all := maps.Clone(ran)
	lines := bytes.SplitAfter(log, []byte("\n"))
	for kept := 1; kept < len(lines); kept++ {
		prefix := bytes.Join(lines[:kept], nil)
		half := append(bytes.Clone(prefix), lines[kept][:len(lines[kept])/2]...) // torn in the middle of the next line
		events, torn, err := loop.ReadLog(bytes.NewReader(half))
		require.NoError(t, err)
		require.Equal(t, len(lines[kept])/2, torn)
		require.Len(t, events, kept)

		clear(ran)
		time.Sleep(time.Hour) // what a killed run learned of a dead server is forgotten
		appended := bytes.NewBuffer(bytes.Clone(prefix))
		got, err := l.Resume(t.Context(), events, nil, appended, nil)
		require.NoError(t, err)
		if last := events[kept-1]; last.Kind == loop.CallStarted && !idempotent {
			require.Equal(t, loop.Paused, got.Outcome)
			require.Empty(t, ran, "a call that may have had its effect is not made again")
			require.Equal(t, last.Call.ID, got.Interrupt.Call.ID)
			events, _, err = loop.ReadLog(bytes.NewReader(appended.Bytes()))
			require.NoError(t, err)
			unanswered, err := l.Resume(t.Context(), events, nil, appended, nil)
			require.NoError(t, err)
			require.Equal(t, loop.Paused, unanswered.Outcome, "it waits for its reply")
			require.Empty(t, ran)
			got, err = l.Resume(t.Context(), events, &loop.Reply{Interrupt: got.Interrupt.ID, Do: loop.Rerun}, appended, nil)
			require.NoError(t, err)
		}
		require.Equal(t, essence(whole), essence(got), "killed after event %d, %s", kept, events[kept-1].Kind)
		due := maps.Clone(all) // less what was observed: a run may make the same call twice, some steps apart
		for _, e := range events {
			if e.Observation != nil && !e.Observation.Cached && e.Observation.ID != "" {
				due[callOf(events, e.Observation.ID)]--
			}
		}
		for call, n := range due {
			require.Equal(t, max(n, 0), ran[call], "%s, killed after event %d", call, kept)
		}
		events, torn, err = loop.ReadLog(bytes.NewReader(appended.Bytes()))
		require.NoError(t, err)
		require.Zero(t, torn)
		require.NoError(t, l.Replay(t.Context(), events), "the log of a resumed run replays")
	}
	return len(lines) - 1
}

// callOf returns the call with id as counted counts it.
func callOf(events []loop.Event, id string) string {
	for _, e := range events {
		if e.Kind == loop.CallStarted && e.Call.ID == id {
			var in number
			if json.Unmarshal(e.Call.Args, &in) == nil {
				return fmt.Sprint(e.Call.Tool, in.N)
			}
		}
	}
	return ""
}

// Case 53.
func TestAnUnsureCallIsAnsweredByAPerson(t *testing.T) {
	start := func(ran map[string]int) *loop.Loop {
		l, err := loop.New(strategy.ReAct{}, fake.Play(replies("F", 0)...), counted(t, false, ran), loop.Config{})
		require.NoError(t, err)
		return l
	}
	first, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), counted(t, false, map[string]int{}), loop.Config{})
	require.NoError(t, err)
	_, _, events := logged(t, first)
	var cut []loop.Event
	for _, e := range events {
		if cut = append(cut, e); e.Kind == loop.CallStarted {
			break
		}
	}
	var log bytes.Buffer
	paused, err := start(map[string]int{}).Resume(t.Context(), cut, nil, &log, func(e loop.Event) { cut = append(cut, e) })
	require.NoError(t, err)
	require.Equal(t, loop.Paused, paused.Outcome)
	for _, row := range []struct {
		reply loop.Reply
		ran   int
		saw   string
	}{
		{loop.Reply{Do: loop.Rerun}, 1, `"a1"`},
		{loop.Reply{Do: loop.Use, Output: json.RawMessage(`"by hand"`)}, 0, `"by hand"`},
		{loop.Reply{Do: loop.Skip}, 0, ``},
	} {
		ran := map[string]int{}
		row.reply.Interrupt = paused.Interrupt.ID
		r, err := start(ran).Resume(t.Context(), cut, &row.reply, nil, nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome)
		assert.Equal(t, row.ran, ran["a1"], row.reply.Do)
		assert.Equal(t, row.saw, string(r.Steps[0].Observations[0].Output))
	}
	for _, bad := range []loop.Reply{{Interrupt: "i9", Do: loop.Rerun}, {Interrupt: "i1", Do: "shrug"}, {Interrupt: "i1", Do: loop.Use}} {
		log.Reset()
		_, err := start(map[string]int{}).Resume(t.Context(), cut, &bad, &log, nil)
		assert.Error(t, err)
		assert.Zero(t, log.Len(), "nothing is written")
	}
}

func TestResumingAFinishedRunDoesNothing(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	whole, _, events := logged(t, l)
	var log bytes.Buffer
	again, err := l.Resume(t.Context(), events, nil, &log, nil) // the script has nothing left to say
	require.NoError(t, err)
	assert.Equal(t, essence(whole), essence(again))
	assert.Zero(t, log.Len())
	assert.NoError(t, l.Replay(t.Context(), events))
}

func TestResumingThatIsCancelledAtOnceDoesNothing(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	_, _, events := logged(t, l)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var log bytes.Buffer
	_, err = l.Resume(ctx, events[:5], nil, &log, nil)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, log.Len())
}

// Case 57.
func TestReplayNamesTheFirstDifference(t *testing.T) {
	c := loop.Config{}
	first, err := loop.New(strategy.ReAct{}, fake.Play(replies("A ! B F", 0)...), lettered(t), c)
	require.NoError(t, err)
	_, _, events := logged(t, first)
	differs := func(p planner.Planner, c loop.Config, events []loop.Event) *loop.Divergence {
		l, err := loop.New(p, fake.Script("unused"), lettered(t), c)
		require.NoError(t, err)
		err = l.Replay(t.Context(), events)
		d, ok := errors.AsType[*loop.Divergence](err)
		require.True(t, ok, "%v", err)
		_, err = l.Resume(t.Context(), events, nil, nil, nil)
		require.Equal(t, d, err, "resume refuses at the same place")
		return d
	}
	other := strategy.ReAct{}
	other.Thought = 50
	d := differs(other, c, events)
	assert.Equal(t, "ask.schema", d.Field, "another schema shows in the first request")

	budget := c
	budget.Budget.Steps = 3
	d = differs(strategy.ReAct{}, budget, events)
	assert.Equal(t, loop.Divergence{Seq: 1, Field: "run.config.budget.steps", Recorded: "8", Now: "3",
		What: "the limits of the run are others"}, *d)
	assert.Equal(t, "loop: the limits of the run are others; go on with what made the log "+
		"(event 1 differs from the log: run.config.budget.steps was 8, and is 3 now)", d.Error())

	var tampered []loop.Event
	for _, e := range events {
		if e.Reply != nil {
			reply := *e.Reply
			reply.Text = strings.ReplaceAll(reply.Text, `"tool":"b"`, `"tool":"c"`)
			e.Reply = &reply
		}
		tampered = append(tampered, e)
	}
	d = differs(strategy.ReAct{}, c, tampered)
	assert.Equal(t, loop.Divergence{Seq: 11, Field: "decision.calls.0.tool", Recorded: `"b"`, Now: `"c"`,
		What: "what happens next is something else"}, *d)

	schema := events[1].Ask.Schema
	for _, row := range []struct{ claim, was, now, field, recorded, is string }{
		{"something more", `"choices":["a",`, `"choices":["a","a2",`, "ask.choices.1", `"a2"`, `"b"`},
		{"something less", `"final_answer"]`, `"final_answer","z"]`, "ask.choices.11", `"z"`, "missing"},
		{"something missing", `,"final_answer"]`, `]`, "ask.choices.10", "missing", `"final_answer"`},
		{"something that is not there any more", `"folded":{}`, `"folded":{"observation":7}`, "ask.folded.observation", "7", "missing"},
		{"something long", `"text":"done"`, `"text":"done` + strings.Repeat("k", 99) + `"`, "decision.answer.text",
			`"done` + strings.Repeat("k", 75) + "…", `"done"`},
		{"the end of something long", schema, schema[:63] + "x", "ask.schema", "…" + schema[43:63] + `x"`, "…" + schema[43:] + `"`},
	} {
		line, err := json.Marshal(events)
		require.NoError(t, err)
		require.Contains(t, string(line), row.was)
		var changed []loop.Event
		require.NoError(t, json.Unmarshal([]byte(strings.Replace(string(line), row.was, row.now, 1)), &changed))
		d = differs(strategy.ReAct{}, c, changed)
		assert.Equal(t, []string{row.field, row.recorded, row.is}, []string{d.Field, d.Recorded, d.Now}, row.claim)
	}
}

// Case 55.
func TestALogThatIsNoneIsRefusedWithItsLine(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	_, log, _ := logged(t, l)
	lines := bytes.SplitAfter(log, []byte("\n"))
	read := func(parts ...[]byte) error {
		_, _, err := loop.ReadLog(bytes.NewReader(bytes.Join(parts, nil)))
		return err
	}
	assert.ErrorContains(t, read(lines[0], []byte("{\"seq\":2,\n"), lines[2]), "line 2")
	assert.ErrorContains(t, read(lines[0], lines[2]), "line 2: it is event 3; lines are missing")
	assert.ErrorContains(t, read(lines[1]), "line 1: it is event 2")
	assert.ErrorContains(t, read([]byte(`{"seq":1,"kind":"asked"}`+"\n")), "line 1: it does not start a run")
	assert.ErrorContains(t, read(bytes.Replace(lines[0], []byte(`"version":2`), []byte(`"version":9`), 1)), "version 9")
	_, err = l.Resume(t.Context(), nil, nil, nil, nil)
	assert.ErrorIs(t, err, loop.ErrNoLog)
	assert.ErrorIs(t, l.Replay(t.Context(), nil), loop.ErrNoLog)
}

func TestAFinishedRunHasItsWarningsOnce(t *testing.T) {
	// The run ends between two decisions, and somebody had to be warned before.
	p := planExecute(func(p *strategy.PlanExecute) { p.ReviewPlanSteps = true })
	got := stage(t, p, bare(), map[string]string{"planner": "P(a b<1)", "s1": "D", "s2": "Y", "reflector": "!"})
	got.ended(t, "tool_failure/fatal_errors")
	assert.Len(t, got.result.Warnings, 1)
	l, err := loop.New(p, &cast{t: t}, lettered(t), bare())
	require.NoError(t, err)
	again, err := l.Resume(t.Context(), got.events, nil, nil, nil)
	require.NoError(t, err)
	assert.Equal(t, got.result.Warnings, again.Warnings)
}

func TestARunWhoseTimeIsOverStillResumes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := bare()
		c.Budget.Wall = time.Second
		m := fake.Hostile(fake.Silent, 1)
		l, err := loop.New(strategy.ReAct{}, m, nil, c)
		require.NoError(t, err)
		want, _, events := logged(t, l)
		for kept := 1; kept < len(events); kept++ {
			got, err := l.Resume(t.Context(), events[:kept], nil, nil, nil)
			require.NoError(t, err, "broken off after event %d, %s", kept, events[kept-1].Kind)
			assert.EqualValues(t, "budget_exhausted/wall", string(got.Outcome)+"/"+string(got.Reason))
		}
		assert.Equal(t, loop.BudgetExhausted, want.Outcome)
		m.Release()
	})
}
