package soak

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A record is what is left of one run.
type record struct {
	seed     uint64
	kind     string
	budget   loop.Budget
	grace    time.Duration
	took     time.Duration // on the clock of the run
	slack    time.Duration // beyond wall and grace; 0 under the fake clock
	result   loop.Result
	events   []loop.Event // without deltas
	spent    spending
	breaches []breach
}

// A breach is a promise that a run broke.
type breach struct {
	Seed    uint64 `json:"seed"`
	Kind    string `json:"kind"`
	Promise string `json:"promise"` // which one, the same for all runs that broke it
	How     string `json:"how"`
}

// A spending is what the events say about tokens.
type spending struct {
	tokens int  // in all
	prompt int  // of the last request, as it was counted
	most   int  // the ceiling of the last reply
	over   int  // what the last reply had beyond its ceiling, as its model counts
	late   bool // a request was sent though the tokens were used up
}

// spend goes through one event.
func (s *spending) spend(e loop.Event, bound int) {
	switch {
	case e.Ask != nil:
		s.late = s.late || s.tokens >= bound
		s.most = e.Ask.MaxTokens
	case e.Reply != nil:
		s.over = max(0, e.Reply.OutputTokens-s.most)
		s.prompt, s.tokens = e.Reply.PromptTokens, s.tokens+e.Reply.PromptTokens+e.Reply.OutputTokens
	case e.Failure != nil:
		s.over = max(0, e.Failure.OutputTokens-s.most)
		s.prompt, s.tokens = e.Failure.PromptTokens, s.tokens+e.Failure.PromptTokens+e.Failure.OutputTokens
	}
}

// reasons are what an outcome can be for. A failure of the program is not among them: nothing that
// a model says may be beyond its code.
var reasons = map[loop.Outcome][]planner.Reason{
	loop.Final:           {"answered"},
	loop.BudgetExhausted: {"steps", "model_calls", "tool_calls", "tokens", "wall"},
	loop.DuplicateAction: {"duplicate"},
	loop.Cycle:           {"actions"},
	loop.ToolFailure:     {"fatal_errors"},
	loop.ModelFailure:    {"transport", "invalid_output", "context_overflow"},
	loop.Cancelled:       {"now"},
	loop.Paused:          {"tool"},
}

// A checker collects the ways in which a run broke a promise.
type checker struct{ *record }

func (c checker) breach(promise, format string, args ...any) {
	c.breaches = append(c.breaches, breach{c.seed, c.kind, promise, fmt.Sprintf(format, args...)})
}

// check holds a run to its promises. A breach is: more of anything than its bound (of tokens, only
// the last prompt may pass it, and what a model says to have written beyond its ceiling), more time
// than wall and grace, an ending without a type or with a reason that is not so, an answer without
// outcome final or the other way round, events whose fold is another state, an answer or a call
// that breaks a rule, a call made twice in a row, a tool called after too many errors. The bubble
// sees goroutines that are left.
func (c checker) check(sc *scenario) {
	d := callsOf(c.events)
	c.bounds()
	c.ending()
	c.sequence()
	c.folds("fold", loop.Fold(slices.Values(c.events)))
	if sc.config.Leash == "" || sc.config.Leash == loop.Full {
		for _, l := range sc.invariants {
			if how := l.violation(c.result, d); how != "" {
				c.breach("rule", "%s: %s", l.rule.Name(), how)
			}
		}
	}
	c.answer(sc)
	c.calls(sc, d)
}

func (c checker) bounds() {
	n, b := c.result.Counters, c.budget
	for _, bound := range []struct {
		name       string
		used, most int
	}{
		{"steps", n.Steps, b.Steps}, {"model calls", n.ModelCalls, b.ModelCalls}, {"tool calls", n.ToolCalls, b.ToolCalls},
		{"tokens before the last prompt and without it", n.Tokens - c.spent.prompt - c.spent.over, b.Tokens},
	} {
		if bound.used > bound.most {
			c.breach(bound.name, "%s: %d of %d", bound.name, bound.used, bound.most)
		}
	}
	if c.spent.late {
		c.breach("tokens", "a request was sent when all tokens were used")
	}
	if n.Steps != len(c.result.Steps) {
		c.breach("fold", "%d steps counted and %d kept", n.Steps, len(c.result.Steps))
	}
	if c.took > b.Wall+c.grace+c.slack {
		c.breach("time", "took %v of %v and %v grace", c.took, b.Wall, c.grace)
	}
}

func (c checker) ending() {
	r, b := c.result, c.budget
	if !slices.Contains(reasons[r.Outcome], r.Reason) {
		c.breach("typed ending", "ended as %q/%q: %s", r.Outcome, r.Reason, r.Error)
	}
	if (r.Outcome == loop.Final) != (r.Answer != nil) {
		c.breach("answer iff final", "outcome %s with answer %q", r.Outcome, r.Answer)
	}
	if (r.Outcome == loop.Paused) != (r.Interrupt != nil) {
		c.breach("typed ending", "outcome %s with interrupt %v", r.Outcome, r.Interrupt)
	}
	if (r.Outcome == loop.DuplicateAction || r.Outcome == loop.Cycle) != (r.Repeat != nil) {
		c.breach("typed ending", "outcome %s with repeat %v", r.Outcome, r.Repeat)
	}
	if r.Outcome != loop.BudgetExhausted {
		return
	}
	n := r.Counters
	used, most := map[planner.Reason]int{"steps": n.Steps, "model_calls": n.ModelCalls, "tool_calls": n.ToolCalls},
		map[planner.Reason]int{"steps": b.Steps, "model_calls": b.ModelCalls, "tool_calls": b.ToolCalls}
	if used[r.Reason] < most[r.Reason] {
		c.breach("reason", "ended for want of %s with %d of %d used", r.Reason, used[r.Reason], most[r.Reason])
	}
	if r.Reason == "wall" && c.took < b.Wall {
		c.breach("reason", "ended for want of time after %v of %v", c.took, b.Wall)
	}
}

