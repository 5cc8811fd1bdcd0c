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

// patience is how long an agent is waited for.
const patience = 3 * time.Second

// trials are all of them. Their calls are legal ones, unless the name says otherwise.
var trials = []trial{
	{name: "garbage", script: rota(true, babble("\x93\xfe{[\x01]\x02\"}}\xc3("))},
	{name: "prose", script: rota(true, babble("Sure! Let me think about the verbs for you."))},
	{name: "empty reply", script: rota(true, babble(""))},
	{name: "unknown tool", script: rota(true, call("launch_rocket", `{"word":"go"}`))},
	{name: "wrong arguments", script: rota(true, call("lookup", `{"word":[7],"tense":null}`))},
	{name: "the same call forever", script: rota(true, call("lookup", `{"word":"go"}`))},
	{name: "two calls by turns, forever", script: rota(true, call("lookup", `{"word":"go"}`), call("lookup", `{"word":"be"}`))},
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

// try lets a contestant meet a hostile script.
func try(c contestant, t trial) (verdict, error) {
	v, b := newVoice(t.script, t.mode), &toolbox{}
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
		close(v.freed) // or it would hang on behind the others
		return verdict{ending: ending{how: "still running", left: "nothing"}, took: time.Since(start), requests: v.n.Load(), calls: b.calls.Load()}, nil
	}
}
