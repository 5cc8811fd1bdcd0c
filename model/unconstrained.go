package model

// An Unconstrained is a Model that may be unable to follow a grammar: its adapter cannot send a schema, or its
// server is known not to enforce one. Callers find it by type assertion. A run sends it no grammar, reads its
// whole reply, and looks for the one document in it before it asks again. That document is checked like any other.
type Unconstrained interface {
	Unconstrained() bool
}
