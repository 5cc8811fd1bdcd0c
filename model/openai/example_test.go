package openai_test

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/openai"
)

func ExampleNew() {
	m, err := openai.New("qwen3-4b", openai.Config{Host: "127.0.0.1:1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Name())
	_, err = model.Collect(m.Generate(context.Background(), model.Request{
		Messages: []model.Message{{Author: model.User, Content: "Hello."}},
	}))
	fmt.Println(err)
	// Output:
	// openai:qwen3-4b
	// No server answers at http://127.0.0.1:1. Start it, or name another with openai.Config.Host.
}
