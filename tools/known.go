package tools

import (
	"encoding/json"

	"github.com/shortleash/shortleash/grammar"
)

// A Done is a call that was made and what it returned.
type Done struct {
	Call        Call
	Observation Observation
	Earlier     bool // in an earlier turn of a conversation: the world may have changed, and Kept is gone
}

// Known narrows the arguments of a tool to what a run knows: paths that were listed, lines that were read.
// It gets the task and the calls of the run so far, of all tools, in their order, and returns a schema
// within that of the tool, or false where the tool cannot be called yet. It must give the same for the
// same calls, since a run that is resumed or replayed asks again.
type Known func(task string, done []Done) (args grammar.Schema, some bool)

// Opening returns the arguments of the calls of a tool that a run begins with, before its first decision: what a model
// would have to ask for first. It gets the task and the calls so far, and must give the same for the same.
type Opening func(task string, done []Done) []json.RawMessage
