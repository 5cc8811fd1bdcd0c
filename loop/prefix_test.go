package loop_test

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A gauge notes what each request cost its model. Lanes may ask at the same time.
type gauge struct {
	model.Model
	mu    sync.Mutex
	asked []model.Request
	usage []model.Usage
}

func (g *gauge) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		for c, err := range g.Model.Generate(ctx, req) {
			if c.Done {
				g.mu.Lock()
				g.asked, g.usage = append(g.asked, req), append(g.usage, c.Usage)
				g.mu.Unlock()
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// patient is the rule that there is no answer before so many calls.
type patient struct{ calls int }

func (patient) Name() string { return "patient" }

func (p patient) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	if s.Called("echo") < p.calls {
		a.Answer = nil
	}
	return a
}

// TestRealServerFindsThePromptsItHasRead: prompts only grow at their end, so from the second request on
// the server evaluates little more than what is new. What a token costs is measured on the same server:
// the same prompts, made strange at their first word, are evaluated whole.
func TestRealServerFindsThePromptsItHasRead(t *testing.T) {
	server := ollamatest.StartOwn(t, "that prompts are found in the server's cache")
	m, err := ollama.New(server.Model, ollama.Config{Host: server.Host, Threads: 1, Context: 4096})
	require.NoError(t, err)
	type args struct {
		Letter string `json:"letter" jsonschema:"enum=a,enum=b,enum=c"`
	}
	echo := tools.Must(tools.New("echo", "the letter again",
		func(_ context.Context, in args) (string, error) { return in.Letter, nil }, tools.Options{Pollable: true}))
	registry, err := tools.NewRegistry(echo)
	require.NoError(t, err)
	p := strategy.ReAct{}
	p.NoThought = true
	warm, whole := 1.0, 0.0
	for try := 0; try < 3 && warm >= whole/2; try++ { // the machine may be busy with something else for a part of the time
		warm, whole = warmth(t, m, p, registry)
	}
	assert.Less(t, warm, whole/2)
}

// warmth returns what a token of a prompt costs when the server has read its beginning, and when not, in ns.
func warmth(t *testing.T, m model.Model, p planner.Planner, registry *tools.Registry) (warm, whole float64) {
	g := &gauge{Model: m}
	l, err := loop.New(p, g, registry, strict(loop.Config{
		Answer: grammar.Object(grammar.Property{Name: "letter", Schema: grammar.Enum("a", "b", "c")}),
		Budget: loop.Budget{Steps: 7, Wall: 4 * time.Minute},
		Rules:  []loop.Rule{patient{5}}, Allowances: loop.Allowances{Repairs: 1, Retries: 1}, Limits: loop.Limits{ReplyTokens: 256},
	}))
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "Say a letter.\n"+strings.Repeat("It may be any of them. ", 20), nil)
	require.NoError(t, err)
	require.EqualValues(t, loop.Final, r.Outcome, "%s: %s", r.Reason, r.Error)
	require.GreaterOrEqual(t, len(g.usage), 6)

	cold := &gauge{Model: m}
	for i, req := range g.asked {
		req.Messages = slices.Clone(req.Messages)
		req.Messages[0].Content = strings.Repeat("qxzjvkwp"[i%8:i%8+1], 16) + req.Messages[0].Content
		req.Grammar, req.MaxTokens = nil, 1 // only its prompt is of interest
		_, err := model.Collect(cold.Generate(t.Context(), req))
		require.NoError(t, err)
	}
	var warmed, all []float64
	for i, u := range g.usage {
		t.Logf("request %d: %4d tokens, %7v; the same made strange: %4d tokens, %7v", i+1,
			u.PromptTokens, u.Prompt.Round(10*time.Microsecond), cold.usage[i].PromptTokens, cold.usage[i].Prompt.Round(10*time.Microsecond))
		all = append(all, float64(cold.usage[i].Prompt)/float64(cold.usage[i].PromptTokens))
		if i > 0 {
			assert.True(t, r.Counters.Repairs > 0 || u.PromptTokens > g.usage[i-1].PromptTokens, "the prompt grows")
			warmed = append(warmed, float64(u.Prompt)/float64(u.PromptTokens))
		}
	}
	warm, whole = median(warmed), median(all)
	t.Logf("a token of a prompt: %.1f µs when the server has read its beginning, %.1f µs when not", warm/1e3, whole/1e3)
	return warm, whole
}

func median[T cmp.Ordered](list []T) T {
	slices.Sort(list)
	return list[len(list)/2]
}
