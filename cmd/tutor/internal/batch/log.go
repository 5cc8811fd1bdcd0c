package batch

import (
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
)

// keepRuns has a batch keep its runs in the folder for logs, unless it keeps them elsewhere or shall
// not. Where that cannot be done, the batch goes on without.
func (b *batchJob) keepRuns(d *session.Session) error {
	folder := b.LogFolder()
	if b.logPath = b.settings.Log; d.Log != nil || b.unlogged || folder == "" {
		return nil
	}
	path, err := logs.ForBatch(folder, b.out)
	if err != nil {
		return err
	}
	// What cannot be deleted now will be next time.
	if done, _ := logs.Prune(folder, b.Now().Add(-logs.Lifetime)); done.Files > 0 && !b.settings.Quiet {
		b.Say("Deleted %s that no one wrote to for 30 days.", cli.Plural(done.Files, "log"))
	}
	w, err := logs.OpenIn(path)
	switch {
	case errors.Is(err, logs.ErrHeld):
		return b.held()
	case err == nil && b.restart:
		err = w.Clear()
	}
	if err != nil {
		b.Say("tutor: the runs are not kept for tutor runs: %v", err)
		return nil
	}
	d.Log, b.logPath = w, path
	return nil
}

// keepLog adds the events of one line's runs to the log.
func (b *batchJob) keepLog(d *session.Session, events []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if d.Log == nil || len(events) == 0 {
		return nil
	}
	if _, err := d.Log.Write(events); err != nil {
		return &logError{b.logPath, err}
	}
	return nil
}

// A logError says that the log of the runs cannot be written.
type logError struct {
	path string
	err  error
}

// Error names the file and says how to do without.
func (e *logError) Error() string {
	return fmt.Sprintf(
		"cannot write the log %s: %v. The answers that were written are whole; the same command goes on, with --no-log without a log",
		e.path, cli.Cause(e.err))
}

// Unwrap returns the cause.
func (e *logError) Unwrap() error { return e.err }
