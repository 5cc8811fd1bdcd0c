package eval

import (
	"strings"

	"github.com/shortleash/shortleash/loop"
)

// A rung is one step of the ablation: the parts of the policy that hold there.
type rung struct {
	name       string
	enforce    loop.Enforce
	openEnd    bool
	duplicates loop.Duplicates
	critic     bool
	what       string // what is new on it; "": the program's own rules
}

// rungs are the steps of the ablation, each with all that the ones before it have.
var rungs = []rung{
	{"no policy", loop.Off, true, loop.Halt, false, "any JSON object can be written; what it says is checked behind"},
	{"names and types", loop.Enum, true, loop.Halt, false, "only tools that are there, with arguments of their types"},
	{"+ budget", loop.Enum, false, loop.Halt, false, "on the last step only the answer can be written"},
	{"+ duplicates", loop.Enum, false, loop.Redirect, false, "a call that was just made is answered from the log, and away for a step"},
	{"+ grounding", loop.Full, false, loop.Redirect, false, ""},
	{"+ critic", loop.Full, false, loop.Redirect, true, "a plan that a critic examines before anything is done"},
}

// String returns the name of the rung; "" of none.
func (r *rung) String() string {
	if r == nil {
		return ""
	}
	return r.name
}

// apply sets what holds on the rung, if there is one.
func (r *rung) apply(c *loop.Config) {
	if r != nil {
		c.Enforce, c.OpenEnd, c.Duplicates = r.enforce, r.openEnd, r.duplicates
	}
}

// ladder returns a model with a strategy on all rungs. The critic's is the strategy that has one:
// preflect around it, or around the one that it goes around.
func ladder(model, planner string) []setup {
	var list []setup
	for i := range rungs {
		one := setup{model: model, planner: planner, rung: &rungs[i]}
		if rungs[i].critic {
			one.planner = "preflect:" + planner[strings.LastIndex(planner, ":")+1:]
		}
		list = append(list, one)
	}
	return list
}
