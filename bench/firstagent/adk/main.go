// Command adk makes an offer for parts. This version has a model for Gemini alone.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"google.golang.org/adk/agent"
	"google.golang.org/adk/agent/llmagent"
	"google.golang.org/adk/model"
	"google.golang.org/adk/model/gemini"
	"google.golang.org/adk/runner"
	"google.golang.org/adk/session"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/functiontool"
	"google.golang.org/genai"
)

type part struct {
	Part string `json:"part" jsonschema:"bolt or nut"`
}

type number struct {
	Number float64 `json:"number"`
}

type offer struct {
	Price  float64 `json:"price"`
	Enough bool    `json:"enough"`
}

const form = `Answer with JSON alone: {"price": a number, in euros, "enough": whether there are as many as were asked for}`

func count(_ tool.Context, in part) (number, error) { return number{float64(10 * len(in.Part))}, nil }

func price(_ tool.Context, in part) (number, error) { return number{float64(len(in.Part)) / 10}, nil }

func ask(ctx context.Context, m model.LLM, task string) (o offer, err error) {
	counts, err := functiontool.New(functiontool.Config{Name: "count_part", Description: "how many of a part are in stock"}, count)
	if err != nil {
		return o, err
	}
	prices, err := functiontool.New(functiontool.Config{Name: "price_of", Description: "what one of a part costs, in euros"}, price)
	if err != nil {
		return o, err
	}
	a, err := llmagent.New(llmagent.Config{Name: "shop", Model: m, Instruction: form, Tools: []tool.Tool{counts, prices}})
	if err != nil {
		return o, err
	}
	sessions := session.InMemoryService()
	s, err := sessions.Create(ctx, &session.CreateRequest{AppName: "shop", UserID: "user"})
	if err != nil {
		return o, err
	}
	r, err := runner.New(runner.Config{AppName: "shop", Agent: a, SessionService: sessions})
	if err != nil {
		return o, err
	}
	reply := ""
	for e, err := range r.Run(ctx, "user", s.Session.ID(), genai.NewContentFromText(task, genai.RoleUser), agent.RunConfig{}) {
		if err != nil {
			return o, err
		}
		if e.IsFinalResponse() && len(e.Content.Parts) > 0 {
			reply = e.Content.Parts[0].Text
		}
	}
	err = json.Unmarshal([]byte(reply), &o)
	return o, err
}

func main() {
	ctx := context.Background()
	m, err := gemini.NewModel(ctx, "gemini-2.5-flash", &genai.ClientConfig{APIKey: os.Getenv("GOOGLE_API_KEY")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ask(ctx, m, "What do 100 nuts cost, and are they there?"))
}
