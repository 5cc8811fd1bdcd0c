// Package textcall finds calls of tools that a model wrote as text, where its server does not look for them: small models
// put them into a fence of Markdown, or between other words, whatever their template says.
package textcall

import (
	"encoding/json"
	"strings"

	"github.com/ollama/ollama/api"
)

// First returns the first call that stands in a text, alone, in a fence or between other words.
func First(text string) (api.ToolCall, bool) {
	for i, r := range text {
		if r != '{' {
			continue
		}
		var call struct {
			Name      string
			Arguments api.ToolCallFunctionArguments
		}
		if json.NewDecoder(strings.NewReader(text[i:])).Decode(&call) == nil && call.Name != "" {
			return api.ToolCall{Function: api.ToolCallFunction{Name: call.Name, Arguments: call.Arguments}}, true
		}
	}
	return api.ToolCall{}, false
}
