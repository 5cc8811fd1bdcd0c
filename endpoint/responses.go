package endpoint

import (
	"encoding/json"
	"strings"

	"github.com/shortleash/shortleash/model"
)

// responses is OpenAI's /v1/responses. Nothing is stored, so each request brings its whole conversation.
type responses struct{}

type responsesRequest struct {
	Model        string          `json:"model"`
	Input        json.RawMessage `json:"input"`
	Instructions string          `json:"instructions"`
	Tools        []responsesTool `json:"tools"`
	ToolChoice   toolChoice      `json:"tool_choice"`
	Parallel     *bool           `json:"parallel_tool_calls"`
	Text         struct {
		Format *answerFormat `json:"format"`
	} `json:"text"`
	Reasoning struct {
		Effort string `json:"effort"`
	} `json:"reasoning"`
	Stream      bool     `json:"stream"`
	MaxTokens   int      `json:"max_output_tokens"`
	Temperature *float64 `json:"temperature"`
	Previous    *string  `json:"previous_response_id"`
}

// A responsesTool is a function, a namespace of functions, or what OpenAI's servers run.
type responsesTool struct {
	Type string `json:"type"`
	functionTool
	Tools []responsesTool `json:"tools"`
}

// A responsesItem is one item of the input: a message, a call, or what a call gave.
type responsesItem struct {
	Type      string  `json:"type"`
	Role      string  `json:"role"`
	Content   content `json:"content"`
	CallID    string  `json:"call_id"`
	Name      string  `json:"name"`
	Namespace string  `json:"namespace"`
	Arguments string  `json:"arguments"`
	Output    content `json:"output"`
}

func (responses) decode(body []byte) (*request, error) {
	var in responsesRequest
	if err := unmarshal(body, &in); err != nil {
		return nil, err
	}
	if in.Previous != nil && *in.Previous != "" {
		return nil, invalid("previous_response_id", "nothing is stored here; send the whole conversation as input, with store: false")
	}
	q := &request{
		Model: in.Model, Choice: in.ToolChoice.choice, Parallel: in.Parallel == nil || *in.Parallel, Stream: in.Stream,
		MaxTokens: in.MaxTokens, Temperature: number(in.Temperature, 0), Apart: true, Think: wantsThoughts(in.Reasoning.Effort),
	}
	q.offer("", in.Tools)
	if len(q.LeftOut) > 0 && len(q.Tools) == 0 {
		return nil, invalid("tools", "tools of the type %s are run by OpenAI's servers; function is known here", q.LeftOut[0])
	}
	if in.Instructions != "" {
		q.Turns = append(q.Turns, turn{Author: model.System, Text: in.Instructions})
	}
	var text string
	var items []responsesItem
	if json.Unmarshal(in.Input, &text) == nil {
		items = []responsesItem{{Role: model.User, Content: content{text: text}}}
	} else if err := unmarshal(in.Input, &items); err != nil {
		return nil, invalid("input", "input is neither text nor a list of items")
	}
	for _, i := range items {
		if err := i.add(q); err != nil {
			return nil, err
		}
	}
	return q, in.Text.Format.set(q, "text.format")
}

// offer adds tools, whose names begin with that of their namespace. Those that only OpenAI's servers can run are left out: agents
// such as codex send them beside their own.
func (q *request) offer(space string, list []responsesTool) {
	for _, t := range list {
		switch t.Type {
		case "function":
			q.Tools = append(q.Tools, offered{space + t.Name, t.Description, space, t.Parameters})
		case "namespace":
			q.offer(t.Name+".", t.Tools)
		default:
			q.LeftOut = append(q.LeftOut, t.Type)
		}
	}
}

// add appends the turn that an item is. Calls that follow one another are one turn.
func (i responsesItem) add(q *request) error {
	switch i.Type {
	case "", "message":
		t, err := chatMessage{Role: i.Role, Content: i.Content}.turn()
		if err != nil {
			return err
		}
		q.Turns = append(q.Turns, t)
	case "function_call":
		c := called{i.CallID, strings.TrimPrefix(i.Namespace+"."+i.Name, "."), arguments(i.Arguments)}
		if n := len(q.Turns); n > 0 && q.Turns[n-1].Author == model.Assistant {
			q.Turns[n-1].Calls = append(q.Turns[n-1].Calls, c)
			return nil
		}
		q.Turns = append(q.Turns, turn{Author: model.Assistant, Calls: []called{c}})
	case "function_call_output":
		text, err := i.Output.join("input")
		if err != nil {
			return err
		}
		q.Turns = append(q.Turns, turn{Author: model.Tool, Text: text, Of: i.CallID})
	case "reasoning", "item_reference": // of earlier turns; they decide nothing here
	default:
		if strings.HasSuffix(i.Type, "_call") || strings.HasSuffix(i.Type, "_call_output") { // of tools that are left out here
			return nil
		}
		return invalid("input", "an item of type %s cannot be read", i.Type)
	}
	return nil
}

