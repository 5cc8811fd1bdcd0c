package main

import (
	"context"
	"strconv"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

// buildGenkit builds what firebase/genkit has for an agent: Generate with tools, in turns. A turn is a
// round of tool calls, so n decisions are at most n-1 turns.
func buildGenkit(v *scripted, b *toolSet) (func(context.Context) ending, error) {
	g := genkit.Init(context.Background())
	m := genkit.DefineModel(g, "bench/scripted", &ai.ModelOptions{Supports: &ai.ModelSupports{Tools: true, Multiturn: true, SystemRole: true}},
		func(ctx context.Context, req *ai.ModelRequest, _ ai.ModelStreamCallback) (*ai.ModelResponse, error) {
			t, err := v.next(ctx)
			if err != nil {
				return nil, err
			}
			parts := []*ai.Part{ai.NewTextPart(t.text)}
			if t.tool != "" {
				ref := "c" + strconv.FormatInt(v.n.Load(), 10)
				parts = append(parts, ai.NewToolRequestPart(&ai.ToolRequest{Name: t.tool, Ref: ref, Input: t.input}))
			}
			return &ai.ModelResponse{Request: req, FinishReason: ai.FinishReasonStop, Message: ai.NewModelMessage(parts...)}, nil
		})
	lookup := genkit.DefineTool(g, "lookup", lookupText, func(_ *ai.ToolContext, in wordArgs) (string, error) { return b.lookup(in), nil })
	count := genkit.DefineTool(g, "count", countText, func(_ *ai.ToolContext, in wordArgs) (int, error) { return b.count(in), nil })
	join := genkit.DefineTool(g, "join", joinText, func(_ *ai.ToolContext, in joinArgs) (string, error) { return b.join(in), nil })
	return func(ctx context.Context) ending {
		r, err := genkit.Generate(ctx, g, ai.WithModel(m), ai.WithPrompt(question), ai.WithTools(lookup, count, join), ai.WithMaxTurns(decisions-1))
		if err != nil {
			return ending{how: "error: " + err.Error(), left: "nothing"}
		}
		return ending{answer: r.Text(), how: "answer", left: strconv.Itoa(len(r.History())) + " messages, usage"}
	}, nil
}
