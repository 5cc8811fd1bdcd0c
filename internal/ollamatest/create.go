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

// create installs the model at host.
func create(ctx context.Context, host string) error {
	base, err := url.Parse(host)
	if err != nil {
		return err
	}
	file, err := weights()
	if err != nil {
		return err
	}
	client := api.NewClient(base, &http.Client{})
	digest := fmt.Sprintf("sha256:%x", sha256.Sum256(file))
	if err := client.CreateBlob(ctx, digest, bytes.NewReader(file)); err != nil {
		return fmt.Errorf("upload the model: %w", err)
	}
	for name, template := range map[string]string{Model: template, ThinkingModel: thinkingTemplate} {
		request := &api.CreateRequest{
			Model:      name,
			Files:      map[string]string{"random.gguf": digest},
			Template:   template,
			Parameters: map[string]any{"num_ctx": 1024},
		}
		if err := client.Create(ctx, request, func(api.ProgressResponse) error { return nil }); err != nil {
			return fmt.Errorf("create %s: %w", name, err)
		}
	}
	return nil
}
