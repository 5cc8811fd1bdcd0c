// Package remote holds what models on servers have in common: a way to one host and no other, three
// clocks that end a request without an answer, and plain words for what goes wrong on the way.
//
// A request goes out through [NewClient] with a context of [StartClocks], in which [WithWire] has
// put a [Wire]; when it has ended, the Wire, the context's cause and the error together say why. A
// [Server] turns that into a [model.Fault] whose words name the server.
package remote

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// dialTime bounds the wait for a connection; a server that exists accepts within milliseconds.
const dialTime = 10 * time.Second

// NewTransport returns a transport that goes to the named host only: no proxy is asked for the way.
func NewTransport() http.RoundTripper {
	return &http.Transport{
		DialContext:        (&net.Dialer{Timeout: dialTime}).DialContext,
		DisableCompression: true, // a compressed stream arrives in lumps
		ForceAttemptHTTP2:  true,
		IdleConnTimeout:    30 * time.Second,
	}
}

// NewClient returns a client over transport that fills in the [Wire] of a request's context. It has
// no time-out of its own, because a cold model may take minutes to its first byte, and follows no
// redirect, because that would be another host.
func NewClient(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     recorder{transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// A Wire remembers the last response, also where a client in between tells less: without it a 500
// with an empty body may look like success, and Retry-After is lost.
type Wire struct {
	Status     int // 0: no response
	Location   string
	RetryAfter time.Duration
	Whole      bool // its client reads it whole, as JSON; else it is a stream
}

// Failed reports whether a response came and was not a success.
func (w *Wire) Failed() bool { return w.Status >= 300 }

type wireKey struct{}

// WithWire returns a context whose requests are recorded in w, the last one only.
func WithWire(ctx context.Context, w *Wire) context.Context {
	return context.WithValue(ctx, wireKey{}, w)
}

// A recorder writes what it sees into the Wire that the request's context carries.
type recorder struct{ next http.RoundTripper }

func (r recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	w, _ := request.Context().Value(wireKey{}).(*Wire)
	if w == nil {
		w = &Wire{}
	}
	*w = Wire{}
	response, err := r.next.RoundTrip(request)
	if err == nil {
		if response.StatusCode == http.StatusSwitchingProtocols { // no protocol of ours: nothing would end it
			_ = response.Body.Close()
			response.Body = http.NoBody
		}
		w.Status = response.StatusCode
		w.Location = response.Header.Get("Location")
		w.RetryAfter = retryAfter(response.Header.Get("Retry-After"), time.Now())
		if w.Whole = request.Header.Get("Accept") == "application/json"; w.Whole {
			response.Body = &boundedBody{ReadCloser: response.Body, left: maxAnswer}
		}
	}
	return response, err
}

// maxAnswer bounds an answer that its client reads whole, in bytes. The longest honest ones are the
// descriptions of models, with a license and a list of tensors. Streams are not bounded here: each of
// their lines is by its reader, and clocks end them.
const maxAnswer = 16 << 20

// An OversizedError says that an answer was longer than any honest one.
type OversizedError struct{ Limit int64 } // in bytes

// Error names the limit.
func (e *OversizedError) Error() string {
	return fmt.Sprintf("the answer has more than %d MB", e.Limit>>20)
}

// A boundedBody is the body of a response up to a limit, after which reading fails.
type boundedBody struct {
	io.ReadCloser
	left int64 // bytes that may still come; one below zero is too many
}

// Read implements [io.Reader].
func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, &OversizedError{maxAnswer}
	}
	p = p[:min(int64(len(p)), b.left+1)]
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, &OversizedError{maxAnswer}
	}
	return n, err
}

// retryAfter reads the header of RFC 9110 section 10.2.3: seconds, or a date. Anything else, and
// what lies in the past, is 0.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
