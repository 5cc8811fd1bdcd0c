package tasks

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Records keep each run as a line of JSON, so that a measuring that was broken off goes on where it was.
type Records struct {
	w io.Writer

	mu    sync.Mutex // guards known and w
	known map[[2]string]Run
}

// opening is how each line begins.
const opening = `{"setup":`

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
		if bytes.HasPrefix(line, []byte(opening)) && json.Unmarshal(line, &run) == nil && run.ID != "" {
			records.known[[2]string{run.Setup, run.ID}] = run
		} else if json.Valid(line) {
			return nil, fmt.Errorf("line %d: this is no record of a run", n)
		}
	}
}

// run returns what is recorded of a task as it is now.
func (r *Records) run(setup string, t Task) (Run, bool) {
	if r == nil {
		return Run{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	run, ok := r.known[[2]string{setup, t.ID}]
	return run, ok && (run.Task == "" || run.Task == t.digest())
}

// make returns what is recorded of a task, or has do make the run and keeps it.
func (r *Records) make(ctx context.Context, setup string, t Task, do func(context.Context, Task) (Run, error)) (Run, error) {
	if run, ok := r.run(setup, t); ok {
		return run, nil
	}
	run, err := do(ctx, t)
	if err != nil {
		return run, err
	}
	run.Setup = setup
	if run.NotRun != "" {
		return run, nil
	}
	return run, r.keep(run)
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
