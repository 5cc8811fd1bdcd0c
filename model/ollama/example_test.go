package ollama_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

func ExampleNew() {
	m, err := ollama.New("llama3.2", ollama.Config{Host: "127.0.0.1:1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Name())
	_, err = model.Collect(m.Generate(context.Background(), model.Request{
		Messages: []model.Message{{Author: model.User, Content: "Hello."}},
	}))
	if fault, ok := errors.AsType[*model.Fault](err); ok {
		fmt.Println(fault.Kind)
		fmt.Println(fault.Message)
	}
	// Output:
	// ollama:llama3.2
	// unreachable
	// No Ollama answers at http://127.0.0.1:1. Start it with `ollama serve`, or name another with ollama.Config.Host or OLLAMA_HOST.
}

func ExampleParseHost() {
	for _, value := range []string{"", "tower", "https://tower", "0.0.0.0:8080", "tower:99999"} {
		u, warning, err := ollama.ParseHost(value)
		fmt.Println(u, warning, err)
	}
	// Output:
	// http://127.0.0.1:11434  <nil>
	// http://tower:11434  <nil>
	// https://tower:443  <nil>
	// http://127.0.0.1:8080  <nil>
	// http://tower:11434 ollama: "99999" is not a port, 11434 is used <nil>
}

func ExampleInstalled() {
	_, models, err := ollama.Installed(context.Background(), "127.0.0.1:1")
	fmt.Println(len(models), err)
	// Output:
	// 0 No Ollama answers at http://127.0.0.1:1. Start it with `ollama serve`, or name another with --host or OLLAMA_HOST.
}

func ExampleDialect() {
	g, err := grammar.Compile(context.Background(), []byte(`{"type":"number","minimum":0}`), grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := g.ServerSchema(ollama.Dialect("0.17.4"))
	fmt.Println(e.Text, e.Relaxations[0].Keyword, "is", e.Relaxations[0].Why)
	// Output:
	// {"type":"number"} minimum is ignored where a number may have a fraction
}
