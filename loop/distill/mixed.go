package distill

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/prompt"
)

// A MixedTask is a task with its runs, some right and some wrong.
type MixedTask struct {
	Task string `json:"task"`
	Text string `json:"text"`
	Runs []Run  `json:"runs"`
}

func (t MixedTask) whole() bool {
	return t.Task != "" && len(t.Runs) > 1 && !slices.ContainsFunc(t.Runs, func(r Run) bool { return !r.whole() })
}

// Mixed writes the tasks of the file in that have a success and a failure to the file out, and says how
// many it kept and dropped. What it wrote there earlier is replaced.
func Mixed(in, out string) (kept, dropped int, err error) {
	runs, err := read[Run](in, "collect")
	if err != nil {
		return 0, 0, err
	}
	if _, err := resume[MixedTask](out, "mixed"); err != nil {
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
	var text bytes.Buffer
	for _, t := range tasks {
		right := slices.ContainsFunc(t.Runs, func(r Run) bool { return r.OK })
		wrong := slices.ContainsFunc(t.Runs, func(r Run) bool { return !r.OK })
		if !right || !wrong {
			dropped++
			continue
		}
		kept++
		if err := json.NewEncoder(&text).Encode(t); err != nil {
			return 0, 0, fmt.Errorf("distill: %w", err)
		}
	}
	return kept, dropped, replace(out, text.Bytes())
}

// digest shows the runs in the log at path: the plans of each, then a line for each call, then how it
// ended.
func digest(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("distill: %w", err)
	}
	defer f.Close() // only read
	var lines []string
	for run, err := range loop.ReadLogs(f) {
		if err != nil {
			return nil, misuse("%s: %w", path, err)
		}
		if len(lines) > 0 { // a task may take several runs
			lines = append(lines, "then: "+run.Events[0].Run.Task)
		}
		for _, e := range run.Events {
			lines = append(lines, told(e)...)
		}
	}
	return lines, nil
}

// oneLine is what a model wrote, as a part of a line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// told returns the lines about an event.
func told(e loop.Event) (lines []string) {
	if e.Plan != nil && !e.Plan.Unchanged {
		for _, s := range e.Plan.Plan.Steps {
			lines = append(lines, fmt.Sprintf("plan %d: %s %s (%s)", e.Plan.Plan.Revision, s.ID, oneLine(s.Description), s.Status))
		}
	}
	if e.Result != nil {
		for _, s := range e.Result.Steps {
			lines = append(lines, prompt.Summarize(s)...)
		}
		lines = append(lines, fmt.Sprintf("ended %s/%s %s", e.Result.Outcome, e.Result.Reason, e.Result.Answer))
	}
	return lines
}
