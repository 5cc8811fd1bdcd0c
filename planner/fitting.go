package planner

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

const (
	maxTask     = 4000 // bytes of a task that the short request has
	maxAbout    = 300  // bytes of the description of a tool there
	maxCompared = 120  // characters that say what is asked for, or given
	doubt       = 1.4  // how many times as likely as "yes" a "no" must be to count
)

// NoTool is what [Fitting] returns if no tool fits.
const NoTool = "none"

// Fitting returns [NoTool] if no tool of s fits its task. Else it returns the closest one, or "" if there is nothing to ask, or if the
// model only judges. A small model hardly ever chooses "none" from a list, but sees that two things differ once it has written
// both. q is as in Ask; its Odds, if any, are those at which a "no" counts.
func Fitting(ctx context.Context, s Situation, q Question, ask Ask) (string, error) {
	var about strings.Builder
	names := OfferNames(s.Tools)
	if len(names) == 0 || slices.Contains(names, NoTool) {
		return "", nil
	}
	q.Accept, q.Salvage, q.Final, q.Opening = nil, nil, false, true
	if s.Judges {
		q.Odds = cmp.Or(q.Odds, doubt)
		return s.judged(ctx, q, ask)
	}
	q.Odds = 0
	for _, o := range s.Tools {
		fmt.Fprintf(&about, "- %s: %s\n", o.Name, summary(o))
	}
	words := grammar.String(1, maxCompared)
	q.Schema = grammar.Object(
		grammar.Property{Name: "asks_for", Schema: words}, grammar.Property{Name: "closest_tool", Schema: grammar.Enum(names...)},
		grammar.Property{Name: "gives", Schema: words}, grammar.Property{Name: "match", Schema: grammar.Boolean()})
	q.Messages = func(Folding) ([]model.Message, error) {
		return append(fitExamples(phrases.Say("fit head"), phrases.Say("fit example tools")+"\n", phrases.Say("fit examples"), false),
			fitQuestion(about.String(), Truncate(s.Task, maxTask))), nil
	}
	reply, err := ask(ctx, q)
	if gjson.GetBytes(reply, "match").Type == gjson.False {
		return NoTool, err
	}
	return gjson.GetBytes(reply, "closest_tool").Str, err
}

// summary returns what a tool does, in a line.
func summary(o Offer) string {
	return Truncate(strings.Join(strings.Fields(o.Description), " "), maxAbout)
}

// judged asks whether one of the tools helps with the task, for one word. A small model leans to one of the words whatever it is asked,
// so a "no" counts only where it is much more likely, and where the model does not say it of a task that a tool is made for.
func (s Situation) judged(ctx context.Context, q Question, ask Ask) (string, error) {
	var about strings.Builder
	for _, o := range s.Tools {
		var names []string
		for _, p := range o.Args.Properties {
			names = append(names, p.Name)
		}
		fmt.Fprintf(&about, "- %s(%s): %s\n", o.Name, strings.Join(names, ", "), summary(o))
	}
	q.Schema = grammar.Enum("yes", "no")
	example := phrases.Say("judge example tools") + "\n"
	no := func(question model.Message) (bool, error) {
		q.Messages = func(Folding) ([]model.Message, error) {
			return append(fitExamples(phrases.Say("judge head"), example, phrases.Say("judge examples"), true), question), nil
		}
		reply, err := ask(ctx, q)
		return string(reply) == `"no"`, err
	}
	none, err := no(fitQuestion(about.String(), Truncate(s.Task, maxTask)))
	if err != nil || !none {
		return "", err
	}
	q.Odds = doubt
	leans, err := no(fitQuestion(example, phrases.Say("judge clear task")))
	if err != nil || leans {
		return "", err
	}
	return NoTool, nil
}

func fitQuestion(tools, task string) model.Message {
	return model.Message{Author: model.User, Content: phrases.Say("fit", "Tools", tools, "Task", task)}
}

// fitExamples are the head of a short request: what it is about, tools, and tasks with what was replied. Once says that the tools are
// told with the first task alone, which is read faster.
func fitExamples(head, tools, examples string, once bool) []model.Message {
	messages := []model.Message{{Author: model.System, Content: head}}
	for line := range strings.Lines(examples) {
		task, reply, _ := strings.Cut(strings.TrimSpace(line), " = ")
		question := fitQuestion(tools, task)
		if once && len(messages) > 1 {
			question.Content = phrases.Say("judge task", "Task", task)
		}
		messages = append(messages, question, model.Message{Author: model.Assistant, Content: reply})
	}
	return messages
}
