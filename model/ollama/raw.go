package ollama

import (
	"context"

	"github.com/ollama/ollama/api"
)

// raw has the server render the prompt of r and complete it as it stands. Nothing of the server
// reads along there, so a format holds from the first token whatever the model's parser expects. It
// reports false, and has completed nothing, where the server cannot render.
func (m *Model) raw(ctx context.Context, r *api.ChatRequest, receive api.ChatResponseFunc) (bool, error) {
	render := *r
	render.DebugRenderOnly, render.Format = true, nil
	render.Options = map[string]any{"num_predict": 1} // for servers that do not know the field and run the model
	for name, value := range r.Options {
		if _, there := render.Options[name]; !there {
			render.Options[name] = value
		}
	}
	var prompt string
	err := m.client.Chat(ctx, &render, func(c api.ChatResponse) error {
		if c.DebugInfo != nil {
			prompt = c.DebugInfo.RenderedTemplate
		}
		return nil
	})
	if err != nil || prompt == "" {
		return false, err
	}
	complete := &api.GenerateRequest{
		Model:     r.Model,
		Prompt:    prompt,
		Raw:       true,
		Stream:    r.Stream,
		Format:    r.Format,
		KeepAlive: r.KeepAlive,
		Options:   r.Options,
		Think:     r.Think,
		Truncate:  r.Truncate,
		Shift:     r.Shift,
	}
	return true, m.client.Generate(ctx, complete, func(g api.GenerateResponse) error {
		return receive(api.ChatResponse{
			Message:    api.Message{Content: g.Response, Thinking: g.Thinking},
			Done:       g.Done,
			DoneReason: g.DoneReason,
			Metrics:    g.Metrics,
		})
	})
}
