package distill

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
)

// A Task is something to run, with a name of its own.
type Task struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// A Run is one run of a task. Log is the path of its events.
type Run struct {
	Task string `json:"task"`
	Text string `json:"text"`
	Run  int    `json:"run"` // from 1
	OK   bool   `json:"ok"`
	Log  string `json:"log"`
}

func (r Run) whole() bool { return r.Task != "" && r.Run > 0 && r.Log != "" }

// ErrNoRun is what Collection.Run returns of a run that does not exist. It is left out.
var ErrNoRun = errors.New("distill: there is no such run")

// A Collection says what Collect runs.
type Collection struct {
	Tasks []Task
	// Runs is how often each task is run. 0 takes 3.
	Runs int
	// Evaluation are the ids of tasks that results are reported on; one of them among Tasks is refused.
	Evaluation []string
	// Run does run n of a task, from 1, for instance each with another seed, writes its events to log, and
	// says whether the task is solved: the word of the caller's judge, never the model's. Its error ends
	// the collecting and keeps nothing of this run. Required.
	Run func(ctx context.Context, t Task, n int, log io.Writer) (ok bool, err error)
	// Logs is the folder of the logs; it is made if it is not there. No log in it is written over. Required.
	Logs string
	// Progress is told how many runs of all there are, at the start and after each; nil for none.
	Progress func(done, total int)
}

// Collect runs tasks and appends a line for each run to the file out; runs that are in it are not made
// again. It returns all lines of out.
func Collect(ctx context.Context, c Collection, out string) ([]Run, error) {
	if c.Runs == 0 {
		c.Runs = 3
	}
	done, err := resume[Run](out, "collect")
	if err != nil {
		return nil, err
	}
	if err := c.check(done, out); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Logs, 0o700); err != nil {
		return nil, fmt.Errorf("distill: %w", err)
	}
	missing := c.missing(done)
	total := len(c.Tasks) * c.Runs
	report(c.Progress, total-len(missing), total)
	for i, m := range missing {
		r, err := c.run(ctx, m.Task, m.n)
		if err == nil {
			if err = add(out, r); err == nil {
				done = append(done, r)
			}
		}
		if err != nil && !errors.Is(err, ErrNoRun) {
			return done, err
		}
		report(c.Progress, total-len(missing)+i+1, total)
	}
	return done, touch(out)
}

func report(progress func(done, total int), done, total int) {
	if progress != nil {
		progress(done, total)
	}
}

// A missing run is one that is to be made.
type missing struct {
	Task
	n int
}

// missing lists the runs that are not done, in order.
func (c Collection) missing(done []Run) (list []missing) {
	for _, t := range c.Tasks {
		for n := 1; n <= c.Runs; n++ {
			if !slices.ContainsFunc(done, func(r Run) bool { return r.Task == t.ID && r.Run == n }) {
				list = append(list, missing{t, n})
			}
		}
	}
	return list
}

// check reports what does not fit together, also with the runs that are there.
func (c Collection) check(done []Run, out string) error {
	if c.Runs < 0 {
		return misuse("Runs is %d, want at least one, or 0 for 3", c.Runs)
	}
	if c.Run == nil || c.Logs == "" {
		return misuse("Run and Logs are required")
	}
	for i, t := range c.Tasks {
		switch {
		case t.ID == "":
			return misuse("task %d has no id", i+1)
		case slices.ContainsFunc(c.Tasks[:i], func(o Task) bool { return o.ID == t.ID }):
			return misuse("the task %s is there twice", t.ID)
		case slices.Contains(c.Evaluation, t.ID):
			return misuse("the task %s is in the evaluation list; what is learned from it could not be measured", t.ID)
		case slices.ContainsFunc(done, func(r Run) bool { return r.Task == t.ID && r.Text != t.Text }):
			return misuse("%s has runs of another task that is called %s too; name another file", out, t.ID)
		}
	}
	return nil
}

// run does run n of a task and keeps its log.
func (c Collection) run(ctx context.Context, t Task, n int) (Run, error) {
	var log bytes.Buffer
	ok, err := c.Run(ctx, t, n, &log)
	if err == nil {
		err = ctx.Err() // what was cancelled is not a failure of the plan
	}
	if err != nil {
		return Run{}, err
	}
	path, err := c.keep(t, n, log.Bytes())
	return Run{Task: t.ID, Text: t.Text, Run: n, OK: ok, Log: path}, err
}

// keep writes a log to a file of its own. One that is there already may be another collection's.
func (c Collection) keep(t Task, n int, log []byte) (string, error) {
	name := fmt.Sprintf("%s-%d", url.PathEscape(t.ID), n) // as a file name, different for different ids
	for again := 0; ; again++ {
		path := filepath.Join(c.Logs, name+".ndjson")
		if again > 0 {
			path = filepath.Join(c.Logs, fmt.Sprintf("%s.%d.ndjson", name, again))
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			_, err = f.Write(log)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return "", fmt.Errorf("distill: %w", err)
		}
		return path, nil
	}
}
