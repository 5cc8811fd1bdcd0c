package distill

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

//go:embed prompts/*.md
var promptFiles embed.FS

// A Critic asks a model what runs show. A reply that cannot be used, after it was asked for once more,
// costs its task and not the stage; a model that cannot be had ends the stage, which goes on later.
type Critic struct {
	// Model is asked. Required. One that was made for other roles is refused.
	Model model.Model
	// Wait is how long one reply may take. 0 takes 5 minutes.
	Wait time.Duration
	// Progress is told how many questions of all are settled, at the start and after each; nil for none.
	Progress func(done, total int)
}

// check refuses a model that was not made for this.
func (c Critic) check() error {
	if c.Model == nil {
		return misuse("a model is required")
	}
	if s, ok := c.Model.(model.Specialist); ok && !slices.Contains(s.Roles(), model.RoleForm{Role: model.Critic}) {
		return misuse("%s cannot compare runs, it was made for other roles; take a model that follows instructions, such as one of a server",
			c.Model.Name())
	}
	return nil
}

// A question is what the critic is asked.
type question struct {
	file   string // of the prompt
	data   any
	schema grammar.Schema
	check  func() error // may refuse what fits the grammar; nil accepts all
}

// repairs is how often a reply that cannot be used is asked for again.
const repairs = 1

// ask puts one question to the model and reads the reply into into. problem says why no reply could be
// used; err, why there was none.
func (c Critic) ask(ctx context.Context, q question, into any) (problem string, err error) {
	text, err := render(q.file, q.data)
	if err != nil {
		return "", err
	}
	g, err := grammar.Compile(ctx, q.schema.JSON(), grammar.Options{})
	if err != nil {
		return "", err
	}
	messages := []model.Message{{Author: model.User, Content: text}}
	for n := 0; ; n++ {
		bad := c.reply(ctx, model.Request{Role: model.Critic, Messages: messages, Grammar: g, MaxTokens: 2048}, into)
		if bad == nil && q.check != nil {
			bad = q.check()
		}
		switch {
		case bad == nil:
			return "", nil
		case ctx.Err() != nil:
			return "", ctx.Err()
		case absent(bad):
			return "", bad
		case n == repairs:
			return bad.Error(), nil
		}
		again, err := render("repair.md", bad.Error())
		if err != nil {
			return "", err
		}
		messages = append(messages[:1:1], model.Message{Author: model.User, Content: again})
	}
}

// reply reads one reply into into.
func (c Critic) reply(ctx context.Context, r model.Request, into any) error {
	wait := c.Wait
	if wait == 0 {
		wait = 5 * time.Minute
	}
	bounded, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	reply, err := model.Collect(model.Guard(c.Model).Generate(bounded, r))
	switch {
	case err != nil && bounded.Err() != nil: // however the model says so
		return fmt.Errorf("no whole reply came within %v", wait)
	case err != nil:
		return err
	}
	return json.Unmarshal([]byte(reply.Text), into)
}

// absent reports whether an error says that the model cannot be had, and not that it had nothing
// usable to say about this: a fault that wraps a violation is about the reply.
func absent(err error) bool {
	f, fault := errors.AsType[*model.Fault](err)
	_, invalid := errors.AsType[*grammar.Violation](err)
	return fault && !invalid && f.Kind != model.Overflow && f.Kind != model.Cut
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
