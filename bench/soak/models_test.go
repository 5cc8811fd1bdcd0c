package soak

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/tools"
)

// The kinds of models that are not hostile in one way only.
const (
	random      = "random"        // valid, and nothing more
	alternating = "alternating"   // a rotation of two to six calls, whatever the grammar says
	mixed       = "mixed"         // another hostile kind with each request
	wild        = "wild"          // JSON that is a decision, or nearly, with what JSON can hold at its edges
	mostly      = "mostly_random" // valid, but for every fifth request or so
	realPrefix  = "real:"         // before kinds that take their time, under the real clock
)

// A weighted is a kind and how many runs of all it gets.
type weighted struct {
	name   string
	weight int
}

// kinds are all kinds with their weights. Those that make a run cost many times the others, because
// they flood it, are few.
var kinds = func() []weighted {
	list := []weighted{{random, 6000}, {mostly, 3000}, {mixed, 1500}, {alternating, 1500}, {wild, 1500}}
	rare := map[fake.HostileKind]int{
		fake.Blob: 10, fake.EndlessThinking: 10, fake.EndlessString: 20, fake.EndlessTail: 100,
		fake.NeverAnswers: 600, fake.SameDecision: 600, fake.TwoDecisions: 600,
	}
	for _, k := range fake.HostileKinds {
		w := rare[k]
		if w == 0 {
			w = 300
		}
		list = append(list, weighted{string(k), w})
	}
	for _, k := range takeTime {
		list = append(list, weighted{realPrefix + string(k), 2})
	}
	return list
}()

// takeTime are the kinds that also run under the real clock.
var takeTime = []fake.HostileKind{fake.Silent, fake.Slow, fake.Deaf, fake.EndlessThinking, fake.BreaksOff}

// floods are the kinds that mixtures leave out most of the time.
var floods = []fake.HostileKind{fake.Blob, fake.EndlessThinking, fake.EndlessString}

func isKind(name string) bool {
	return slices.ContainsFunc(kinds, func(k weighted) bool { return k.name == name })
}

// drawKind draws a kind by weight.
func drawKind(r *rand.Rand) string {
	sum := 0
	for _, k := range kinds {
		sum += k.weight
	}
	n := r.IntN(sum)
	for _, k := range kinds {
		if n -= k.weight; n < 0 {
			return k.name
		}
	}
	panic("soak: BUG: the weights do not add up")
}

// runModels chooses the model of each request of one run, and holds what its tools share. It travels in the
// run's context, so that one loop serves all runs of a scenario.
type runModels struct {
	seed     int64
	inflated int           // by which a server's count of the prompt passes the loop's; 0: no counts at all
	released chan struct{} // closed when those that ignore their context may return
	inside   atomic.Int64  // models and tools that are running

	mu          sync.Mutex // guards what follows: an abandoned model may still be choosing
	dice        *rand.Rand
	pick        func() model.Model // the model of the next request
	adversaries map[fake.HostileKind]*fake.Adversary
}

type runModelsKey struct{}

// newRunModels returns the models of a run of the given kind. A run in a bubble must make it there.
func newRunModels(kind string, seed uint64, registry *tools.Registry) *runModels {
	c := &runModels{
		dice: rand.New(rand.NewPCG(seed, runDice)), seed: int64(seed),
		adversaries: map[fake.HostileKind]*fake.Adversary{}, released: make(chan struct{}),
	}
	c.inflated = []int{0, 1, 1, 1, 1, 1, 1, 3, 100}[c.dice.IntN(9)]
	switch kind {
	case random:
		c.pick = func() model.Model { return fake.Random(c.seed) }
	case mostly:
		c.pick = func() model.Model {
			if c.dice.IntN(5) == 0 {
				return c.hostile(c.drawHostile())
			}
			return fake.Random(c.seed)
		}
	case mixed:
		c.pick = func() model.Model { return c.hostile(c.drawHostile()) }
	case alternating:
		next := rotation(c.dice, registry)
		c.pick = func() model.Model { return fake.Script(next()) }
	case wild:
		c.pick = func() model.Model { return fake.Script(wildDecision(c.dice, registry)) }
	default:
		c.pick = func() model.Model { return c.hostile(fake.HostileKind(kind)) }
	}
	return c
}

// drawHostile draws a hostile kind, seldom one that floods.
func (c *runModels) drawHostile() fake.HostileKind {
	for {
		k := fake.HostileKinds[c.dice.IntN(len(fake.HostileKinds))]
		if !slices.Contains(floods, k) || c.dice.IntN(100) == 0 {
			return k
		}
	}
}

