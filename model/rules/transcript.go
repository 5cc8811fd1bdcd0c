package rules

import (
	"encoding/json"
	"errors"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools/english/sentence"
	"github.com/shortleash/shortleash/tools/english/verb"
)

// A transcript is what stands in the prompt: the sentence, and the calls made so far.
type transcript struct {
	sentence string
	analysis sentence.Analysis
	turns    []turn
	glosses  bool // a gloss is wanted
}

// A turn is one call and what came of it.
type turn struct {
	tool        string
	call        sentence.Call // of the three tools of evidence
	observation sentence.Observation
	failed      bool // the tool reported an error, or there is no observation
}

// task is the first message.
type task struct {
	Sentence *string `json:"sentence"`
}

// past is a decision of ours that we read again.
type past struct {
	Tool string    `json:"tool"`
	Args arguments `json:"tool_args"`
}

// arguments are those of all tools together.
type arguments struct {
	Person  verb.Person `json:"person,omitempty"`
	Subject string      `json:"subject,omitempty"`
	Tense   verb.Tense  `json:"tense,omitempty"`
	Verb    string      `json:"verb"`
}

// output is what any of the tools may answer, or an error.
type output struct {
	Error *json.RawMessage `json:"error"`

	Form     *string  `json:"form"` // null in an answer of lookup_spanish that knows no verb
	Negative string   `json:"negative"`
	Question string   `json:"question"`
	Variants []string `json:"variants"`

	Infinitive     *string `json:"infinitive"`
	PastParticiple string  `json:"past_participle"`
	PastSimple     string  `json:"past_simple"`

	Agrees   bool   `json:"agrees"`
	Expected string `json:"expected"`
}

var errPrompt = errors.New(`rules: the prompt is not in the compact form: want {"sentence":"…"} first`)

// readTranscript reads the messages of a request. A decision that is not ours to read, or an
// observation that is no JSON, counts as a failed call.
func readTranscript(messages []model.Message) (*transcript, error) {
	t := &transcript{}
	started := false
	for _, m := range messages {
		switch {
		case !started && m.Author == model.User:
			var first task
			if err := json.Unmarshal([]byte(m.Content), &first); err != nil || first.Sentence == nil {
				return nil, errPrompt
			}
			t.sentence, started = *first.Sentence, true
		case m.Author == model.Assistant:
			var p past
			turn := turn{failed: true}
			if json.Unmarshal([]byte(m.Content), &p) == nil {
				turn.tool = p.Tool
				turn.call = sentence.Call{Tool: sentence.Tool(p.Tool), Verb: p.Args.Verb, Person: p.Args.Person, Tense: p.Args.Tense, Subject: p.Args.Subject}
			}
			t.turns = append(t.turns, turn)
		case m.Author == model.Tool && len(t.turns) > 0:
			t.turns[len(t.turns)-1].observe(m.Content)
		}
	}
	if !started {
		return nil, errPrompt
	}
	t.analysis = sentence.Analyze(t.sentence)
	return t, nil
}

// observe reads the answer of the turn's tool.
func (t *turn) observe(content string) {
	var o output
	if json.Unmarshal([]byte(content), &o) != nil || o.Error != nil {
		return
	}
	t.failed = false
	t.observation = sentence.Observation{
		Call: t.call, Form: text(o.Form), Negative: o.Negative, Question: o.Question, Variants: o.Variants,
		Infinitive: text(o.Infinitive), PastSimple: o.PastSimple, PastParticiple: o.PastParticiple,
		Agrees: o.Agrees, Expected: o.Expected,
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
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
