package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
)

func TestThePlainStrategyReadsWhatCallsGave(t *testing.T) {
	a, err := agent.New[int](agenttest.Script(agenttest.Call("count_letters", word{"leash"}), agenttest.Answer(5)), spelling)
	require.NoError(t, err)
	result, err := a.Run(t.Context(), "How many letters has leash?")
	require.NoError(t, err)
	assert.Equal(t, 5, result.Answer)
	assert.Equal(t, "user:\nHow many letters has leash?\n\nuser:\ncount_letters gave 5", result.Prompt(2))
}
