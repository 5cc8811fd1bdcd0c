package endpoint

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
)

// chatCompletions is OpenAI's /v1/chat/completions.
type chatCompletions struct{}

type chatRequest struct {
	Model         string        `json:"model"`
	Messages      []chatMessage `json:"messages"`
	Tools         []chatTool    `json:"tools"`
	ToolChoice    toolChoice    `json:"tool_choice"`
	Parallel      *bool         `json:"parallel_tool_calls"`
	Format        *answerFormat `json:"response_format"`
	Stream        bool          `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	MaxTokens    int             `json:"max_tokens"`
	MaxNew       int             `json:"max_completion_tokens"`
	Temperature  *float64        `json:"temperature"`
	Seed         *int64          `json:"seed"`
	Stop         stopList        `json:"stop"`
	Effort       string          `json:"reasoning_effort"`
	N            *int            `json:"n"`
	Functions    json.RawMessage `json:"functions"`
	FunctionCall json.RawMessage `json:"function_call"`
}

type chatMessage struct {
	Role       string     `json:"role"`
	Content    content    `json:"content"`
	ToolCalls  []chatCall `json:"tool_calls"`
	ToolCallID string     `json:"tool_call_id"`
}

type chatCall struct {
	Index    *int         `json:"index,omitempty"`
	ID       string       `json:"id,omitempty"`
	Type     string       `json:"type,omitempty"`
	Function chatFunction `json:"function"`
}

type chatFunction struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

type chatTool struct {
	Type     string       `json:"type"`
	Function functionTool `json:"function"`
}

type functionTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// An answerFormat is response_format of chat completions and text.format of responses, which keeps the schema in
// another place.
type answerFormat struct {
	Type       string `json:"type"`
	JSONSchema struct {
		Schema json.RawMessage `json:"schema"`
	} `json:"json_schema"`
	Schema json.RawMessage `json:"schema"`
}

// set has the answer of q be of this format.
func (f *answerFormat) set(q *request, param string) error {
	if f == nil {
		return nil
	}
	switch f.Type {
	case "", "text":
	case "json_object":
		q.AnyJSON = true
	case "json_schema":
		if q.Answer = f.JSONSchema.Schema; q.Answer == nil {
			q.Answer = f.Schema
		}
		if q.Answer == nil {
			return invalid(param, "%s has the type json_schema and no schema", param)
		}
	default:
		return invalid(param, "%s has the unknown type %q; text, json_object and json_schema are known", param, f.Type)
	}
	return nil
}

// A toolChoice is tool_choice of both protocols of OpenAI.
type toolChoice struct{ choice }

// UnmarshalJSON reads a word, or an object that names one tool or several.
func (c *toolChoice) UnmarshalJSON(data []byte) error {
	var word string
	if json.Unmarshal(data, &word) == nil {
		switch c.Mode = choiceMode(word); c.Mode {
		case "":
			c.Mode = chooseAuto
		case chooseAuto, chooseNone, chooseCall:
		default:
			return invalid("tool_choice", "tool_choice is %q; auto, none, required and an object are known", word)
		}
		return nil
	}
	type named struct {
		Name     string `json:"name"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	type several struct {
		Mode  choiceMode `json:"mode"`
		Tools []named    `json:"tools"`
	}
	var object struct {
		Type string `json:"type"`
		named
		several
		Allowed several `json:"allowed_tools"`
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return invalid("tool_choice", "tool_choice is neither a word nor an object")
	}
	switch object.Type {
	case "function":
		c.choice = choice{chooseCall, []string{object.Name + object.Function.Name}}
	case "allowed_tools":
		list := object.Allowed
		if list.Tools == nil {
			list = object.several
		}
		if c.Mode = list.Mode; c.Mode != chooseCall {
			c.Mode = chooseAuto
		}
		c.Names = []string{}
		for _, t := range list.Tools {
			c.Names = append(c.Names, t.Name+t.Function.Name)
		}
	default:
		return invalid("tool_choice", "tool_choice has the type %q; function and allowed_tools are known", object.Type)
	}
	return nil
}

func (chatCompletions) decode(body []byte) (*request, error) {
	var in chatRequest
	if err := unmarshal(body, &in); err != nil {
		return nil, err
	}
	switch {
	case in.N != nil && *in.N != 1:
		return nil, invalid("n", "n is %d; one reply is given", *in.N)
	case in.Functions != nil || in.FunctionCall != nil:
		return nil, invalid("functions", "functions is the form of 2023; use tools and tool_choice")
	}
	q := &request{
		Model: in.Model, Choice: in.ToolChoice.choice, Parallel: in.Parallel == nil || *in.Parallel, Stream: in.Stream,
		StreamUsage: in.StreamOptions.IncludeUsage, MaxTokens: max(in.MaxTokens, in.MaxNew), Temperature: number(in.Temperature, 0),
		Apart: true, Think: wantsThoughts(in.Effort), Stop: in.Stop,
	}
	if in.Seed != nil {
		q.Seed = *in.Seed
	}
	for _, t := range in.Tools {
		if t.Type != "function" && t.Type != "" {
			return nil, invalid("tools", "a tool of type %s cannot be held; function is known", t.Type)
		}
		q.Tools = append(q.Tools, offered{Name: t.Function.Name, Description: t.Function.Description, Schema: t.Function.Parameters})
	}
	for _, m := range in.Messages {
		t, err := m.turn()
		if err != nil {
			return nil, err
		}
		q.Turns = append(q.Turns, t)
	}
	return q, in.Format.set(q, "response_format")
}

