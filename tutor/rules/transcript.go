package rules

import (
	"encoding/json"
	"errors"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A transcript is what the prompt holds: the sentence, and the calls made so far.
type transcript struct {
	sentence string
	about    *answer.Sentence
	analysis sentence.Analysis
	turns    []turn
	glosses  bool // a gloss is wanted
}

// A turn is one call and what came of it.
type turn struct {
	call        sentence.Call
	asked       answer.Observation // without an output if there was none
	observation sentence.Observation
	failed      bool // the tool reported an error, or knew nothing
}

// task is the first message.
type task struct {
	Sentence *string `json:"sentence"`
}

// pastDecision is an earlier decision of the model, in the prompt.
type pastDecision struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"tool_args"`
}

// arguments has the arguments of all tools.
type arguments struct {
	Person  verb.Person `json:"person,omitempty"`
	Subject string      `json:"subject,omitempty"`
	Tense   verb.Tense  `json:"tense,omitempty"`
	Verb    string      `json:"verb"`
}

var errPrompt = errors.New(`rules: the prompt is not in the compact form: want {"sentence":"…"} first`)

// read reads the messages of a request. A decision that it cannot read, or an observation that is not
// JSON, counts as a failed call.
func (m Model) read(messages []model.Message) (*transcript, error) {
	t := &transcript{}
	started := false
	for _, said := range messages {
		switch {
		case !started && said.Author == model.User:
			var first task
			if err := json.Unmarshal([]byte(said.Content), &first); err != nil || first.Sentence == nil {
				return nil, errPrompt
			}
			t.sentence, started = *first.Sentence, true
		case said.Author == model.Assistant:
			t.turns = append(t.turns, readTurn(said.Content))
		case said.Author == model.Tool && len(t.turns) > 0:
			last := &t.turns[len(t.turns)-1]
			last.asked.Output = json.RawMessage(said.Content)
			shown, ok := last.asked.Read()
			last.observation, last.failed = shown, !ok
		}
	}
	if !started {
		return nil, errPrompt
	}
	t.about = m.Cache.Sentence(t.sentence, m.Spanish)
	t.analysis = t.about.Analysis()
	return t, nil
}

// readTurn reads a decision that called a tool.
func readTurn(decision string) turn {
	t := turn{failed: true}
	var p pastDecision
	var args arguments
	if json.Unmarshal([]byte(decision), &p) == nil && json.Unmarshal(p.Args, &args) == nil {
		t.asked = answer.Observation{Tool: p.Tool, Args: p.Args}
		t.call = sentence.Call{Tool: sentence.Tool(p.Tool), Verb: args.Verb, Person: args.Person, Tense: args.Tense, Subject: args.Subject}
	}
	return t
}

// answers returns what may be answered after the observations so far.
func (t *transcript) answers() answer.Answers { return t.about.Answers(t.observations()) }

// observations returns the calls so far with what they returned.
func (t *transcript) observations() []answer.Observation {
	var list []answer.Observation
	for _, turn := range t.turns {
		list = append(list, turn.asked)
	}
	return list
}

// answerTo returns the turn in which the call was made, or nil.
func (t *transcript) answerTo(c sentence.Call) *turn {
	for i := range t.turns {
		if t.turns[i].call == c {
			return &t.turns[i]
		}
	}
	return nil
}
