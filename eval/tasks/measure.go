package tasks

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/shortleash/shortleash/eval"
)

// An Agent does one task with the tools of s, and answers. An error ends the measurement; a run
// without an answer is not an error.
type Agent func(ctx context.Context, prompt string, s *Session) (Reply, error)

// A Reply says how an agent ended, and what it cost.
type Reply struct {
	Answer       *string `json:"answer"`  // nil: the run had no answer
	Outcome      string  `json:"outcome"` // how the run ended, in the agent's own terms
	Reason       string  `json:"reason,omitempty"`
	Decisions    int     `json:"decisions"`
	Requests     int     `json:"requests"` // including repairs and retries
	Redirects    int     `json:"redirects,omitempty"`
	PromptTokens int     `json:"prompt_tokens"` // read, cached or not
	OutputTokens int     `json:"output_tokens"`
	// Plans counts how a critic judged the plans of the run.
	Plans eval.Reflection `json:"plans,omitzero"`
	// Values counts the values of the answer, and those that occur in the task or in the results of calls.
	Values eval.Share `json:"values,omitzero"`
	// NotRun says why the run did not happen, for example because the server of its model is down; all
	// other fields are then ignored. "" means that it did happen.
	NotRun string `json:"-"`
}

// A Run is the result for one task.
type Run struct {
	Setup   string `json:"setup"` // which agent, and how
	ID      string `json:"id"`
	Task    string `json:"task,omitempty"` // a digest of the task, which distinguishes another task with the same id
	Done    bool   `json:"done"`
	Why     string `json:"why,omitempty"` // what was wrong
	Reply   Reply  `json:"reply"`
	Calls   []Made `json:"calls"`
	Illegal int    `json:"illegal"` // calls that fit no tool, from agents that write them freely
	MS      int64  `json:"ms"`
	NotRun  string `json:"not_run,omitempty"` // why it did not happen; such a run is not recorded
}

// Repeats counts the calls that are the same as an earlier one that succeeded.
func (r Run) Repeats() int {
	n := 0
	for i, c := range r.Calls {
		if slices.ContainsFunc(r.Calls[:i], func(e Made) bool { return e.OK && e.Tool == c.Tool && bytes.Equal(e.Args, c.Args) }) {
			n++
		}
	}
	return n
}

// Options configures how tasks are measured.
type Options struct {
	// Setup names the agent in records and scores.
	Setup string
	// Records keeps finished runs, so that a measurement can continue. Nil keeps none.
	Records *eval.Records[Run]
	// Each, if not nil, is called with each run, in the order of the tasks.
	Each func(Run)
	// Jobs is how many tasks are done at the same time. Zero means one.
	Jobs int
}

// Measure gives each task to agent once, unless its run is already recorded. The error is that of agent,
// of the records, or of ctx, or a *[eval.NotRunError] if some runs did not happen; then there is no score.
func Measure(ctx context.Context, tasks []Task, agent Agent, o Options) (Score, error) {
	runs, err := Runs(ctx, tasks, func(ctx context.Context, t Task) (Run, error) { return Do(ctx, t, agent) }, o)
	if err == nil {
		_, err = ByToolset(o.Setup, tasks, runs)
	}
	if err != nil {
		return Score{Setup: o.Setup}, err
	}
	return Count(o.Setup, tasks, runs), nil
}

// Runs calls do for each task, unless its run is already recorded, and returns the runs in the order of tasks. After
// three successive runs that did not happen, it makes no more. The error is that of do, of the records, or of ctx.
func Runs(ctx context.Context, tasks []Task, do func(context.Context, Task) (Run, error), o Options) ([]Run, error) {
	came, told := make([]*Run, len(tasks)), 0 // told: the runs before it were told of
	tell := func(i int, run Run) {
		came[i] = &run
		for ; told < len(tasks) && came[told] != nil; told++ {
			if o.Each != nil {
				o.Each(*came[told])
			}
		}
	}
	runs, err := eval.Runner[Task, Run]{
		Jobs:    o.Jobs,
		Do:      func(ctx context.Context, t Task) (Run, error) { return o.run(ctx, t, do) },
		NotRun:  func(r Run) string { return r.NotRun },
		Missing: func(t Task, why string) Run { return Run{Setup: o.Setup, ID: t.ID, NotRun: why} },
		Came:    tell,
	}.Run(ctx, tasks)
	if err != nil {
		return nil, err
	}
	for i, r := range runs {
		if came[i] == nil {
			tell(i, r)
		}
	}
	return runs, nil
}

// Key identifies the run among records by its setup and its task. ok is false if the value is not a run.
func (r Run) Key() (key string, ok bool) {
	return r.Setup + "\x00" + r.ID, r.ID != "" && r.Reply.Outcome != ""
}

// run returns what is recorded of a task as it is now, judged again, or has do make the run and keeps it.
func (o Options) run(ctx context.Context, t Task, do func(context.Context, Task) (Run, error)) (Run, error) {
	if o.Records != nil {
		if run, ok := o.Records.Get(Run{Setup: o.Setup, ID: t.ID}); ok && (run.Task == "" || run.Task == t.digest()) {
			return judgedAgain(ctx, t, run)
		}
	}
	run, err := do(ctx, t)
	run.Setup = o.Setup
	if err != nil || o.Records == nil || run.NotRun != "" {
		return run, err
	}
	return run, o.Records.Keep(run)
}

// judgedAgain returns a run with the verdict of the check as it is now: its calls are made again in a fresh world.
func judgedAgain(ctx context.Context, t Task, run Run) (Run, error) {
	s, err := Open(t)
	if err != nil {
		return run, err
	}
	for _, c := range run.Calls {
		s.Call(ctx, c.Tool, c.Args)
	}
	run.Why, err = s.judge(run.Reply.Answer)
	run.Done = err == nil && run.Why == ""
	return run, err
}

// Do gives one task to agent and checks the result.
func Do(ctx context.Context, t Task, agent Agent) (Run, error) {
	s, err := Open(t)
	if err != nil {
		return Run{}, err
	}
	start := time.Now()
	reply, err := agent(ctx, t.Prompt(), s)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Run{}, err
	}
	run := Run{ID: t.ID, Task: t.digest(), Reply: reply, NotRun: reply.NotRun, MS: time.Since(start).Milliseconds()}
	run.Why, err = s.judge(reply.Answer)
	run.Done = err == nil && run.Why == ""
	s.mu.Lock()
	defer s.mu.Unlock()
	run.Calls, run.Illegal = slices.Clone(s.made), s.illegal
	return run, err
}
