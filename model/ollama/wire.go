package ollama

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/ollama/ollama/api"
)

// dialTime bounds the wait for a connection; a server that exists accepts within milliseconds.
const dialTime = 10 * time.Second

// newTransport returns a transport that goes to the named host only: no proxy is asked for the way.
func newTransport() http.RoundTripper {
	return &http.Transport{
		DialContext:        (&net.Dialer{Timeout: dialTime}).DialContext,
		DisableCompression: true, // a compressed stream arrives in lumps
		ForceAttemptHTTP2:  true,
		IdleConnTimeout:    30 * time.Second,
	}
}

// newClient returns a client of base. It has no time-out of its own, because a cold model may take
// minutes to its first byte, and follows no redirect, because that would be another host.
func newClient(base *url.URL, transport http.RoundTripper) *api.Client {
	return api.NewClient(base, &http.Client{
		Transport:     recorder{transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
}

// A wire remembers of the last response what the api package does not tell: without it a 500 with
// an empty body looks like success, and Retry-After is lost.
type wire struct {
	status     int // 0: no response
	location   string
	retryAfter time.Duration
}

// failed reports whether a response came and was no success.
func (w *wire) failed() bool { return w.status >= 300 }

type wireKey struct{}

func withWire(ctx context.Context, w *wire) context.Context {
	return context.WithValue(ctx, wireKey{}, w)
}

// A recorder writes what it sees into the wire that the request's context carries.
type recorder struct{ next http.RoundTripper }

func (r recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	w, _ := request.Context().Value(wireKey{}).(*wire)
	if w == nil {
		w = &wire{}
	}
	*w = wire{}
	response, err := r.next.RoundTrip(request)
	if err == nil {
		w.status = response.StatusCode
		w.location = response.Header.Get("Location")
		w.retryAfter = retryAfter(response.Header.Get("Retry-After"), time.Now())
	}
	return response, err
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
