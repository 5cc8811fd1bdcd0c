package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// jobs is a registry with a pollable tool, whose work is pending under numbers below 900, and another one.
func jobs(t testing.TB) *tools.Registry {
	t.Helper()
	job := tools.Must(tools.New("j", "how far a job is", func(_ context.Context, in number) (string, error) {
		if in.N < 900 {
			return "running", nil
		}
		return "done", nil
	}, tools.Options{Pollable: true, Pending: func(output json.RawMessage) bool { return string(output) == `"running"` }}))
	other := tools.Must(tools.New("a", "something else", func(context.Context, number) (string, error) { return "a", nil }, tools.Options{}))
	r, err := tools.NewRegistry(job, other)
	require.NoError(t, err)
	return r
}

func waits(seconds string) string {
	return `{"thought":"","tool":"wait","tool_args":{"seconds":` + seconds + `}}`
}

// slept is a configuration whose clock stands still, and how long the run would have waited.
func slept() (loop.Config, *[]time.Duration) {
	c, list := bare(), new([]time.Duration)
	c.Sleep = func(ctx context.Context, d time.Duration) error {
		*list = append(*list, d)
		return ctx.Err()
	}
	return c, list
}

func TestCase145AModelMayWaitForWorkThatIsPending(t *testing.T) {
	c, times := slept()
	script := "J " + waits("30") + " J A " + waits("5") + " J950 F"
	got := stageWith(t, strategy.ReAct{}, c, jobs(t), map[string]string{"executor": script})
	got.ended(t, "final/answered")
	assert.Equal(t, []string{"j,a,final_answer", "j,a,wait,final_answer", "j,a,final_answer", "j,a,wait,final_answer",
		"j,a,wait,final_answer", "j,a,final_answer", "j,a,final_answer"},
		got.choices("executor"), "it is there while the last poll says that work is pending, and not twice for one poll")
	assert.Equal(t, 7, got.result.Counters.Steps, "a wait is a step")
	assert.Equal(t, []time.Duration{30 * time.Second, 5 * time.Second}, (*times)[:2])
	text := got.cast.of("executor")[2].text()
	assert.Contains(t, text, "This is still under way.")
	assert.Contains(t, text, `{"thought":"","tool":"wait","tool_args":{"seconds":30}}`)
	assert.Contains(t, text, "waited 30 s")

	at := 0
	for i, e := range got.events {
		if e.Kind == loop.CallStarted && e.Call.Tool == planner.WaitRequest && at == 0 {
			at = i + 1
		}
	}
	*times = nil
	m := &cast{t: t, used: map[string]int{"executor": 2}, scripts: map[string]string{"executor": script}}
	l, err := loop.New(strategy.ReAct{}, m, jobs(t), c)
	require.NoError(t, err)
	again, err := l.Resume(t.Context(), got.events[:at], nil, nil, nil)
	require.NoError(t, err)
	assert.Equal(t, whole(got.result), whole(again))
	assert.Equal(t, []time.Duration{30 * time.Second, 5 * time.Second}, *times, "a wait that was broken off is begun again, and asks nobody")
}

func TestCase146AWaitIsBounded(t *testing.T) {
	most := func(change func(*loop.Config)) string {
		c, _ := slept()
		change(&c)
		got := stageWith(t, strategy.ReAct{}, c, jobs(t), map[string]string{"executor": "J F"})
		_, after, _ := strings.Cut(string(got.cast.of("executor")[1].Grammar.Schema()), `"seconds":{`)
		after, _, _ = strings.Cut(after, "}")
		return after
	}
	assert.Contains(t, most(func(*loop.Config) {}), `"maximum":60`)
	assert.Contains(t, most(func(c *loop.Config) { c.Budget.Wait = 7 * time.Second }), `"maximum":7`)
	assert.Empty(t, most(func(c *loop.Config) { c.Budget.Wait = 500 * time.Millisecond }), "under a second there is none")
	assert.Empty(t, most(func(c *loop.Config) { c.Budget.ToolCalls = 1 }), "without calls there is no second look")
	assert.Empty(t, most(func(c *loop.Config) { c.Rules = []loop.Rule{impatient{}} }), "a rule can take it away")

	synctest.Test(t, func(t *testing.T) {
		c := bare()
		c.Budget.Wall = 21 * time.Second
		m := &cast{t: t, used: map[string]int{}, scripts: map[string]string{"executor": "J " + waits("10") + " J " + waits("5") + " J F"}}
		l, err := loop.New(strategy.ReAct{}, m, jobs(t), c)
		require.NoError(t, err)
		start := time.Now()
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome, r.Error)
		assert.Equal(t, 15*time.Second, time.Since(start))
		assert.Contains(t, string(m.of("executor")[1].Grammar.Schema()), `"maximum":10`, "half of the time that is left")
		assert.Contains(t, string(m.of("executor")[3].Grammar.Schema()), `"maximum":5`)
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		l, err := loop.New(strategy.ReAct{}, fake.Play(replies("J "+waits("30"), 0)...), jobs(t), bare())
		require.NoError(t, err)
		start := time.Now()
		r, err := l.Run(ctx, "task", nil)
		require.NoError(t, err)
		assert.EqualValues(t, "cancelled/now", string(r.Outcome)+"/"+string(r.Reason))
		assert.Equal(t, time.Second, time.Since(start), "a wait ends with the run")
	})
}

