package ollama

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// A fakeServer speaks Ollama's protocol. Its zero value has one plain model, called "m", and no
// chat; a test that asks for what is not there fails.
type fakeServer struct {
	version string // "" is 0.17.4
	show    string // "" is a model of no capability
	tags    string // "" is "m" alone
	ps      string // "" is "m" alone
	lost    bool   // it does not have "m", although tags may list it
	chat    http.HandlerFunc
	raw     http.HandlerFunc // completes raw prompts; nil: the server cannot render one

	mu    sync.Mutex
	paths []string
	body  []byte // of the last chat or raw completion
}

// start returns the address of the running server.
func (f *fakeServer) start(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(f.handler(t))
	t.Cleanup(server.Close)
	return server.URL
}

// handler answers as the server does.
func (f *fakeServer) handler(t *testing.T) http.Handler {
	reply := func(text, otherwise string) http.HandlerFunc {
		if text == "" {
			text = otherwise
		}
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/version", reply(quoteVersion(f.version), `{"version":"0.17.4"}`))
	mux.HandleFunc("GET /api/tags", reply(f.tags, `{"models":[{"name":"m:latest"}]}`))
	mux.HandleFunc("GET /api/ps", reply(f.ps, `{"models":[{"name":"m:latest"}]}`))
	show := reply(f.show, `{"capabilities":["completion"]}`)
	if f.lost {
		show = status(http.StatusNotFound, `{"error":"model 'm' not found"}`)
	}
	mux.HandleFunc("POST /api/show", show)
	to := func(generation http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if f.raw != nil && bytes.Contains(body, []byte(`"_debug_render_only":true`)) {
				_, _ = io.WriteString(w, `{"_debug_info":{"rendered_template":"the prompt as it stands"}}`)
				return
			}
			if gjson.GetBytes(body, "keep_alive").Str == "0s" { // to unload the model
				_, _ = io.WriteString(w, `{"done":true,"done_reason":"unload"}`)
				return
			}
			if err != nil || generation == nil {
				t.Errorf("a request that no test expects (%v): %s", err, body)
				return
			}
			f.mu.Lock()
			f.body = body
			f.mu.Unlock()
			r.Body = io.NopCloser(bytes.NewReader(body))
			generation(w, r)
		}
	}
	mux.HandleFunc("POST /api/chat", to(f.chat))
	mux.HandleFunc("POST /api/generate", to(f.raw))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		f.paths = append(f.paths, r.URL.Path)
		f.mu.Unlock()
		mux.ServeHTTP(w, r)
	})
}

func quoteVersion(v string) string {
	if v == "" {
		return ""
	}
	return fmt.Sprintf(`{"version":%q}`, v)
}

// model returns the model "m" of a server that runs from now on.
func (f *fakeServer) model(t *testing.T) *Model {
	t.Helper()
	m, err := New("m", Config{Host: f.start(t)})
	require.NoError(t, err)
	return m
}

// lines replies with the given lines, one chunk each.
func lines(texts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for _, text := range texts {
			_, _ = io.WriteString(w, text+"\n")
			w.(http.Flusher).Flush()
		}
	}
}

// status replies with a status and a body.
func status(code int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

func textLine(text string) string {
	b, _ := json.Marshal(map[string]any{"message": map[string]string{"role": "assistant", "content": text}})
	return string(b)
}

const doneLine = `{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop",` +
	`"total_duration":9000000,"load_duration":1000000,"prompt_eval_count":7,"prompt_eval_duration":2000000,"eval_count":3}`

// hello is the smallest request.
func hello() model.Request {
	return model.Request{Messages: []model.Message{{Author: model.User, Content: "Hello."}}}
}

func yesNo(t *testing.T) *grammar.Grammar {
	t.Helper()
	g, err := grammar.Compile(t.Context(), grammar.Object(
		grammar.Property{Name: "word", Schema: grammar.Enum("<yes>", "no")},
	).JSON(), grammar.Options{})
	require.NoError(t, err)
	return g
}