// sequence holds the events to their order.
func (c checker) sequence() {
	events := c.events
	seq, last := 0, time.Time{}
	for _, e := range events {
		if seq++; e.Seq != seq {
			c.breach("sequence", "event %d has the number %d", seq, e.Seq)
			return
		}
		if e.Time.Before(last) {
			c.breach("sequence", "event %d goes back in time", seq)
		}
		last = e.Time
	}
	end := loop.Finished
	if c.result.Outcome == loop.Paused {
		end = loop.Interrupted
	}
	if events[0].Kind != loop.RunStarted || events[len(events)-1].Kind != end {
		c.breach("sequence", "the events begin with %s and end with %s", events[0].Kind, events[len(events)-1].Kind)
	}
}

// folds holds the state that events amount to, to what the result says.
func (c checker) folds(promise string, state planner.State) {
	r := c.result
	if r.Counters.WallMS != state.Counters.WallMS {
		c.breach(promise+": wall_ms", "the fold says wall_ms %d, the result %d", state.Counters.WallMS, r.Counters.WallMS)
		state.Counters.WallMS = r.Counters.WallMS
	}
	if r.Counters != state.Counters {
		c.breach(promise, "the fold says %+v, the result %+v", state.Counters, r.Counters)
	}
	if r.Outcome != loop.Paused && len(state.Open) > 0 {
		c.breach(promise, "the fold has %d open calls", len(state.Open))
	}
	if !reflect.DeepEqual(r.Steps, state.Steps) || !reflect.DeepEqual(r.Usage, state.Usage) {
		c.breach(promise, "the fold has other steps or usage")
	}
}

func (c checker) answer(sc *scenario) {
	if c.result.Outcome != loop.Final {
		return
	}
	if err := sc.answer.Check(context.Background(), c.result.Answer); err != nil {
		c.breach("answer", "the answer does not fit: %v", err)
	}
	if sc.config.Check != nil && sc.config.Check(planner.State{}, c.result.Answer) != nil {
		c.breach("answer", "the answer %s was to be refused", c.result.Answer)
	}
}

// calls holds what was done to what is true of any run, with rules or without.
func (c checker) calls(sc *scenario, d madeCalls) {
	var before []tools.Call // of the last act
	for i, s := range c.result.Steps {
		if i+1 < len(c.result.Steps) && len(s.Calls) != len(s.Observations) && len(s.Calls) > 0 {
			c.breach("observations", "step %d has %d calls and %d observations", s.N, len(s.Calls), len(s.Observations))
		}
		for _, call := range s.Calls {
			_, known := sc.registry.Lookup(call.Tool)
			if sc.config.Leash == loop.Off {
				continue
			}
			if !known {
				c.breach("known tools", "step %d calls %q, which there is not", s.N, call.Tool)
			}
			most := sc.config.Allowances.RecoverableErrors
			switch most {
			case 0: // the default
				most = 3
			case -1: // none
				most = 0
			}
			if n := d.before(i).errors(call.Tool); n > most {
				c.breach("errors in a row", "step %d calls %s after %d errors in a row", s.N, call.Tool, n)
			}
		}
		for _, done := range d {
			if done.step == i && done.call.Tool != toolPoll && !done.edited && contains(before, done.call) {
				c.breach("duplicate", "step %d makes a call of the act before again", s.N)
			}
		}
		if len(s.Calls) > 0 {
			before = answered(s)
		}
	}
}

// answered returns the calls of a step that came through: any other may be made again.
func answered(s planner.Step) []tools.Call {
	var list []tools.Call
	for i, call := range s.Calls {
		if i < len(s.Observations) {
			if e := s.Observations[i].Error; e != nil && (e.Class == tools.ClassUnavailable || e.Class == tools.ClassTimeout) {
				continue
			}
		}
		list = append(list, call)
	}
	return list
}

// contains reports whether a call with the same arguments, which are canonical, is among calls.
func contains(calls []tools.Call, call tools.Call) bool {
	return slices.ContainsFunc(calls, func(c tools.Call) bool { return c.Tool == call.Tool && bytes.Equal(c.Args, call.Args) })
}

// written holds a log to what was watched: it reads back, folds to the same state, and replays.
func (c checker) written(ctx context.Context, sc *scenario, log []byte) {
	events, torn, err := loop.ReadLog(bytes.NewReader(log))
	if err != nil || torn > 0 {
		c.breach("log", "the log does not read back: %v, %d bytes torn", err, torn)
		return
	}
	state := loop.Fold(slices.Values(events))
	if logged := events[len(events)-1].Result; logged != nil {
		c.result.Steps = logged.Steps // as they are written
	}
	c.folds("fold of the log", state)
	if err := sc.loop.Replay(ctx, events); err != nil {
		c.breach("replay", "the log does not replay: %v", err)
	}
}
