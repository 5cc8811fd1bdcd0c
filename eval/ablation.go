package eval

import (
	"strings"

	"github.com/shortleash/shortleash/loop"
)

// A Rung is one step of the ablation, with the parts of the leash that apply there.
type Rung struct {
	Name string
	What string // what it adds; "": the program's own rules

	leash   loop.Leash
	openEnd bool
	repeats loop.Repeats
	critic  bool
}

// Rungs lists the steps of the ablation. Each has everything that the earlier ones have.
var Rungs = []Rung{
	{"no leash", "any JSON object can be written; what it says is checked behind", loop.Off, true, loop.Halt, false},
	{"names and types", "only tools that are there, with arguments of their types", loop.Enum, true, loop.Halt, false},
	{"+ budget", "on the last step only the answer can be written", loop.Enum, false, loop.Halt, false},
	{"+ duplicates", "a call that was just made is answered from the log, and away for a step", loop.Enum, false, loop.Redirect, false},
	{"+ grounding", "", loop.Full, false, loop.Redirect, false},
	{"+ critic", "a plan that a critic examines before anything is done", loop.Full, false, loop.Redirect, true},
}

// Apply sets what applies on the rung.
func (r Rung) Apply(c *loop.Config) {
	c.Leash, c.OpenEnd, c.Repeats = r.leash, r.openEnd, r.repeats
}

// Planner returns the strategy on the rung, given the strategy of the other rungs. On the critic's rung, preflect wraps it,
// or, if it is a wrapper itself, its inner strategy.
func (r Rung) Planner(planner string) string {
	if r.critic {
		return "preflect:" + planner[strings.LastIndex(planner, ":")+1:]
	}
	return planner
}
