package tools

import (
	"encoding/json"

	"github.com/shortleash/shortleash/grammar"
)

// A Done is a finished call and what it returned.
type Done struct {
	Call        Call
	Observation Observation
	Earlier     bool // made in an earlier turn of a conversation: the world may have changed, and Kept is gone
}

// Known limits the arguments of a tool to what a run knows, such as paths that were listed or lines
// that were read. It gets the task and all calls of the run so far, of all tools, in order. It returns
// a schema that is part of the tool's own, or false if the tool cannot be called yet. It must return
// the same result for the same calls, because a run that is resumed or replayed calls it again. The same holds for Opening and Check.
type Known func(task string, done []Done) (args grammar.Schema, some bool)

// Opening returns the arguments of the calls that a run makes before the model's first decision, which would have to make them first.
type Opening func(task string, done []Done) []json.RawMessage

// Check says why a legal call is not made; nil: it is. It suits values that a model copies: kept from a wrong one, it writes another.
type Check func(task string, done []Done, args json.RawMessage) *Error
