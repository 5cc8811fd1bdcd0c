// Package job has one input of the tutor as a queue carries it from a coordinator to a worker, and what the worker
// makes of it.
package job

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// A Job is one input.
type Job struct {
	Input string `json:"input"`
}

// deciding are the flags that decide what a report says.
var deciding = []string{"planner", "plan-errors", "critic", "no-replan", "no-forced-replan", "role", "steps", "repeats",
	"timeout", "leash", "no-final-on-last",
	"min-confidence", "escalate", "dialect", "gloss", "spanish"}

// Fit returns what a worker must have in common with a command.
func Fit(cmd *cobra.Command, model string) (cluster.Fit, error) {
	return queue.FitOf("tutor", model, cmd.Flags(), deciding)
}

// Encode returns the job as the queue carries it.
func (j Job) Encode() json.RawMessage {
	text, err := json.Marshal(j)
	if err != nil {
		panic("job: BUG: " + err.Error())
	}
	return text
}

// Do makes the run of a job. The error says that the model cannot be had.
func Do(ctx context.Context, t *tutor.Tutor, text json.RawMessage) (answer, log []byte, err error) {
	var j Job
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, nil, fmt.Errorf("a job that cannot be read: %w", err)
	}
	var events bytes.Buffer
	r, err := t.Correct(ctx, j.Input, &events, nil)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err == nil && r.Fault != "" {
		err = errors.New(r.Problem)
	}
	if err != nil {
		return nil, nil, err
	}
	return r.JSON(), events.Bytes(), nil
}

// ReportOf returns the report that a worker has sent on an input. The error says why it is none, or why what came with it is no
// log of runs: a worker is another program, maybe of another hand.
func ReportOf(a cluster.Answer, input string) (r tutor.Report, err error) {
	switch err := json.Unmarshal(a.JSON, &r); {
	case err != nil:
		return r, errors.New("its answer is not a report")
	case r.Input != input:
		return r, errors.New("its answer is about another text")
	case r.Outcome == "":
		return r, errors.New("its answer does not say how the run ended")
	}
	for _, err := range loop.ReadLogs(bytes.NewReader(a.Log)) {
		if err != nil {
			return r, errors.New("what it sent as the log of its run is none")
		}
	}
	return r, nil
}

// Unanswered is the report on an input that is a dead letter of the queue.
func Unanswered(input, model, planner string, dead *cluster.DeadError) tutor.Report {
	return tutor.Report{Input: input, Rationale: []string{}, Edits: []tutor.Edit{}, Outcome: loop.ModelFailure,
		Model: model, Planner: planner, Problem: dead.Error()}
}

// Unusable is the report on an input to which a worker has sent what is of no use.
func Unusable(input, model, planner string, problem error) tutor.Report {
	r := Unanswered(input, model, planner, &cluster.DeadError{})
	r.Problem = "A worker has sent what is of no use: " + problem.Error() + "."
	return r
}
