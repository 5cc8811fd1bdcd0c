package prompt

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A Conversation collects the messages of one question, until the first error.
type Conversation struct {
	prompt   *Prompt
	cache    *Cache
	bare     bool // without the thoughts of decisions
	messages []model.Message
	err      error
}

// NewConversation returns an empty conversation that uses the prompt p. cache may be nil.
func NewConversation(p *Prompt, cache *Cache) *Conversation {
	return &Conversation{prompt: p, cache: cache}
}

// Messages returns the messages added so far, or the first error.
func (c *Conversation) Messages() ([]model.Message, error) {
	if c.err != nil {
		return nil, c.err
	}
	return c.messages, nil
}

// Add renders a block with data. A block that the prompt does not have adds nothing.
func (c *Conversation) Add(block string, data any) {
	if c.err != nil {
		return
	}
	var m model.Message
	var ok bool
	if block == "head" {
		m, ok, c.err = c.cache.head(c.prompt, data)
	} else {
		m, ok, c.err = c.prompt.Render(block, data)
	}
	if ok && c.err == nil {
		c.messages = append(c.messages, m)
	}
}

// AddDecision adds a past decision as the model wrote it. v is written as JSON.
func (c *Conversation) AddDecision(v any) {
	if c.err != nil {
		return
	}
	var text json.RawMessage
	if text, c.err = tools.Encode(v); c.err == nil {
		c.messages = append(c.messages, model.Message{Author: model.Assistant, Content: string(text)})
	}
}

// AddNotes adds the notes that arrived when at most n steps had been taken, and returns their
// number. notes must be in order.
func (c *Conversation) AddNotes(notes []planner.Note, n int) int {
	for i, note := range notes {
		if note.After > n {
			return i
		}
		c.Add("note", struct{ Text string }{note.Text})
	}
	return len(notes)
}

// AddStep adds a past step: its decision and the observations that followed, shortened by f.
func (c *Conversation) AddStep(s planner.Step, f planner.Folding) {
	c.AddDecision(WireDecision(s, c.bare))
	c.AddObservations(s, f)
}

// AddObservations adds the observations of a step, shortened by f. After an observation of pending
// work, it adds that the model can wait.
func (c *Conversation) AddObservations(s planner.Step, f planner.Folding) {
	for i := range s.Observations {
		c.Add("observation", shortened(&s.Observations[i], f.Observation))
		if s.Observations[i].Pending && c.err == nil {
			var m model.Message
			if m, _, c.err = waitWords().Render("observation", nil); c.err == nil {
				c.messages = append(c.messages, m)
			}
		}
	}
}

// AddFolded adds summaries of steps. If the prompt has no folded block, the error is [planner.ErrNoFolding].
func (c *Conversation) AddFolded(steps []planner.Step) {
	if len(steps) == 0 || c.err != nil {
		return
	}
	if !c.prompt.Has("folded") {
		c.err = planner.ErrNoFolding
		return
	}
	var lines []string
	for _, s := range steps {
		lines = append(lines, Summarize(s)...)
	}
	c.Add("folded", struct{ Lines []string }{lines})
}

// A Wire is a decision as a model writes it. Thought is nil if there is none.
type Wire struct {
	Thought *string `json:"thought,omitempty"`
	Tool    string  `json:"tool"`
	Args    any     `json:"tool_args"`
}

// WireDecision returns a past step as the model wrote it: its calls, its answer, or that it wanted
// another plan. The same step has the same bytes each time. bare leaves the thought out.
func WireDecision(s planner.Step, bare bool) Wire {
	w := Wire{Thought: &s.Thought}
	if bare {
		w.Thought = nil
	}
	switch {
	case s.Reason != "":
		w.Tool, w.Args = planner.ReplanRequest, map[string]string{"reason": s.Reason}
	case len(s.Calls) == 0:
		w.Tool, w.Args = planner.FinalAnswer, s.Answer
	case len(s.Calls) == 1:
		w.Tool, w.Args = s.Calls[0].Tool, s.Calls[0].Args
	default:
		var calls []Wire
		for _, c := range s.Calls {
			calls = append(calls, Wire{Tool: c.Tool, Args: c.Args})
		}
		w.Tool, w.Args = planner.ParallelCalls, map[string][]Wire{"calls": calls}
	}
	return w
}
