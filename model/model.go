// Package model is the border to language models: one interface, and the Guard that stands before it.
//
// A [Model] turns a [Request] (messages and a grammar) into a stream of [Chunk] values; the folders
// beside this file hold one model each. A model may ignore the grammar, stop early, or never stop:
// [Guard] wraps any Model so that what comes through is one document the grammar accepts, or an
// error that says why not. [Collect] reads a whole stream into a [Reply].
//
// Errors come in three kinds. A [*grammar.Violation] or [*Truncated] is bad output: asking again,
// differently, may help. A [*Fault] is a failed delivery, and says whether sending again may help.
// Everything else is the context's error.
package model

import (
	"context"
	"iter"
	"time"

	"github.com/shortleash/shortleash/grammar"
)

// A Model is one language model. Implementations are safe for concurrent use.
type Model interface {
	// Name says which model this is, as flags and logs spell it: "rules", "ollama:llama3.2".
	Name() string

	// Generate streams the reply to req. A non-nil error comes once, last, beside a zero Chunk; a
	// stream that ends without an error has ended with a Chunk whose Done is true. Leaving the
	// loop early stops the work and frees everything before the loop statement ends.
	Generate(ctx context.Context, req Request) iter.Seq2[Chunk, error]
}

// A Role is the part a model plays in one request.
type Role string

// The five roles of a run. Each has prompts, a schema and possibly a model of its own.
const (
	Planner     Role = "planner"
	Executor    Role = "executor"
	Reflector   Role = "reflector"
	Critic      Role = "critic"
	Synthesizer Role = "synthesizer"
)

// Roles are all of them.
var Roles = []Role{Planner, Executor, Reflector, Critic, Synthesizer}

// A RoleForm is a role together with the prompt form that is spoken in it. "" is the general form:
// prose any instructed model understands.
type RoleForm struct {
	Role Role
	Form string
}

// A Specialist is a Model that was made for certain roles only, found by assertion. Asking it to
// take another is misuse, refused before a run starts.
type Specialist interface {
	Roles() []RoleForm
}

// A Bounded is a Model that knows how many tokens prompt and reply may have together, found by
// assertion. 0 says that it does not know after all.
type Bounded interface {
	ContextTokens() int
}

// A Sized is a Model that knows how many parameters it has, found by assertion: small models want short
// prompts. 0 says that it does not know after all.
type Sized interface {
	Parameters() int64
}

// A Configured is a Model that says what was set of it besides its name, such as "think=low", found by assertion: logs
// keep it, so that a run is resumed with the same.
type Configured interface {
	Settings() string
}

// An Adviser is a Model that can say what a person might do about replies that were no legal
// document, found by assertion: in whole sentences, or "".
type Adviser interface {
	Advice(bad error) string
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
	Messages    []Message        // stable part first, so that a server's prefix cache holds
	Grammar     *grammar.Grammar // what the reply must be; nil asks for free text
	MaxTokens   int              // ceiling of output tokens; 0 leaves it to the model
	Temperature float64          // 0 is greedy
	Seed        int64            // for models that sample
}

// A Chunk is a piece of a reply. A reply's Text is the concatenation of its chunks' texts.
type Chunk struct {
	Text     string // of the reply
	Thinking string // what a thinking model says before its reply; recorded, never parsed
	Done     bool   // the last chunk: Finish and Usage are set
	Finish   Finish
	Usage    Usage
}

// Finish says why a model stopped.
type Finish string

// The reasons to stop.
const (
	Stop   Finish = "stop"   // the model was done
	Length Finish = "length" // MaxTokens were used up, or the context
	Full   Finish = "full"   // the context was used up before MaxTokens, by a model that can tell
)

// Usage is what one request cost. Tokens are zero where a model does not count them.
type Usage struct {
	PromptTokens int           // the whole prompt, cached or not
	OutputTokens int           // including thinking
	Load         time.Duration // loading the model
	Prompt       time.Duration // evaluating the prompt
	Total        time.Duration // all of it, as the model measured
	Thinking     string        // how thoughts were dealt with, in the words of the model's package; "" says nothing
	Walk         *Walk         // nil, except from models that walk the grammar themselves
}

// A Walk says how a model that holds the token mask came through the grammar. Of the output tokens
// some are forced; the others are choices, where more than one token was legal.
type Walk struct {
	Choices int `json:"choices"`
	Forced  int `json:"forced"`
	Fed     int `json:"fed"`     // tokens that passed through the network, of prompt and output together
	Changed int `json:"changed"` // choices at which the network would have written what is not legal
	// how likely the choices are right: from the probabilities of what was chosen, among what was
	// legal; 1 without a choice
	Confidence float64 `json:"confidence"`
	// Tokens are those of the reply, of a model that is configured to say them; nil otherwise.
	Tokens []Token `json:"tokens,omitempty"`
}

// A Token says why a token was written, or several in a row that the grammar forced.
type Token struct {
	Text   string `json:"text"`
	Forced int    `json:"forced,omitempty"` // so many tokens between which there was no choice; 0: it was chosen
	// P is the probability of a chosen token among the allowed ones, and Others are the most probable of the rest.
	P      float64  `json:"p,omitempty"`
	Others []Choice `json:"others,omitempty"`
	// Unmasked is the token that the model held more probable than all allowed ones; nil is none.
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

// Collect reads stream to its end. With an error, the Reply holds what had come until then.
func Collect(stream iter.Seq2[Chunk, error]) (Reply, error) {
	var c Collector
	stream(c.Add)
	return c.Reply()
}

// A Collector puts a Reply together from the chunks of a stream. Its zero value is ready.
type Collector struct {
	reply          Reply
	text, thinking pieces
	err            error
}

// Add takes what a stream yields, and reports whether it may go on: an error is the end.
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

// Reply returns what has come, and the error that ended the stream.
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
