package trace

import (
	"context"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tutor"
)

// A recorder is the model of a player's tutors: it asks another model, and keeps the requests and replies.
type recorder struct {
	model  model.Model
	detour float64
	draw   *rand.Rand
	turns  []turn
}

// start begins a run: m is asked.
func (c *recorder) start(m model.Model, detour float64, draw *rand.Rand) {
	c.model, c.detour, c.draw, c.turns = m, detour, draw, nil
}

// detoured reports whether a decision of the run was a random one.
func (c *recorder) detoured() bool {
	return slices.ContainsFunc(c.turns, func(t turn) bool { return t.detour })
}

// Name returns "recorder".
func (c *recorder) Name() string { return "recorder" }

// Roles returns the executor's, which decides without a thought.
func (c *recorder) Roles() []model.RoleForm {
	return []model.RoleForm{{Role: model.Executor, Form: tutor.TerseForm}}
}

// Generate replies in one chunk.
func (c *recorder) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		t := turn{messages: slices.Clone(req.Messages), grammar: req.Grammar}
		if c.draw.Float64() < c.detour {
			t.reply, t.detour = c.randomCall(req)
		}
		if !t.detour {
			reply, err := model.Collect(c.model.Generate(ctx, req))
			if err != nil {
				yield(model.Chunk{}, err)
				return
			}
			t.reply = reply.Text
		}
		c.turns = append(c.turns, t)
		if yield(model.Chunk{Text: t.reply}, nil) {
			yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
		}
	}
}

// randomCall returns a random call that was not made in this run.
func (c *recorder) randomCall(req model.Request) (string, bool) {
	for range 4 {
		reply := string(req.Grammar.Sample(c.draw))
		var d struct {
			Tool string `json:"tool"`
		}
		made := slices.ContainsFunc(c.turns, func(t turn) bool { return t.reply == reply })
		if json.Unmarshal([]byte(reply), &d) == nil && d.Tool != planner.FinalAnswer && !made {
			return reply, true
		}
	}
	return "", false
}
