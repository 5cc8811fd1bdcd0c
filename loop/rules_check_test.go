package loop_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// open is a rule that takes nothing away, and says of a loop what err says.
type open struct{ err error }

func (open) Name() string { return "open" }
func (open) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	return a
}
func (o open) Check([]planner.Offer, grammar.Schema) error { return o.err }

func TestARuleThatDoesNotFitIsMisuse(t *testing.T) {
	values := func(planner.State) []string { return []string{"1"} }
	for name, row := range map[string]struct {
		rule loop.Rule
		says string // "": the rule fits
	}{
		"a tool that is there": {loop.Require{Tool: "a"}, ""},
		"require, no such tool": {loop.Require{Tool: "convrt"},
			`the rule require: there is no tool "convrt"; there are: a, b, c, d, e, g, p, x, y, z`},
		"prerequisite, no such tool":           {loop.Prerequisite{Tool: "q", After: "a"}, `there is no tool "q"`},
		"prerequisite, no such tool before it": {loop.Prerequisite{Tool: "a", After: "q"}, `there is no tool "q"`},
		"quota, no such tool":                  {loop.Quota{Tool: "q", Calls: 1}, `there is no tool "q"`},
		"quota, a negative number":             {loop.Quota{Tool: "a", Calls: -1}, "Calls is -1"},
		"domain, no such tool":                 {loop.Domain{Tool: "q", Argument: "n", Values: values}, `there is no tool "q"`},
		"domain, no such argument": {loop.Domain{Tool: "a", Argument: "number", Values: values},
			`a has no argument "number"; it has: n`},
		"domain, an argument that is not a string": {loop.Domain{Tool: "a", Argument: "n", Values: values},
			"the argument n of a is not a string"},
		"domain without its function":              {loop.Domain{Tool: "a", Argument: "n"}, "Values is nil"},
		"grounded without its function":            {loop.Grounded{}, "Answers is nil"},
		"no rule at all":                           {nil, "a rule is nil"},
		"a rule of the caller's that fits":         {open{}, ""},
		"a rule of the caller's that fits nothing": {open{errors.New("not here")}, "the rule open: not here"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := loop.New(strategy.ReAct{}, fake.Script(`{}`), lettered(t), loop.Config{Rules: []loop.Rule{row.rule}})
			if row.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, loop.ErrMisuse)
			assert.ErrorContains(t, err, row.says)
		})
	}
}
