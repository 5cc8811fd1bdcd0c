package planner

import (
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/tools"
)

// Remember returns v as a memo for [Decision].Memo. v must have a JSON form.
func Remember(v any) json.RawMessage {
	memo, err := tools.Encode(v)
	if err != nil {
		panic(fmt.Sprintf("planner: a memo of type %T has no JSON form: %v", v, err))
	}
	return memo
}

// Recall returns the value of a memo, or the zero value if there is no memo. It panics if the memo
// was made from another type; the run then ends as a fault of its strategy.
func Recall[T any](memo json.RawMessage) (v T) {
	if len(memo) == 0 {
		return v
	}
	if err := json.Unmarshal(memo, &v); err != nil {
		panic(fmt.Sprintf("planner: a memo is not a %T: %v", v, err))
	}
	return v
}
