package main

import (
	"context"
	"io"
	"iter"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

const ownModule = "github.com/shortleash/shortleash"

// A variant says what our loop reuses between runs.
type variant string

const (
	warm   variant = "warm"   // one loop serves all runs: its grammars are cached after the first
	logged variant = "logged" // the same, and each run writes its log
	cold   variant = "cold"   // each run makes a loop of its own
	fresh  variant = "fresh"  // a rule gives each decision a grammar that no earlier decision had
)

// wall is how long our runs may take; the others have no such bound.
const wall = time.Second

func buildOurs(t variant) func(*scripted, *toolSet) (func(context.Context) ending, error) {
	return func(v *scripted, b *toolSet) (func(context.Context) ending, error) {
		registry, err := ownTools(b, tools.Options{})
		if err != nil {
			return nil, err
		}
		c := loop.Usual()
		c.Budget = loop.Budget{Steps: decisions, Wall: wall}
		c.Grace = 100 * time.Millisecond
		if t == fresh {
			c.Rules = []loop.Rule{freshness()}
		}
		m := wireModel{v}
		shared, err := loop.New(strategy.NewReAct(), m, registry, c)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context) ending {
			l, log := shared, io.Writer(nil)
			if t == cold {
				if l, err = loop.New(strategy.NewReAct(), m, registry, c); err != nil {
					return ending{how: err.Error()}
				}
			}
			if t == logged {
				log = io.Discard
			}
			r, err := l.Run(ctx, question, log)
			if err != nil {
				return ending{how: err.Error()}
			}
			e := ending{answer: string(r.Answer), how: string(r.Outcome) + "/" + string(r.Reason), left: steps(len(r.Steps)) + ", log, usage"}
			if r.Forced != "" {
				e.how += ", forced by " + r.Forced
			}
			if r.Error != "" {
				e.how += ": " + r.Error
			}
			return e
		}, nil
	}
}

func ownTools(b *toolSet, o tools.Options) (*tools.Registry, error) {
	lookup, err := tools.New("lookup", lookupText, func(_ context.Context, in wordArgs) (string, error) { return b.lookup(in), nil }, o)
	if err != nil {
		return nil, err
	}
	count, err := tools.New("count", countText, func(_ context.Context, in wordArgs) (int, error) { return b.count(in), nil }, o)
	if err != nil {
		return nil, err
	}
	join, err := tools.New("join", joinText, func(_ context.Context, in joinArgs) (string, error) { return b.join(in), nil }, o)
	if err != nil {
		return nil, err
	}
	return tools.NewRegistry(lookup, count, join)
}

// freshness returns a rule that adds a new word to the legal ones.
func freshness() loop.Rule {
	var n atomic.Int64
	return loop.Domain{Tool: "lookup", Argument: "word", Values: func(planner.State) []string {
		return []string{"go", "be", "went", "w" + strconv.FormatInt(n.Add(1), 10)}
	}}
}

// A wireModel is a scripted model in our wire format.
type wireModel struct{ model *scripted }

// Name returns "scripted".
func (wireModel) Name() string { return "scripted" }

// Generate implements [model.Model].
func (s wireModel) Generate(ctx context.Context, _ model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		t, err := s.model.next(ctx)
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		text := t.text
		switch {
		case t.raw:
		case t.tool != "": // the texts of the task need no escapes
			text = `{"thought":"` + t.text + `","tool":"` + t.tool + `","tool_args":` + t.args + `}`
		default:
			text = `{"thought":"","tool":"final_answer","tool_args":{"text":"` + t.text + `"}}`
		}
		if text == "" || yield(model.Chunk{Text: text}, nil) {
			yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
		}
	}
}
