package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
)

func TestTheFirstAgentCounts(t *testing.T) {
	m := agenttest.Script(agenttest.Call("count_part", part{"bolt"}), agenttest.Answer(stock{20}))
	tools := agent.Tools{agent.Tool("count_part", "how many of a part are in stock", count)}
	got, err := agent.Run[stock](t.Context(), m, agent.Config{Tools: tools}, "How many bolts are there?")
	require.NoError(t, err)
	assert.Equal(t, 20, got.Number)
}
