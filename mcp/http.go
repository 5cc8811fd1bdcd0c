package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
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
	if err := readable(r, reply); err != nil {
		_ = reply.Body.Close()
		return nil, err
	}
	return reply, nil
}

// readable makes the body of an answer one that the library reads: events one by one, and anything else as a message.
func readable(request *http.Request, reply *http.Response) error {
	kind, _, _ := mime.ParseMediaType(reply.Header.Get("Content-Type"))
	switch {
	case request.Header.Get("Mcp-Session-Id") != "" && (reply.StatusCode == http.StatusNotFound || reply.StatusCode == http.StatusBadRequest):
		return forgotten(reply)
	case request.Method != http.MethodPost || reply.StatusCode != http.StatusOK:
		return nil
	case kind == "text/event-stream":
		reply.Body = struct {
			io.Reader
			io.Closer
		}{&events{from: bufio.NewReader(reply.Body)}, reply.Body}
		return nil
	}
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		return err
	}
	_ = reply.Body.Close()
	answer := lenient(text)
	if message := object(answer); message["jsonrpc"] == nil && len(answer) > 0 && answer[0] != '[' {
		answer = refusal(request, answer)
	}
	reply.Header.Set("Content-Type", "application/json")
	reply.Header.Del("Content-Length")
	reply.ContentLength = int64(len(answer))
	reply.Body = io.NopCloser(bytes.NewReader(answer))
	return nil
}

// forgotten makes the answer of a server that does not know a session what the library takes for it: 404 without an error
// of its own. Many say 400 after they were started again.
func forgotten(reply *http.Response) error {
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		return err
	}
	_ = reply.Body.Close()
	if reply.StatusCode == http.StatusNotFound || strings.Contains(strings.ToLower(string(text)), "session") {
		reply.StatusCode, text = http.StatusNotFound, nil
	}
	reply.Body = io.NopCloser(bytes.NewReader(text))
	return nil
}

// refusal makes an answer to a request of text that is not a message, such as a page of a proxy.
func refusal(request *http.Request, text []byte) []byte {
	var id json.RawMessage
	if request.GetBody != nil {
		if body, err := request.GetBody(); err == nil {
			asked, _ := io.ReadAll(body)
			id = object(asked)["id"]
		}
	}
	if id == nil { // nothing was asked
		return text
	}
	return encoded(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{
		"code": -32603, "message": clip(string(text), maxErrorText),
	}})
}

// events makes the data of each event a message that the library reads.
type events struct {
	from *bufio.Reader
	left []byte
}

// Read implements [io.Reader].
func (e *events) Read(p []byte) (int, error) {
	if len(e.left) == 0 {
		line, err := e.from.ReadBytes('\n')
		if data, is := bytes.CutPrefix(line, []byte("data:")); is && json.Valid(data) {
			line = append(append([]byte("data: "), lenient(data)...), '\n')
		}
		if e.left = line; len(line) == 0 {
			return 0, err
		}
	}
	n := copy(p, e.left)
	e.left = e.left[n:]
	return n, nil
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
		return errors.New("mcp: the server redirects to another address")
	}
	return nil
}