// impatient is a rule against waiting.
type impatient struct{}

func (impatient) Name() string { return "impatient" }

func (impatient) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	a.Wait = 0
	return a
}

func TestCase147AFreeModelWaitsForNothingElse(t *testing.T) {
	for _, row := range []struct{ said, why string }{
		{waits("5"), "there is nothing to wait for"},
		{"J " + waits("61"), `wait wants {"seconds": 1 to 60}`},
		{"J " + waits("0"), `wait wants {"seconds": 1 to 60}`},
		{"J " + waits("1.5"), `wait wants {"seconds": 1 to 60}`},
		{`J {"thought":"","tool":"parallel","tool_args":{"calls":[{"tool":"wait","tool_args":{"seconds":1}},{"tool":"a",` +
			`"tool_args":{"n":1}}]}}`, "wait is a decision of its own"},
	} {
		c, times := slept()
		c.Leash, c.Allowances.Repairs = loop.Off, 1
		got := stageWith(t, strategy.ReAct{Parallel: 2}, c, jobs(t), map[string]string{"executor": row.said + " F"})
		got.ended(t, "final/answered")
		assert.Empty(t, *times, row.said)
		last := got.cast.of("executor")
		assert.Contains(t, last[len(last)-1].text(), row.why, row.said)
	}
}

func TestAWaitIsNoEvidence(t *testing.T) {
	c, _ := slept()
	got := stageWith(t, planAct(nil), c, jobs(t), map[string]string{"planner": "P(a)", "s1": "J " + waits("1") + " D(c1)", "executor": "F"})
	got.ended(t, "final/answered")
	asked := got.cast.of("s1")
	assert.Contains(t, string(asked[1].Grammar.Schema()), `"wait"`, "lanes wait too")
	assert.NotContains(t, string(asked[2].Grammar.Schema()), `"c2"`)
	got = stageWith(t, over(strategy.ReAct{}), c, jobs(t),
		map[string]string{"planner": "P(a)", "s1": "J " + waits("1") + " O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, []string{"c1"}, got.result.Plan.Steps[0].Evidence)
}

func TestPendingIsForPollableToolsAndMayFail(t *testing.T) {
	f := func(context.Context, number) (int, error) { return 1, nil }
	_, err := tools.New("j", "does it", f, tools.Options{Pending: func(json.RawMessage) bool { return true }})
	assert.ErrorContains(t, err, "tools: j: Pending is for a Pollable tool")
	r, err := tools.NewRegistry(tools.Must(tools.New("j", "does it", f,
		tools.Options{Pollable: true, Pending: func(json.RawMessage) bool { panic("no") }})))
	require.NoError(t, err)
	o := r.Call(t.Context(), tools.Call{ID: "c1", Tool: "j", Args: json.RawMessage(`{"n":1}`)})
	require.NotNil(t, o.Error)
	assert.Equal(t, "Pending of j panicked: no", o.Error.Message)
	assert.False(t, o.Pending)
}

// TestCase148WhoCanWaitEndsToo: random and hostile models that can wait in all strategies end in their budgets.
func TestCase148WhoCanWaitEndsToo(t *testing.T) {
	registry := jobs(t)
	rounds := 40
	if testing.Short() {
		rounds = 6
	}
	waited := 0
	for name, p := range strategies() {
		if strings.Contains(name, "all switches") && strings.Contains(name, "act") {
			continue // it names a tool that is not here
		}
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(13, uint64(len(name))))
			for i := range rounds {
				synctest.Test(t, func(t *testing.T) {
					c := anyConfig(r)
					c.OpenEnd = false
					if i%2 == 1 { // with room to wait in
						c = strict(loop.Config{Budget: loop.Budget{Steps: 20, ModelCalls: 64, ToolCalls: 64, Tokens: 1 << 30,
							Wall: time.Duration(4+i) * time.Second, Grace: time.Second}, Repeats: loop.Redirect, Seed: int64(i),
							Allowances: loop.Allowances{Redirects: 3}})
					}
					m := fake.Hostile(fake.HostileKinds[i%len(fake.HostileKinds)], int64(i))
					l, err := loop.New(p, m, registry, c)
					if i%4 != 0 {
						l, err = loop.New(p, fake.Random(int64(i)), registry, c)
					}
					require.NoError(t, err)
					start := time.Now()
					var log bytes.Buffer
					result, err := l.Run(t.Context(), "the task", &log)
					took := time.Since(start)
					m.Release()
					require.NoError(t, err)
					bounded(t, c, result, took)
					events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
					require.NoError(t, err)
					sound(t, result, events, log.Bytes())
					assert.NoError(t, l.Replay(t.Context(), events), "it replays")
					waited += bytes.Count(log.Bytes(), []byte(`"output":"waited`))
					if t.Failed() {
						t.Fatalf("%s %d: %+v\n%+v", name, i, c, result)
					}
				})
			}
		})
	}
	assert.Greater(t, waited, 10, "they do wait")
}
