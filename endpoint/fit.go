package endpoint

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A small model that must write a decision hardly ever decides that no tool fits. There are three signs of it: an argument that is
// invented, a short prompt in which the model finds that no tool fits, and a reply in words, if it is asked freely, with the tools in its
// server's own template. Each alone declines calls that are due; two of them hardly ever do.

// askFit asks which tool fits the task. If none does, the model is asked freely: words are the reply. If it calls a tool, the decision
// goes on, unless an argument was invented; otherwise only an answer is left, and tools are declined.
func (x *exchange) askFit(ctx context.Context, a planner.Allowed, invented bool) (replied, declined bool, err error) {
	x.fitAsked = true
	s := planner.Situation{Tools: a.Tools, Task: stateOf(x.q.Turns).Task}
	name, err := planner.Fitting(ctx, s, planner.Question{}, x.answered)
	if err != nil || name != planner.NoTool {
		return false, false, err
	}
	x.noneFits = true
	caller, ok := x.model.(model.ToolCaller)
	if ok && x.isText() && !slices.ContainsFunc(x.q.Turns, turn.isStep) && caller.CallsTools(ctx) {
		replied, called, err := x.askFreely(ctx, a.Tools)
		if replied || err != nil || called && !invented {
			return replied, false, err
		}
	}
	return false, true, nil
}

// A draft is a free reply on its way.
type draft struct {
	tools  []model.Function
	text   string
	passed int  // bytes of text that cannot be of a call
	names  bool // it names a tool that is offered, as a call does
}

var (
	calledName = regexp.MustCompile(`"(?:name|function)"\s*:\s*"([^"]*)"`)
	callSign   = regexp.MustCompile(`<tool_call>|"(?:arguments|parameters)"\s*:`) // perhaps of a tool that there is not
)

// askFreely asks without a grammar. It reports whether the draft is the reply, which is passed on as it is written, or else whether it
// calls one of the tools.
func (x *exchange) askFreely(ctx context.Context, offers []planner.Offer) (replied, called bool, err error) {
	d := &draft{}
	for _, o := range offers {
		d.tools = append(d.tools, model.Function{Name: o.Name, Description: o.Description, Parameters: x.tool(o.Name).Schema})
	}
	var messages []model.Message
	for _, t := range x.q.Turns {
		messages = append(messages, model.Message{Author: t.Author, Content: t.Text})
	}
	x.draft = d
	err = x.generate(ctx, nil, messages, false)
	x.draft = nil
	switch {
	case err != nil || x.stop.at != "":
		return true, false, err
	case d.names:
		called = true
	case strings.TrimSpace(d.text) != "" && !callSign.MatchString(d.text):
		x.say(d.text[d.passed:])
		x.deliver(reading{})
		return true, false, nil
	}
	x.words, x.said = x.reply.Text, 0 // words before a call stay, whatever becomes of the decision
	return false, called, nil
}

// add takes more text and returns what of it cannot be of a call.
func (d *draft) add(text string) (words string) {
	if d.text == "" {
		text = strings.TrimLeft(text, " \t\r\n")
	}
	if d.passed == len(d.text) {
		words = text
		if begin := strings.IndexAny(text, "{<`["); begin >= 0 {
			words = text[:begin]
		}
		d.passed += len(words)
	}
	d.text += text
	if held := d.text[d.passed:]; strings.Contains(held, `"`) {
		for _, m := range calledName.FindAllStringSubmatch(held, -1) {
			d.names = d.names || slices.ContainsFunc(d.tools, func(t model.Function) bool { return t.Name == m[1] })
		}
	}
	return words
}
