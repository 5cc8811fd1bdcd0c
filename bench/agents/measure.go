package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// A cost is what one decision takes.
type cost struct {
	wall   float64 // µs
	cpu    float64 // µs of all cores, collecting garbage included
	allocs float64
	bytes  float64
}

// A runningAgent is an agent that was built and gives the right answer.
type runningAgent struct {
	agent
	model *scripted
	run   func(context.Context) ending
	costs []cost // by round
}

// start builds an agent and has it do the task once.
func start(c agent) (*runningAgent, error) {
	e := &runningAgent{agent: c, model: newScripted(honest, "")}
	b := &toolSet{}
	var err error
	if e.run, err = c.build(e.model, b); err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	end := e.run(context.Background())
	if end.answer == "" || e.model.n.Load() != decisions || b.calls.Load() != decisions-1 {
		return nil, fmt.Errorf("%s does not do the task: %+v after %d requests and %d calls", c.name, end, e.model.n.Load(), b.calls.Load())
	}
	return e, nil
}

// measure makes runs for at least d and records what a decision of them took.
func (e *runningAgent) measure(d time.Duration) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, start, n := cpuTime(), time.Now(), 0
	for time.Since(start) < d {
		for range 8 {
			e.model.n.Store(0)
			e.run(context.Background())
			n += decisions
		}
	}
	took, used := time.Since(start), cpuTime()-cpu
	runtime.ReadMemStats(&after)
	per := func(x float64) float64 { return x / float64(n) }
	e.costs = append(e.costs, cost{
		wall: per(float64(took.Nanoseconds()) / 1e3), cpu: per(float64(used.Nanoseconds()) / 1e3),
		allocs: per(float64(after.Mallocs - before.Mallocs)), bytes: per(float64(after.TotalAlloc - before.TotalAlloc)),
	})
}

// cpuTime is what this process has used of all cores.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("agents: BUG: no usage of this process: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A spread is a median with its quartiles.
type spread struct{ low, mid, high float64 }

func spreadOf(values []float64) spread {
	s := slices.Sorted(slices.Values(values))
	at := func(q float64) float64 { // between neighbors, linearly
		x := q * float64(len(s)-1)
		i := int(x)
		if i+1 == len(s) {
			return s[i]
		}
		return s[i] + (x-float64(i))*(s[i+1]-s[i])
	}
	return spread{at(0.25), at(0.5), at(0.75)}
}

// of is the spread of one part of the costs, ratios its spread relative to those of another runningAgent,
// round by round: what made a round slow made it slow for both.
func (e *runningAgent) of(part func(cost) float64) spread {
	var values []float64
	for _, c := range e.costs {
		values = append(values, part(c))
	}
	return spreadOf(values)
}

func (e *runningAgent) ratios(to *runningAgent, part func(cost) float64) spread {
	var values []float64
	for i, c := range e.costs {
		values = append(values, part(c)/part(to.costs[i]))
	}
	return spreadOf(values)
}
