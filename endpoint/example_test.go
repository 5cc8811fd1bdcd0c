package endpoint_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// A program serves the endpoint beside its own paths. Its model is a scripted one here.
func ExampleNew() {
	m := fake.Script("There are 12 lamps.")
	guarded, err := endpoint.New(endpoint.Config{Model: func(context.Context, string) (model.Model, error) { return m, nil }})
	if err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/v1/", guarded)
	server := httptest.NewServer(mux)
	defer server.Close()
	const question = `{"model":"m","messages":[{"role":"user","content":"How many lamps?"}]}`
	reply, err := http.Post(server.URL+"/v1/chat/completions", "application/json", strings.NewReader(question))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reply.Body.Close()
	text, _ := io.ReadAll(reply.Body)
	fmt.Println(reply.StatusCode, strings.Contains(string(text), `"content":"There are 12 lamps."`))
	// Output: 200 true
}
