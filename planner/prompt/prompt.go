package prompt

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/template"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// A Prompt is a parsed prompt file: one text/template for each block of a conversation. A block is named
// by the author of its message and by its place,
//
//	{{define "system head"}}…{{end}}
//
// and the places are
//
//	head         who the model is, and which tools there are; the same for all prompts of a role
//	task         what is asked
//	lessons      what earlier trials taught
//	plan         a guide plan that was adopted
//	folded       the oldest steps in short, where the conversation grew too long
//	observation  what a call gave
//	verdict      what a reflector said of what was done or answered
//	note         text from outside
//	status       the trailing line, made anew each time
//	repeated     by the assistant: its thought where the last call was a repeated one, which the grammar then writes; it
//	             gets no data
//	repair       what was wrong with the last reply
//
// A block that the file leaves out, or that renders to nothing, makes no message. Besides the fields of
// its data, a template can use {{json x}}, {{join list ", "}}, and {{example schema}}: an answer of that schema to
// the question what the capital of Peru is, or "" where the schema takes none; {{shape schema}}, what a document of it looks
// like, in a third of its length; {{first text}}, its first line; and what Parse was given besides. A
// Prompt is immutable.
type Prompt struct {
	form   string
	blocks map[string]block // by place; only looked up, never ranged over
}

type block struct {
	author   string
	template *template.Template
}

var (
	authors = []string{model.System, model.User, model.Assistant, model.Tool}
	places  = []string{"head", "task", "lessons", "plan", "folded", "observation", "verdict", "note", "status", repeated, "repair"}
)

// repeated is the place of the block that Parse can examine, since it gets no data.
const repeated = "repeated"

// Parse reads a prompt file. form is the prompt form that a [model.Specialist] names; "" is
// prose for any model. The templates may call the functions too, which must return the same each time: prompts are
// rendered again when a run is resumed or replayed. An error says where in the file something is wrong: an unknown author
// or place, a place that has two blocks, or a block repeated that is not the assistant's or uses data.
func Parse(files fs.FS, name, form string, functions ...template.FuncMap) (*Prompt, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("prompt: %w", err)
	}
	root := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{"json": toJSON, "join": strings.Join,
		"example": exampleAnswer, "shape": shapeOf, "first": firstLine})
	for _, own := range functions {
		root.Funcs(own)
	}
	root, err = root.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("prompt: %w", err)
	}
	p := &Prompt{form: form, blocks: map[string]block{}}
	blocks := slices.SortedFunc(slices.Values(root.Templates()),
		func(a, b *template.Template) int { return strings.Compare(a.Name(), b.Name()) })
	for _, t := range blocks {
		if t.Name() == name {
			continue
		}
		if err := p.add(t); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// add takes a block of the file.
func (p *Prompt) add(t *template.Template) error {
	author, place, _ := strings.Cut(t.Name(), " ")
	if !slices.Contains(authors, author) || !slices.Contains(places, place) {
		return fmt.Errorf("prompt: %s: block %q: want an author, one of %s, and a place, one of %s", lineOf(t), t.Name(),
			strings.Join(authors, ", "), strings.Join(places, ", "))
	}
	if other, ok := p.blocks[place]; ok {
		return fmt.Errorf("prompt: %s: block %q: there is %q for this place too", lineOf(t), t.Name(), other.template.Name())
	}
	p.blocks[place] = block{author: author, template: t}
	if place != repeated {
		return nil
	}
	if author != model.Assistant {
		return fmt.Errorf("prompt: %s: block %q: want %q: these words are what the model says", lineOf(t), t.Name(), model.Assistant+" "+repeated)
	}
	if _, _, err := p.Render(repeated, nil); err != nil {
		return fmt.Errorf("prompt: %s: block %q: it gets no data, and must be text alone: %w", lineOf(t), t.Name(), err)
	}
	return nil
}

// lineOf says where a block of a file begins, as the errors of templates do.
func lineOf(t *template.Template) string {
	at, _ := t.ErrorContext(t.Root)
	return at[:strings.LastIndexByte(at, ':')] // without the column
}

func toJSON(v any) (string, error) {
	b, err := tools.Encode(v)
	return string(b), err
}

// Form returns the prompt form.
func (p *Prompt) Form() string { return p.form }

// RoleForm returns role with the prompt form of p.
func (p *Prompt) RoleForm(role model.Role) model.RoleForm {
	return model.RoleForm{Role: role, Form: p.form}
}

// Has reports whether the file has a block.
func (p *Prompt) Has(block string) bool {
	_, ok := p.blocks[block]
	return ok
}

// Render returns the message of a block. ok reports whether the file has the block and it renders to any text.
func (p *Prompt) Render(block string, data any) (m model.Message, ok bool, err error) {
	b, ok := p.blocks[block]
	if !ok {
		return model.Message{}, false, nil
	}
	var out bytes.Buffer
	if err := b.template.Execute(&out, data); err != nil {
		return model.Message{}, false, fmt.Errorf("prompt: %w", err)
	}
	text := bytes.TrimSpace(out.Bytes())
	return model.Message{Author: b.author, Content: string(text)}, len(text) > 0, nil
}

// Repair returns the message that asks again after an invalid reply, for [planner.Question].Repair.
func (p *Prompt) Repair(invalid error) (model.Message, error) {
	m, ok, err := p.Render("repair", struct{ Problem string }{invalid.Error()})
	if err == nil && !ok {
		err = fmt.Errorf("prompt: the %q prompt has no repair block, and the reply was invalid: %w", p.form, invalid)
	}
	return m, err
}

// Messages renders a question without a conversation: the head, the task and the status line.
func (p *Prompt) Messages(cache *Cache, head, data any) ([]model.Message, error) {
	c := NewConversation(p, cache)
	c.Add("head", head)
	c.Add("task", data)
	c.Add("status", data)
	return c.Messages()
}
