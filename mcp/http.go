package mcp

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

// bounded sends requests with a header of their own, and reads at most so many bytes of each reply.
type bounded struct {
	header http.Header
	most   int64
}

// RoundTrip implements [http.RoundTripper].
func (b *bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, values := range b.header {
		r.Header[http.CanonicalHeaderKey(name)] = values
	}
	reply, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	reply.Body = &boundedBody{reply.Body, b.most}
	return reply, nil
}

type boundedBody struct {
	io.ReadCloser
	left int64
}

// Read implements [io.Reader].
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("mcp: a reply has more than %d bytes", int64(unaskedBytes))
	}
	return n, err
}

// sameHost follows a redirection only where it stays on its host: no other one was named.
func sameHost(r *http.Request, before []*http.Request) error {
	if len(before) > 3 || r.URL.Host != before[0].URL.Host {
		return errors.New("mcp: the server sends us elsewhere")
	}
	return nil
}
