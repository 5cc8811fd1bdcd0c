// Package engine says what a grammar engine must do to be measured, and holds ours.
//
// An [Engine] compiles a schema into a [Session], which walks one text after another: at each position
// it computes the mask of the token ids allowed next, and is then told which came. Engines in other
// languages are not here: they answer the same job in a process of their own (package trial).
package engine

import "encoding/json"

// An Engine compiles schemas for one vocabulary. It is used by one goroutine.
type Engine interface {
	// About says what is measured: name, version and whatever a reader of the figures must know.
	About() About
	// Compile does everything that must be done anew for each schema. An error of type *Refusal says
	// that the engine knows it cannot; any other error counts the same, without a reason.
	Compile(schema json.RawMessage) (Session, error)
}

// A Session is one compiled schema and one walk through it. Commit, Allowed and Ended speak of the
// position that the last Reset and Commits have led to.
type Session interface {
	Reset() error
	// Mask computes which ids may come next.
	Mask() error
	// Allowed reports whether id may come next. It reads the last mask.
	Allowed(id int) bool
	// Commit takes id, which is allowed.
	Commit(id int) error
	// Ended reports whether the text may end here. It need not have been preceded by Mask.
	Ended() bool
	// Close frees what the session holds. It is called once, last.
	Close()
}

// A Prober can say whether one id may come next without a whole mask. Where masks are too slow to be
// computed at every position, the positions between are walked with it.
type Prober interface {
	Probe(id int) bool
}

// A Reader judges a whole text as bytes. Its verdict and the one by masks must agree.
type Reader interface {
	Accepts(text []byte) error // nil when the text is a document; otherwise why not
}

// About is what a table says about an engine.
type About struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Note    string `json:"note,omitempty"` // how it was set up, and what that means for the figures
}

// A Refusal is a compile error with its reason.
type Refusal struct {
	Reason  string // the keyword at fault, or what kind of limit was hit
	Pointer string // RFC 6901, into the schema; "" when unknown
	Err     error
}

// Error returns the text of the engine's own error.
func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the engine's own error.
func (r *Refusal) Unwrap() error { return r.Err }
