// Package textcall finds calls of tools that a model wrote as text, where its server does not look for them: small models
// put them into a fence of Markdown, or between other words, whatever their template says.
package textcall

import (
	"encoding/json"
	"strings"

	"github.com/ollama/ollama/api"
)

// A Call is one as it was written.
type Call struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// First returns the first call that stands in a text, alone, in a fence or between other words.
func First(text string) (api.ToolCall, bool) {
	for _, c := range All(text) {
		var args api.ToolCallFunctionArguments
		if c.Arguments == nil || json.Unmarshal(c.Arguments, &args) == nil {
			return api.ToolCall{Function: api.ToolCallFunction{Name: c.Name, Arguments: args}}, true
		}
	}
	return api.ToolCall{}, false
}

// All returns the calls that stand in a text one after the other.
func All(text string) (all []Call) {
	for {
		i := strings.IndexByte(text, '{')
		if i < 0 {
			return all
		}
		var c Call
		d := json.NewDecoder(strings.NewReader(text[i:]))
		if d.Decode(&c) != nil || c.Name == "" {
			text = text[i+1:]
			continue
		}
		all = append(all, c)
		text = text[i+int(d.InputOffset()):]
	}
}
