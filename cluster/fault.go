package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A DeadError says that a line is a dead letter: it was given to MaxDeaths workers and none of them answered or handed
// it back, or the line or its answer is too long for a message of the server.
type DeadError struct {
	Key     string
	Workers int // that had it, and did not survive it
	TooLong int // the length that the server does not take, in bytes; 0: the workers died
}

// Error says why there is no answer.
func (e *DeadError) Error() string {
	if e.TooLong > 0 {
		return fmt.Sprintf("the line or its answer is too long for the queue's server: %d bytes", e.TooLong)
	}
	return fmt.Sprintf("the line was given to %d workers, and none of them survived it", e.Workers)
}

// A HeldError says that a batch is being collected by someone else.
type HeldError struct{ Holder string }

// Error names the holder.
func (e *HeldError) Error() string {
	return "this batch is being collected by " + e.Holder + "; wait until that one ends"
}

// streamFull is the server's code for a stream that takes no more messages.
const streamFull = 10077

// isTooLong reports whether a message is longer than the server, or its stream, takes.
func isTooLong(err error) bool {
	return errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, jetstream.ErrStreamMessageExceedsMaximum)
}

// isFull reports whether the stream has as many messages as it may have.
func isFull(err error) bool {
	e, ok := errors.AsType[*jetstream.APIError](err)
	return ok && e.ErrorCode == streamFull && strings.Contains(e.Description, "maximum")
}

var (
	errNoServer = errors.New("no server answers there")
	errTooLong  = errors.New("it is too long for a message")
)

// plain returns err in words that need no knowledge of NATS.
func plain(err error) error {
	switch {
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return errNoServer
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return errors.New("it wants credentials, or others than these")
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrNoStreamResponse):
		return errors.New("its storage does not answer; it may be starting, or its disk may be full")
	case errors.Is(err, nats.ErrConnectionClosed):
		return errors.New("the connection is closed")
	case isUnreadable(err):
		return errors.New("the address is not one like nats://HOST:PORT") // the parser's words may hold a part of the password
	case isTooLong(err):
		return errTooLong
	}
	return err
}

// isUnreadable reports whether err is about the form of an address.
func isUnreadable(err error) bool {
	_, is := errors.AsType[*url.Error](err)
	return is
}

// redacted is a URL without what stands before the last @, which may be a token or a password.
func redacted(raw string) string {
	scheme, rest, found := strings.Cut(raw, "://")
	if !found {
		scheme, rest = "nats", raw
	}
	host := rest[strings.LastIndexByte(rest, '@')+1:]
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	return scheme + "://" + host
}
