package model

import (
	"context"
	"errors"
	"iter"
)

// ErrTruncated is wrapped by every *Truncated.
var ErrTruncated = errors.New("cut off before the document was complete")

// A Truncated says that the model ran out of tokens in the middle of the document, or repeated itself. The
// reply is invalid. Asking for something shorter may help; if the context was full, a larger context may help.
//
//	if cut, ok := errors.AsType[*model.Truncated](err); ok { … }
type Truncated struct {
	Bytes  int  // received so far of the document
	Tokens int  // written by the model, including thinking; 0 if it does not count them
	Full   bool // the context was full; the token limit was not reached
	Echo   bool // the model repeated the same words again and again, and was stopped
}

// Error returns one line, which the model reads too.
func (t *Truncated) Error() string {
	return phrases.Say("truncated", "Tokens", t.Tokens, "Bytes", t.Bytes, "Full", t.Full, "Echo", t.Echo)
}

// Unwrap returns ErrTruncated.
func (t *Truncated) Unwrap() error { return ErrTruncated }

// Guard returns a Model that passes on the replies of m as they arrive, and lets a reply succeed
// only if it is one document of the request's grammar. The first byte that no document can have at
// its place ends the reply: m's context is canceled, and the text passed on is the legal part
// before that byte, however m divides its chunks. A reply ends in one of these ways:
//
//	the document is complete and legal       Done; what m still says is read for its metrics within a
//	                                         bound and dropped; without metrics, they
//	                                         are estimated at a token for three bytes
//	an illegal byte, a document that stops   *grammar.Violation
//	too early
//	a number or a word at the root, and      *grammar.Violation: 1 is not the beginning of 12, nor null
//	then no white space                      that of nullable
//	size and repetition without end          *grammar.Violation: over 64 KiB, 64 equal chunks in a
//	                                         row, 256 KiB of thinking; the grammar bounds the rest
//	the same words for 640 bytes             *Truncated
//	out of tokens before it is complete      *Truncated
//	the stream ends without Done             *Fault, Broken, wrapping ErrNoDone
//	m panics                                 *Fault, Server
//	m's own error, also after the document  as it is
//	the end of the context                   its error
//
// If a request has no grammar, everything is passed on, up to its token limit; the row on size and the last four
// rows still apply. Guard does not abandon m: if m hangs and ignores its context, the guarded model hangs too.
//
// The returned Model is a [Specialist] exactly if m is. Its method Unwrap() Model gives access to
// whatever else m can do. Guarding a guarded Model returns it unchanged.
func Guard(m Model) Model {
	switch m.(type) {
	case guarded, guardedSpecialist:
		return m
	}
	g := guarded{m}
	if s, ok := m.(Specialist); ok {
		return guardedSpecialist{g, s}
	}
	return g
}

type guarded struct {
	model Model
}

type guardedSpecialist struct {
	guarded
	Specialist
}

// Name returns the name of the model within.
func (g guarded) Name() string { return g.model.Name() }

// Unwrap returns the model within.
func (g guarded) Unwrap() Model { return g.model }

// Generate implements [Model].
func (g guarded) Generate(ctx context.Context, req Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(Chunk{}, err)
			return
		}
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		w := &guardStream{req: req, yield: yield, cancel: cancel}
		if req.Grammar != nil {
			w.matcher = req.Grammar.LenientMatcher()
			defer w.matcher.Release() // the model has ended, or hangs with this call
		}
		w.read(ctx, inner, g.model)
		if w.tail != nil {
			w.tail.Stop()
		}
		switch {
		case w.left:
		case w.err != nil:
			yield(Chunk{}, w.err)
		default:
			yield(w.last, nil)
		}
	}
}
