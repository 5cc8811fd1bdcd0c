package model

// An Unconstrained is a Model that may not be held to a grammar, found by assertion: its adapter cannot
// send a schema, or its server is known not to enforce one. A run sends it none, reads what it says to
// its end, and looks for the one document in it before asking again; that document is checked as any is.
type Unconstrained interface {
	Unconstrained() bool
}
