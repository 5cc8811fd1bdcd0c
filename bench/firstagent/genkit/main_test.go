package main

import (
	"context"
	"testing"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

func call(name string) *ai.Message {
	return ai.NewModelMessage(ai.NewToolRequestPart(&ai.ToolRequest{Name: name, Input: map[string]any{"part": "nut"}}))
}

func TestOffer(t *testing.T) {
	g := genkit.Init(t.Context())
	replies := []*ai.Message{call("count_part"), call("price_of"), ai.NewModelTextMessage(`{"price":30,"enough":false}`)}
	m := genkit.DefineModel(g, "test/script", &ai.ModelOptions{Supports: &ai.ModelSupports{Multiturn: true, Tools: true}},
		func(_ context.Context, r *ai.ModelRequest, _ ai.ModelStreamCallback) (*ai.ModelResponse, error) {
			reply := replies[0]
			replies = replies[1:]
			return &ai.ModelResponse{Request: r, Message: reply}, nil
		})
	got, err := ask(t.Context(), g, m, "100 nuts")
	if err != nil || got.Price != 30 {
		t.Fatal(got, err)
	}
}
