package loop

import (
	"context"
	"encoding/json"
	"time"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A wait is a call of planner.WaitRequest that the loop carries out itself. It repeats nothing, may be made again
// after a crash, and does not hold up the calls of other lanes.
var waitOptions = tools.Options{Pollable: true, Idempotent: true, ParallelSafe: true}

// optionsOf returns the flags of a tool, or those of a wait.
func (l *Loop) optionsOf(tool string) tools.Options {
	if tool == planner.WaitRequest {
		return waitOptions
	}
	return l.tools.Options(tool)
}

// longestWait returns how many seconds the next decision of a lane may wait, or 0 where there is nothing to wait
// for: no pollable tool said with its last output that work is pending, or the lane has waited since.
func (r *run) longestWait(lane string) int {
	if r.state.Counters.ToolCalls >= r.config.Budget.ToolCalls || !r.workPending(lane) {
		return 0
	}
	left := (r.config.Budget.Wall - r.elapsed) / 2 // so that time is left to look again, and to answer
	return int(min(left, r.config.Budget.Wait) / time.Second)
}

// workPending reports whether the last observation of a pollable tool in a lane says that work is pending, and no
// wait came after it.
func (r *run) workPending(lane string) bool {
	heard := map[string]bool{} // tools whose last observation was looked at
	for i := len(r.state.Steps) - 1; i >= 0; i-- {
		s := &r.state.Steps[i]
		if !r.past.inScope(lane, s) {
			continue
		}
		for _, o := range s.Observations {
			k := callIndex(s.Calls, o.ID)
			if k < 0 {
				continue
			}
			tool := s.Calls[k].Tool
			switch {
			case tool == planner.WaitRequest:
				return false
			case heard[tool] || !r.optionsOf(tool).Pollable:
			case o.Pending:
				return true
			}
			heard[tool] = true
		}
	}
	return false
}

// call makes one call: of a tool, or a wait.
func (r *run) call(ctx context.Context, c tools.Call) tools.Observation {
	if c.Tool != planner.WaitRequest {
		if r.optionsOf(c.Tool).AsksPerson { // then it is the only call under way
			var o tools.Observation
			began := time.Now()
			r.clock.whileStanding(func() { o = r.tools.Call(ctx, c) })
			o.Waited = time.Since(began).Milliseconds()
			return o
		}
		return r.tools.Call(ctx, c)
	}
	var args struct{ Seconds int64 }
	if err := json.Unmarshal(c.Args, &args); err != nil || args.Seconds < 1 || args.Seconds > int64(r.config.Budget.Wait/time.Second) {
		return tools.Failed(c.ID, tools.BadArgument("%s", phrases.Say("wait wants", "Most", int(r.config.Budget.Wait/time.Second))))
	}
	if err := r.config.sleep(ctx, time.Duration(args.Seconds)*time.Second); err != nil {
		return tools.Failed(c.ID, &tools.Error{Class: tools.ClassUnavailable, Message: phrases.Say("wait broken off", "Problem", err)})
	}
	output, err := tools.Encode(phrases.Say("waited", "Seconds", args.Seconds))
	if err != nil {
		panic("loop: BUG: a string failed to encode: " + err.Error())
	}
	return tools.Succeeded(c.ID, output)
}

// sleep waits for d, or until ctx ends, and then returns its error. A Sleep that panics has waited, and fails.
func (c *Config) sleep(ctx context.Context, d time.Duration) error {
	if c.Sleep != nil {
		return asking(planner.ReasonCallback, "Config.Sleep", func() error { return c.Sleep(ctx, d) })
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
