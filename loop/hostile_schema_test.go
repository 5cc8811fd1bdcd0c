package loop_test

import (
	"context"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/hostile"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A lookedAt context counts how often it is looked at, and ends after so many looks; 0: it does not end.
type lookedAt struct {
	context.Context
	cancel      context.CancelFunc
	mu          sync.Mutex // guards what follows
	looks, most int
	last        time.Time
	longest     time.Duration // between two looks
}

func (c *lookedAt) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.longest, c.last = max(c.longest, now.Sub(c.last)), now
	c.looks++
	if c.looks == c.most { // with the lock: no other goroutine looks a thousand times before it has ended
		c.cancel()
	}
	return c.Context.Err()
}

// begin says that what came before was not a time of the run.
func (c *lookedAt) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = time.Now()
}

// told returns what was counted up to now. The goroutines of contexts look at it too, also after the run.
func (c *lookedAt) told() (looks int, longest time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.looks, c.longest
}

// hostileReplies is a model that says odd documents of each grammar, in one piece. What it takes to draw them is not a time
// of the run.
type hostileReplies struct {
	seed uint64
	run  *lookedAt
}

func (h hostileReplies) Name() string { return "hostile" }

func (h hostileReplies) Generate(_ context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		r := rand.New(rand.NewPCG(h.seed, uint64(len(req.Messages))))
		text := string(req.Grammar.SampleWith(r, grammar.SampleOptions{Hostile: true}))
		h.run.begin()
		if yield(model.Chunk{Text: text}, nil) {
			yield(model.Chunk{Done: true, Finish: model.Stop, Usage: model.Usage{PromptTokens: 1, OutputTokens: 1}}, nil)
		}
	}
}

// A run is over soon after its context, whatever the schemas of its tools and whatever its model says: the context is looked
// at all along, and after its end the run does nothing that takes long.
func TestARunWithHostileToolsEndsWithItsContext(t *testing.T) {
	const tick = 400 * time.Millisecond // a few ms, on a machine that does nothing else and without a race detector
	give := func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
		return json.RawMessage(`"ok"`), nil
	}
	plan := strategy.PlanExecute{}
	plan.Static = true
	largest, every, cuts := 16, 4, 60 // one of four families
	if *thorough {
		largest, every, cuts = 1024, 1, 300
	}
	cut := 0
	var slowest time.Duration
	for i, f := range hostile.Families() {
		if i%every != 0 {
			continue
		}
		for n := f.Start(); n <= largest && (f.Most == 0 || n <= f.Most); n = f.Next(f.Next(f.Next(n))) {
			schema := append(append([]byte(`{"type":"object","properties":{"a":`), f.Make(n)...), `},"required":["a"]}`...)
			tool, err := tools.NewRaw(t.Context(), "f", "", schema, give, tools.Options{ParallelSafe: true})
			if err != nil {
				break
			}
			registry, err := tools.NewRegistry(tool)
			require.NoError(t, err)
			for _, p := range []planner.Planner{strategy.ReAct{}, plan} {
				run := func(most int) (looks int, longest time.Duration, _ loop.Outcome) {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					seen := &lookedAt{Context: ctx, cancel: cancel, most: most}
					config := loop.Config{}
					config.Budget.Steps = 4
					l, err := loop.New(p, hostileReplies{uint64(n), seen}, registry, config)
					require.NoError(t, err)
					seen.begin()
					result, err := l.Run(seen, "x", nil)
					require.NoError(t, err)
					looks, longest = seen.told()
					return looks, longest, result.Outcome
				}
				looks, longest, _ := run(0)
				for range 20 { // another process may have had the processor
					if longest > tick {
						_, again, _ := run(0)
						longest = min(longest, again)
					}
				}
				if slowest = max(slowest, longest); looks < 16 { // it fails at once: the schema of its decisions is too long
					continue
				}
				if !assert.LessOrEqual(t, longest, tick, "%s of %d, %s: it did not look at its context for so long", f.Name, n, p.Name()) {
					continue
				}
				for i := range 3 {
					most := looks * (i + 1) / 4
					cutLooks, _, outcome := run(most)
					require.Equal(t, loop.Cancelled, outcome, "%s of %d, %s", f.Name, n, p.Name())
					require.LessOrEqual(t, cutLooks, most+32, "%s of %d, %s: it goes on", f.Name, n, p.Name())
					cut++
				}
			}
		}
	}
	assert.Greater(t, cut, cuts)
	t.Log(cut, "runs were cut; the longest between two looks:", slowest)
}
