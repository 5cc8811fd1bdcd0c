package tasks

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/shortleash/shortleash/eval"
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
}

// A Run is what came of one task.
type Run struct {
	Setup   string `json:"setup"` // which agent, and how
	ID      string `json:"id"`
	Done    bool   `json:"done"`
	Why     string `json:"why,omitempty"` // what was not as it must be
	Reply   Reply  `json:"reply"`
	Calls   []Made `json:"calls"`
	Illegal int    `json:"illegal"` // calls that fit no tool, of agents that write them freely
	MS      int64  `json:"ms"`
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

// A Score counts what came of a list of tasks. The sums of a cost divided by Tasks are its mean.
type Score struct {
	Setup        string     `json:"setup"`
	Tasks        int        `json:"tasks"`
	Done         eval.Share `json:"done"`
	Possible     eval.Share `json:"possible"`   // of the tasks that can be done: done
	Impossible   eval.Share `json:"impossible"` // of the others: said so, and nothing was changed
	Fails        eval.Share `json:"fails"`      // of those in which a tool fails once: done
	Unended      int        `json:"unended"`    // runs that came to no answer
	Illegal      int        `json:"illegal"`
	Failed       int        `json:"failed"`  // calls that ended in an error
	Repeats      int        `json:"repeats"` // calls that had succeeded before, made again
	Redirects    int        `json:"redirects"`
	Calls        int        `json:"calls"`
	Decisions    int        `json:"decisions"`
	Requests     int        `json:"requests"`
	PromptTokens int        `json:"prompt_tokens"`
	OutputTokens int        `json:"output_tokens"`
	MS           int64      `json:"ms"`
	Missed       []string   `json:"missed"`
}

// Options says how tasks are measured.
type Options struct {
	// Setup names the agent in records and scores.
	Setup string
	// Records keep what was done and go on from it. Nil keeps none.
	Records *Records
	// Each is told of each run, in the order of the tasks; nil for none.
	Each func(Run)
}

// Measure gives each task to agent once, unless it is recorded already, one after the other. The error is
// that of agent, of the records, or of ctx.
func Measure(ctx context.Context, tasks []Task, agent Agent, o Options) (Score, error) {
	score := Score{Setup: o.Setup}
	for _, t := range tasks {
		run, ok := o.Records.run(o.Setup, t.ID)
		if !ok {
			var err error
			if run, err = Do(ctx, t, agent); err != nil {
				return score, err
			}
			run.Setup = o.Setup
			if err := o.Records.keep(run); err != nil {
				return score, err
			}
		}
		score.add(t, run)
		if o.Each != nil {
			o.Each(run)
		}
	}
	return score, nil
}

// Do gives one task to agent and checks what it leaves.
func Do(ctx context.Context, t Task, agent Agent) (run Run, err error) {
	s, err := Open(t)
	if err != nil {
		return Run{}, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	start := time.Now()
	reply, err := agent(ctx, t.Prompt(), s)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Run{}, err
	}
	run = Run{ID: t.ID, Reply: reply, MS: time.Since(start).Milliseconds()}
	run.Why, err = s.judge(reply.Answer)
	run.Done = err == nil && run.Why == ""
	s.mu.Lock()
	defer s.mu.Unlock()
	run.Calls, run.Illegal = slices.Clone(s.made), s.illegal
	return run, err
}

func (s *Score) add(t Task, r Run) {
	s.Tasks++
	count := func(share *eval.Share) {
		share.Of++
		if r.Done {
			share.Hits++
		}
	}
	count(&s.Done)
	if t.Check.Impossible {
		count(&s.Impossible)
	} else {
		count(&s.Possible)
	}
	if t.Setup.Fails != "" {
		count(&s.Fails)
	}
	if r.Reply.Answer == nil {
		s.Unended++
	}
	if !r.Done {
		s.Missed = append(s.Missed, t.ID)
	}
	s.Illegal += r.Illegal
	s.Failed += r.failed()
	s.Repeats += r.Repeats()
	s.Redirects += r.Reply.Redirects
	s.Calls += len(r.Calls)
	s.Decisions += r.Reply.Decisions
	s.Requests += r.Reply.Requests
	s.PromptTokens += r.Reply.PromptTokens
	s.OutputTokens += r.Reply.OutputTokens
	s.MS += r.MS
}

// Compare returns what differs between two scores of the same tasks, as [eval.Compare] does.
func Compare(before, after Score) eval.Change {
	return eval.Compare(eval.Score{Missed: before.Missed}, eval.Score{Missed: after.Missed})
}

// Records keep each run as a line of JSON, so that a measuring that was broken off goes on where it was.
type Records struct {
	w io.Writer

	mu    sync.Mutex // guards known and w
	known map[[2]string]Run
}

// ReadRecords reads the records of r and appends new ones to w. The last line may be torn off, and counts
// as none; an error names any other line that is no record.
func ReadRecords(r io.Reader, w io.Writer) (*Records, error) {
	records := &Records{w: w, known: map[[2]string]Run{}}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, end := lines.ReadBytes('\n')
		if end != nil && !errors.Is(end, io.EOF) {
			return nil, end
		}
		if end != nil { // a torn line; the next one stands on its own
			if len(bytes.TrimSpace(line)) > 0 {
				_, err := w.Write([]byte("\n"))
				return records, err
			}
			return records, nil
		}
		var run Run
		if json.Unmarshal(line, &run) == nil && run.ID != "" {
			records.known[[2]string{run.Setup, run.ID}] = run
		} else if json.Valid(line) {
			return nil, fmt.Errorf("line %d: this is no record of a run", n)
		}
	}
}

func (r *Records) run(setup, id string) (Run, bool) {
	if r == nil {
		return Run{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	run, ok := r.known[[2]string{setup, id}]
	return run, ok
}

func (r *Records) keep(run Run) error {
	if r == nil {
		return nil
	}
	line, err := json.Marshal(run)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[[2]string{run.Setup, run.ID}] = run
	if _, err := r.w.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("tasks: keep a run: %w", err)
	}
	return nil
}
