package endpoint_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model/fake"
)

// manyTools is n tools like those of coding agents.
func manyTools(t testing.TB, n int) string {
	t.Helper()
	var list []any
	for i := range n {
		list = append(list, map[string]any{"type": "function", "function": map[string]any{
			"name": fmt.Sprintf("get_thing_%d", i), "description": "gives a thing, with as many words as descriptions have",
			"parameters": json.RawMessage(`{"type":"object","properties":{"path":{"type":"string","description":"where it is"},
				"kind":{"type":"string","enum":["file","folder","link"]},"first":{"type":"integer","minimum":0},"count":{"type":"integer"},
				"filters":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"value":{"type":"string"}},
				"required":["name","value"]}}},"required":["path","kind"]}`)}})
	}
	text, err := json.Marshal(map[string]any{"tools": list})
	require.NoError(t, err)
	return string(text)
}

// conversation is one of n steps, each with a call of its own.
func conversation(t testing.TB, n int) string {
	t.Helper()
	list := []any{map[string]string{"role": "user", "content": "Find the thing at x."}}
	for i := range n {
		id := fmt.Sprint("c", i)
		list = append(list, map[string]any{"role": "assistant", "content": "next", "tool_calls": []any{map[string]any{"id": id,
			"type": "function", "function": map[string]string{"name": fmt.Sprintf("get_thing_%d", i%20),
				"arguments": fmt.Sprintf(`{"path":"p%d","kind":"file"}`, i)}}}},
			map[string]string{"role": "tool", "tool_call_id": id, "content": strings.Repeat("not here ", 40)})
	}
	text, err := json.Marshal(map[string]any{"model": "m", "messages": list})
	require.NoError(t, err)
	return string(text)
}

// TestAddedTime measures what a request costs in front of a model that replies at once: what the endpoint adds. The page has
// the figures of a quiet machine; here only a multiple of them fails.
func TestAddedTime(t *testing.T) {
	const decision = `{"thought":"there","tool_calls":[{"tool":"get_thing_3","tool_args":{"first":0,"kind":"link","path":"x"}}]}`
	rounds := 200
	replies := slices.Repeat([]string{decision}, rounds)
	s := serve(t, fake.Script(replies...), endpoint.Config{})
	tools := manyTools(t, 20)
	var took []time.Duration
	for i := range rounds {
		body := object(t, conversation(t, i%30), tools)
		began := time.Now()
		status, reply, _ := post(t, s, "/v1/chat/completions", body)
		took = append(took, time.Since(began))
		require.Equal(t, http.StatusOK, status, reply)
	}
	first := took[0]
	slices.Sort(took)
	p50, p99 := took[len(took)/2], took[len(took)*99/100]
	t.Logf("20 tools, %d requests: p50 %v, p99 %v; the first, of tools that it has not seen: %v", rounds, p50, p99, first)
	assert.Less(t, p50, 40*time.Millisecond)
}