type response struct {
	ID         string          `json:"id"`
	Object     string          `json:"object"`
	Created    int64           `json:"created_at"`
	Status     string          `json:"status"`
	Error      any             `json:"error"`
	Incomplete any             `json:"incomplete_details"`
	Model      string          `json:"model"`
	Output     []any           `json:"output"`
	Parallel   bool            `json:"parallel_tool_calls"`
	ToolChoice string          `json:"tool_choice"`
	Tools      []any           `json:"tools"`
	Store      bool            `json:"store"`
	Metadata   map[string]any  `json:"metadata"`
	Usage      *responsesUsage `json:"usage"`
}

type responsesUsage struct {
	Input        int            `json:"input_tokens"`
	InputParts   map[string]int `json:"input_tokens_details"`
	Output       int            `json:"output_tokens"`
	OutputParts  map[string]int `json:"output_tokens_details"`
	TotalOfThese int            `json:"total_tokens"`
}

type outputText struct {
	Type        string `json:"type"`
	Text        string `json:"text"`
	Annotations []any  `json:"annotations"`
	Logprobs    []any  `json:"logprobs"`
}

type outputMessage struct {
	Type    string       `json:"type"`
	ID      string       `json:"id"`
	Status  string       `json:"status"`
	Role    string       `json:"role"`
	Content []outputText `json:"content"`
}

