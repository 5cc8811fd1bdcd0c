package pool_test

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/model/pool"
)

func ExampleNew() {
	var members []model.Model
	for _, host := range []string{"127.0.0.1:1", "127.0.0.1:2"} {
		m, err := ollama.New("llama3.2", ollama.Config{Host: host})
		if err != nil {
			fmt.Println(err)
			return
		}
		members = append(members, m)
	}
	p, err := pool.New(members, pool.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Name())
	_, err = model.Collect(p.Generate(context.Background(), model.Request{
		Messages: []model.Message{{Author: model.User, Content: "Hello."}},
	}))
	fmt.Println(err)
	// Output:
	// ollama:llama3.2
	// No Ollama answers at http://127.0.0.1:2. Start it with `ollama serve`, or name another with ollama.Config.Host or OLLAMA_HOST.
}
