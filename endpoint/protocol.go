package endpoint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/shortleash/shortleash/model"
)

// A request is what a client asks for, in no protocol's words.
type request struct {
	Model       string
	Turns       []turn
	Tools       []offered
	Choice      choice
	Parallel    bool            // several calls at once are welcome
	Answer      json.RawMessage // the schema that an answer must have; nil is text
	AnyJSON     bool            // the answer is JSON of any form
	MaxTokens   int             // 0: no bound of the client's
	Temperature float64
	Seed        int64
	Stop        []string // a text ends before the first of them
	Stream      bool
	Think       bool     // the model is to think first, if it can
	Thinks      bool     // Anthropic: the client wants to read what the model thinks
	StreamUsage bool     // chat completions: a last chunk with the usage
	Apart       bool     // OpenAI: a thought before calls is reasoning, because clients such as pydantic-ai end at the first text
	LeftOut     []string // the types of tools that are not offered, because only OpenAI's servers can run them
}

// A turn is one message of the conversation.
type turn struct {
	Author string // model.System, User, Assistant or Tool
	Text   string
	Calls  []called // of an assistant's turn
	Of     string   // of a tool's turn: the ID of the call that it answers
	Failed bool     // of a tool's turn: the client says that the call failed
	Beside bool     // Anthropic: text of a message that has results; agents add it to these, and it is no new word of the user's
}

// A called is a call in the history of a conversation.
type called struct {
	ID, Tool string
	Args     json.RawMessage
}

// An offered is a tool as the client describes it.
type offered struct {
	Name, Description string
	Space             string          // responses: the namespace and the dot with which Name begins
	Schema            json.RawMessage // of the arguments; nil takes none
}

// A choice says whether a reply must call tools.
type choice struct {
	Mode  choiceMode
	Names []string // the tools that may be called; nil: all
}

type choiceMode string

// The modes of a choice.
const (
	chooseAuto choiceMode = "auto"
	chooseNone choiceMode = "none"
	chooseCall choiceMode = "required"
)

// A reply is what came of a request.
type reply struct {
	ID       string // without the prefix of a protocol
	Model    string
	Created  int64 // seconds since 1970
	Thinking string
	Text     string
	Calls    []called
	Stopped  string // the stop sequence that ended Text, or ""
	Finish   model.Finish
	Usage    model.Usage
}

// A protocol translates between one kind of client and the endpoint.
type protocol interface {
	// decode reads a request. Its error is a *problem.
	decode(body []byte) (*request, error)

	// whole encodes a reply that is not streamed.
	whole(q *request, r *reply) any

	// stream returns what writes the pieces of a reply to w as they come.
	stream(q *request, r *reply, w *events) stream

	// failure encodes a refusal.
	failure(p *problem) any
}

// A stream writes the pieces of one reply. begin comes first, end or fail last.
type stream interface {
	begin()
	thinking(text string)
	text(delta string)
	call(c called)
	end()
	fail(p *problem)
}

// A problem is a request that is not answered, as the client is told.
type problem struct {
	Status  int           // of HTTP
	Param   string        // the member of the request that is at fault, or ""
	Code    string        // what OpenAI's clients know it by, or ""
	After   time.Duration // when to try again; 0 says nothing
	Message string        // a sentence that says what to do
}

// Error returns the message.
func (p *problem) Error() string { return p.Message }

// invalid refuses a member of a request.
func invalid(param, format string, args ...any) *problem {
	return &problem{Status: 400, Param: param, Message: fmt.Sprintf(format, args...)}
}

// unmarshal reads the body of a request into v.
func unmarshal(body []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		if typed, ok := err.(*json.UnmarshalTypeError); ok {
			return invalid(typed.Field, "%s is a %s here; the protocol has another form for it", typed.Field, typed.Value)
		}
		return invalid("", "the body is not JSON of this protocol: %v", err)
	}
	return nil
}

// A content is the text of a message: a string, or parts of which some hold text.
type content struct {
	text  string
	parts []part
}

// A part is one block of a message.
type part struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`          // tool_use
	Name      string          `json:"name"`        // tool_use
	Input     json.RawMessage `json:"input"`       // tool_use
	ToolUseID string          `json:"tool_use_id"` // tool_result
	Content   content         `json:"content"`     // tool_result
	IsError   bool            `json:"is_error"`    // tool_result
}

// UnmarshalJSON reads either form, and null as no text.
func (c *content) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case 'n':
		return nil
	case '"':
		return json.Unmarshal(data, &c.text)
	case '[':
		return json.Unmarshal(data, &c.parts)
	}
	return fmt.Errorf("content is neither text nor a list of parts")
}

// textParts are the types of parts that hold text. Others are refused, because no model here sees pictures.
var textParts = map[string]bool{"text": true, "input_text": true, "output_text": true, "summary_text": true, "refusal": true}

// join returns the text of a content, or a problem with the member at param.
func (c content) join(param string) (string, error) {
	if c.parts == nil {
		return c.text, nil
	}
	var texts []string
	for _, p := range c.parts {
		if !textParts[p.Type] {
			return "", invalid(param, "a part of type %s cannot be read; the model reads text alone", p.Type)
		}
		texts = append(texts, p.Text)
	}
	return strings.Join(texts, "\n"), nil
}

// arguments returns the arguments of a call of the history as JSON. Some clients send them as text, and some send
// an empty text for none.
func arguments(text string) json.RawMessage {
	if strings.TrimSpace(text) == "" {
		return json.RawMessage("{}")
	}
	if !json.Valid([]byte(text)) {
		quoted, _ := json.Marshal(text) // what a client made up itself; it is shown to the model as it stands
		return quoted
	}
	return json.RawMessage(text)
}

// wantsThoughts reports whether an effort of reasoning, as clients word it, is more than none.
func wantsThoughts(effort string) bool {
	return effort != "" && effort != "none" && effort != "minimal"
}

// number returns a float of the request, or a default.
func number(n *float64, otherwise float64) float64 {
	if n == nil {
		return otherwise
	}
	return *n
}
