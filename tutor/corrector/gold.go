package corrector

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tutor"
)

// A Gold corrects the sentences of suites with a model that knows what is right: what it reaches is the ceiling of the
// policy.
type Gold struct {
	tutor    *tutor.Tutor
	language tutor.Language
	item     func(input string) (eval.Item, bool)

	mu     sync.Mutex        // guards closed
	closed map[string]string // input: at which step and by which rule no right answer could be given
}

// NewGold returns a Gold with these options, whose model is another one for each sentence, that knows the items.
func NewGold(o tutor.Options, item func(string) (eval.Item, bool)) (*Gold, error) {
	o.Trace = false
	o.Model = func() model.Model { return tutor.Knowing("", nil, o.Language) }
	t, err := tutor.New(o)
	return &Gold{tutor: t, language: o.Language, item: item, closed: map[string]string{}}, err
}

// Unreached returns why an input has no right answer that could be given, or "".
func (g *Gold) Unreached(input string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed[input]
}

// Correct plays what is right of an input. Its sentences are runs of their own, each with its own part of what
// is right.
func (g *Gold) Correct(ctx context.Context, input string) (eval.Answer, error) {
	item, _ := g.item(input)
	parts := tutor.Sentences(input)
	var all eval.Answer
	text, changed := input, false
	for i, part := range parts {
		accept := acceptedPart(item, parts, i)
		known := tutor.Knowing(part, accept, g.language)
		w := ruleWatch{}
		r, err := g.tutor.WithModel(known).Correct(ctx, part, nil, w.event)
		if err != nil {
			return eval.Answer{}, err
		}
		if ctx.Err() != nil {
			return eval.Answer{}, ctx.Err()
		}
		if _, ok := known.Reached(); !ok {
			why := "no answer could be given at any step"
			if refused := known.Refusals(); len(refused) > 0 {
				why = w.because(refused[0].Step, refused[0].Err, wanted(accept, refused[0].Goal))
			}
			g.mu.Lock()
			g.closed[input] = why
			g.mu.Unlock()
		}
		if a := Answer(r); i == 0 {
			all = a
		} else {
			all.InScope = all.InScope || a.InScope
			all.Rules = append(all.Rules, a.Rules...)
			all.Decisions, all.ToolCalls = all.Decisions+a.Decisions, all.ToolCalls+a.ToolCalls
			if a.Outcome != loop.Final {
				all.Outcome = a.Outcome
			}
		}
		if r.Corrected != nil {
			text, changed = strings.Replace(text, part, *r.Corrected, 1), true
		}
	}
	all.Corrected = nil
	if changed {
		all.Corrected = &text
	}
	return all, nil
}

// acceptedPart returns what a sentence of an input may become, or nothing where it is to stay as it is.
func acceptedPart(item eval.Item, parts []string, i int) []string {
	var accept []string
	for _, whole := range item.Accept {
		now := tutor.Sentences(whole)
		switch {
		case len(parts) == 1:
			accept = append(accept, whole)
		case len(now) == len(parts) && now[i] != parts[i] && !slices.Contains(accept, now[i]):
			accept = append(accept, now[i])
		}
	}
	return accept
}

// A ruleWatch notes which rules narrowed the answer at each decision of a run.
type ruleWatch struct {
	now   []string
	rules [][]string // of the decisions, from the first
}

func (w *ruleWatch) event(e loop.Event) {
	switch {
	case e.Masked != nil && slices.Contains(e.Masked.Names, planner.FinalAnswer):
		w.now = append(w.now, e.Masked.Rule)
	case e.Ask != nil:
		w.rules, w.now = append(w.rules, w.now), nil
	}
}

// because says where an answer was refused that would be right.
func (w *ruleWatch) because(step int, err error, want string) string {
	by := "the types of the answer"
	if step <= len(w.rules) && len(w.rules[step-1]) > 0 {
		by = "the rule " + strings.Join(w.rules[step-1], ", ")
	}
	return fmt.Sprintf("step %d: %s closes %s: %v", step, by, want, err)
}

// wanted says in words what was wanted: one of accept, or that the sentence stays.
func wanted(accept []string, goal int) string {
	if goal < len(accept) {
		return fmt.Sprintf("%q", accept[goal])
	}
	return "that nothing is to be corrected"
}
