package ollama

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model"
)

// A flood answers one path with a status and a text that never ends, and the rest as a server
// does. It counts what it got rid of.
type flood struct {
	path   string
	status int
	next   http.Handler
	sent   atomic.Int64
}

func (e *flood) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != e.path {
		e.next.ServeHTTP(w, r)
		return
	}
	w.WriteHeader(e.status)
	piece := []byte(strings.Repeat("a", 1<<20))
	_, err := io.WriteString(w, `{"template":"`)
	for err == nil && e.sent.Load() < 1<<30 {
		var n int
		n, err = w.Write(piece)
		e.sent.Add(int64(n))
	}
}

// TestAnEndlessAnswerIsBounded asks in each of the ways there are.
func TestAnEndlessAnswerIsBounded(t *testing.T) {
	generate := func(ctx context.Context, host string) error {
		m, err := New("m", Config{Host: host, Elsewhere: byFlag})
		require.NoError(t, err)
		_, err = model.Collect(m.Generate(ctx, hello()))
		return err
	}
	rows := []struct {
		name, path string
		ask        func(ctx context.Context, host string) error
	}{
		{"a run, at its first question", "/api/show", generate},
		{"a run, at its second", "/api/version", generate},
		{"a run, at its third", "/api/ps", generate},
		{"a run, at its request", "/api/chat", generate},
		{"the list of models", "/api/tags", func(ctx context.Context, host string) error {
			_, _, err := Installed(ctx, host)
			return err
		}},
		{"the version", "/api/version", func(ctx context.Context, host string) error {
			_, _, err := Installed(ctx, host)
			return err
		}},
		{"a description", "/api/show", func(ctx context.Context, host string) error {
			_, err := Describe(ctx, host, "m")
			return err
		}},
		{"what is loaded", "/api/ps", func(ctx context.Context, host string) error {
			_, err := Loaded(ctx, host)
			return err
		}},
		{"a pull", "/api/pull", func(ctx context.Context, host string) error {
			for _, err := range Pull(ctx, host, "m") {
				if err != nil {
					return err
				}
			}
			return nil
		}},
		{"a probe of a pool", "/api/tags", func(ctx context.Context, host string) error {
			m, err := New("m", Config{Host: host, Elsewhere: byFlag})
			require.NoError(t, err)
			return m.Ready(ctx)
		}},
	}
	for _, row := range rows {
		for _, code := range []int{200, 404, 500} {
			t.Run(row.name+" "+http.StatusText(code), func(t *testing.T) {
				e := &flood{path: row.path, status: code, next: (&fakeServer{chat: lines(textLine("a"), doneLine)}).handler(t)}
				server := httptest.NewServer(e)
				defer server.Close()
				err := row.ask(t.Context(), server.URL)
				server.CloseClientConnections()
				assert.Less(t, e.sent.Load(), int64(64<<20), "the client stopped reading")
				if err == nil && row.path == "/api/ps" {
					return // whether a model is loaded only decides how long its reply is waited for
				}
				f, ok := err.(*model.Fault)
				require.True(t, ok, "%v", err)
				if streamed := row.path == "/api/chat" || row.path == "/api/pull"; streamed {
					return // read line by line, and told by the line or the status
				}
				assert.Equal(t, model.Broken, f.Kind)
				assert.False(t, f.Retry, "it would be the same again")
				assert.Equal(t, "What answers at "+server.URL+" sent more than 16 MB where a short answer belongs. "+
					"Does something else answer in its place? Name another address with --host or OLLAMA_HOST.", f.Message)
			})
		}
	}
}
