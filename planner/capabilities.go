package planner

import "encoding/json"

// Capabilities describe what the loop, or a strategy that wraps another one, must know about a strategy
// beyond the [Planner] interface. The zero value is right for a strategy that needs none of this.
type Capabilities struct {
	// Invalid says what is wrong in the configuration of the strategy. It prevents a loop from being
	// made. Nil: nothing is wrong.
	Invalid error
	// Steps is the default budget of decisions, for a run whose caller sets none. 0 means the loop's default.
	Steps int
	// Settings are logged with each run, as a JSON object, so that the run can be made again from its
	// log. They never change. Nil: none.
	Settings json.RawMessage
	// CheckTools returns an error if the strategy cannot work with the tools of a loop. Nil: it can work with any tools.
	CheckTools func(tools []Offer) error

	// Turns says that the executor reads State.Earlier. Otherwise a conversation puts earlier
	// questions and answers into the task.
	Turns bool
	// Trials says that the strategy tries a task several times: a repeated call ends the trial instead
	// of the run. Such a strategy cannot carry out plan steps of another one.
	Trials bool
	// Nested says that nested strategies carry out its plan steps. They cannot be nested further.
	Nested bool
}

// A Capable planner has capabilities; the loop finds it by type assertion. A wrapper passes on what
// also holds for its inner strategy.
type Capable interface {
	// Capabilities always returns the same value.
	Capabilities() Capabilities
}

// CapabilitiesOf returns the capabilities of p; the zero value if p is not [Capable].
func CapabilitiesOf(p Planner) Capabilities {
	if c, ok := p.(Capable); ok {
		return c.Capabilities()
	}
	return Capabilities{}
}
