// Package model is the boundary to language models: one interface, and the Guard that checks what comes through it.
//
// A [Model] turns a [Request] (messages and a grammar) into a stream of [Chunk] values; each subpackage implements one
// kind of model. A model may ignore the grammar, stop early, or never stop: [Guard] wraps any Model so that its reply is
// one document that the grammar accepts, or an error that says why not. [Collect] reads a whole stream into a [Reply].
//
// Errors come in three kinds. A [*grammar.Violation] or [*Truncated] is bad output: asking again, differently, may help.
// A [*Fault] is a failed delivery, and says whether sending the request again may help. Any other error is the context's.
package model

import (
	"context"
	"iter"
	"time"

	"github.com/shortleash/shortleash/grammar"
)

// A Model is one language model. Implementations are safe for concurrent use.
type Model interface {
	// Name returns the model's name as flags and logs write it: "rules", "ollama:llama3.2".
	Name() string

	// Generate streams the reply to req. A non-nil error comes once, at the end, with a zero Chunk. A
	// stream without an error ends with a Chunk whose Done is true. Breaking out of the loop stops the
	// work and frees everything before the loop statement ends.
	Generate(ctx context.Context, req Request) iter.Seq2[Chunk, error]
}

// A Role is the part a model plays in one request.
type Role string

// The five roles of a run. Each has its own prompts and schema, and may have its own model.
const (
	Planner     Role = "planner"
	Executor    Role = "executor"
	Reflector   Role = "reflector"
	Critic      Role = "critic"
	Synthesizer Role = "synthesizer"
)

// Roles lists all roles.
var Roles = []Role{Planner, Executor, Reflector, Critic, Synthesizer}

// A RoleForm is a role with the prompt form used for it. "" is the general form: prose that any
// instruction-tuned model understands.
type RoleForm struct {
	Role Role
	Form string
}

// A Specialist is a Model that was made for certain roles only; callers find it by type assertion.
// Giving it another role is misuse, which is refused before a run starts.
type Specialist interface {
	Roles() []RoleForm
}

// A Bounded is a Model that knows how many tokens prompt and reply may have together; callers find
// it by type assertion. 0 means that the number is not known.
type Bounded interface {
	ContextTokens() int
}

// A Sized is a Model that knows how many parameters it has; callers find it by type assertion,
// because small models need short prompts. 0 means that the number is not known.
type Sized interface {
	Parameters() int64
}

// A Configured is a Model that reports its settings besides its name, such as "think=low"; callers
// find it by type assertion. Logs keep the settings, so that a run is resumed with the same ones.
type Configured interface {
	Settings() string
}

// An Adviser is a Model that can say what a person can do about replies that were not legal
// documents: in whole sentences, or "". Callers find it by type assertion.
type Adviser interface {
	Advice(bad error) string
}

// A Judge is a Model that can say how likely its words are; callers find it by type assertion. Judges reports whether this one
// can, which may depend on its server: [Request.Odds] is for no other.
type Judge interface {
	Judges(ctx context.Context) bool
}

// The authors of messages.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
	Tool      = "tool"
)

// A Message is one turn of the conversation.
type Message struct {
	Author  string `json:"author"` // System, User, Assistant or Tool
	Content string `json:"content"`
}

// A Request asks for one document.
type Request struct {
	Role        Role
	Messages    []Message        // stable part first, so that a server can use its prefix cache
	Grammar     *grammar.Grammar // which replies are allowed; nil means free text
	MaxTokens   int              // the maximum number of output tokens; 0 leaves it to the model
	Temperature float64          // 0 is greedy
	Seed        int64            // for models that sample
	Think       bool             // think freely before the reply, if the model can and its settings leave it open
	Odds        float64          // over 0: a [Judge] replies "no", as JSON, if that is so many times as likely as yes, else "yes"
}

// A Chunk is a piece of a reply. A reply's Text is the concatenation of its chunks' texts.
type Chunk struct {
	Text     string // text of the reply
	Thinking string // what a thinking model writes before its reply; recorded, never parsed
	Done     bool   // the last chunk: Finish and Usage are set
	Finish   Finish
	Usage    Usage
}

// Finish says why a model stopped.
type Finish string

// The reasons to stop.
const (
	Stop   Finish = "stop"   // the model finished
	Length Finish = "length" // MaxTokens or the context was used up
	Full   Finish = "full"   // the context was used up before MaxTokens; only from models that can tell
)

// Usage is what one request cost. Tokens are zero where a model does not count them.
type Usage struct {
	PromptTokens int           // the whole prompt, cached or not
	OutputTokens int           // including thinking
	Load         time.Duration // loading the model
	Prompt       time.Duration // evaluating the prompt
	Total        time.Duration // the whole request, as the model measured it
	Thinking     string        // how thinking was handled, in the terms of the model's package; "" if not reported
	Walk         *Walk         // nil, except from models that walk the grammar themselves
}

// A Walk describes how a model that applies the token mask itself went through the grammar. Some
// output tokens are forced; the others are choices between two or more legal tokens.
type Walk struct {
	Choices int `json:"choices"`
	Forced  int `json:"forced"`
	Fed     int `json:"fed"`     // tokens that the network processed, of prompt and output together
	Changed int `json:"changed"` // choices at which the network would have written an illegal token
	// how likely the choices are right, computed from the probability of each chosen token among the
	// legal ones; 1 without a choice
	Confidence float64 `json:"confidence"`
	// Tokens lists the tokens of the reply if the model is configured to report them; nil otherwise.
	Tokens []Token `json:"tokens,omitempty"`
}

// A Token explains one chosen token, or several in a row that the grammar forced.
type Token struct {
	Text   string `json:"text"`
	Forced int    `json:"forced,omitempty"` // the number of forced tokens; 0: one token was chosen
	// P is the probability of the chosen token among the allowed ones. Others are the most probable of the rest.
	P      float64  `json:"p,omitempty"`
	Others []Choice `json:"others,omitempty"`
	// Unmasked is the token, if any, that the model considered more probable than all allowed ones.
	Unmasked *string `json:"unmasked,omitempty"`
}

// A Choice is a token that was not chosen, with its probability among the allowed ones.
type Choice struct {
	Text string  `json:"text"`
	P    float64 `json:"p"`
}

// A Reply is a whole stream.
type Reply struct {
	Text     string
	Thinking string
	Finish   Finish
	Usage    Usage
}

// Collect reads stream to its end. If there is an error, the Reply holds what arrived before it.
func Collect(stream iter.Seq2[Chunk, error]) (Reply, error) {
	var c Collector
	stream(c.Add)
	return c.Reply()
}

// A Collector assembles a Reply from the chunks of a stream. Its zero value is ready to use.
type Collector struct {
	reply          Reply
	text, thinking pieces
	err            error
}

// Add takes what a stream yields and reports whether the stream may continue; an error ends it.
func (c *Collector) Add(chunk Chunk, err error) bool {
	if err != nil {
		c.err = err
		return false
	}
	c.text.add(chunk.Text)
	c.thinking.add(chunk.Thinking)
	if chunk.Done {
		c.reply.Finish, c.reply.Usage = chunk.Finish, chunk.Usage
	}
	return true
}

// Reply returns what has arrived so far, and the error that ended the stream.
func (c *Collector) Reply() (Reply, error) {
	c.reply.Text, c.reply.Thinking = c.text.String(), c.thinking.String()
	return c.reply, c.err
}

// pieces is a text in the making; one that comes in one piece is not copied.
type pieces struct {
	only string
	more []byte
}

func (p *pieces) add(text string) {
	switch {
	case text == "":
	case p.only == "":
		p.only = text
	default:
		if p.more == nil {
			p.more = append(make([]byte, 0, 256), p.only...)
		}
		p.more = append(p.more, text...)
	}
}

func (p *pieces) String() string {
	if p.more == nil {
		return p.only
	}
	return string(p.more)
}
