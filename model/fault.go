package model

import (
	"errors"
	"time"
)

// ErrNoDone is wrapped by the Fault of a stream that ended without its end mark.
var ErrNoDone = errors.New("the stream ended without its end mark")

// A FaultKind classifies a Fault, for logs and tests.
type FaultKind string

// What can go wrong between a request and its reply.
const (
	Unreachable FaultKind = "unreachable"      // no server answers there
	NoModel     FaultKind = "no_model"         // the server does not have the model
	Busy        FaultKind = "busy"             // the server's queue is full
	Memory      FaultKind = "out_of_memory"    // the model does not fit, or its process died
	Rejected    FaultKind = "rejected"         // the server refused the request itself
	Broken      FaultKind = "broken_stream"    // the reply stopped without its end mark, or was unreadable
	Silent      FaultKind = "silent"           // no byte came in time
	Server      FaultKind = "server_error"     // the server says that it failed
	Overflow    FaultKind = "context_overflow" // the prompt is longer than the context
	Cut         FaultKind = "prompt_truncated" // the server cut the prompt without telling; the reply is void
	Exhausted   FaultKind = "script_exhausted" // a scripted model has nothing left to say
	Misuse      FaultKind = "misuse"           // the model cannot play this role
	Refused     FaultKind = "refused"          // code of the caller's did not let the request be sent
)

// A Fault says that no whole reply was had. Message is a plain sentence for people that says what
// to do; Err is the cause, if there is one beneath.
//
//	if f, ok := errors.AsType[*model.Fault](err); ok && f.Retry { … }
type Fault struct {
	Kind    FaultKind
	Message string
	Retry   bool          // sending the same request again may help
	After   time.Duration // not sooner than this; 0 says nothing
	Err     error
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }
