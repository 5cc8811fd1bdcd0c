package ollama

import (
	"encoding/json"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/model"
)

// misuse says why req cannot be sent, or nil. An empty list of messages would be taken as "load
// the model and say nothing".
func misuse(req model.Request) error {
	switch {
	case len(req.Messages) == 0:
		return &model.Fault{Kind: model.Misuse, Message: "A request to Ollama needs at least one message."}
	case req.MaxTokens < 0:
		return &model.Fault{Kind: model.Misuse, Message: "MaxTokens of a request to Ollama is negative."}
	}
	return nil
}

// request returns what is sent. Each field that is always set has a server whose default is wrong
// for us: think unset means true since 0.12.5, and a model that thinks is not constrained; truncate
// and shift lose text silently; api.Options would drop a zero temperature and a zero seed;
// repeat_penalty was 1.1 until 0.32.8 and punishes quotes, braces and copied words; free text keeps the model's own.
func (m *Model) request(req model.Request, f facts) *api.ChatRequest {
	stream, off := true, false
	r := &api.ChatRequest{
		Model:     m.name,
		Messages:  make([]api.Message, len(req.Messages)),
		Stream:    &stream,
		KeepAlive: &api.Duration{Duration: m.config.KeepAlive},
		Options: map[string]any{
			"temperature": req.Temperature,
			"seed":        req.Seed,
			"num_ctx":     m.config.Context,
			"num_predict": m.outputLimit(req.MaxTokens),
		},
		Think:    f.thinking.value(),
		Truncate: &off,
		Shift:    &off,
	}
	for i, message := range req.Messages {
		r.Messages[i] = api.Message{Role: f.role(message.Author), Content: message.Content}
	}
	if req.Odds > 0 {
		r.Logprobs, r.TopLogprobs, r.Options["num_predict"] = true, maxLikely, 1
	} else if req.Grammar != nil {
		export := req.Grammar.ServerSchema(f.dialect)
		r.Format, r.Options["repeat_penalty"] = json.RawMessage(export.Text), 1.0
		m.config.Logger.Debug("ollama: format", "bytes", len(export.Text), "relaxations", export.Relaxations)
	}
	if m.config.Threads > 0 {
		r.Options["num_thread"] = m.config.Threads
	}
	if m.config.Batch > 0 {
		r.Options["num_batch"] = m.config.Batch
	}
	return r
}

// outputLimit returns num_predict. The server's own default is ten contexts; no reply can be
// longer than one.
func (m *Model) outputLimit(maxTokens int) int {
	if maxTokens == 0 {
		return m.config.Context
	}
	return min(maxTokens, m.config.Context)
}
