// Command web makes offers on a page, and tells what it does meanwhile by server-sent events.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/model/ollama"
)

type part struct {
	Part string `json:"part" jsonschema:"enum=bolt,enum=nut,enum=washer"`
}

type offer struct {
	Days  int     `json:"days" jsonschema:"how many days it takes"`
	Price float64 `json:"price" jsonschema:"description=in euros,minimum=0"`
	Text  string  `json:"text" jsonschema:"description=what is offered,maxLength=300"`
}

var shop = agent.Config{
	Tools: agent.Tools{
		agent.Tool("count_part", "how many of a part are in stock", count),
		agent.Tool("price_of", "what one of a part costs, in euros", price),
		agent.Tool("delivery", "how many days it takes to get more of a part", delivery),
	},
	Rules:  agent.Rules{agent.Require{Tool: "count_part"}, agent.Require{Tool: "price_of"}},
	Budget: agent.Budget{Steps: 6, Wall: time.Minute},
}

func count(_ context.Context, in part) (int, error) { return len(in.Part) * 10, nil }

func price(_ context.Context, in part) (float64, error) { return float64(len(in.Part)) / 10, nil }

func delivery(_ context.Context, in part) (int, error) { return len(in.Part), nil }

// ask tells what the agent does, and last its answer. A client that leaves cancels the run.
func ask(a *agent.Agent[offer]) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for e, err := range a.Watch(r.Context(), r.FormValue("task")) {
			line, _ := json.Marshal(e) // an event is always JSON
			if err != nil {
				line = fmt.Appendf(nil, "%q", err.Error())
			}
			fmt.Fprintf(w, "data: %s\n\n", line)
			http.NewResponseController(w).Flush()
		}
	}
}

func main() {
	m, err := ollama.New("qwen2.5-coder:1.5b", ollama.Config{})
	if err != nil {
		log.Fatal(err)
	}
	a, err := agent.New[offer](m, shop)
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("/ask", ask(a))
	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}
