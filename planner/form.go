package planner

import (
	"context"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// A Form is how a model is asked for a decision: what comes before its call or its answer. It changes only the
// question, so it works with every strategy, budget and log, and all forms give decisions of the same shape.
type Form string

// The forms of a decision.
const (
	ThoughtForm Form = "thought" // a thought, in the object of the decision; the default
	BareForm    Form = "bare"    // no thought
	DraftForm   Form = "draft"   // a request for a few sentences, then one for the decision without a thought
	// FitForm begins a task with a short request: whether one of the tools helps. If not, only the answer is allowed.
	// A model that can say how likely its words are writes one; others compare what the task asks for with what the closest tool gives.
	FitForm Form = "fit"
	// NameForm is like FitForm, but after a name only that tool is allowed.
	NameForm Form = "name"
)

// Forms lists all forms.
var Forms = []Form{ThoughtForm, BareForm, DraftForm, FitForm, NameForm}

// A Situation is what a form knows about a decision besides its question.
type Situation struct {
	Requests int     // how many are left, as in [Limits]
	Task     string  // set until the first step, and only without earlier turns; else ""
	Tools    []Offer // of the run
	Judges   bool    // the model is a [model.Judge] that can
}

const (
	openingsFrom = 3   // requests that must be left for one before the decision: the last ones are kept for answers
	maxDraft     = 400 // characters
)

// Ask returns an ask that requests decisions in the form f. It passes on all other questions unchanged.
func (f Form) Ask(s Situation, ask Ask) Ask {
	if f == "" || f == ThoughtForm {
		return ask
	}
	return func(ctx context.Context, q Question) (json.RawMessage, error) {
		d, ok := formedOf(q.Schema)
		if !ok || q.Free {
			return ask(ctx, q)
		}
		if s.Requests >= openingsFrom {
			if err := d.open(ctx, f, s, q, ask); err != nil {
				return nil, err
			}
		}
		if f == BareForm || f == DraftForm {
			d.withoutThoughts()
		}
		formed := q
		formed.Schema, formed.Messages = grammar.AnyOf(d.branches...), d.after(q.Messages)
		if q.Accept != nil {
			formed.Accept = func(reply json.RawMessage) error { return q.Accept(d.withThought(reply)) }
		}
		reply, err := ask(ctx, formed)
		if err != nil {
			return nil, err
		}
		return d.withThought(reply), nil
	}
}

// A formed is a decision on its way, in a form.
type formed struct {
	branches []grammar.Schema
	calls    [][]string      // what each branch calls
	ceiling  int             // of a thought that was left out, in characters
	draft    string          // what is said instead of it
	said     []model.Message // what was asked and said before the decision
}

// formedOf takes the schema of a decision apart. It is false for any other.
func formedOf(schema grammar.Schema) (d formed, ok bool) {
	d.branches = alternatives(schema)
	for _, b := range d.branches {
		calls := []grammar.Schema{b}
		if list, has := b.Property(CallsMember); has {
			calls = alternatives(*list.Items)
		}
		var names []string
		for _, c := range calls {
			tool, _ := c.Property("tool")
			name := ""
			if _, has := c.Property("tool_args"); !has || len(tool.Enum) != 1 || json.Unmarshal(tool.Enum[0], &name) != nil {
				return formed{}, false
			}
			names = append(names, name)
		}
		d.calls = append(d.calls, names)
	}
	return d, true
}

// alternatives returns the branches of a union, or the one schema that it is.
func alternatives(s grammar.Schema) []grammar.Schema {
	if len(s.AnyOf) == 0 {
		return []grammar.Schema{s}
	}
	return slices.Clone(s.AnyOf)
}

// only leaves the branch that calls a tool, and of a list of calls those of this tool.
func (d *formed) only(tool string) {
	i := slices.IndexFunc(d.calls, func(names []string) bool { return slices.Contains(names, tool) })
	branch := d.branches[i]
	if list, has := branch.Property(CallsMember); has {
		items := alternatives(*list.Items)[slices.Index(d.calls[i], tool)]
		list.Items = &items
		branch = branch.With(CallsMember, list)
	}
	d.branches = []grammar.Schema{branch}
}

// withoutThoughts makes the thoughts empty that are free.
func (d *formed) withoutThoughts() {
	for _, b := range d.branches {
		if thought, has := b.Property("thought"); has && thought.Enum == nil {
			d.ceiling = thought.MaxLength
		}
	}
	GiveThought(d.branches, "")
}

// open asks what comes before the decision, where there is something.
func (d *formed) open(ctx context.Context, f Form, s Situation, q Question, ask Ask) error {
	q.Accept, q.Salvage, q.Final, q.Opening = nil, nil, false, true
	switch {
	case f == DraftForm:
		return d.openWithDraft(ctx, q, ask)
	case (f == FitForm || f == NameForm) && s.Task != "":
		return d.openWithName(ctx, f, s, q, ask)
	}
	return nil
}

func (d *formed) openWithDraft(ctx context.Context, q Question, ask Ask) error {
	q.Schema = grammar.Object(grammar.Property{Name: "draft", Schema: grammar.String(1, maxDraft)})
	d.said = []model.Message{{Author: model.User, Content: phrases.Say("draft")}}
	q.Messages = d.after(q.Messages)
	reply, err := ask(ctx, q)
	if err != nil {
		return err
	}
	d.draft = gjson.GetBytes(reply, "draft").Str
	d.said = append(d.said, model.Message{Author: model.Assistant, Content: string(reply)},
		model.Message{Author: model.User, Content: phrases.Say("after draft")})
	return nil
}

// openWithName asks which tool fits, where there is an answer that can be given instead.
func (d *formed) openWithName(ctx context.Context, f Form, s Situation, q Question, ask Ask) error {
	called := func(name string) bool {
		return slices.ContainsFunc(d.calls, func(of []string) bool { return slices.Contains(of, name) })
	}
	if !called(FinalAnswer) {
		return nil
	}
	s.Tools = slices.DeleteFunc(slices.Clone(s.Tools), func(o Offer) bool { return !called(o.Name) })
	s.Judges = s.Judges && f == FitForm // the other wants a name
	name, err := Fitting(ctx, s, q, ask)
	switch {
	case err != nil || name == "":
		return err
	case name == NoTool:
		d.only(FinalAnswer)
		d.said = []model.Message{{Author: model.User, Content: phrases.Say("no tool fits")}}
	case f == NameForm:
		d.only(name)
	}
	return nil
}

// after returns messages with what was asked and said before the decision at their end.
func (d *formed) after(messages func(Folding) ([]model.Message, error)) func(Folding) ([]model.Message, error) {
	said := d.said
	if len(said) == 0 {
		return messages
	}
	return func(f Folding) ([]model.Message, error) {
		m, err := messages(f)
		return append(slices.Clip(m), said...), err
	}
}

// withThought returns the decision that reply is with the draft as its thought.
func (d *formed) withThought(reply json.RawMessage) json.RawMessage {
	own := gjson.GetBytes(reply, "thought")
	if d.draft == "" || d.ceiling == 0 || own.Raw != `""` || own.Index == 0 {
		return reply
	}
	thought := d.draft
	if utf8.RuneCountInString(thought) > d.ceiling {
		thought = string([]rune(thought)[:d.ceiling])
	}
	text, err := tools.Encode(thought)
	if err != nil {
		return reply
	}
	return slices.Concat(reply[:own.Index], text, reply[own.Index+len(own.Raw):])
}
