package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"

	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

func double() tools.Tool {
	return tools.Must(tools.New("double", "twice a number", func(_ context.Context, in struct {
		N int `json:"n" jsonschema:"minimum=0,maximum=9"`
	}) (int, error) {
		return 2 * in.N, nil
	}, tools.Options{Idempotent: true}))
}

// numbers returns a server with one tool.
func numbers() *mcp.Server {
	registry, err := tools.NewRegistry(double())
	if err != nil {
		panic(err)
	}
	server, err := mcp.NewServer(mcp.Offer{Name: "numbers", Version: "1.0", Tools: registry, ReadOnly: []string{"double"}})
	if err != nil {
		panic(err)
	}
	return server
}

func ExampleNewServer() {
	server := httptest.NewServer(numbers().Handler()) // or ServeStreams(ctx, os.Stdin, os.Stdout)
	defer server.Close()
	fmt.Println(server.URL != "")
	// Output: true
}

func ExampleConnect() {
	server := httptest.NewServer(numbers().Handler())
	defer server.Close()
	client, err := mcp.Connect(context.Background(), []mcp.Endpoint{{URL: server.URL}}, mcp.Config{}) // or Command: []string{"npx", …}
	if err != nil {
		panic(err)
	}
	defer client.Close()
	registry, err := client.Registry() // for loop.New
	if err != nil {
		panic(err)
	}
	o := registry.Call(context.Background(), tools.Call{Tool: "double", Args: json.RawMessage(`{"n":4}`)})
	fmt.Println(string(o.Output), registry.Options("double").NeedsApproval)
	// Output: "8" false
}
