package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

// A model is a server that speaks as Ollama does and has one model, whose replies the test gives.
type model struct {
	url   string
	words chan string // what comes of the reply under way; "" ends it
}

func newModel(t testing.TB) *model {
	m := &model{words: make(chan string)}
	server := httptest.NewServer(m)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	m.url = server.URL
	return m
}

// say gives a whole reply to the request that waits, or comes next.
func (m *model) say(t testing.TB, reply string) {
	t.Helper()
	for _, text := range []string{reply[:len(reply)/2], reply[len(reply)/2:], ""} {
		m.part(t, text)
	}
}

// part gives a part of a reply. "" ends it.
func (m *model) part(t testing.TB, text string) {
	t.Helper()
	select {
	case m.words <- text:
	case <-time.After(patience):
		t.Fatal("no request waits for a reply")
	}
}

// ServeHTTP implements [http.Handler].
func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	switch r.URL.Path {
	case "/api/version":
		fmt.Fprint(w, `{"version":"0.17.4"}`)
	case "/api/show":
		fmt.Fprint(w, `{"capabilities":["completion"]}`)
	case "/api/ps", "/api/tags":
		fmt.Fprint(w, `{"models":[{"name":"m:latest","size":1234567890,"details":{"parameter_size":"1.2B","quantization_level":"Q4_0"}}]}`)
	case "/api/chat", "/api/generate":
		if bytes.Contains(body, []byte(`"_debug_render_only":true`)) {
			fmt.Fprint(w, `{"_debug_info":{"rendered_template":"the prompt"}}`)
			return
		}
		m.chat(w, r, len(body)/4)
	default:
		http.NotFound(w, r)
	}
}

func (m *model) chat(w http.ResponseWriter, r *http.Request, tokens int) {
	line := func(text string, done bool) {
		reply := map[string]any{"model": "m", "message": map[string]string{"role": "assistant", "content": text}, "response": text, "done": done}
		if done {
			reply["done_reason"], reply["prompt_eval_count"], reply["eval_count"] = "stop", tokens, 50
		}
		_ = json.NewEncoder(w).Encode(reply)
		w.(http.Flusher).Flush()
	}
	for {
		select {
		case text := <-m.words:
			line(text, text == "")
			if text == "" {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

// What the model decides in a shop.
const (
	countBolts = `{"thought":"count first","tool":"count_part","tool_args":{"part":"bolt"}}`
	orderBolts = `{"thought":"80 are missing","tool":"order_part","tool_args":{"number":80,"part":"bolt"}}`
	answered   = `{"thought":"done","tool":"final_answer","tool_args":{"rests_on":"results","text":"There are 100 bolts."}}`
)

// A shop is a server of tools: count_part only reads, and order_part changes the stock.
type shop struct {
	url   string
	bolts atomic.Int64
}

func openShop(t testing.TB) *shop {
	t.Helper()
	s := &shop{}
	s.bolts.Store(20)
	type part struct {
		Part string `json:"part" jsonschema:"maxLength=10"`
	}
	type order struct {
		Number int    `json:"number" jsonschema:"minimum=1,maximum=500"`
		Part   string `json:"part" jsonschema:"maxLength=10"`
	}
	count := tools.Must(tools.New("count_part", "how many of a part are in stock",
		func(context.Context, part) (map[string]int64, error) {
			return map[string]int64{"count": s.bolts.Load()}, nil
		}, tools.Options{Idempotent: true}))
	buy := tools.Must(tools.New("order_part", "orders a number of a part",
		func(_ context.Context, in order) (map[string]int64, error) {
			return map[string]int64{"count": s.bolts.Add(int64(in.Number))}, nil
		}, tools.Options{}))
	registry, err := tools.NewRegistry(count, buy)
	require.NoError(t, err)
	server, err := mcp.NewServer(mcp.Offer{Name: "shop", Version: "1", Tools: registry, ReadOnly: []string{"count_part"}})
	require.NoError(t, err)
	listener := httptest.NewServer(server.Handler())
	t.Cleanup(func() {
		listener.CloseClientConnections()
		listener.Close()
	})
	s.url = listener.URL
	return s
}

// atWork opens the page of shortleash with a model, the tools of a shop and more flags, and begins a task there.
func atWork(t testing.TB, m *model, s *shop, task string, args ...string) *tab {
	t.Helper()
	b := newTab(t)
	b.open(serving(t, "shortleash", append([]string{"--mcp", s.url, "--host", m.url, "--model", "ollama:m"}, args...)...))
	b.begin(task)
	return b
}
