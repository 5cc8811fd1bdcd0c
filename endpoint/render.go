package endpoint

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
)

//go:embed prompt.md
var promptFile embed.FS

// words are what a model reads besides the conversation.
var words = sync.OnceValue(func() *prompt.Prompt {
	p, err := prompt.Parse(promptFile, "prompt.md", "")
	if err != nil {
		panic("endpoint: BUG: " + err.Error()) // embedded
	}
	return p
})

// head is what the head of the prompt says. It is the same for all requests of a conversation.
type head struct {
	System                    string
	Decide, Thought, Parallel bool
	Tools                     []planner.Offer
	Answer                    *grammar.Schema
}

// head renders the head of the prompt, or finds it by all that it depends on.
func (d *decision) head(system string) (text string, err error) {
	key := fmt.Appendf(nil, "%t %t %t %t %d:%s %s", d.plain, d.thought > 0, d.q.Parallel, d.q.AnyJSON, len(system), system, d.q.Answer)
	for _, t := range d.tools {
		key = fmt.Appendf(key, "%q %d:%s %d:%s", t.wire, len(t.Description), t.Description, len(t.Schema), t.Schema)
	}
	return d.kept.heads.get(key, func() (string, error) {
		offers := slices.Clone(d.all)
		for i, o := range offers {
			offers[i].Args = o.Args.Sparse()
		}
		form := d.form.Sparse()
		h := head{System: system, Decide: !d.plain, Thought: d.thought > 0, Parallel: d.q.Parallel, Tools: offers, Answer: &form}
		if d.plain && d.isText() {
			h.Answer = nil
		}
		m, _, err := words().Render("head", h)
		return m.Content, err
	})
}

// messages renders the conversation. From one request of a conversation to the next it grows at its end alone, but for a
// last line about what may be chosen.
func (d *decision) messages() (messages []model.Message, err error) {
	turns := d.q.Turns
	var system []string
	for len(turns) > 0 && turns[0].Author == model.System {
		system, turns = append(system, turns[0].Text), turns[1:]
	}
	if text, err := d.head(strings.Join(system, "\n\n")); err != nil {
		return nil, err
	} else if text != "" {
		messages = append(messages, model.Message{Author: model.System, Content: text})
	}
	for i, t := range turns {
		m, err := d.message(t, turns[:i])
		if err != nil {
			return nil, err
		}
		messages = append(messages, m)
	}
	if status := d.status(); status != nil {
		m, _, err := words().Render("status", status)
		if err != nil {
			return nil, err
		}
		messages = append(messages, m)
	}
	if len(messages) == 0 {
		return nil, invalid("messages", "there is no message; at least one is needed")
	}
	return messages, nil
}

// status is what the last line of the prompt says, where not everything may be chosen.
func (d *decision) status() any {
	if d.plain || len(d.allowed.Tools) == len(d.all) && d.allowed.Answer != nil {
		return nil
	}
	return struct {
		Forced  bool
		Choices []string
	}{d.forced != "", d.allowed.Choices()}
}

// message renders one turn.
func (d *decision) message(t turn, before []turn) (m model.Message, err error) {
	switch {
	case d.plain || t.Author == model.System || t.Author == model.User:
		return model.Message{Author: t.Author, Content: t.Text}, nil
	case t.Author == model.Tool:
		m, _, err = words().Render("observation", struct {
			Failed bool
			Of     string
			Output json.RawMessage
		}{t.failed(), severalTools(t.Of, before), t.output()})
		return m, err
	}
	text, err := tools.Encode(d.wire(t))
	return model.Message{Author: model.Assistant, Content: string(text)}, err
}

// severalTools returns the tool that a result is of, where its call was not the only one of its turn.
func severalTools(id string, before []turn) string {
	for _, t := range slices.Backward(before) {
		for _, c := range t.Calls {
			if c.ID == id && len(t.Calls) > 1 {
				return c.Tool
			}
		}
	}
	return ""
}

// A wire is a turn of the assistant as it would have written it.
type wire struct {
	Thought *string       `json:"thought,omitempty"`
	Calls   []prompt.Wire `json:"tool_calls,omitempty"`
	Tool    string        `json:"tool,omitempty"`
	Args    any           `json:"tool_args,omitempty"`
}

func (d *decision) wire(t turn) (w wire) {
	if d.thought > 0 {
		w.Thought = new(string)
	}
	if len(t.Calls) == 0 {
		w.Tool, w.Args = planner.FinalAnswer, json.RawMessage(t.Text)
		if d.wrapped && json.Valid([]byte(t.Text)) {
			w.Args = map[string]json.RawMessage{"answer": json.RawMessage(t.Text)}
		} else if d.isText() || !json.Valid([]byte(t.Text)) || !gjson.Parse(t.Text).IsObject() {
			w.Args = map[string]string{"text": t.Text}
		}
		return w
	}
	if d.thought > 0 {
		*w.Thought = firstRunes(cmp.Or(t.Text, d.kept.thought(t.Calls[0].ID)), d.thought)
	}
	for _, c := range t.Calls {
		call := c.asked()
		if known := d.tool(c.Tool); known != nil {
			call.Args = known.closed.Schema.Thin(known.closed.Schema.Fill(call.Args))
		}
		w.Calls = append(w.Calls, prompt.Wire{Tool: call.Tool, Args: call.Args})
	}
	return w
}

// firstRunes returns the first n characters of text.
func firstRunes(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n])
}