func (m chatMessage) turn() (t turn, err error) {
	switch m.Role {
	case "system", "developer":
		t.Author = model.System
	case "user":
		t.Author = model.User
	case "assistant":
		t.Author = model.Assistant
	case "tool":
		t.Author, t.Of = model.Tool, m.ToolCallID
	default:
		return t, invalid("messages", "a message has the role %q; system, developer, user, assistant and tool are known", m.Role)
	}
	for _, c := range m.ToolCalls {
		t.Calls = append(t.Calls, called{c.ID, c.Function.Name, arguments(c.Function.Arguments)})
	}
	t.Text, err = m.Content.join("messages")
	return t, err
}

type chatCompletion struct {
	ID      string       `json:"id"`
	Object  string       `json:"object"`
	Created int64        `json:"created"`
	Model   string       `json:"model"`
	Choices []chatChoice `json:"choices"`
	Usage   *chatUsage   `json:"usage,omitempty"`
}

type chatChoice struct {
	Index   int          `json:"index"`
	Message *chatContent `json:"message,omitempty"`
	Delta   *chatContent `json:"delta,omitempty"`
	Finish  *string      `json:"finish_reason"`
}

type chatContent struct {
	Role      string     `json:"role,omitempty"`
	Content   *string    `json:"content,omitempty"`
	Reasoning string     `json:"reasoning_content,omitempty"`
	ToolCalls []chatCall `json:"tool_calls,omitempty"`
}

// A wholeContent is the message of a reply that is not streamed: its content is there, if only as null.
type wholeContent struct {
	chatContent
	Content *string `json:"content"`
	Refusal *string `json:"refusal"`
}

type chatUsage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

func usageOf(u model.Usage) *chatUsage {
	return &chatUsage{u.PromptTokens, u.OutputTokens, u.PromptTokens + u.OutputTokens}
}

// finished is the finish_reason of a reply.
func (r *reply) finished() string {
	switch {
	case r.Stopped == "" && (r.Finish == model.Length || r.Finish == model.Full):
		return "length"
	case len(r.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func (c called) chat(index *int) chatCall {
	return chatCall{Index: index, ID: "call_" + c.ID, Type: "function", Function: chatFunction{c.Tool, string(c.Args)}}
}

func (chatCompletions) whole(_ *request, r *reply) any {
	m := wholeContent{chatContent: chatContent{Role: model.Assistant, Reasoning: r.Thinking}}
	if r.Text != "" || len(r.Calls) == 0 {
		m.Content = &r.Text
	}
	for _, c := range r.Calls {
		m.ToolCalls = append(m.ToolCalls, c.chat(nil))
	}
	type wholeChoice struct {
		Index    int          `json:"index"`
		Message  wholeContent `json:"message"`
		Finish   string       `json:"finish_reason"`
		Logprobs *int         `json:"logprobs"`
	}
	return struct {
		chatCompletion
		Choices []wholeChoice `json:"choices"`
	}{
		chatCompletion{ID: "chatcmpl-" + r.ID, Object: "chat.completion", Created: r.Created, Model: r.Model, Usage: usageOf(r.Usage)},
		[]wholeChoice{{Message: m, Finish: r.finished()}},
	}
}

func (chatCompletions) failure(p *problem) any {
	kind := "invalid_request_error"
	switch {
	case p.Status == 401:
		kind = "authentication_error"
	case p.Status == 429:
		kind = "rate_limit_error"
	case p.Status >= 500:
		kind = "server_error"
	}
	return map[string]any{"error": map[string]any{"message": p.Message, "type": kind, "param": orNull(p.Param), "code": orNull(p.Code)}}
}

// orNull returns a text, or null for none.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func (chatCompletions) stream(q *request, r *reply, w *events) stream {
	return &chatStream{q: q, r: r, w: w}
}

type chatStream struct {
	q     *request
	r     *reply
	w     *events
	calls int
}

func (s *chatStream) chunk(d chatContent, finish *string) {
	s.w.data("", chatCompletion{ID: "chatcmpl-" + s.r.ID, Object: "chat.completion.chunk", Created: s.r.Created, Model: s.r.Model,
		Choices: []chatChoice{{Delta: &d, Finish: finish}}})
}

func (s *chatStream) begin() {
	none := ""
	s.chunk(chatContent{Role: model.Assistant, Content: &none}, nil)
}

func (s *chatStream) thinking(text string) { s.chunk(chatContent{Reasoning: text}, nil) }

func (s *chatStream) text(delta string) { s.chunk(chatContent{Content: &delta}, nil) }

func (s *chatStream) call(c called) {
	index := s.calls
	s.calls++
	head := c.chat(&index)
	head.Function.Arguments = ""
	s.chunk(chatContent{ToolCalls: []chatCall{head}}, nil)
	s.chunk(chatContent{ToolCalls: []chatCall{{Index: &index, Function: chatFunction{Arguments: string(c.Args)}}}}, nil)
}

func (s *chatStream) end() {
	finish := s.r.finished()
	s.chunk(chatContent{}, &finish)
	if s.q.StreamUsage {
		s.w.data("", chatCompletion{ID: "chatcmpl-" + s.r.ID, Object: "chat.completion.chunk", Created: s.r.Created, Model: s.r.Model,
			Choices: []chatChoice{}, Usage: usageOf(s.r.Usage)})
	}
	s.w.raw("data: [DONE]\n\n")
}

func (s *chatStream) fail(p *problem) {
	s.w.data("", chatCompletions{}.failure(p))
	s.w.raw("data: [DONE]\n\n")
}
