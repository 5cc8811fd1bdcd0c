// Command genkit makes an offer for parts.
package main

import (
	"context"
	"fmt"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/ollama"
)

type part struct {
	Part string `json:"part" jsonschema:"enum=bolt,enum=nut"`
}

type offer struct {
	Price  float64 `json:"price" jsonschema:"description=in euros"`
	Enough bool    `json:"enough" jsonschema:"description=whether there are as many as were asked for"`
}

func count(_ *ai.ToolContext, in part) (int, error) { return 10 * len(in.Part), nil }

func price(_ *ai.ToolContext, in part) (float64, error) { return float64(len(in.Part)) / 10, nil }

func ask(ctx context.Context, g *genkit.Genkit, m ai.Model, task string) (*offer, error) {
	counts := genkit.DefineTool(g, "count_part", "how many of a part are in stock", count)
	prices := genkit.DefineTool(g, "price_of", "what one of a part costs, in euros", price)
	o, _, err := genkit.GenerateData[offer](ctx, g, ai.WithModel(m), ai.WithPrompt("%s", task), ai.WithTools(counts, prices))
	return o, err
}

func main() {
	ctx := context.Background()
	plugin := &ollama.Ollama{ServerAddress: "http://localhost:11434", Timeout: 600}
	g := genkit.Init(ctx, genkit.WithPlugins(plugin))
	m := plugin.DefineModel(g, ollama.ModelDefinition{Name: "llama3.2", Type: "chat"},
		&ai.ModelOptions{Supports: &ai.ModelSupports{Multiturn: true, SystemRole: true, Tools: true}})
	fmt.Println(ask(ctx, g, m, "What do 100 nuts cost, and are they there?"))
}
