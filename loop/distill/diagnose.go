package distill

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner/planerrors"
)

//go:embed prompts/*.md
var promptFiles embed.FS

// A Diagnosis is what the critic found in the runs of one task.
type Diagnosis struct {
	Task     string       `json:"task"`
	Analysis string       `json:"analysis"`
	Errors   []FoundError `json:"errors"`
}

// A FoundError is one planning error in it.
type FoundError struct {
	Description string `json:"description"`
	Evidence    string `json:"evidence"` // what the runs show
	Impact      string `json:"impact"`
	Type        string `json:"type"`
}

var diagnosisSchema = grammar.Object(
	grammar.Property{Name: "analysis", Schema: grammar.String(0, 800)},
	grammar.Property{Name: "errors", Schema: grammar.Array(grammar.Object(
		grammar.Property{Name: "description", Schema: grammar.String(10, 400)},
		grammar.Property{Name: "evidence", Schema: grammar.String(10, 400)},
		grammar.Property{Name: "impact", Schema: grammar.String(10, 400)},
		grammar.Property{Name: "type", Schema: grammar.String(3, 64)}), 0, 4)})

// Diagnose asks the critic m about each mixed task of the file in, and appends a line for each to out.
func Diagnose(ctx context.Context, m model.Model, in, out string) error {
	tasks, err := read[MixedTask](in)
	if err != nil {
		return err
	}
	done, err := read[Diagnosis](out)
	if err != nil {
		return err
	}
	for _, t := range tasks[min(len(done), len(tasks)):] {
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
				return err
			}
			data.Runs = append(data.Runs, shown{r.Run, r.OK, lines})
		}
		d := Diagnosis{Task: t.Task}
		if err := ask(ctx, m, "diagnose.md", data, diagnosisSchema, &d, nil); err != nil {
			return fmt.Errorf("distill: %s: %w", t.Task, err)
		}
		d.Task = t.Task
		if err := add(out, d); err != nil {
			return err
		}
	}
	return nil
}

// repairs is how often an invalid reply is asked for again.
const repairs = 1

// ask puts one question to the critic and reads the reply into into. check may refuse what fits the
// grammar; the model is told why and asked once more.
func ask(ctx context.Context, m model.Model, file string, data any, schema grammar.Schema, into any, check func() error) error {
	text, err := render(file, data)
	if err != nil {
		return err
	}
	g, err := grammar.Compile(schema.JSON(), grammar.Options{})
	if err != nil {
		return err
	}
	messages := []model.Message{{Author: model.User, Content: text}}
	for n := 0; ; n++ {
		reply, err := model.Collect(model.Guard(m).Generate(ctx, model.Request{Role: model.Critic, Messages: messages, Grammar: g, MaxTokens: 2048}))
		if err == nil {
			if err = json.Unmarshal([]byte(reply.Text), into); err == nil && check != nil {
				err = check()
			}
		}
		if err == nil || n == repairs || ctx.Err() != nil {
			return err
		}
		messages = append(messages[:1:1], model.Message{Author: model.User, Content: "That reply could not be used: " + err.Error() + ". Write the one JSON object again."})
	}
}

func render(file string, data any) (string, error) {
	t, err := template.New(file).Option("missingkey=error").ParseFS(promptFiles, "prompts/"+file)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = t.Execute(&out, data)
	return strings.TrimSpace(out.String()), err
}

// named returns the entry with a type, or nil.
func named(entries []planerrors.Error, kind string) *planerrors.Error {
	for i := range entries {
		if entries[i].Type == kind {
			return &entries[i]
		}
	}
	return nil
}
