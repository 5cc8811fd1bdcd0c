package soak

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/shortleash/shortleash/tools"
)

// A toolSet holds every tool. It is made once, because making a tool compiles a grammar.
type toolSet struct{ tools []tools.Tool }

// number and word are the arguments of the tools.
type (
	number struct {
		N int `json:"n" jsonschema:"minimum=0,maximum=9"`
	}
	word struct {
		Word string `json:"word" jsonschema:"maxLength=12"`
	}
)

// The names of the tools, after what they do.
const (
	toolOK          = "ok"          // gives "ok" and its number
	toolOther       = "other"       // likewise
	toolPoll        = "poll"        // likewise, and may rightly be called twice in a row
	toolSay         = "say"         // repeats a word
	toolLong        = "long"        // gives more than any observation holds
	toolRecoverable = "recoverable" // recoverable errors
	toolFatal       = "fatal"       // fatal errors
	toolPanic       = "panic"       // panics
	toolFlaky       = "flaky"       // one of these, depending on its number
	toolSlow        = "slow"        // takes up to five seconds, but listens to its context
	toolAsk         = "ask"         // gives "ask" and its number, if a person approves
	toolDeaf        = "deaf"        // does not return before the run is over
	deafTimeout     = time.Second
)

func newToolSet() *toolSet {
	var s toolSet
	add := func(name string, f func(ctx context.Context, n int) (string, error), o tools.Options) {
		s.tools = append(s.tools, tools.Must(tools.New(name, "what "+name+" does", func(ctx context.Context, in number) (string, error) {
			defer inside(ctx)()
			return f(ctx, in.N)
		}, o)))
	}
	gives := func(name string) func(context.Context, int) (string, error) {
		return func(_ context.Context, n int) (string, error) { return name + strconv.Itoa(n), nil }
	}
	add(toolOK, gives(toolOK), tools.Options{Idempotent: true, ParallelSafe: true})
	add(toolOther, gives(toolOther), tools.Options{ParallelSafe: true})
	add(toolAsk, gives(toolAsk), tools.Options{NeedsApproval: true})
	add(toolPoll, gives(toolPoll), tools.Options{Pollable: true})
	add(toolLong, func(context.Context, int) (string, error) { return strings.Repeat("é", 5000), nil }, tools.Options{})
	add(toolRecoverable, func(_ context.Context, n int) (string, error) { return fail(0, n) }, tools.Options{ParallelSafe: true})
	add(toolFatal, func(_ context.Context, n int) (string, error) { return fail(1, n) }, tools.Options{})
	add(toolPanic, func(_ context.Context, n int) (string, error) { return fail(2, n) }, tools.Options{ParallelSafe: true})
	add(toolFlaky, func(_ context.Context, n int) (string, error) { return fail(n%6, n) }, tools.Options{ParallelSafe: true})
	add(toolSlow, func(ctx context.Context, n int) (string, error) { return waitInContext(ctx, n) }, tools.Options{ParallelSafe: true})
	add(toolDeaf, func(ctx context.Context, n int) (string, error) {
		<-ctx.Value(runModelsKey{}).(*runModels).released
		return toolDeaf, nil
	}, tools.Options{Timeout: deafTimeout, ParallelSafe: true})
	s.tools = append(s.tools, tools.Must(tools.New(toolSay, "what say does", func(ctx context.Context, in word) (string, error) {
		defer inside(ctx)()
		return in.Word, nil
	}, tools.Options{})))
	return &s
}

// errFatal is an error that no other argument avoids.
var errFatal = errors.New("broken for good")

// fail fails in one of three ways, or does not.
func fail(way, n int) (string, error) {
	switch way {
	case 0:
		return "", tools.NotFound("nothing under %d", n)
	case 1:
		return "", errFatal
	case 2:
		panic("on purpose")
	}
	return toolFlaky + strconv.Itoa(n), nil
}

// waitInContext waits from a hundredth of a second to five seconds.
func waitInContext(ctx context.Context, n int) (string, error) {
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-time.After(10 * time.Millisecond << n):
		return toolSlow + strconv.Itoa(n), nil
	}
}

// inside counts a call of a tool or model while it runs.
func inside(ctx context.Context) (left func()) {
	n := &ctx.Value(runModelsKey{}).(*runModels).inside
	n.Add(1)
	return func() { n.Add(-1) }
}

// drawTools draws some of the tools, and sometimes none.
func (s *toolSet) drawTools(r *rand.Rand) *tools.Registry {
	if r.IntN(16) == 0 {
		return nil
	}
	var list []tools.Tool
	for _, i := range r.Perm(len(s.tools))[:1+r.IntN(6)] {
		list = append(list, s.tools[i])
	}
	registry, err := tools.NewRegistry(list...)
	if err != nil {
		panic("soak: BUG: " + err.Error())
	}
	return registry
}
