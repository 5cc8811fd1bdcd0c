package main

import (
	"context"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/shortleash/shortleash/model"
)

// A cost is what one answer took from the server.
type cost struct {
	Requests int           `json:"requests"`
	Read     int           `json:"read"`    // tokens of prompts
	New      int           `json:"new"`     // of these: what the request before it did not begin with, in proportion to its bytes
	Written  int           `json:"written"` // tokens of replies
	Load     time.Duration `json:"load"`    // loading the model, in nanoseconds
}

// A meter is a model of a server that counts what it costs. The server keeps what it has read of the last
// request, and what it wrote; what the next one has in common with that from the start on is not read again.
type meter struct {
	model.Model

	mu      sync.Mutex
	last    string  // request, as far as the model reads it, and its reply
	perByte float64 // tokens, of the last request that the server counted; 0: none yet
	cost    cost
}

// Unwrap returns the model itself.
func (m *meter) Unwrap() model.Model { return m.Model }

// Generate implements [model.Model].
func (m *meter) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	var text strings.Builder
	for _, message := range req.Messages {
		text.WriteString(message.Author + "\n" + message.Content + "\n")
	}
	count := m.request(text.String())
	return func(yield func(model.Chunk, error) bool) {
		var reply strings.Builder
		written := 0 // a chunk is a token, or little more
		for chunk, err := range m.Model.Generate(ctx, req) {
			written++
			reply.WriteString(chunk.Text)
			if chunk.Done {
				count(chunk.Usage.PromptTokens, chunk.Usage.OutputTokens, chunk.Usage.Load)
				written = 0
			}
			if !yield(chunk, err) {
				break
			}
		}
		m.wrote(model.Assistant + "\n" + reply.String())
		if written > 0 { // the reply was refused before its end, and the server has not counted
			count(m.estimate(text.Len()), written, 0)
		}
	}
}

// request counts a request and returns what counts its tokens.
func (m *meter) request(text string) func(read, written int, load time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := 0
	for known < min(len(text), len(m.last)) && text[known] == m.last[known] {
		known++
	}
	m.last = text
	m.cost.Requests++
	return func(read, written int, load time.Duration) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.cost.Read += read
		m.cost.New += read * (len(text) - known) / max(len(text), 1)
		m.cost.Written += written
		m.cost.Load += load
		m.perByte = float64(read) / float64(max(len(text), 1))
	}
}

// wrote adds a reply to what the server keeps.
func (m *meter) wrote(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last += text
}

// estimate returns about how many tokens n bytes of a prompt are.
func (m *meter) estimate(n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.perByte == 0 {
		m.perByte = 0.3
	}
	return int(m.perByte * float64(n))
}

// take returns what was counted since the last take.
func (m *meter) take() cost {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.cost
	m.cost = cost{}
	return c
}
