package model_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/hostile"
	"github.com/shortleash/shortleash/model"
)

// outside counts the bytes of a document that stand outside of its strings.
func outside(text string) (n int) {
	within := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && within:
			i++
		case text[i] == '"':
			within = !within
		case !within:
			n++
		}
	}
	return n
}

// A long chunk is read as long as the context lasts, whatever the schema: it is looked at before each byte but those of a
// text in which any may stand.
func TestTheGuardLooksAtItsContextAtEachByte(t *testing.T) {
	list := func(n int, format string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = strings.ReplaceAll(format, "%d", fmt.Sprint(i))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	texts := []string{list(300, "%d"), list(100, `{"a":%d,"b":[%d,{"c":"x%d"}]}`),
		list(20, strings.Repeat("[", 90)+"%d"+strings.Repeat("]", 90)),
		list(300, `{}`), `"` + strings.Repeat("a", 3000) + `"`, strings.Repeat(`{"a":`, 60) + "null" + strings.Repeat("}", 60)}
	read := 0
	for _, f := range hostile.Families() {
		for n := f.Start(); n <= 16 && (f.Most == 0 || n <= f.Most); n = f.Next(n) {
			g, err := grammar.Compile(t.Context(), f.Make(n), grammar.Options{Order: grammar.AnyOrder})
			if err != nil {
				break
			}
			for _, text := range append(texts, string(g.Sample(rand.New(rand.NewPCG(1, uint64(n)))))) {
				if len(text) > 20_000 { // the same again, for longer
					continue
				}
				_, _ = ask(t.Context(), say(model.Stop, text), g) // the grammar remembers what it has worked out
				whole := &hostile.Context{Context: t.Context()}
				reply, _ := ask(whole, say(model.Stop, text), g)
				read += len(reply.Text)
				require.GreaterOrEqual(t, whole.Looks, outside(reply.Text), "%s %d: %.60s", f.Name, n, text)
				if whole.Looks < 16 { // it is refused soon
					continue
				}
				cut := &hostile.Context{Context: t.Context(), Most: whole.Looks / 2}
				part, err := ask(cut, say(model.Stop, text), g)
				require.ErrorIs(t, err, context.Canceled, "%s %d: %.60s", f.Name, n, text)
				require.True(t, strings.HasPrefix(text, part.Text))
				require.LessOrEqual(t, cut.Looks, cut.Most+4, "%s %d: it goes on", f.Name, n)
			}
		}
	}
	assert.Greater(t, read, 500_000)

	pattern, err := json.Marshal(map[string]any{"type": "string", "pattern": "^((a{0,64}){0,64}){0,64}$"})
	require.NoError(t, err)
	g, err := grammar.Compile(t.Context(), pattern, grammar.Options{})
	require.NoError(t, err)
	ctx := &hostile.Context{Context: t.Context()}
	reply, err := ask(ctx, say(model.Stop, `"`+strings.Repeat("a", 2000)+`"`), g)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, ctx.Looks, len(reply.Text), "each letter may lead to a new state")
}
