package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval/tasks"
)

// multiplication is a task that one call does.
func multiplication(t *testing.T) tasks.Task {
	t.Helper()
	all, err := tasks.Read(strings.NewReader(
		`{"id":"t","toolset":"units","setup":{},"task":"How much is 17 times 23?","check":{"answer":["391"]},` +
			`"calls":[{"tool":"multiply","args":{"a":17,"b":23}}]}`))
	require.NoError(t, err)
	return all[0]
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
			return "Thought: multiply\nAction: multiply\nAction Input: {\"a\":17,\"b\":23}", false
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
			message["tool_calls"] = []any{map[string]any{"function": map[string]any{"name": "multiply",
				"arguments": map[string]any{"a": 17, "b": 23}}}}
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"model": "m", "message": message, "done": true, "done_reason": "stop",
			"prompt_eval_count": 100, "eval_count": 10})
	})
	mux.HandleFunc("/v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		text, call := answer(r)
		message := map[string]any{"role": "assistant", "content": text}
		if call {
			message["tool_calls"] = []any{map[string]any{"id": "c1", "type": "function",
				"function": map[string]any{"name": "multiply", "arguments": `{"__arg1":"{\"a\":17,\"b\":23}"}`}}}
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"id": "x",
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": "stop"}},
			"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}})
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
			run, err := tasks.Do(t.Context(), multiplication(t), p.agent(assignment{m.address, "m", 4, time.Minute}, m))
			require.NoError(t, err)
			assert.True(t, run.Done, "%s %+v", run.Why, run.Reply)
			assert.Len(t, run.Calls, 1)
			assert.Zero(t, run.Illegal)
			assert.Equal(t, []int{2, 200, 20}, []int{run.Reply.Requests, run.Reply.PromptTokens, run.Reply.OutputTokens})
		})
	}
}

func TestAPeerThatFailsHasNoAnswer(t *testing.T) {
	host := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(host.Close)
	m, err := startMeter(host.URL)
	require.NoError(t, err)
	t.Cleanup(m.close)
	for _, p := range peers {
		run, err := tasks.Do(t.Context(), multiplication(t), p.agent(assignment{m.address, "m", 4, time.Minute}, m))
		require.NoError(t, err, p.name)
		assert.Nil(t, run.Reply.Answer, p.name)
		assert.NotEmpty(t, run.Reply.Reason, p.name)
	}
}

// A model that writes for ever costs its task, and no more.
func TestAPeerWhoseReplyDoesNotEndHasNoAnswer(t *testing.T) {
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}))
	t.Cleanup(host.Close)
	m, err := startMeter(host.URL)
	require.NoError(t, err)
	t.Cleanup(m.close)
	for _, p := range peers {
		run, err := tasks.Do(t.Context(), multiplication(t), p.agent(assignment{m.address, "m", 4, 50 * time.Millisecond}, m))
		require.NoError(t, err, p.name)
		assert.Nil(t, run.Reply.Answer, p.name)
		assert.Equal(t, "timeout", run.Reply.Outcome, p.name)
	}
}

func TestCommandLine(t *testing.T) {
	assert.Zero(t, exec(t.Context(), []string{"-h"}, io.Discard, io.Discard))
	for _, args := range [][]string{{}, {"-models", "m"}, {"x"}, {"-models", "m", "-agents", "none of these", "x"},
		{"-models", "m", "-n", "-1", "x"}} {
		assert.Equal(t, 2, exec(t.Context(), args, io.Discard, io.Discard), "%q", args)
	}
	assert.Equal(t, 1, exec(t.Context(), []string{"-models", "m", "missing"}, io.Discard, io.Discard))
}

func TestAPageIsMadeAndGoesOnFromItsRecords(t *testing.T) {
	host := server(t)
	file := filepath.Join(t.TempDir(), "tasks.jsonl")
	require.NoError(t, os.WriteFile(file,
		[]byte(
			`{"id":"t","toolset":"units","setup":{},"task":"How much is 17 times 23?","check":{"answer":["391"]},`+
				`"calls":[{"tool":"multiply","args":{"a":17,"b":23}}]}`+"\n"), 0o600))
	records := filepath.Join(t.TempDir(), "records")
	var page strings.Builder
	args := []string{"-host", host.URL, "-models", "m", "-agents", "bare;eino", "-records", records, file}
	require.Zero(t, exec(t.Context(), args, &page, io.Discard))
	assert.Contains(t, page.String(), "| eino ReAct | 100 % |")
	assert.Contains(t, page.String(), "| Ollama tool calls, bare loop | 100 % |")
	host.Close() // nothing is asked any more
	var again strings.Builder
	require.Zero(t, exec(t.Context(), args, &again, io.Discard))
	assert.Equal(t, page.String(), again.String())
}

func TestRunsAreShownSideBySide(t *testing.T) {
	var all []tasks.Task
	for i := range 40 {
		all = append(all, tasks.Task{ID: fmt.Sprint("t", i), Task: fmt.Sprint("Do ", i, ".")})
	}
	i := slices.IndexFunc(all, func(t tasks.Task) bool { return !t.Development() })
	long := "`" + strings.Repeat("é", 300) + "`\nnever"
	call := tasks.Made{Tool: "look", Args: json.RawMessage(`{"at":1}`)}
	var page strings.Builder
	n := writeRuns(&page, "m", []string{"a", "b", "absent"}, all[i:i+1], []tasks.Run{
		{Setup: "m · b", ID: all[i].ID, Illegal: 2, Reply: tasks.Reply{Answer: &long}},
		{Setup: "m · a", ID: all[i].ID, Done: true, Calls: []tasks.Made{call, call, {Tool: "act", Args: json.RawMessage(`{}`), OK: true}}},
		{Setup: "m · a", ID: "another"},
	})
	assert.Equal(t, "\n**"+all[i].ID+"**: "+all[i].Task+"\n\n"+
		"- a, done: `look {\"at\":1}` ! (2 times) → `act {}` → no answer\n"+
		"- b, not done: illegal calls: 2 → `'"+strings.Repeat("é", longText-1)+"…`\n", page.String())
	assert.Equal(t, 1, n)
	page.Reset()
	assert.Equal(t, shown, writeRuns(&page, "m", nil, all, nil))
	assert.Equal(t, shown, strings.Count(page.String(), "**: Do"))
}
