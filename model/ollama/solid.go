package ollama

import (
	"io"
	"net/http"
)

// A solid transport leaves the blank lines out of replies: Ollama's own client takes one for the end of the JSON.
type solid struct{ next http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (s solid) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := s.next.RoundTrip(r)
	if err == nil {
		response.Body = &solidBody{ReadCloser: response.Body}
	}
	return response, err
}

type solidBody struct {
	io.ReadCloser
	within bool // something stands in the line
}

// Read implements [io.Reader].
func (b *solidBody) Read(p []byte) (int, error) {
	for {
		n, err := b.ReadCloser.Read(p)
		kept := p[:0]
		for _, c := range p[:n] {
			if blank := c == '\n' || c == '\r' || c == ' ' || c == '\t'; b.within || !blank {
				kept = append(kept, c)
				b.within = c != '\n'
			}
		}
		if len(kept) > 0 || err != nil || len(p) == 0 {
			return len(kept), err
		}
	}
}
