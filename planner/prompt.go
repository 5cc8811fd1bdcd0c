package planner

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/template"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

//go:embed prompts/*.md
var promptFiles embed.FS

// A Prompt is a parsed prompt file: one text/template for each moment of a conversation. A file
// consists of blocks named by author and moment,
//
//	{{define "system head"}}…{{end}}
//
// and the moments are head (who you are and which tools there are), task, folded (the oldest steps as
// digest lines, where a conversation grew too long), observation, lessons (of earlier trials), plan (one that was adopted meanwhile),
// verdict (on what was done or answered), note (text from outside), status (the trailing line, made anew each time) and repair (asking again). A moment that the file leaves out
// makes no message. Besides the fields of the moment's data, templates can use {{json x}} and
// {{join list ", "}}.
type Prompt struct {
	form   string
	blocks map[string]*block // by moment; only looked up, never ranged over
}

type block struct {
	author string
	text   *template.Template
}

var moments = []string{"head", "task", "lessons", "plan", "folded", "observation", "verdict", "note", "status", "repair"}

// ParsePrompt reads a prompt file. form is the prompt form that a [model.Specialist] names; "" is
// prose for any model. Unknown authors and moments are errors.
func ParsePrompt(files fs.FS, name, form string) (*Prompt, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("planner: prompt: %w", err)
	}
	root, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{"json": toJSON, "join": strings.Join}).Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("planner: prompt: %w", err)
	}
	p := &Prompt{form: form, blocks: map[string]*block{}}
	for _, t := range root.Templates() {
		if t.Name() == name {
			continue
		}
		author, moment, _ := strings.Cut(t.Name(), " ")
		if !slices.Contains([]string{model.System, model.User, model.Assistant, model.Tool}, author) || !slices.Contains(moments, moment) {
			return nil, fmt.Errorf("planner: prompt %s: block %q: want an author and one of %s", name, t.Name(), strings.Join(moments, ", "))
		}
		p.blocks[moment] = &block{author: author, text: t}
	}
	return p, nil
}

// Form returns the prompt form.
func (p *Prompt) Form() string { return p.form }

// render returns the message of a moment, and whether the file has one with any text.
func (p *Prompt) render(moment string, data any) (model.Message, bool, error) {
	b, ok := p.blocks[moment]
	if !ok {
		return model.Message{}, false, nil
	}
	var out bytes.Buffer
	if err := b.text.Execute(&out, data); err != nil {
		return model.Message{}, false, fmt.Errorf("planner: prompt: %w", err)
	}
	text := bytes.TrimSpace(out.Bytes())
	return model.Message{Author: b.author, Content: string(text)}, len(text) > 0, nil
}

// What the templates see, by moment; an observation is a tools.Observation.
type (
	headData struct {
		Tools  []Offer
		Answer grammar.Schema
		Steps  int
	}
	taskData   struct{ Task string }
	foldedData struct{ Lines []string }
	noteData   struct{ Text string }
	statusData struct {
		Step, Steps int
		Closing     string
		Lost        []Removal
		Choices     []string // what may be chosen now
	}
	repairData struct{ Problem string }
)

func toJSON(v any) (string, error) {
	b, err := tools.Encode(v)
	return string(b), err
}