type outputCall struct {
	Type      string `json:"type"`
	ID        string `json:"id"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
	Arguments string `json:"arguments"`
	Status    string `json:"status"`
}

type outputReasoning struct {
	Type    string `json:"type"`
	ID      string `json:"id"`
	Summary []any  `json:"summary"`
	Content []any  `json:"content"`
}

func textPart(text string) outputText { return outputText{"output_text", text, []any{}, []any{}} }

func (r *reply) outputMessage(status string, parts ...outputText) outputMessage {
	return outputMessage{"message", "msg_" + r.ID, status, model.Assistant, append([]outputText{}, parts...)}
}

func (c called) output(q *request, status, args string) outputCall {
	name, space := c.Tool, ""
	for _, t := range q.Tools {
		if t.Name == c.Tool {
			name, space = strings.TrimPrefix(name, t.Space), strings.TrimSuffix(t.Space, ".")
		}
	}
	return outputCall{"function_call", "fc_" + c.ID, "call_" + c.ID, name, space, args, status}
}

func reasoningPart(text string) map[string]string {
	return map[string]string{"type": "reasoning_text", "text": text}
}

func (r *reply) reasoning(text string) outputReasoning {
	content := []any{}
	if text != "" {
		content = append(content, reasoningPart(text))
	}
	return outputReasoning{"reasoning", "rs_" + r.ID, []any{}, content}
}

// response returns the object with this status and this output.
func (r *reply) response(q *request, status string, output []any) response {
	full := response{ID: "resp_" + r.ID, Object: "response", Created: r.Created, Status: status, Model: r.Model, Output: output,
		Parallel: q.Parallel, ToolChoice: "auto", Tools: []any{}, Metadata: map[string]any{}}
	if q.Choice.Mode != "" {
		full.ToolChoice = string(q.Choice.Mode)
	}
	for _, t := range q.Tools {
		full.Tools = append(full.Tools, map[string]any{"type": "function", "name": t.Name, "description": t.Description,
			"parameters": t.Schema, "strict": true})
	}
	if status != "in_progress" {
		u := r.Usage
		full.Usage = &responsesUsage{u.PromptTokens, map[string]int{"cached_tokens": 0}, u.OutputTokens,
			map[string]int{"reasoning_tokens": 0}, u.PromptTokens + u.OutputTokens}
	}
	if status == "incomplete" {
		full.Incomplete = map[string]string{"reason": "max_output_tokens"}
	}
	return full
}

// output lists the items of a whole reply.
func (r *reply) output(q *request) []any {
	items := []any{}
	if r.Thinking != "" {
		items = append(items, r.reasoning(r.Thinking))
	}
	if r.Text != "" || len(r.Calls) == 0 {
		items = append(items, r.outputMessage("completed", textPart(r.Text)))
	}
	for _, c := range r.Calls {
		items = append(items, c.output(q, "completed", string(c.Args)))
	}
	return items
}

// status is the status of a whole reply.
func (r *reply) status() string {
	if r.finished() == "length" {
		return "incomplete"
	}
	return "completed"
}

func (responses) whole(q *request, r *reply) any { return r.response(q, r.status(), r.output(q)) }

func (responses) failure(p *problem) any { return chatCompletions{}.failure(p) }

func (responses) stream(q *request, r *reply, w *events) stream {
	return &responseStream{q: q, r: r, w: w, said: -1}
}

type responseStream struct {
	q      *request
	r      *reply
	w      *events
	number int    // of the next event
	items  int    // that were begun
	said   int    // the index of the message; -1: none was begun
	mused  string // thinking that no item has ended yet
}

func (s *responseStream) event(kind string, members map[string]any) {
	members["type"], members["sequence_number"] = kind, s.number
	s.number++
	s.w.data(kind, members)
}

func (s *responseStream) begin() {
	for _, kind := range []string{"response.created", "response.in_progress"} {
		s.event(kind, map[string]any{"response": s.r.response(s.q, "in_progress", []any{})})
	}
}

// thinking is the first item, and ends where something else begins.
func (s *responseStream) thinking(text string) {
	if s.items > 0 && s.mused == "" { // after other items there is no place for it
		return
	}
	if s.mused == "" {
		s.items++
		s.event("response.output_item.added", map[string]any{"output_index": 0, "item": s.r.reasoning("")})
		s.musing("response.content_part.added", "part", reasoningPart("")) // openai of npm fails without it
	}
	s.mused += text
	s.musing("response.reasoning_text.delta", "delta", text)
}

func (s *responseStream) musing(kind, member string, value any) {
	s.event(kind, map[string]any{"item_id": "rs_" + s.r.ID, "output_index": 0, "content_index": 0, member: value})
}

// endThinking ends the item of reasoning, if it is open.
func (s *responseStream) endThinking() {
	if s.mused == "" {
		return
	}
	s.musing("response.reasoning_text.done", "text", s.mused)
	s.musing("response.content_part.done", "part", reasoningPart(s.mused))
	s.event("response.output_item.done", map[string]any{"output_index": 0, "item": s.r.reasoning(s.mused)})
	s.mused = ""
}

func (s *responseStream) text(delta string) {
	s.endThinking()
	if s.said < 0 {
		s.said = s.items
		s.items++
		s.event("response.output_item.added", map[string]any{"output_index": s.said, "item": s.r.outputMessage("in_progress")})
		s.part("response.content_part.added", map[string]any{"part": textPart("")})
	}
	s.part("response.output_text.delta", map[string]any{"delta": delta, "logprobs": []any{}})
}

// part is an event about the text of the message.
func (s *responseStream) part(kind string, members map[string]any) {
	members["item_id"], members["output_index"], members["content_index"] = "msg_"+s.r.ID, s.said, 0
	s.event(kind, members)
}

func (s *responseStream) call(c called) {
	s.endThinking()
	at, id, args := s.items, "fc_"+c.ID, string(c.Args)
	done := c.output(s.q, "completed", args)
	s.items++
	s.event("response.output_item.added", map[string]any{"output_index": at, "item": c.output(s.q, "in_progress", "")})
	s.event("response.function_call_arguments.delta", map[string]any{"item_id": id, "output_index": at, "delta": args})
	s.event("response.function_call_arguments.done", map[string]any{"item_id": id, "output_index": at, "arguments": args, "name": done.Name})
	s.event("response.output_item.done", map[string]any{"output_index": at, "item": done})
}

func (s *responseStream) end() {
	s.endThinking()
	if s.said < 0 && len(s.r.Calls) == 0 {
		s.text("")
	}
	if s.said >= 0 {
		s.part("response.output_text.done", map[string]any{"text": s.r.Text, "logprobs": []any{}})
		s.part("response.content_part.done", map[string]any{"part": textPart(s.r.Text)})
		s.event("response.output_item.done", map[string]any{"output_index": s.said,
			"item": s.r.outputMessage("completed", textPart(s.r.Text))})
	}
	status := s.r.status()
	s.event("response."+status, map[string]any{"response": s.r.response(s.q, status, s.r.output(s.q))})
}

func (s *responseStream) fail(p *problem) {
	failed := s.r.response(s.q, "failed", []any{})
	failed.Error = map[string]string{"code": "server_error", "message": p.Message}
	s.event("response.failed", map[string]any{"response": failed})
}
