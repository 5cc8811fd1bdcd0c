package agent

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A Result is the result of a run: its answer and everything that the loop reports. Error is set
// even for a run with an answer if a tool panicked.
type Result[T any] struct {
	loop.Result
	Answer T // set only when the outcome is final; Result.Answer is the same answer as the model wrote it

	prompts [][]model.Message
}

// Prompt returns what the model read in the nth request of the run, counting from 1. A line before each message names
// its author. Prompt returns "" if there was no nth request. Result.Counters.ModelCalls is the number of requests.
func (r Result[T]) Prompt(n int) string {
	if n < 1 || n > len(r.prompts) {
		return ""
	}
	var text strings.Builder
	for i, m := range r.prompts[n-1] {
		if i > 0 {
			text.WriteString("\n\n")
		}
		text.WriteString(m.Author + ":\n" + m.Content)
	}
	return text.String()
}

// prompts are those of a run. They are in the context of the run, where its models find them.
type prompts struct {
	mu  sync.Mutex // guards all: lanes ask at the same time
	all [][]model.Message
}

type promptsKey struct{}

func (p *prompts) list() [][]model.Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.all)
}

// A reader is a model that keeps what it reads, in the context of the run.
type reader struct{ model.Model }

// Unwrap returns the model, by which a loop finds what it can do.
func (r reader) Unwrap() model.Model { return r.Model }

// Generate implements [model.Model].
func (r reader) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	if p, ok := ctx.Value(promptsKey{}).(*prompts); ok {
		p.mu.Lock()
		p.all = append(p.all, slices.Clone(req.Messages))
		p.mu.Unlock()
	}
	return r.Model.Generate(ctx, req)
}

// readers returns the configuration with models that keep what they read.
func readers(c loop.Config) loop.Config {
	all := func(models []model.Model) (kept []model.Model) {
		for _, m := range models {
			kept = append(kept, keeping(m))
		}
		return kept
	}
	c.Fallbacks = all(c.Fallbacks)
	c.Roles = maps.Clone(c.Roles)
	for role, r := range c.Roles {
		r.Model, r.Fallbacks = keeping(r.Model), all(r.Fallbacks)
		c.Roles[role] = r
	}
	return c
}

// keeping returns m as a reader; nil stays nil.
func keeping(m model.Model) model.Model {
	if m == nil {
		return nil
	}
	return reader{m}
}

// An Unanswered is the error of a run that ended without an answer.
type Unanswered struct {
	Result loop.Result // includes the work done so far
	Advice string      // what to do next, or ""
}

// Error returns how the run ended, why, and what to do.
func (u *Unanswered) Error() string {
	text := fmt.Sprintf("agent: %s (%s)", u.Result.Outcome, u.Result.Reason)
	for _, more := range []string{u.Result.Error, u.Advice} {
		if more != "" {
			text += "; " + more
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

func unanswered(r loop.Result) error { return &Unanswered{Result: r, Advice: advice[r.Reason]} }

// advice says what a caller may do about a run that ended for a reason.
var advice = map[planner.Reason]string{ // only looked up
	planner.ReasonSteps:           "Config.Budget.Steps allows more",
	planner.ReasonModelCalls:      "Config.Budget.ModelCalls allows more",
	planner.ReasonToolCalls:       "Config.Budget.ToolCalls allows more",
	planner.ReasonTokens:          "Config.Budget.Tokens allows more",
	planner.ReasonWall:            "Config.Budget.Wall allows more",
	planner.ReasonFatalErrors:     "mend the tool, or return tools.NotFound or tools.BadArgument where other arguments may help",
	planner.ReasonInvalidOutput:   "Result.Prompt shows what the model read; a larger model may do it",
	planner.ReasonContextOverflow: "let tools return less, or give the model more context",
	planner.ReasonDuplicate:       "Result.Prompt shows what the model read",
	planner.ReasonActions:         "Result.Prompt shows what the model read",
}
