package agent

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// askUser is the tool by which a model asks the person.
const askUser = "ask_user"

// talkTools returns the tools of a conversation. Each of its runs has both, so that whatever goes on with it has the same tools;
// has says which of them the grammar offers. Without ask no person is there.
func talkTools(ask func(ctx context.Context, question string) (string, error), talks func() *loop.Conversation,
	has func(tool string) bool) []tools.Tool {
	type args struct {
		Question string `json:"question" jsonschema:"minLength=1,maxLength=300"`
	}
	any := grammar.Object(grammar.Property{Name: "question", Schema: grammar.String(1, 300)})
	return []tools.Tool{tools.Must(tools.New(askUser, "asks the person something that no tool can tell",
		func(ctx context.Context, in args) (string, error) {
			if ask == nil {
				return "", tools.NotFound("no one is there to be asked")
			}
			return ask(ctx, in.Question)
		}, tools.Options{
			AsksPerson: true, Timeout: 24 * time.Hour, ReadOnly: true,
			Known: func(string, []tools.Done) (grammar.Schema, bool) { return any, has(askUser) },
		})), recallTool(talks, has)}
}

// had reports whether the model of a run could choose a tool when it was first asked, or usual where it was not asked yet.
func had(events []loop.Event, tool string, usual bool) bool {
	for _, e := range events {
		if e.Ask != nil {
			return slices.Contains(e.Ask.Choices, tool)
		}
	}
	return usual
}

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
