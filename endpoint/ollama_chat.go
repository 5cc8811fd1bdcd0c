package endpoint

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/shortleash/shortleash/model"
)

// ollamaChat is Ollama's /api/chat. Its streams are lines of JSON, and it streams unless told otherwise.
type ollamaChat struct{}

type ollamaRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Role      string `json:"role"`
		Content   string `json:"content"`
		Images    []any  `json:"images"`
		ToolName  string `json:"tool_name"`
		ToolCalls []struct {
			ID       string `json:"id"`
			Function struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
			} `json:"function"`
		} `json:"tool_calls"`
		ToolCallID string `json:"tool_call_id"`
	} `json:"messages"`
	Tools   []chatTool      `json:"tools"`
	Format  json.RawMessage `json:"format"`
	Stream  *bool           `json:"stream"`
	Think   any             `json:"think"` // true, false, or a word for how much
	Options struct {
		Temperature *float64 `json:"temperature"`
		Seed        *int64   `json:"seed"`
		Predict     int      `json:"num_predict"`
		Stop        stopList `json:"stop"`
	} `json:"options"`
}

// errLoad is the error of a request without messages. With it, Ollama's clients load a model or unload it, so its server gets it.
var errLoad = invalid("messages", "there is no message; at least one is needed")

func (ollamaChat) decode(body []byte) (*request, error) {
	var in ollamaRequest
	if err := unmarshal(body, &in); err != nil {
		return nil, err
	}
	if len(in.Messages) == 0 {
		return nil, errLoad
	}
	q := &request{Model: in.Model, Parallel: true, Stream: in.Stream == nil || *in.Stream, MaxTokens: max(in.Options.Predict, 0),
		Temperature: number(in.Options.Temperature, 0), Choice: choice{Mode: chooseAuto}, Stop: in.Options.Stop}
	word, _ := in.Think.(string)
	q.Think = in.Think == true || wantsThoughts(word)
	if in.Options.Seed != nil {
		q.Seed = *in.Options.Seed
	}
	switch format := string(in.Format); {
	case format == "" || format == "null" || format == `""`:
	case format == `"json"`:
		q.AnyJSON = true
	case format[0] == '{':
		q.Answer = in.Format
	default:
		return nil, invalid("format", `format is neither "json" nor a schema`)
	}
	for _, t := range in.Tools {
		q.Tools = append(q.Tools, offered{Name: t.Function.Name, Description: t.Function.Description, Schema: t.Function.Parameters})
	}
	var open []called // calls that no message has answered yet
	for _, m := range in.Messages {
		if len(m.Images) > 0 {
			return nil, invalid("messages", "a message has pictures; the model reads text alone")
		}
		t, err := chatMessage{Role: m.Role, Content: content{text: m.Content}, ToolCallID: m.ToolCallID}.turn()
		if err != nil {
			return nil, err
		}
		for _, c := range m.ToolCalls {
			if c.ID == "" {
				c.ID = newID()
			}
			t.Calls = append(t.Calls, called{c.ID, c.Function.Name, arguments(string(c.Function.Arguments))})
		}
		open = append(open, t.Calls...)
		if t.Author == model.Tool && len(open) > 0 {
			i := slices.IndexFunc(open, func(c called) bool { return t.Of == "" && c.Tool == m.ToolName || t.Of == c.ID })
			if t.Of == "" { // without a name, results come in the order of the calls
				i = max(i, 0)
				t.Of = open[i].ID
			}
			if i >= 0 {
				open = slices.Delete(open, i, i+1)
			}
		}
		q.Turns = append(q.Turns, t)
	}
	return q, nil
}

type ollamaReply struct {
	Model     string        `json:"model"`
	Created   time.Time     `json:"created_at"`
	Message   ollamaMessage `json:"message"`
	Done      bool          `json:"done"`
	Reason    string        `json:"done_reason,omitempty"`
	Total     time.Duration `json:"total_duration,omitempty"`
	Load      time.Duration `json:"load_duration,omitempty"`
	Prompt    int           `json:"prompt_eval_count,omitempty"`
	PromptFor time.Duration `json:"prompt_eval_duration,omitempty"`
	Output    int           `json:"eval_count,omitempty"`
}

type ollamaMessage struct {
	Role      string       `json:"role"`
	Content   string       `json:"content"`
	Thinking  string       `json:"thinking,omitempty"`
	ToolCalls []ollamaCall `json:"tool_calls,omitempty"`
}

type ollamaCall struct {
	ID       string         `json:"id"`
	Function ollamaFunction `json:"function"`
}

type ollamaFunction struct {
	Index     int             `json:"index"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

func (r *reply) ollama(m ollamaMessage) ollamaReply {
	m.Role = model.Assistant
	return ollamaReply{Model: r.Model, Created: time.Now().UTC(), Message: m}
}

// done adds what the last line of a reply says.
func (r *reply) done(line ollamaReply) ollamaReply {
	line.Done, line.Reason = true, "stop"
	if r.finished() == "length" {
		line.Reason = "length"
	}
	line.Total, line.Load, line.PromptFor = r.Usage.Total, r.Usage.Load, r.Usage.Prompt
	line.Prompt, line.Output = r.Usage.PromptTokens, r.Usage.OutputTokens
	return line
}

func (c called) ollama(index int) ollamaCall {
	return ollamaCall{"call_" + c.ID, ollamaFunction{index, c.Tool, c.Args}}
}

func (ollamaChat) whole(_ *request, r *reply) any {
	m := ollamaMessage{Content: r.Text, Thinking: r.Thinking}
	for i, c := range r.Calls {
		m.ToolCalls = append(m.ToolCalls, c.ollama(i))
	}
	return r.done(r.ollama(m))
}

func (ollamaChat) failure(p *problem) any { return map[string]string{"error": p.Message} }

func (ollamaChat) stream(_ *request, r *reply, w *events) stream { return &ollamaStream{r: r, w: w} }

type ollamaStream struct {
	r     *reply
	w     *events
	calls int
}

func (s *ollamaStream) begin() {}

func (s *ollamaStream) thinking(text string) { s.w.line(s.r.ollama(ollamaMessage{Thinking: text})) }

func (s *ollamaStream) text(delta string) { s.w.line(s.r.ollama(ollamaMessage{Content: delta})) }

func (s *ollamaStream) call(c called) {
	s.w.line(s.r.ollama(ollamaMessage{ToolCalls: []ollamaCall{c.ollama(s.calls)}}))
	s.calls++
}

func (s *ollamaStream) end() { s.w.line(s.r.done(s.r.ollama(ollamaMessage{}))) }

func (s *ollamaStream) fail(p *problem) { s.w.line(ollamaChat{}.failure(p)) }
