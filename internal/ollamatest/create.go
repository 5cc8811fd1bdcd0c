package ollamatest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"

	"github.com/ollama/ollama/api"
)

// template shows every message with its author and asks for the assistant's next one.
const template = `{{- range .Messages }}<|{{ .Role }}|>{{ .Content }}<|end|>{{ end }}<|assistant|>`

// thinkingTemplate makes servers take the model for one that can think.
const thinkingTemplate = `{{- range .Messages }}<|{{ .Role }}|>` +
	`{{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}{{ .Content }}<|end|>{{ end }}<|assistant|>`

// models are what every server has. That one thread is enough they say themselves, for programs that
// cannot be told to ask for it.
var models = []struct {
	name, template, parser string
	trained                uint32
	parameters             map[string]any
}{
	{Model, template, "", 2048, map[string]any{"num_ctx": 1024, "num_thread": 1}},
	{ThinkingModel, thinkingTemplate, "", 2048, map[string]any{"num_ctx": 1024, "num_thread": 1}},
	{ParsedModel, thinkingTemplate, "qwen3-thinking", 2048, map[string]any{"num_ctx": 1024, "num_thread": 1}},
	{WideModel, template, "", 16384, map[string]any{"num_ctx": 8192, "num_thread": 1}},
}

// create installs the models at host.
func create(ctx context.Context, host string) error {
	base, err := url.Parse(host)
	if err != nil {
		return err
	}
	client := api.NewClient(base, &http.Client{})
	for _, m := range models {
		file, err := weights(m.trained)
		if err != nil {
			return err
		}
		digest := fmt.Sprintf("sha256:%x", sha256.Sum256(file))
		if err := client.CreateBlob(ctx, digest, bytes.NewReader(file)); err != nil {
			return fmt.Errorf("upload %s: %w", m.name, err)
		}
		request := &api.CreateRequest{
			Model:      m.name,
			Files:      map[string]string{"random.gguf": digest},
			Template:   m.template,
			Parser:     m.parser, // ignored by servers that have none
			Parameters: m.parameters,
		}
		if err := client.Create(ctx, request, func(api.ProgressResponse) error { return nil }); err != nil {
			return fmt.Errorf("create %s: %w", m.name, err)
		}
	}
	return nil
}
