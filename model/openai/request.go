package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/shortleash/shortleash/model"
)

// A body is what is sent. Its fields are in the order in which they go out.
type body struct {
	Model       string          `json:"model"`
	Messages    []message       `json:"messages"`
	Stream      bool            `json:"stream"`
	Options     streamOptions   `json:"stream_options"`
	Temperature float64         `json:"temperature"`
	Seed        int64           `json:"seed"`
	MaxTokens   int             `json:"max_tokens,omitempty"`
	Format      *responseFormat `json:"response_format,omitempty"`
	Grammar     string          `json:"grammar,omitempty"`
	Effort      Effort          `json:"reasoning_effort,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type responseFormat struct {
	Type       string     `json:"type"`
	JSONSchema jsonSchema `json:"json_schema"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// misuse says why req cannot be sent, or nil.
func misuse(req model.Request) error {
	switch {
	case len(req.Messages) == 0:
		return &model.Fault{Kind: model.Misuse, Message: "A request needs at least one message."}
	case req.MaxTokens < 0:
		return &model.Fault{Kind: model.Misuse, Message: "MaxTokens of a request is negative."}
	}
	return nil
}

// request returns what is sent for req.
func (m *Model) request(ctx context.Context, req model.Request) (*http.Request, error) {
	b := body{
		Model:       m.name,
		Messages:    make([]message, len(req.Messages)),
		Stream:      true,
		Options:     streamOptions{IncludeUsage: true},
		Temperature: req.Temperature,
		Seed:        req.Seed,
		MaxTokens:   req.MaxTokens,
		Effort:      m.config.Effort,
	}
	for i, from := range req.Messages {
		b.Messages[i] = message{from.Author, from.Content}
		if from.Author == model.Tool { // the protocol knows them only as answers to calls of its own kind
			b.Messages[i].Role = model.User
		}
	}
	switch {
	case req.Grammar == nil:
	case m.config.Notation == GBNF || m.config.Notation == AsFits && m.isLlama(ctx):
		b.Grammar = req.Grammar.GBNF().Text
	default:
		b.Format = &responseFormat{"json_schema", jsonSchema{"decision", true, req.Grammar.Schema()}}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(b); err != nil {
		return nil, err
	}
	return m.get(ctx, http.MethodPost, "/v1/chat/completions", &text)
}

// get returns a request to a path of the server.
func (m *Model) get(ctx context.Context, method, path string, text *bytes.Buffer) (*http.Request, error) {
	if text == nil {
		text = &bytes.Buffer{}
	}
	r, err := http.NewRequestWithContext(ctx, method, m.server.Base.String()+path, text)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if m.config.Key != "" {
		r.Header.Set("Authorization", "Bearer "+m.config.Key)
	}
	return r, nil
}
