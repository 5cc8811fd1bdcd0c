package loop

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/model"
)

// What can have changed since a log was written, as errors and resumed events name it.
const (
	changedTools   = "tools"
	changedRules   = "rules"
	changedModels  = "models"
	changedHooks   = "hooks"
	changedPrompts = "prompts"
	changedSchemas = "schemas"
)

// tolerated reports whether e may be missing in the log before n: a mask, of which a changed rule makes
// more or fewer. The mask that the log holds is the one that counted then.
func (r *run) tolerated(n *Event, e Event) bool {
	return r.config.AllowChanged && e.Kind == Masked && n.Kind != Masked
}

// replayingChanged reports whether the run still goes through a log that another configuration may have
// made, so that the present bounds on prompts do not count.
func (r *run) replayingChanged() bool {
	return r.config.AllowChanged && r.replay.nextButResumed() != nil
}

// acceptDrift notes what has changed between a recorded event and the one that the machine makes in its
// place, and returns the event with that as recorded, if Config.AllowChanged accepts it.
func (r *run) acceptDrift(recorded, e Event) Event {
	if recorded.Kind == Observed && e.Kind == Observed && recorded.Observation.Next != nil {
		o := *e.Observation
		o.Next = recorded.Observation.Next // earlier versions named tools that rules had closed
		e.Observation = &o
	}
	if recorded.Kind == RunStarted && e.Kind == RunStarted && !recorded.Run.ApprovePlan && e.Run.ApprovePlan {
		run := *e.Run
		run.ApprovePlan = false // earlier versions did not say so; the questions in the log do
		e.Run = &run
	}
	if !r.config.AllowChanged || recorded.Kind != e.Kind {
		return e
	}
	switch e.Kind {
	case RunStarted:
		run := *e.Run
		was := recorded.Run
		r.noteDrift(len(toolChanges(was.Tools, run.Tools)) > 0, changedTools)
		r.noteDrift(len(ruleChanges(was.Rules, run.Rules)) > 0, changedRules)
		r.noteDrift(fmt.Sprint(was.Models) != fmt.Sprint(run.Models) || rolesText(was.Roles) != rolesText(run.Roles), changedModels)
		r.noteDrift(string(was.Planner) != string(run.Planner), changedPrompts)
		r.noteDrift(!slices.Equal(was.Hooks, run.Hooks), changedHooks)
		run.Tools, run.Rules, run.Models, run.Roles, run.Planner, run.Hooks = was.Tools, was.Rules, was.Models, was.Roles, was.Planner, was.Hooks
		e.Run = &run
	case Asked:
		r.noteDrift(recorded.Ask.Messages != e.Ask.Messages, changedPrompts)
		r.noteDrift(recorded.Ask.Schema != e.Ask.Schema, changedSchemas)
		ask := *recorded.Ask
		ask.ID, ask.Role, ask.Attempt, ask.Repair = e.Ask.ID, e.Ask.Role, e.Ask.Attempt, e.Ask.Repair
		e.Ask = &ask
	case Masked:
		e.Masked = recorded.Masked
	}
	return e
}

// rolesText spells how roles are played, to compare.
func rolesText(roles map[model.Role]RoleInfo) string {
	text, err := json.Marshal(roles)
	if err != nil {
		panic("loop: BUG: roles failed to encode: " + err.Error())
	}
	return string(text)
}

// noteDrift notes that something has changed, if it has.
func (r *run) noteDrift(changed bool, what string) {
	if changed && !slices.Contains(r.drift, what) {
		r.drift = append(r.drift, what)
	}
}

// toolChanges names the tools that are not what they were: "c is gone", "d is new", "a has changed".
func toolChanges(was, is []ToolInfo) []string {
	var changes []string
	for _, old := range was {
		i := slices.IndexFunc(is, func(t ToolInfo) bool { return t.Name == old.Name })
		switch {
		case i < 0:
			changes = append(changes, old.Name+" is gone")
		case is[i] != old:
			changes = append(changes, old.Name+" has changed")
		}
	}
	for _, t := range is {
		if !slices.ContainsFunc(was, func(old ToolInfo) bool { return old.Name == t.Name }) {
			changes = append(changes, t.Name+" is new")
		}
	}
	if changes == nil && !slices.Equal(was, is) {
		changes = []string{"their order has changed"}
	}
	return changes
}

func ruleChanges(was, is []RuleInfo) []string {
	if slices.EqualFunc(was, is, func(a, b RuleInfo) bool { return a.Name == b.Name && string(a.Rule) == string(b.Rule) }) {
		return nil
	}
	return []string{"they have changed"}
}

// describeDrift says in plain words what a difference between two events means, or "".
func describeDrift(recorded, now Event, field string) string {
	switch {
	case recorded.Kind != now.Kind:
		return ""
	case now.Kind == RunStarted && strings.HasPrefix(field, "run.tools"):
		return "the tools are others: " + strings.Join(toolChanges(recorded.Run.Tools, now.Run.Tools), ", ")
	case strings.HasPrefix(field, "run.rules"):
		return "the rules are others"
	case strings.HasPrefix(field, "run.models") || strings.HasPrefix(field, "run.roles"):
		return "the models are others"
	case strings.HasPrefix(field, "run.hooks"):
		return "the hooks are others"
	case strings.HasPrefix(field, "run.planner"):
		return "what the planner knows is another"
	case strings.HasPrefix(field, "ask.messages") || strings.HasPrefix(field, "ask.prompt_bytes"):
		return "the prompts are others"
	case strings.HasPrefix(field, "ask.schema") || strings.HasPrefix(field, "ask.choices"):
		return "what the model may write is another"
	}
	return ""
}
