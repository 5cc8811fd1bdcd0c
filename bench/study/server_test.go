package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ollama/ollama/api"
	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// A server speaks as Ollama does, with a model that says something else each time that the schema lets through.
// With tools it makes one call, and then repeats the sentence. It answers left requests, and is dead then.
type server struct {
	*httptest.Server
	left      atomic.Int64
	asked     atomic.Int64
	toolless  bool
	digest    string
	weights   string // the digest of their file
	direct    string // the reply to requests whose schema has only corrected; "": any
	firstCall api.ToolCallFunction
}

func newServer(t *testing.T) *server {
	s := &server{digest: "aa", weights: "a1"}
	s.left.Store(1 << 30)
	mux := http.NewServeMux()
	reply := func(w http.ResponseWriter, v any) { assert.NoError(t, json.NewEncoder(w).Encode(v)) }
	mux.HandleFunc("/api/version", func(w http.ResponseWriter, _ *http.Request) { reply(w, map[string]string{"version": "0.17.4"}) })
	mux.HandleFunc("/api/tags", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, map[string]any{"models": []any{map[string]any{"name": "m:latest", "digest": s.digest, "size": 98e6}}})
	})
	mux.HandleFunc("/api/show", func(w http.ResponseWriter, _ *http.Request) {
		can := []string{"completion", "tools"}
		if s.toolless {
			can = can[:1]
		}
		reply(w, map[string]any{"modelfile": "# Modelfile\nFROM /models/blobs/sha256-" + s.weights + "\nTEMPLATE x\n",
			"capabilities": can, "template": "{{ .Messages }}{{ .Tools }}", "details": map[string]any{"family": "llama"}})
	})
	mux.HandleFunc("/api/chat", func(w http.ResponseWriter, r *http.Request) {
		if s.left.Add(-1) < 0 {
			panic(http.ErrAbortHandler) // the connection ends without a reply
		}
		s.asked.Add(1)
		var request api.ChatRequest
		if !assert.NoError(t, json.NewDecoder(r.Body).Decode(&request)) {
			return
		}
		message := s.message(t, r.Context(), request)
		reply(w, api.ChatResponse{Message: message, Done: true, DoneReason: "stop", Metrics: api.Metrics{PromptEvalCount: 100, EvalCount: 10}})
	})
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// message returns a legal reply.
func (s *server) message(t *testing.T, ctx context.Context, request api.ChatRequest) api.Message {
	last := request.Messages[len(request.Messages)-1]
	if len(request.Tools) > 0 {
		if last.Role == "tool" {
			task, _ := strings.CutPrefix(request.Messages[1].Content, "Sentence: ")
			return api.Message{Role: "assistant", Content: "Sure!\nCorrected: " + task}
		}
		return api.Message{Role: "assistant", ToolCalls: []api.ToolCall{{Function: s.firstCall}}}
	}
	if s.direct != "" && strings.Contains(string(request.Format), `"corrected"`) && !strings.Contains(string(request.Format), "final_answer") {
		return api.Message{Role: "assistant", Content: s.direct}
	}
	g, err := grammar.Compile(ctx, json.RawMessage(request.Format), grammar.Options{})
	if !assert.NoError(t, err, "the schema that is sent compiles") {
		return api.Message{}
	}
	said, err := model.Collect(fake.Random(s.asked.Load()).Generate(ctx,
		model.Request{Grammar: g, Messages: []model.Message{{Content: fmt.Sprint(len(request.Messages))}}}))
	assert.NoError(t, err)
	return api.Message{Role: "assistant", Content: said.Text}
}
