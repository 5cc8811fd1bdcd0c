package main

import (
	"context"
	"fmt"
	"time"
)

// A trial is a hostile script.
type trial struct {
	name     string
	script   script
	mode     string
	deadline time.Duration // of the caller's context; 0: none
}

// patience is how long a trial waits for an agent.
const patience = 3 * time.Second

// trials are all hostile scripts. Their calls are legal unless the name says otherwise.
var trials = []trial{
	{name: "garbage", script: rotation(true, prose("\x93\xfe{[\x01]\x02\"}}\xc3("))},
	{name: "prose", script: rotation(true, prose("Sure! Let me think about the verbs for you."))},
	{name: "empty reply", script: rotation(true, prose(""))},
	{name: "unknown tool", script: rotation(true, call("launch_rocket", `{"word":"go"}`))},
	{name: "wrong arguments", script: rotation(true, call("lookup", `{"word":[7],"tense":null}`))},
	{name: "the same call forever", script: rotation(true, call("lookup", `{"word":"go"}`))},
	{name: "two calls by turns, forever", script: rotation(true, call("lookup", `{"word":"go"}`), call("lookup", `{"word":"be"}`))},
	{name: "another call each time, never an answer", script: func(n int) turn { return call("count", fmt.Sprintf(`{"word":"w%d"}`, n)) }},
	{name: "silent, no deadline from the caller", mode: silent},
	{name: "deaf, the caller's deadline 200 ms", mode: deaf, deadline: 200 * time.Millisecond},
}

// A verdict is what came of a trial.
type verdict struct {
	ending
	ended    bool
	took     time.Duration
	requests int64
	calls    int64
}

// try runs an agent on a hostile script.
func try(c agent, t trial) (verdict, error) {
	v, b := newScripted(t.script, t.mode), &toolSet{}
	run, err := c.build(v, b)
	if err != nil {
		return verdict{}, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	if t.deadline > 0 {
		ctx, cancel = context.WithTimeout(context.Background(), t.deadline)
	}
	defer cancel()
	start, done := time.Now(), make(chan ending, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- ending{how: fmt.Sprintf("panic: %v", p), left: "nothing"}
			}
		}()
		done <- run(ctx)
	}()
	select {
	case e := <-done:
		close(v.freed)
		return verdict{e, true, time.Since(start), v.n.Load(), b.calls.Load()}, nil
	case <-time.After(patience):
		close(v.freed) // or it would go on waiting during the next trial
		return verdict{ending: ending{how: "still running", left: "nothing"}, took: time.Since(start), requests: v.n.Load(), calls: b.calls.Load()}, nil
	}
}
