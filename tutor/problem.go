package tutor

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/loop"
)

// problem says in a plain sentence why a run did not end final.
func problem(r loop.Result) string {
	switch r.Outcome {
	case loop.BudgetExhausted:
		if r.Reason == "wall" && r.Error != "" {
			return asSentence(r.Error)
		}
		return fmt.Sprintf("The run used up its %s before it had an answer.", bound(r))
	case loop.DuplicateAction:
		return "The model asked for the same thing again and again."
	case loop.Cycle:
		return "The model went round in a circle of the same questions."
	case loop.ToolFailure:
		return asSentence("A tool failed too often: " + r.Error)
	case loop.Cancelled:
		if r.Reason == "log" {
			return asSentence("Stopped, because the log could not be written: " + r.Error)
		}
		return "Stopped."
	default:
		return asSentence(strings.ReplaceAll(r.Error, "grammar: ", ""))
	}
}

// bound names the budget that was used up.
func bound(r loop.Result) string {
	switch r.Reason {
	case "steps":
		if r.Counters.Steps == 1 {
			return "one step"
		}
		return fmt.Sprintf("%d steps", r.Counters.Steps)
	case "wall":
		return "time"
	case "model_calls":
		return "requests to the model"
	default:
		return strings.ReplaceAll(string(r.Reason), "_", " ")
	}
}

// asSentence gives text a capital and a full stop.
func asSentence(text string) string {
	if text == "" {
		return "It ended without a reason."
	}
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, "!") {
		text += "."
	}
	return text
}
