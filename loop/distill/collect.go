package distill

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
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

// Collection says what Collect runs.
type Collection struct {
	Tasks []Task
	// Runs is how often each task is run. 0 takes 3.
	Runs int
	// Evaluation are the ids of tasks that results are reported on; one of them among Tasks is refused.
	Evaluation []string
	// Loop returns the loop of one run, for instance with another seed. Required.
	Loop func(run int) (*loop.Loop, error)
	// Judge says whether a run solved its task. Required.
	Judge func(Task, loop.Result) bool
	// Logs is the folder of the logs. Required.
	Logs string
}

// Collect runs tasks and appends a line for each run to the file out.
func Collect(ctx context.Context, c Collection, out string) error {
	for _, t := range c.Tasks {
		if slices.Contains(c.Evaluation, t.ID) {
			return fmt.Errorf("distill: the task %s is in the evaluation list; what is learned from it could not be measured", t.ID)
		}
	}
	done, err := read[Run](out)
	if err != nil {
		return err
	}
	if c.Runs == 0 {
		c.Runs = 3
	}
	for _, t := range c.Tasks {
		for n := 1; n <= c.Runs; n++ {
			if slices.ContainsFunc(done, func(r Run) bool { return r.Task == t.ID && r.Run == n }) {
				continue
			}
			if err := c.run(ctx, t, n, out); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c Collection) run(ctx context.Context, t Task, n int, out string) error {
	l, err := c.Loop(n)
	if err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	var log bytes.Buffer
	result, err := l.Run(ctx, t.Text, &log)
	if err != nil {
		return fmt.Errorf("distill: %s: %w", t.ID, err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	path := filepath.Join(c.Logs, fmt.Sprintf("%s-%d.ndjson", strings.ReplaceAll(t.ID, string(filepath.Separator), "_"), n))
	if err := os.WriteFile(path, log.Bytes(), 0o644); err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	return add(out, Run{Task: t.ID, Text: t.Text, Run: n, OK: c.Judge(t, result), Log: path})
}

// A MixedTask is a task with its runs, some right and some wrong.
type MixedTask struct {
	Task string `json:"task"`
	Text string `json:"text"`
	Runs []Run  `json:"runs"`
}

// Mixed writes the tasks of the file in that have a success and a failure to the file out, and says how
// many it kept and dropped.
func Mixed(in, out string) (kept, dropped int, err error) {
	runs, err := read[Run](in)
	if err != nil {
		return 0, 0, err
	}
	var tasks []MixedTask
	for _, r := range runs {
		i := slices.IndexFunc(tasks, func(t MixedTask) bool { return t.Task == r.Task })
		if i < 0 {
			i, tasks = len(tasks), append(tasks, MixedTask{Task: r.Task, Text: r.Text})
		}
		tasks[i].Runs = append(tasks[i].Runs, r)
	}
	var lines []any
	for _, t := range tasks {
		right := slices.ContainsFunc(t.Runs, func(r Run) bool { return r.OK })
		wrong := slices.ContainsFunc(t.Runs, func(r Run) bool { return !r.OK })
		if right && wrong {
			lines = append(lines, t)
		}
	}
	return len(lines), len(tasks) - len(lines), write(out, lines...)
}

// digest shows the run in the log at path: its plans, then a line for each call, then how it ended.
func digest(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("distill: %w", err)
	}
	defer f.Close() // only read
	events, _, err := loop.ReadLog(f)
	if err != nil {
		return nil, fmt.Errorf("distill: %s: %w", path, err)
	}
	var lines []string
	for _, e := range events {
		if e.Plan != nil && !e.Plan.Unchanged {
			for _, s := range e.Plan.Plan.Steps {
				lines = append(lines, fmt.Sprintf("plan %d: %s %s (%s)", e.Plan.Plan.Revision, s.ID, s.Description, s.Status))
			}
		}
		if e.Result != nil {
			for _, s := range e.Result.Steps {
				lines = append(lines, planner.Digest(s)...)
			}
			lines = append(lines, fmt.Sprintf("ended %s/%s %s", e.Result.Outcome, e.Result.Reason, e.Result.Answer))
		}
	}
	return lines, nil
}
