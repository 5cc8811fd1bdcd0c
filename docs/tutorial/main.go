package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/shortleash/shortleash/model/ollama"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run gives a task to an Ollama model. args are the model's name and the task.
func run(ctx context.Context, args []string) error {
	if len(args) != 2 {
		return errors.New("usage: tutorial MODEL TASK")
	}
	m, err := ollama.New(args[0], ollama.Config{})
	if err != nil {
		return err
	}
	agent, err := newAgent(map[string]int{"bolt": 20, "nut": 300, "washer": 0}, m)
	if err != nil {
		return err
	}
	log, err := os.Create("run.ndjson")
	if err != nil {
		return err
	}
	defer log.Close()
	result, err := agent.Run(ctx, args[1], log)
	if err != nil {
		return err
	}
	fmt.Println(result.Outcome, string(result.Answer), result.Error)
	return log.Close()
}
