package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
)

type product struct {
	Left  int `json:"left" jsonschema:"minimum=0,maximum=1000"`
	Right int `json:"right" jsonschema:"minimum=0,maximum=1000"`
}

func multiplication(t *testing.T) *toolbox {
	t.Helper()
	multiply, err := tools.New("multiply", "the product of two numbers", func(_ context.Context, in product) (int, error) { return in.Left * in.Right, nil }, tools.Options{})
	require.NoError(t, err)
	r, err := tools.NewRegistry(multiply)
	require.NoError(t, err)
	return newToolbox(r)
}

// server answers as Ollama does, by both of its interfaces: first a call, and once a result is among the
// messages an answer that quotes the result.
func server(t *testing.T) *httptest.Server {
	t.Helper()
	answer := func(r *http.Request) (text string, call bool) {
		var body struct {
			Messages []struct{ Role, Content string } `json:"messages"`
			Tools    []json.RawMessage                `json:"tools"`
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		all := ""
		for _, m := range body.Messages {
			all += m.Content
		}
		switch {
		case len(body.Tools) == 0 && strings.Contains(all, "Observation: 391"):
			return "Final Answer: it is 391", false
		case len(body.Tools) == 0:
			return "Thought: multiply\nAction: multiply\nAction Input: {\"left\":17,\"right\":23}", false
		case strings.Contains(all, "391"):
			return "it is 391", false
		}
		return "", true
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/chat", func(w http.ResponseWriter, r *http.Request) {
		text, call := answer(r)
		message := map[string]any{"role": "assistant", "content": text}
		if call {
			message["tool_calls"] = []any{map[string]any{"function": map[string]any{"name": "multiply", "arguments": map[string]any{"left": 17, "right": 23}}}}
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"model": "m", "message": message, "done": true, "done_reason": "stop", "prompt_eval_count": 100, "eval_count": 10})
	})
	mux.HandleFunc("/v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		text, call := answer(r)
		message := map[string]any{"role": "assistant", "content": text}
		if call {
			message["tool_calls"] = []any{map[string]any{"id": "c1", "type": "function", "function": map[string]any{"name": "multiply", "arguments": `{"__arg1":"{\"left\":17,\"right\":23}"}`}}}
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"id": "x", "choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": "stop"}}, "usage": map[string]any{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}})
	})
	mux.HandleFunc("/", func(_ http.ResponseWriter, r *http.Request) { t.Error("not expected:", r.URL) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func TestEveryPeerCallsTheToolAndAnswers(t *testing.T) {
	host := server(t)
	m, err := startMeter(host.URL)
	require.NoError(t, err)
	t.Cleanup(m.close)
	for _, p := range peers {
		t.Run(p.name, func(t *testing.T) {
			box := multiplication(t)
			answer, err := p.run(t.Context(), assignment{host: m.address, model: "m", task: "How much is 17 times 23?", tools: box, steps: 4})
			require.NoError(t, err)
			assert.Contains(t, answer, "391")
			assert.Equal(t, []int{1, 0, 0}, []int{box.calls, box.illegal, box.repeated})
			assert.Equal(t, usage{Requests: 2, Read: 200, Written: 20}, m.take())
		})
	}
}

func TestAToolboxCountsIllegalAndRepeatedCalls(t *testing.T) {
	box := multiplication(t)
	for i, args := range []string{`{"left":2,"right":3}`, `{"right":3,"left":2}`, `{"left":-2,"right":3}`, `{"left":2}`, `no JSON`} {
		text := box.call(t.Context(), "multiply", json.RawMessage(args))
		assert.Equal(t, i >= 2, strings.HasPrefix(text, "error: "), fmt.Sprint(args, text))
	}
	assert.Contains(t, box.call(t.Context(), "launch", json.RawMessage(`{}`)), "launch")
	assert.Equal(t, []int{6, 4, 1}, []int{box.calls, box.illegal, box.repeated})
}
