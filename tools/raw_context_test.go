package tools

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/hostile"
)

// Arguments are read as long as the context of the call lasts, whatever the schema of the tool: it is looked at all along,
// and once it has ended, nothing more is read.
func TestArgumentsAreReadWithinTheContextOfTheCall(t *testing.T) {
	called, cut := 0, map[string]int{}
	give := func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
		called++
		return args, nil
	}
	for _, f := range hostile.Families() {
		for n := f.Start(); n <= 16 && (f.Most == 0 || n <= f.Most); n = f.Next(n) {
			schema := append(append([]byte(`{"type":"object","properties":{"a":`), f.Make(n)...), `},"required":["a"]}`...)
			tool, err := NewRaw(t.Context(), "f", "", schema, give, Options{})
			if err != nil {
				break
			}
			r, err := NewRegistry(tool)
			require.NoError(t, err)
			args := tool.grammar.SampleWith(rand.New(rand.NewPCG(1, uint64(n))), grammar.SampleOptions{Hostile: true})
			for name, read := range map[string]func(context.Context) error{
				"check": func(ctx context.Context) error { return r.Check(ctx, Call{Tool: "f", Args: args}) },
				"open":  func(ctx context.Context) error { _, err := tool.call(ctx, args); return err },
			} {
				require.NotErrorIs(t, read(t.Context()), context.Canceled)
				whole := &hostile.Context{Context: t.Context()}
				before := called
				_ = read(whole)
				if whole.Looks < 8 {
					continue
				}
				passed := called > before
				part := &hostile.Context{Context: t.Context(), Most: whole.Looks / 2}
				before = called
				require.ErrorIs(t, read(part), context.Canceled, "%s of %d: %s", f.Name, n, name)
				require.LessOrEqual(t, part.Looks, part.Most+4, "%s of %d: %s goes on", f.Name, n, name)
				if passed {
					require.Equal(t, before, called, "%s of %d: it is called nevertheless", f.Name, n)
				}
				cut[name]++
			}
		}
	}
	assert.Greater(t, cut["check"], 200)
	assert.Greater(t, cut["open"], 200)
}
