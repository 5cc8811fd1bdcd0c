package soak

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// scenarioRuns is how many runs in a row share a scenario, so that its loop is made, and its grammars are
// compiled, once for all of them.
const scenarioRuns = 64

// The streams of random numbers, so that a scenario and its first run draw different ones.
const (
	scenarioDice = 0x7363656e65
	runDice      = 0x72756e
)

// A scenario is everything about a run except its model. It is the same for scenarioRuns seeds in a row.
type scenario struct {
	config     loop.Config // as given to the loop
	budget     loop.Budget // what its bounds mean, defaults filled in
	grace      time.Duration
	invariants []invariant
	registry   *tools.Registry // nil: no tools
	parallel   int             // calls in a decision
	answer     *grammar.Grammar
	loop       *loop.Loop
}

// newScenario draws the scenario of a run.
func newScenario(seed uint64, s *toolSet) *scenario {
	r := rand.New(rand.NewPCG(seed/scenarioRuns, scenarioDice))
	sc := &scenario{config: drawConfig(r), registry: s.drawTools(r), parallel: []int{0, 0, 1, 2, 4}[r.IntN(5)]}
	sc.invariants = drawInvariants(r, sc.registry)
	for _, l := range sc.invariants {
		sc.config.Rules = append(sc.config.Rules, l.rule)
	}
	sc.config.Answer = grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 40)})
	if r.IntN(6) == 0 {
		sc.config.Check = evenOnly
	}
	if r.IntN(8) > 0 {
		sc.config.Approval.Ask = person
	}
	if r.IntN(4) == 0 {
		sc.config.Fallbacks = []model.Model{switchingModel{fallback: true}}
	}
	var err error
	if sc.answer, err = grammar.Compile(context.Background(), sc.config.Answer.JSON(), grammar.Options{}); err != nil {
		panic("soak: BUG: " + err.Error())
	}
	sc.remake()
	return sc
}

// remake makes the loop anew, after a change of the configuration.
func (sc *scenario) remake() {
	sc.budget, sc.grace = filled(sc.config)
	var err error
	p := strategy.ReAct{}
	p.Parallel = sc.parallel
	if sc.loop, err = loop.New(p, switchingModel{}, sc.registry, sc.config); err != nil {
		panic("soak: BUG: " + err.Error())
	}
}

// errOdd is the error of evenOnly.
var errOdd = errors.New("an even number of bytes is wanted")

// evenOnly accepts the answers with an even number of bytes.
func evenOnly(_ planner.State, answer json.RawMessage) error {
	if len(answer)%2 == 1 {
		return errOdd
	}
	return nil
}

// person approves, denies, edits and fails, depending on the call.
func person(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
	var in number
	if err := json.Unmarshal(i.Call.Args, &in); err != nil {
		return loop.Reply{}, err
	}
	switch in.N {
	case 0:
		panic("the approver panics")
	case 1:
		return loop.Reply{Do: loop.Deny, Text: "not today"}, nil
	case 2:
		return loop.Reply{Do: loop.Edit, Args: json.RawMessage(`{"n":9}`)}, nil
	case 3:
		return loop.Reply{Do: loop.Edit, Args: json.RawMessage(`{"n":"nine"}`)}, nil
	default:
		return loop.Reply{Do: loop.Approve, Remember: in.N == 9}, nil
	}
}

// drawConfig draws a configuration from a wide range, zeros and ones included.
func drawConfig(r *rand.Rand) loop.Config {
	pick := func(values ...int) int { return values[r.IntN(len(values))] }
	millis := func(values ...int) time.Duration { return time.Duration(pick(values...)) * time.Millisecond }
	return loop.Config{
		Budget: loop.Budget{
			Steps: pick(0, 1, 2, 3, 5, 8, 13, 20, 40), ModelCalls: pick(0, 0, 1, 2, 3, 5, 16, 64, 200),
			ToolCalls: pick(0, 0, 0, 1, 2, 3, 8, 64), Tokens: pick(0, 0, 1, 500, 3000, 20000, 1<<30, 1<<30, 1<<30),
			Wall: millis(0, 0, 1, 50, 1000, 10000, 60000, 60000, 60000), Grace: millis(0, 1, 1000),
		},
		OpenEnd: r.IntN(4) == 0,
		Repeats: []loop.Repeats{"", loop.Mask, loop.Redirect, loop.Halt}[r.IntN(4)],
		Leash:   []loop.Leash{"", loop.Full, loop.Full, loop.Enum, loop.Off}[r.IntN(5)],
		Seed:    r.Int64(),
		Allowances: loop.Allowances{
			Redirects: pick(-1, 1, 2, 5), Repairs: pick(-1, 1, 2), Retries: pick(-1, 1, 3),
			RecoverableErrors: pick(-1, 1, 3), FatalErrors: pick(-1, 1, 2, 9),
		},
		Limits: loop.Limits{
			ReplyTokens: pick(0, 0, 1, 64), ObservationBytes: pick(0, 0, 1, 16), ContextTokens: pick(0, 0, 0, 700, 1500),
		},
	}
}

// filled returns what the bounds of c mean. The defaults are written out here a second time: the
// documented ones are the contract, not whatever the loop fills in.
func filled(c loop.Config) (loop.Budget, time.Duration) {
	b, grace := c.Budget, c.Budget.Grace
	for _, bound := range []struct {
		value     *int
		otherwise int
	}{{&b.Steps, 8}, {&b.ModelCalls, 64}, {&b.ToolCalls, 64}, {&b.Tokens, 131072}} {
		if *bound.value == 0 {
			*bound.value = bound.otherwise
		}
	}
	if b.Wall == 0 {
		b.Wall = 5 * time.Minute
	}
	if grace == 0 {
		grace = 5 * time.Second
	}
	return b, grace
}

// describe prints the scenario, line by line.
func (sc *scenario) describe(say func(string)) {
	config, err := json.Marshal(sc.config)
	if err != nil {
		panic("soak: BUG: a configuration failed to encode: " + err.Error())
	}
	say(fmt.Sprintf("config %s, parallel %d, check %v, person %v, fallbacks %d", config, sc.parallel, sc.config.Check != nil,
		sc.config.Approval.Ask != nil, len(sc.config.Fallbacks)))
	for _, t := range sc.registry.All() {
		say("tool " + t.Name())
	}
	for _, l := range sc.invariants {
		say(fmt.Sprintf("rule %s: %s", l.rule.Name(), l.text))
	}
}
