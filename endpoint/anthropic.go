package endpoint

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
)

// messages is Anthropic's /v1/messages.
type messages struct{}

type messagesRequest struct {
	Model    string  `json:"model"`
	System   content `json:"system"`
	Messages []struct {
		Role    string  `json:"role"`
		Content content `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Type        string          `json:"type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Schema      json.RawMessage `json:"input_schema"`
	} `json:"tools"`
	Choice struct {
		Type    string `json:"type"`
		Name    string `json:"name"`
		OneCall bool   `json:"disable_parallel_tool_use"`
	} `json:"tool_choice"`
	Output struct {
		Format *answerFormat `json:"format"`
	} `json:"output_config"`
	Thinking struct {
		Type string `json:"type"`
	} `json:"thinking"`
	MaxTokens   int      `json:"max_tokens"`
	Stop        []string `json:"stop_sequences"`
	Temperature *float64 `json:"temperature"`
	Stream      bool     `json:"stream"`
}

func (messages) decode(body []byte) (*request, error) {
	var in messagesRequest
	if err := unmarshal(body, &in); err != nil {
		return nil, err
	}
	q := &request{Model: in.Model, MaxTokens: in.MaxTokens, Temperature: number(in.Temperature, 0), Stream: in.Stream,
		Parallel: !in.Choice.OneCall, Stop: in.Stop,
		Think: in.Thinking.Type == "enabled", Thinks: in.Thinking.Type == "enabled" || in.Thinking.Type == "adaptive"}
	switch in.Choice.Type {
	case "", "auto":
		q.Choice.Mode = chooseAuto
	case "none":
		q.Choice.Mode = chooseNone
	case "any":
		q.Choice.Mode = chooseCall
	case "tool":
		q.Choice = choice{chooseCall, []string{in.Choice.Name}}
	default:
		return nil, invalid("tool_choice", "tool_choice has the type %q; auto, any, tool and none are known", in.Choice.Type)
	}
	for _, t := range in.Tools {
		if t.Type != "" && t.Type != "custom" {
			return nil, invalid("tools", "the tool %s is run by Anthropic's servers (%s); give it as a tool with an input_schema", t.Name, t.Type)
		}
		q.Tools = append(q.Tools, offered{Name: t.Name, Description: t.Description, Schema: t.Schema})
	}
	if text, err := in.System.join("system"); err != nil {
		return nil, err
	} else if text != "" {
		q.Turns = append(q.Turns, turn{Author: model.System, Text: text})
	}
	for _, m := range in.Messages {
		turns, err := blocks(m.Role, m.Content)
		if err != nil {
			return nil, err
		}
		q.Turns = append(q.Turns, turns...)
	}
	if f := in.Output.Format; f != nil && f.Type == "json_schema" {
		return q, f.set(q, "output_config.format")
	}
	return q, nil
}

// blocks makes turns of a message: the results of tools stand in a user's message here.
func blocks(role string, c content) (turns []turn, _ error) {
	if role != model.User && role != model.Assistant && role != model.System {
		return nil, invalid("messages", "a message has the role %q; user, assistant and system are known", role)
	}
	said := turn{Author: role, Text: c.text}
	for _, p := range c.parts {
		switch p.Type {
		case "text":
			if said.Text != "" {
				said.Text += "\n"
			}
			said.Text += p.Text
		case "tool_use":
			said.Calls = append(said.Calls, called{p.ID, p.Name, arguments(string(p.Input))})
		case "tool_result":
			text, err := p.Content.join("messages")
			if err != nil {
				return nil, err
			}
			turns = append(turns, turn{Author: model.Tool, Text: text, Of: p.ToolUseID, Failed: p.IsError})
		case "thinking", "redacted_thinking": // of earlier turns; they decide nothing here
		default:
			return nil, invalid("messages", "a block of type %s cannot be read; the model reads text alone", p.Type)
		}
	}
	said.Beside = len(turns) > 0
	if said.Text != "" || len(said.Calls) > 0 || len(turns) == 0 {
		turns = append(turns, said)
	}
	return turns, nil
}

type message struct {
	ID         string         `json:"id"`
	Type       string         `json:"type"`
	Role       string         `json:"role"`
	Model      string         `json:"model"`
	Content    []any          `json:"content"`
	StopReason *string        `json:"stop_reason"`
	StopAt     *string        `json:"stop_sequence"`
	Usage      map[string]int `json:"usage"`
}

type textBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type thinkingBlock struct {
	Type      string `json:"type"`
	Thinking  string `json:"thinking"`
	Signature string `json:"signature"`
}

type useBlock struct {
	Type  string          `json:"type"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

func (c called) use(input json.RawMessage) useBlock {
	return useBlock{"tool_use", "toolu_" + c.ID, c.Tool, input}
}

// stopReason is the stop_reason of a reply.
func (r *reply) stopReason() string {
	if r.Stopped != "" {
		return "stop_sequence"
	}
	return map[string]string{"length": "max_tokens", "tool_calls": "tool_use", "stop": "end_turn"}[r.finished()]
}

func (r *reply) message() message {
	return message{ID: "msg_" + r.ID, Type: "message", Role: model.Assistant, Model: r.Model, Content: []any{}, Usage: r.messageUsage()}
}

func (r *reply) messageUsage() map[string]int {
	return map[string]int{"input_tokens": r.Usage.PromptTokens, "output_tokens": r.Usage.OutputTokens,
		"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
}

func (messages) whole(q *request, r *reply) any {
	m, stop := r.message(), r.stopReason()
	m.StopReason, m.StopAt = &stop, orNull(r.Stopped)
	if r.Thinking != "" && q.Thinks {
		m.Content = append(m.Content, thinkingBlock{"thinking", r.Thinking, ""})
	}
	if r.Text != "" {
		m.Content = append(m.Content, textBlock{"text", r.Text})
	}
	for _, c := range r.Calls {
		m.Content = append(m.Content, c.use(c.Args))
	}
	return m
}

func (messages) failure(p *problem) any {
	kind := "invalid_request_error"
	switch {
	case p.Status == 401:
		kind = "authentication_error"
	case p.Status == 404:
		kind = "not_found_error"
	case p.Status == 413:
		kind = "request_too_large"
	case p.Status == 429:
		kind = "rate_limit_error"
	case p.Status == 529 || p.Status == 503:
		kind = "overloaded_error"
	case p.Status >= 500:
		kind = "api_error"
	}
	return map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": p.Message}}
}

func (messages) stream(q *request, r *reply, w *events) stream {
	return &messageStream{q: q, r: r, w: w}
}

type messageStream struct {
	q     *request
	r     *reply
	w     *events
	index int    // of the block that is open, or comes next
	open  string // the type of the block that is open, or ""
}

func (s *messageStream) event(kind string, members map[string]any) {
	members["type"] = kind
	s.w.data(kind, members)
}

func (s *messageStream) begin() {
	s.event("message_start", map[string]any{"message": s.r.message()})
	s.event("ping", map[string]any{})
}

// block opens a block, unless one of its kind is open.
func (s *messageStream) block(kind string, block any) {
	if s.open == kind && kind != "tool_use" {
		return
	}
	s.close()
	s.open = kind
	s.event("content_block_start", map[string]any{"index": s.index, "content_block": block})
}

func (s *messageStream) close() {
	if s.open != "" {
		s.event("content_block_stop", map[string]any{"index": s.index})
		s.open = ""
		s.index++
	}
}

func (s *messageStream) delta(kind, member, text string) {
	s.event("content_block_delta", map[string]any{"index": s.index, "delta": map[string]string{"type": kind, member: text}})
}

// thinking is passed on to clients that asked for it.
func (s *messageStream) thinking(text string) {
	if !s.q.Thinks {
		return
	}
	s.block("thinking", thinkingBlock{Type: "thinking"})
	s.delta("thinking_delta", "thinking", text)
}

func (s *messageStream) text(delta string) {
	s.block("text", textBlock{Type: "text"})
	s.delta("text_delta", "text", delta)
}

func (s *messageStream) call(c called) {
	s.block("tool_use", c.use(json.RawMessage("{}")))
	s.delta("input_json_delta", "partial_json", string(c.Args))
}

func (s *messageStream) end() {
	s.close()
	s.event("message_delta", map[string]any{"delta": map[string]any{"stop_reason": s.r.stopReason(), "stop_sequence": orNull(s.r.Stopped)},
		"usage": s.r.messageUsage()})
	s.event("message_stop", map[string]any{})
}

func (s *messageStream) fail(p *problem) { s.w.data("error", messages{}.failure(p)) }
