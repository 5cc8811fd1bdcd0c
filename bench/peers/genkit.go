package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/ollama"

	"github.com/shortleash/shortleash/eval/tasks"
)

// runGenkit lets Generate of firebase/genkit do the task, with its own Ollama plugin. A turn is a round of
// tool calls, so n requests are at most n-1 turns.
func runGenkit(ctx context.Context, a assignment, task string, s *tasks.Session) (string, error) {
	plugin := &ollama.Ollama{ServerAddress: a.host, Timeout: 600}
	g := genkit.Init(ctx, genkit.WithPlugins(plugin))
	model := plugin.DefineModel(g, ollama.ModelDefinition{Name: a.model, Type: "chat"},
		&ai.ModelOptions{Supports: &ai.ModelSupports{Multiturn: true, SystemRole: true, Tools: true}})
	var refs []ai.ToolRef
	for _, t := range s.Tools().All() {
		var parameters map[string]any
		if err := json.Unmarshal(t.Schema().JSON(), &parameters); err != nil {
			return "", fmt.Errorf("tool %s: %w", t.Name(), err)
		}
		refs = append(refs, genkit.DefineToolWithInputSchema(g, t.Name(), t.Description(), parameters,
			func(ctx *ai.ToolContext, in any) (string, error) {
				args, err := json.Marshal(in)
				if err != nil {
					return "", err
				}
				return call(ctx, s, t.Name(), args), nil
			}))
	}
	r, err := genkit.Generate(ctx, g, ai.WithModel(model), ai.WithSystem(instructions), ai.WithPrompt("%s", task),
		ai.WithTools(refs...), ai.WithMaxTurns(a.steps-1))
	if err != nil {
		return "", err
	}
	return r.Text(), nil
}
