package distill

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/tutor"
)

// recorded has the runs taken from logs: those of the sentences of the suite that have ended.
func (k *collecting) recorded(c *distill.Collection) error {
	k.made = map[string][]logs.Run{}
	found := 0
	for _, file := range k.from {
		for r, err := range logs.Read(file) {
			if err != nil {
				return cli.Misuse("cannot read all of %s: %s", file, cli.Problem(cli.Cause(err)))
			}
			found++
			if r.Result() != nil {
				k.made[r.Info().Task] = append(k.made[r.Info().Task], r)
			}
		}
	}
	c.Runs = 0
	var tasks []distill.Task
	taken := 0
	for _, t := range c.Tasks {
		if n := len(k.made[strings.TrimSpace(t.Text)]); n > 0 {
			tasks, taken, c.Runs = append(tasks, t), taken+n, max(c.Runs, n)
		}
	}
	if taken == 0 {
		return cli.Misuse("no run in %s is of a sentence in %s and has ended", strings.Join(k.from, ", "), filepath.Base(k.in))
	}
	if taken < found && !k.settings.Quiet {
		k.Say("%d of %s are of sentences in %s and have ended.", taken, cli.Plural(found, "run"), filepath.Base(k.in))
	}
	c.Tasks = tasks
	c.Run = func(_ context.Context, t distill.Task, n int, log io.Writer) (bool, error) {
		list := k.made[strings.TrimSpace(t.Text)]
		if n > len(list) {
			return false, distill.ErrNoRun
		}
		return k.recalled(t, list[n-1], log)
	}
	return nil
}

// recalled copies the log of a run and has the suite judge what it says.
func (k *collecting) recalled(t distill.Task, r logs.Run, log io.Writer) (bool, error) {
	text, err := r.Text()
	if err != nil {
		return false, err
	}
	if _, err := log.Write(text); err != nil {
		return false, err
	}
	tutor, err := tutor.ForRun(r.Info(), tutor.Options{})
	if err != nil {
		return false, err
	}
	report, err := tutor.ReportOf(r.Events)
	return k.solved(t, report), err
}
