package loop

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// Require is the rule that no answer is allowed until a call of Tool has succeeded. A call that returns an
// error does not count. If the run reaches its limits first, the answer is allowed and Result.Warnings says so.
type Require struct {
	Tool string `json:"require"`
}

// Name returns "require".
func (Require) Name() string { return "require" }

// Narrow implements [Rule].
func (r Require) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	if s.Succeeded(r.Tool) == 0 {
		a.Answer = nil
	}
	return a
}

// Prerequisite is the rule that Tool cannot be called until a call of After has succeeded.
type Prerequisite struct {
	Tool  string `json:"prerequisite_of"`
	After string `json:"after"`
}

// Name returns "prerequisite".
func (Prerequisite) Name() string { return "prerequisite" }

// Narrow implements [Rule].
func (p Prerequisite) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	if s.Succeeded(p.After) > 0 {
		return a
	}
	return withoutTools{tools: []string{p.Tool}}.Narrow(s, a)
}

// Quota is the rule that Tool may be called at most Calls times. Zero means never.
type Quota struct {
	Tool  string `json:"quota_of"`
	Calls int    `json:"calls"`
}

// Name returns "quota".
func (Quota) Name() string { return "quota" }

// Narrow implements [Rule].
func (q Quota) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	if left := q.Calls - s.Called(q.Tool); left > 0 {
		a.Tools = slices.Clone(a.Tools)
		for i := range a.Tools {
			if a.Tools[i].Name == q.Tool && (a.Tools[i].Left == 0 || left < a.Tools[i].Left) {
				a.Tools[i].Left = left
			}
		}
		return a
	}
	return withoutTools{tools: []string{q.Tool}}.Narrow(s, a)
}

// Domain is the rule that an argument of a tool must be one of the values that the State allows: ids that
// were listed, files that were seen ([Shown]). If there is no allowed value, the tool cannot be called.
type Domain struct {
	Tool     string                       `json:"domain_of"`
	Argument string                       `json:"argument"` // of type string
	Values   func(planner.State) []string `json:"-"`
}

// Name returns [planner.RuleDomain].
func (Domain) Name() string { return planner.RuleDomain }

// Narrow implements [Rule].
func (d Domain) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	i := slices.IndexFunc(a.Tools, func(o planner.Offer) bool { return o.Name == d.Tool })
	if i < 0 {
		return a
	}
	values := d.Values(s)
	if len(values) == 0 {
		return withoutTools{tools: []string{d.Tool}}.Narrow(s, a)
	}
	args, some := d.narrow(a.Tools[i].Args, grammar.Enum(values...))
	if !some {
		return withoutTools{tools: []string{d.Tool}}.Narrow(s, a)
	}
	a.Tools = slices.Clone(a.Tools)
	a.Tools[i].Args = args
	return a
}

// narrow returns args with the argument among values. An earlier rule may have left alternatives: those
// that have no legal value go, and those without the argument stay as they are. It reports whether
// anything is left.
func (d Domain) narrow(args, values grammar.Schema) (_ grammar.Schema, some bool) {
	if args.AnyOf == nil {
		argument, ok := args.Property(d.Argument)
		if !ok {
			return args, true
		}
		both, some := grammar.Intersect(argument, values)
		if !some {
			return args, false
		}
		return args.With(d.Argument, both), true
	}
	var branches []grammar.Schema
	for _, branch := range args.AnyOf {
		if left, some := d.narrow(branch, values); some {
			branches = append(branches, left)
		}
	}
	if len(branches) == 0 {
		return args, false
	}
	return grammar.AnyOf(branches...), true
}

// Grounded is the rule that the answer must be one that follows from what the run has seen. Answers returns the schema of
// these answers; it is called before each decision. If there are several such rules, all of them must allow the answer.
type Grounded struct {
	Answers func(planner.State) grammar.Schema `json:"-"`
}

// Name returns "grounding".
func (Grounded) Name() string { return "grounding" }

// Narrow implements [Rule].
func (g Grounded) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	if a.Answer != nil {
		answer := g.Answers(s)
		a.Answer = &answer
	}
	return a
}

// Evidence is the rule that an answer claims to rest on results exactly when there can be some.
// Member is a member of the answer with listed values. Until a call has succeeded, in this run or
// earlier in its conversation, Member cannot be Value; after that, it cannot be Before. After calls
// of Lists alone, which show what there is and nothing of what it holds, it can be both.
type Evidence struct {
	Member string `json:"evidence"`
	Value  string `json:"value"`
	Before string `json:"before,omitempty"` // "": nothing
	Lists  string `json:"lists,omitempty"`  // a tool; "": none
}

// Name returns "evidence".
func (Evidence) Name() string { return "evidence" }

// Narrow implements [Rule].
func (e Evidence) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	gone := e.Value
	for _, d := range doneCalls(s) {
		switch {
		case d.Observation.OK && d.Call.Tool != e.Lists:
			gone = e.Before
		case d.Observation.OK && gone == e.Value:
			gone = ""
		}
	}
	if a.Answer == nil || gone == "" {
		return a
	}
	member, _ := a.Answer.Property(e.Member)
	rest, some := grammar.Exclude(member, jsonText(gone))
	if !some {
		a.Answer = nil
		return a
	}
	answer := a.Answer.With(e.Member, rest)
	a.Answer = &answer
	return a
}

func jsonText(s string) json.RawMessage {
	text, err := json.Marshal(s)
	if err != nil {
		panic("loop: BUG: a string failed to encode: " + err.Error())
	}
	return text
}
