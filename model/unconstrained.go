package model

// An Unconstrained is a Model that may not be held to a grammar, found by assertion: its adapter cannot
// send a schema, or its server is known not to enforce one. What it says is still checked; where a
// question has another way to read a reply, that is tried before it is asked again.
type Unconstrained interface {
	Unconstrained() bool
}
