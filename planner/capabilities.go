package planner

import "encoding/json"

// Capabilities are what the loop, and a strategy around another one, must know of a strategy beside
// what [Planner] says. The zero value is right for a strategy that needs nothing of this.
type Capabilities struct {
	// Invalid says what does not fit together in the configuration of the strategy. A loop is not
	// made with it. Nil: all fits.
	Invalid error
	// Steps is the usual budget of decisions, for a run whose caller sets none. 0 takes the loop's.
	Steps int
	// Settings are logged with each run, as a JSON object, so that the run can be made again from its
	// log. They are always the same. Nil: none.
	Settings json.RawMessage
	// CheckTools says why the strategy cannot work with the tools of a loop, or nil. Nil: it can with any.
	CheckTools func(tools []Offer) error

	// Turns says that its executor reads State.Earlier. Else a conversation puts what was asked and answered into the
	// task.
	Turns bool
	// Trials says that the strategy tries a task several times: where a run repeats a call, the trial
	// ends and not the run. Such a strategy cannot carry out plan steps of another one.
	Trials bool
	// Nested says that strategies of their own carry out its plan steps. They nest once.
	Nested bool
}

// A Capable planner has capabilities, found by assertion. A wrapper passes on what is true of its inner
// strategy.
type Capable interface {
	// Capabilities always returns the same.
	Capabilities() Capabilities
}

// CapabilitiesOf returns those of p, which are none for a planner that is not [Capable].
func CapabilitiesOf(p Planner) Capabilities {
	if c, ok := p.(Capable); ok {
		return c.Capabilities()
	}
	return Capabilities{}
}
