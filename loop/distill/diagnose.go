package distill

import (
	"context"
	"slices"

	"github.com/shortleash/shortleash/grammar"
)

// A Diagnosis is what the critic found in the runs of one task.
type Diagnosis struct {
	Task     string       `json:"task"`
	Analysis string       `json:"analysis"`
	Errors   []FoundError `json:"errors"`
	Problem  string       `json:"problem,omitempty"` // why no reply could be used; then there are no errors
}

func (d Diagnosis) whole() bool { return d.Task != "" && d.Errors != nil }

// A FoundError is one planning error in it.
type FoundError struct {
	Description string `json:"description"`
	Evidence    string `json:"evidence"`    // what the runs show
	HowAvoided  string `json:"how_avoided"` // by the runs that solved the task; "" in files of earlier versions
	Impact      string `json:"impact"`
	Type        string `json:"type"`
}

var diagnosisSchema = grammar.Object(
	grammar.Property{Name: "analysis", Schema: grammar.String(0, 800)},
	grammar.Property{Name: "errors", Schema: grammar.Array(grammar.Object(
		grammar.Property{Name: "description", Schema: grammar.String(10, 400)},
		grammar.Property{Name: "evidence", Schema: grammar.String(10, 400)},
		grammar.Property{Name: "how_avoided", Schema: grammar.String(10, 400)},
		grammar.Property{Name: "impact", Schema: grammar.String(10, 400)},
		grammar.Property{Name: "type", Schema: grammar.String(3, 64)}), 0, 4)})

// Diagnose asks the critic about each mixed task of the file in, and appends a line for each to out;
// tasks that are in it are not asked about again. It returns all lines of out.
func (c Critic) Diagnose(ctx context.Context, in, out string) ([]Diagnosis, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	tasks, err := read[MixedTask](in, "mixed")
	if err != nil {
		return nil, err
	}
	done, err := resume[Diagnosis](out, "diagnose")
	if err != nil {
		return nil, err
	}
	for i, d := range done {
		if !slices.ContainsFunc(tasks, func(t MixedTask) bool { return t.Task == d.Task }) {
			return nil, misuse("%s, line %d: the task %s is not in %s; name another file", out, i+1, d.Task, in)
		}
	}
	report(c.Progress, len(done), len(tasks))
	for _, t := range tasks {
		if slices.ContainsFunc(done, func(d Diagnosis) bool { return d.Task == t.Task }) {
			continue
		}
		d, err := c.diagnose(ctx, t)
		if err != nil {
			return done, err
		}
		if err := add(out, d); err != nil {
			return done, err
		}
		done = append(done, d)
		report(c.Progress, len(done), len(tasks))
	}
	return done, touch(out)
}

// diagnose asks about one task.
func (c Critic) diagnose(ctx context.Context, t MixedTask) (Diagnosis, error) {
	type shown struct {
		N     int
		OK    bool
		Lines []string
	}
	data := struct {
		Task string
		Runs []shown
	}{Task: t.Text}
	for _, r := range t.Runs {
		lines, err := digest(r.Log)
		if err != nil {
			return Diagnosis{}, err
		}
		data.Runs = append(data.Runs, shown{r.Run, r.OK, lines})
	}
	var d Diagnosis
	problem, err := c.ask(ctx, question{file: "diagnose.md", data: data, schema: diagnosisSchema}, &d)
	if problem != "" {
		d = Diagnosis{Errors: []FoundError{}, Problem: problem}
	}
	d.Task = t.Task
	return d, err
}
