package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/shortleash/shortleash/grammar"
)

// slowModel is a server that speaks as Ollama does. It takes its time, one request after the other, and replies with a
// document that the request's format allows, drawn by the request itself: the same question has the same answer on
// every machine.
func slowModel(latency time.Duration) *httptest.Server {
	busy := make(chan struct{}, 1)
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.17.4"}`)
		case "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion"]}`)
		case "/api/ps", "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"slow:latest"}]}`)
		case "/api/chat":
			busy <- struct{}{}
			time.Sleep(latency)
			<-busy
			text, err := reply(body)
			if err != nil {
				http.Error(w, fmt.Sprintf(`{"error":%q}`, err), http.StatusBadRequest)
				return
			}
			_ = json.NewEncoder(w).Encode(map[string]any{"model": "slow",
				"message": map[string]string{"role": "assistant", "content": text}, "done": true, "done_reason": "stop",
				"prompt_eval_count": tokens(body), "eval_count": 1 + len(text)/bytesPerToken})
		default:
			http.NotFound(w, r)
		}
	}))
}

const bytesPerToken = 4

// tokens counts a prompt as servers do: more of it is more tokens. A client compares the counts of prompts that it has
// sent, and takes one that did not grow with its prompt for a prompt that was cut.
func tokens(body []byte) int {
	var request struct {
		Messages []struct{ Content string }
	}
	_ = json.Unmarshal(body, &request) // reply has read it
	n := 0
	for _, m := range request.Messages {
		n += 4 + len(m.Content)/bytesPerToken
	}
	return n
}

func reply(body []byte) (string, error) {
	var request struct {
		Format   json.RawMessage `json:"format"`
		Messages json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return "", err
	}
	g, err := grammar.Compile(context.Background(), request.Format, grammar.Options{})
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	h.Write(request.Messages)
	return string(g.Sample(rand.New(rand.NewPCG(h.Sum64(), 1)))), nil
}
