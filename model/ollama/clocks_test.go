package ollama

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// A slowServer answers in fake time: it writes each line of its chat after a pause.
type slowServer []pause

type pause struct {
	before time.Duration
	line   string // "" ends the stream
}

func (s slowServer) RoundTrip(r *http.Request) (*http.Response, error) {
	response := &http.Response{StatusCode: 200, Header: http.Header{}, Request: r}
	if r.URL.Path != "/api/chat" {
		response.Body = io.NopCloser(strings.NewReader(`{"version":"0.17.4","models":[{"name":"m:latest"}]}`))
		return response, nil
	}
	body, writer := io.Pipe()
	response.Body = body
	context.AfterFunc(r.Context(), func() { _ = writer.CloseWithError(r.Context().Err()) })
	go func() {
		for _, p := range s {
			select {
			case <-time.After(p.before):
			case <-r.Context().Done():
				return
			}
			if p.line == "" {
				_ = writer.Close()
				return
			}
			if _, err := io.WriteString(writer, p.line+"\n"); err != nil {
				return
			}
		}
	}()
	return response, nil
}

func TestClocks(t *testing.T) {
	config := Config{FirstByte: 60 * time.Second, Gap: 10 * time.Second, Total: 100 * time.Second}
	for name, row := range map[string]struct {
		server slowServer
		lasts  time.Duration
		says   string // "" is a whole reply
		retry  bool
	}{
		"the first byte may take a minute": {slowServer{{60*time.Second - 1, textLine("a")}, {0, doneLine}, {0, ""}},
			60*time.Second - 1, "", false},
		"but not more": {slowServer{{60*time.Second + 1, textLine("a")}}, 60 * time.Second, "sent nothing for 1m0s", true},
		"a gap is short": {slowServer{{0, textLine("a")}, {10*time.Second + 1, textLine("b")}}, 10 * time.Second,
			"stopped in the middle of a reply and sent nothing for 10s", true},
		"each gap counts alone": {slowServer{{0, textLine("a")}, {9 * time.Second, textLine("b")},
			{9 * time.Second, doneLine}, {0, ""}}, 18 * time.Second, "", false},
		"a chunk without text is a sign": {slowServer{{0, textLine("a")}, {9 * time.Second, textLine("")},
			{9 * time.Second, doneLine}, {0, ""}}, 18 * time.Second, "", false},
		"the whole is bounded":      {slowServer(steps(30, 5*time.Second)), 100 * time.Second, "was not finished after 1m40s", false},
		"an end that does not come": {slowServer{{0, textLine("a")}, {0, doneLine}, {time.Hour, ""}}, remote.DrainTime, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, err := newModel("m", config, row.server)
				require.NoError(t, err)
				start := time.Now()
				_, err = model.Collect(m.Generate(t.Context(), hello()))
				assert.Equal(t, row.lasts, time.Since(start))
				if row.says == "" {
					assert.NoError(t, err)
					return
				}
				fault, _ := errors.AsType[*model.Fault](err)
				require.NotNil(t, fault, "%v", err)
				assert.Equal(t, model.Silent, fault.Kind)
				assert.Equal(t, row.retry, fault.Retry)
				assert.Contains(t, fault.Message, row.says)
			})
		})
	}
}

func steps(n int, each time.Duration) (out []pause) {
	for range n {
		out = append(out, pause{each, textLine("a")})
	}
	return out
}

func TestTheCallersTimeIsNotTheServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := slowServer{{0, textLine("a")}, {0, textLine("b")}, {0, doneLine}, {0, ""}}
		m, err := newModel("m", Config{Gap: time.Second}, server)
		require.NoError(t, err)
		for _, err := range m.Generate(t.Context(), hello()) {
			require.NoError(t, err)
			time.Sleep(time.Minute) // fake time: a caller that thinks
		}
	})
}

// witness keeps the context of the last request.
type witness struct {
	http.RoundTripper
	seen context.Context
}

func (w *witness) RoundTrip(r *http.Request) (*http.Response, error) {
	w.seen = r.Context()
	return w.RoundTripper.RoundTrip(r)
}

// Leaving a bubble waits for every goroutine in it, so one that goes on fails the test.
func TestNothingStaysBehind(t *testing.T) {
	for name, leave := range map[string]bool{"when left": true, "at the end": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &witness{RoundTripper: slowServer(append(steps(3, time.Second), pause{0, doneLine}, pause{0, ""}))}
				m, err := newModel("m", Config{}, w)
				require.NoError(t, err)
				for _, err := range m.Generate(t.Context(), hello()) {
					require.NoError(t, err)
					if leave {
						break
					}
				}
				assert.ErrorIs(t, w.seen.Err(), context.Canceled, "the request is over, and its clocks with it")
			})
		})
	}
}

func TestASilentServerIsToldToUnload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{}
		replies := []http.HandlerFunc{lines(textLine("a"), doneLine), hanging(), lines(textLine("a"), doneLine)}
		f.chat = func(w http.ResponseWriter, r *http.Request) {
			reply := replies[0]
			replies = replies[1:]
			reply(w, r)
		}
		memory := newMemoryServer(f.handler(t))
		defer memory.stop()
		transport := &http.Transport{DialContext: memory.dial, DisableCompression: true}
		defer transport.CloseIdleConnections()
		m, err := newModel("m", Config{Host: "127.0.0.1:11434", FirstByte: 200 * time.Millisecond}, transport)
		require.NoError(t, err)
		_, err = model.Collect(m.Generate(t.Context(), hello()))
		require.NoError(t, err)
		_, err = model.Collect(m.Generate(t.Context(), hello()))
		fault, _ := errors.AsType[*model.Fault](err)
		require.NotNil(t, fault, "%v", err)
		assert.Equal(t, model.Silent, fault.Kind)
		_, err = model.Collect(m.Generate(t.Context(), hello()))
		require.NoError(t, err)
		f.mu.Lock()
		defer f.mu.Unlock()
		assert.Equal(t, []string{"/api/generate", "/api/ps", "/api/chat"}, f.paths[len(f.paths)-3:], "it may have to load the model again")
	})
}
