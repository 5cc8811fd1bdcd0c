package agent

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/internal/wording"
	"github.com/shortleash/shortleash/tools"
)

//go:embed phrases.md
var phrasesFile string

// phrases are the sentences of this package that models read.
var phrases = wording.Read("agent/phrases.md", phrasesFile)

// An Example is a task and how to do it well.
type Example struct {
	Task   string
	Calls  []ExampleCall // in order
	Answer any           // has the type of the agent's answers
}

// An ExampleCall is one call in an [Example].
type ExampleCall struct {
	Thought string // what the model thinks before the call, in a few words
	Tool    string
	Args    any // a struct or a map
	Result  any // what the call returned
}

// examples returns the examples as the model reads them. Each must be one that the model could write.
func (c Config) examples(form answerForm, registry *tools.Registry) (string, error) {
	var text strings.Builder
	for i, e := range c.Examples {
		at := fmt.Sprintf("Config.Examples[%d]", i)
		if strings.TrimSpace(e.Task) == "" {
			return "", fmt.Errorf("%s has no Task", at)
		}
		text.WriteString(phrases.Say("example", "Task", e.Task) + "\n")
		for k, call := range e.Calls {
			t, ok := registry.Lookup(call.Tool)
			if !ok {
				return "", fmt.Errorf("%s.Calls[%d]: there is no tool %q", at, k, call.Tool)
			}
			args, err := tools.Document(t.Schema(), orNothing(call.Args))
			if err != nil {
				return "", fmt.Errorf("%s.Calls[%d].Args: %w", at, k, err)
			}
			result, err := tools.Encode(call.Result)
			if err != nil {
				return "", fmt.Errorf("%s.Calls[%d].Result: %w", at, k, err)
			}
			text.WriteString(phrases.Say("call", "Thought", quoted(call.Thought), "Tool", quoted(call.Tool), "Args", string(args),
				"Result", string(result)) + "\n")
		}
		answer, err := form.document(e.Answer)
		if err != nil {
			return "", fmt.Errorf("%s.Answer: %w", at, err)
		}
		text.WriteString(phrases.Say("answer", "Args", string(answer)) + "\n\n")
	}
	return strings.TrimSpace(text.String()), nil
}

// orNothing returns args, or an empty object.
func orNothing(args any) any {
	if args == nil {
		return struct{}{}
	}
	return args
}

// quoted returns a text as JSON.
func quoted(text string) string {
	b, err := tools.Encode(text)
	if err != nil {
		panic("agent: BUG: a string failed to encode: " + err.Error())
	}
	return string(b)
}
