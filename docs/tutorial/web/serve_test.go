package main

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
)

func TestAPageReadsWhatHappens(t *testing.T) {
	m := agenttest.Script(agenttest.Call("count_part", part{"nut"}), agenttest.Call("price_of", part{"nut"}),
		agenttest.Answer(offer{Days: 2, Price: 30, Text: "100 nuts"}))
	a, err := agent.New[offer](m, shop)
	require.NoError(t, err)
	w := httptest.NewRecorder()
	ask(a)(w, httptest.NewRequestWithContext(t.Context(), "GET", "/ask?task=100+nuts", nil))
	assert.Equal(t, "text/event-stream", w.Header().Get("Content-Type"))
	assert.Equal(t, []string{
		`data: {"tool":"count_part","args":{"part":"nut"}}`, `data: {"tool":"count_part","output":30}`,
		`data: {"tool":"price_of","args":{"part":"nut"}}`, `data: {"tool":"price_of","output":0.3}`,
		`data: {"text":"100 nuts"}`, `data: {"answer":{"days":2,"price":30,"text":"100 nuts"}}`,
	}, strings.Split(strings.TrimSpace(w.Body.String()), "\n\n"))
}

func TestAClientThatLeavesCancelsTheRun(t *testing.T) {
	a, err := agent.New[offer](agenttest.Script(), shop)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	ask(a)(w, httptest.NewRequestWithContext(ctx, "GET", "/ask?task=100+nuts", nil))
	assert.Contains(t, w.Body.String(), "cancelled")
}
