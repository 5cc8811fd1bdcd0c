package loop

import (
	"encoding/json"

	"github.com/shortleash/shortleash/tools"
)

// InterruptKind says what a person is asked.
type InterruptKind string

// The kinds of interrupts so far.
const (
	UnsureCall InterruptKind = "unsure_call" // a call was started and not finished; may it be made again?
)

// An Interrupt is a question to a person that holds up a run. [Loop.Resume] takes the Reply.
type Interrupt struct {
	ID   string        `json:"id"` // i1, i2, …
	Kind InterruptKind `json:"kind"`
	Call *tools.Call   `json:"call,omitempty"`
}

// Do says what a person wants.
type Do string

// What can be done about an unsure call.
const (
	Rerun Do = "rerun"  // make it again
	Use   Do = "result" // it gave this output
	Skip  Do = "skip"   // it gave nothing, and is not made again
)

// A Reply answers an Interrupt.
type Reply struct {
	Interrupt string          `json:"interrupt"` // its ID
	Do        Do              `json:"do"`
	Output    json.RawMessage `json:"output,omitempty"` // with Use
}
