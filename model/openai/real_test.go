package openai_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/openai"
)

// Ollama speaks this protocol too, beside its own, which serves for a real server here. For use it
// has model/ollama: over this protocol it takes no size of the context.

func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }

func TestRealServerOverOpenAIsProtocol(t *testing.T) {
	server := ollamatest.Start(t, "OpenAI's protocol")
	m, err := openai.New(server.Model, openai.Config{Host: server.Host + "/v1"})
	require.NoError(t, err)
	schema := grammar.Object(
		grammar.Property{Name: "text", Schema: grammar.String(0, 12)},
		grammar.Property{Name: "word", Schema: grammar.Enum("leash", "dog")},
	)
	g, err := grammar.Compile(t.Context(), schema.JSON(), grammar.Options{})
	require.NoError(t, err)
	for seed := range int64(3) {
		reply, err := model.Collect(model.Guard(m).Generate(t.Context(), model.Request{
			Messages: []model.Message{{Author: model.User, Content: "Now?"}}, Grammar: g, MaxTokens: 300, Temperature: 1, Seed: seed,
		}))
		require.NoError(t, err)
		assert.NoError(t, g.Check(t.Context(), []byte(reply.Text)))
		assert.Positive(t, reply.Usage.PromptTokens)
	}
	require.NoError(t, m.Ready(t.Context()))

	m, err = openai.New("randon", openai.Config{Host: server.Host})
	require.NoError(t, err)
	_, err = model.Collect(m.Generate(t.Context(), model.Request{Messages: []model.Message{{Author: model.User, Content: "x"}}}))
	assert.ErrorContains(t, err, "has no model randon. It has: ")
}
