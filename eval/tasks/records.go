package tasks

import (
	"context"
	"io"

	"github.com/shortleash/shortleash/eval/internal/records"
)

// Records keep each run as a line of JSON, so that a measuring that was broken off goes on where it was.
type Records struct{ file *records.File[Run] }

// ReadRecords reads the records of r and appends new ones to w. A line that was torn off counts as none; an error
// names any other line that is no record.
func ReadRecords(r io.Reader, w io.Writer) (*Records, error) {
	file, err := records.Read[Run](r, w, "a run")
	return &Records{file}, err
}

// Key names the run among those of records: its setup and its task. It is false of what is no run.
func (r Run) Key() (key string, ok bool) { return r.Setup + "\x00" + r.ID, r.ID != "" }

// make returns what is recorded of a task as it is now, or has do make the run and keeps it. On nil it only does.
func (r *Records) make(ctx context.Context, setup string, t Task, do func(context.Context, Task) (Run, error)) (Run, error) {
	if r != nil {
		if run, ok := r.file.Get(Run{Setup: setup, ID: t.ID}); ok && (run.Task == "" || run.Task == t.digest()) {
			return run, nil
		}
	}
	run, err := do(ctx, t)
	if err != nil {
		return run, err
	}
	run.Setup = setup
	if r == nil || run.NotRun != "" {
		return run, nil
	}
	return run, r.file.Keep(run)
}