// hostile returns the model that is hostile in one way, the same each time: some remember.
func (c *runModels) hostile(k fake.HostileKind) *fake.Adversary {
	if c.adversaries[k] == nil {
		c.adversaries[k] = fake.Hostile(k, c.seed)
	}
	return c.adversaries[k]
}

// next returns the model of the next request.
func (c *runModels) next() model.Model {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pick()
}

// release lets the models and tools return that ignore their context.
func (c *runModels) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.released)
	for _, a := range c.adversaries {
		a.Release()
	}
}

// A switchingModel is the model of every loop here. It passes each request to the model that the run's
// runModels choose. A fallback is valid-random in every second run; in the others it is like the first model.
type switchingModel struct{ fallback bool }

// Name returns "soak" or "soak:fallback".
func (a switchingModel) Name() string {
	if a.fallback {
		return "soak:fallback"
	}
	return "soak"
}

// Generate implements [model.Model].
func (a switchingModel) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		c := ctx.Value(runModelsKey{}).(*runModels)
		defer inside(ctx)()
		m := c.next()
		if a.fallback && c.seed%2 == 0 {
			m = fake.Random(c.seed)
		}
		for chunk, err := range m.Generate(ctx, req) {
			chunk.Usage = c.usage(chunk.Usage)
			// A stubborn model goes on here, too, and a panic goes through.
			if !yield(chunk, err) {
				return
			}
		}
	}
}

// usage is what the server says it counted.
func (c *runModels) usage(u model.Usage) model.Usage {
	if c.inflated == 0 {
		return model.Usage{}
	}
	u.PromptTokens *= c.inflated
	return u
}

// rotation returns a function that gives two to six calls in turn, over and over, and after some requests
// the answer nothing.
func rotation(r *rand.Rand, registry *tools.Registry) (next func() string) {
	var turns []string
	all := registry.All()
	for range 2 + r.IntN(5) {
		if len(all) == 0 {
			break
		}
		t := all[r.IntN(len(all))]
		args := `{"n":` + fmt.Sprint(r.IntN(10)) + `}`
		if t.Name() == toolSay {
			args = `{"word":"` + []string{"red", "green", "ok1"}[r.IntN(3)] + `"}`
		}
		turns = append(turns, fmt.Sprintf(`{"thought":"","tool":%q,"tool_args":%s}`, t.Name(), args))
	}
	n, answer := 0, r.IntN(40)
	return func() string {
		n++
		if n > answer || len(turns) == 0 {
			return `{"thought":"","tool":"final_answer","tool_args":{"text":"` + nothing + `"}}`
		}
		return turns[(n-1)%len(turns)]
	}
}

// The parts of wild decisions. With policy off, all of them reach the loop.
var (
	wildTools = []string{`"final_answer"`, `"parallel"`, `"step_done"`, `""`, `"ok\u0000"`, `"\ud800"`, `7`, `null`, `["ok"]`}
	wildArgs  = []string{
		`{"n":1}`, `{"n":1e999}`, `{"n":-0}`, `{"n":1E0}`, `{"n":1.5}`, `{"n":12345678901234567890}`, `{"n":1,"n":2}`, `{"n":"1"}`, `{"n":null}`,
		`{"word":"\ud800"}`, `{"word":"\u0000"}`, `{"text":"` + nothing + `"}`, `{"text":7}`, `{"text":"a","text":"b"}`, `{}`, `[]`, `null`,
		`{"calls":[]}`, `{"calls":7}`, `{"calls":[{"tool":"ok","tool_args":{"n":1e999}},{"tool":"parallel","tool_args":{}}]}`,
		`{"calls":[{"tool":"final_answer","tool_args":{"text":"` + nothing + `"}},{"tool":"ok","tool_args":{"n":1}}]}`,
	}
)

// wildDecision returns a decision made of these parts and of the registry's tools.
func wildDecision(r *rand.Rand, registry *tools.Registry) string {
	tool := wildTools[r.IntN(len(wildTools))]
	if all := registry.All(); len(all) > 0 && r.IntN(3) > 0 {
		tool = `"` + all[r.IntN(len(all))].Name() + `"`
	}
	return `{"thought":"","tool":` + tool + `,"tool_args":` + wildArgs[r.IntN(len(wildArgs))] + `}`
}

// outcomes are all outcomes that a run here can have.
var outcomes = []loop.Outcome{
	loop.Final, loop.BudgetExhausted, loop.DuplicateAction, loop.Cycle, loop.ToolFailure, loop.ModelFailure, loop.Cancelled, loop.Paused,
}
