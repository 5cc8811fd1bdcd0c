package tasks

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/planner"
)

// An Agent does one task with the tools of s, and answers. An error ends the measuring; a run that came to
// no answer is none.
type Agent func(ctx context.Context, prompt string, s *Session) (Reply, error)

// A Reply is how an agent ended, and what it cost.
type Reply struct {
	Answer       *string `json:"answer"`  // nil: the run came to no answer
	Outcome      string  `json:"outcome"` // how the run ended, in the agent's own word
	Reason       string  `json:"reason,omitempty"`
	Decisions    int     `json:"decisions"`
	Requests     int     `json:"requests"` // repairs and retries included
	Redirects    int     `json:"redirects,omitempty"`
	PromptTokens int     `json:"prompt_tokens"` // read, cached or not
	OutputTokens int     `json:"output_tokens"`
	// Plans counts what a critic made of the plans of the run.
	Plans planner.Reflection `json:"plans,omitzero"`
	// Values counts those of the answer, and those that stand in the task or in what calls gave.
	Values eval.Share `json:"values,omitzero"`
	// NotRun says why the run did not happen, as where the server of its model is dead: nothing else of it is
	// looked at then. "" says that it did.
	NotRun string `json:"-"`
}

// A Run is what came of one task.
type Run struct {
	Setup   string `json:"setup"` // which agent, and how
	ID      string `json:"id"`
	Task    string `json:"task,omitempty"` // a digest of the task, by which a record of another task with this id is told apart
	Done    bool   `json:"done"`
	Why     string `json:"why,omitempty"` // what was not as it must be
	Reply   Reply  `json:"reply"`
	Calls   []Made `json:"calls"`
	Illegal int    `json:"illegal"` // calls that fit no tool, of agents that write them freely
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

// failed counts the calls that ended in an error.
func (r Run) failed() int {
	n := 0
	for _, c := range r.Calls {
		if !c.OK {
			n++
		}
	}
	return n
}

// Options says how tasks are measured.
type Options struct {
	// Setup names the agent in records and scores.
	Setup string
	// Records keep what was done and go on from it. Nil keeps none.
	Records *Records
	// Each is told of each run, in the order of the tasks; nil for none.
	Each func(Run)
	// Jobs is how many tasks are done at once. Zero means one.
	Jobs int
}

// Measure gives each task to agent once, unless it is recorded already. The error is that of agent, of the
// records, or of ctx, or a *[eval.NotRunError] where some runs did not happen: there is no score then.
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

// Runs has do make the run of each task, unless it is recorded already, and returns the runs in the order of tasks.
// After three in a row that did not happen no more are made. The error is that of do, of the records, or of ctx.
func Runs(ctx context.Context, tasks []Task, do func(context.Context, Task) (Run, error), o Options) ([]Run, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	runs := make([]Run, len(tasks))
	var mu sync.Mutex // guards what follows
	var present eval.Attendance
	next, given := 0, false                    // given: the model was given up, and tasks from next on are not begun
	there, told := make([]bool, len(tasks)), 0 // told: the runs before it were told of
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == len(tasks) || given || ctx.Err() != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	came := func(i int, run Run) {
		mu.Lock()
		defer mu.Unlock()
		given = present.Gone(run.NotRun) || given
		runs[i], there[i] = run, true
		for ; told < len(tasks) && there[told]; told++ {
			if o.Each != nil {
				o.Each(runs[told])
			}
		}
	}
	var all sync.WaitGroup
	for range max(1, o.Jobs) {
		all.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				run, err := o.Records.make(ctx, o.Setup, tasks[i], do)
				if err != nil {
					cancel(err)
					return
				}
				came(i, run)
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for i := next; i < len(tasks); i++ {
		came(i, Run{Setup: o.Setup, ID: tasks[i].ID, NotRun: present.Why()})
	}
	return runs, nil
}

// Do gives one task to agent and checks what it leaves.
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
