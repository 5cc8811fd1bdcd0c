package agent

import (
	"context"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// Bounds of what recall gives.
const (
	recalledPassages = 8
	recalledBytes    = 400 // of a passage
)

// A recalled passage is a part of an earlier turn.
type recalled struct {
	Question string `json:"question"`
	Passage  string `json:"passage"`
}

// recallTool returns the tool by which a model looks up what earlier turns have shown. It is there where turns are folded,
// so that prompts do not have all of them.
func recallTool(talks func() *loop.Conversation, has func(tool string) bool) tools.Tool {
	type args struct {
		Words string `json:"words" jsonschema:"minLength=2,maxLength=100"`
	}
	find := func(_ context.Context, in args) ([]recalled, error) {
		found := recall(talks(), strings.Fields(strings.ToLower(in.Words)))
		if len(found) == 0 {
			return nil, tools.NotFound("nothing that was said or seen before has these words")
		}
		return found, nil
	}
	any := grammar.Object(grammar.Property{Name: "words", Schema: grammar.String(2, 100)})
	return tools.Must(tools.New("recall", "what was said and seen earlier in this conversation, by words", find, tools.Options{
		Idempotent: true, ReadOnly: true, ParallelSafe: true,
		Known: func(string, []tools.Done) (grammar.Schema, bool) { return any, has("recall") },
	}))
}

// recall returns the passages of earlier turns that have all of words, the latest first.
func recall(talks *loop.Conversation, words []string) (found []recalled) {
	has := func(text string) bool {
		text = strings.ToLower(text)
		for _, word := range words {
			if !strings.Contains(text, word) {
				return false
			}
		}
		return true
	}
	var turns []planner.Turn
	if talks != nil { // else its run is made again alone
		turns = talks.Turns()
	}
	for i := len(turns) - 1; i >= 0; i-- {
		add := func(text string) {
			if len(found) < recalledPassages && has(text) {
				found = append(found, recalled{turns[i].Task, around(text, words[0])})
			}
		}
		for _, step := range turns[i].Steps {
			for _, o := range step.Observations {
				add(string(o.Output))
			}
			add(Plain(step.Answer))
		}
	}
	return found
}

// around returns the part of text that has word in its middle.
func around(text, word string) string {
	at := max(strings.Index(strings.ToLower(text), word), 0)
	from := max(min(at-recalledBytes/2, len(text)-recalledBytes), 0)
	return strings.ToValidUTF8(text[from:min(from+recalledBytes, len(text))], "")
}
