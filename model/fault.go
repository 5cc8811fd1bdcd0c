package model

import (
	"errors"
	"time"
)

// ErrNoDone is wrapped by the [Fault] of a stream that ended without its end mark.
var ErrNoDone = errors.New("the stream ended without its end mark")

// A FaultKind classifies a Fault, for logs and tests.
type FaultKind string

// The kinds of faults.
const (
	Unreachable FaultKind = "unreachable"      // no server answers at the address
	NoModel     FaultKind = "no_model"         // the server does not have the model
	Busy        FaultKind = "busy"             // the server's queue is full
	Memory      FaultKind = "out_of_memory"    // the model does not fit, or its process died
	Rejected    FaultKind = "rejected"         // the server refused the request itself
	Broken      FaultKind = "broken_stream"    // the reply stopped without its end mark, or was unreadable
	Silent      FaultKind = "silent"           // no byte arrived in time
	Server      FaultKind = "server_error"     // the server reported an error of its own
	Overflow    FaultKind = "context_overflow" // the prompt is longer than the context
	Cut         FaultKind = "prompt_truncated" // the server silently cut the prompt; the reply is void
	Exhausted   FaultKind = "script_exhausted" // a scripted model has no replies left
	Misuse      FaultKind = "misuse"           // the model cannot play this role
	Refused     FaultKind = "refused"          // the caller's own code prevented the request
)

// A Fault says that a request got no complete reply. Message is a plain sentence for people that
// says what to do; Err is the underlying cause, if any.
//
//	if f, ok := errors.AsType[*model.Fault](err); ok && f.Retry { … }
type Fault struct {
	Kind    FaultKind
	Message string
	Retry   bool          // sending the same request again may help
	After   time.Duration // wait at least this long before a retry; 0: not known
	Err     error
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }
