package endpoint_test

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model/ollama"
)

// A wild is an Ollama server whose model would like to write something, and is held by format alone, as all versions
// do: tools and tool_choice reach only its prompt. Where its wishes are not legal under a format, it writes something that
// is.
type wild struct {
	wishes []string // texts, the one that it likes best first
	call   string   // a tool_calls member that it is taken to have written where there is no format
}

func (m wild) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/api/version":
		w.Write([]byte(`{"version":"0.17.4"}`))
	case "/api/tags":
		w.Write([]byte(`{"models":[{"name":"m:latest"}]}`))
	case "/api/show":
		w.Write([]byte(`{"capabilities":["completion","tools"],"details":{"format":"gguf"},"model_info":{}}`))
	case "/api/chat":
		body, _ := io.ReadAll(r.Body)
		in := struct {
			Format   json.RawMessage
			Messages []json.RawMessage
		}{}
		json.Unmarshal(body, &in)
		if len(in.Messages) == 0 {
			io.WriteString(w, `{"done":true,"done_reason":"unload","asked":`+string(body)+`}`)
			return
		}
		message := map[string]any{"role": "assistant", "content": m.says(in.Format)}
		if m.call != "" && in.Format == nil {
			message["tool_calls"] = json.RawMessage(m.call)
		}
		json.NewEncoder(w).Encode(map[string]any{"message": message, "done": true, "done_reason": "stop",
			"prompt_eval_count": 100, "eval_count": 10})
	default:
		http.NotFound(w, r)
	}
}

// says returns the first wish that a format allows.
func (m wild) says(format json.RawMessage) string {
	if format == nil {
		return m.wishes[0]
	}
	g, err := grammar.Compile(context.Background(), format, grammar.Options{Order: grammar.AnyOrder})
	if err != nil {
		return err.Error()
	}
	for _, wish := range m.wishes {
		if g.Check(context.Background(), []byte(wish)) == nil {
			return wish
		}
	}
	return string(g.Sample(rand.New(rand.NewPCG(1, 2))))
}

// TestWhatOthersReported has what users of servers reported: wrong where the client speaks to the server, right where it
// speaks to the endpoint in front of it.
func TestWhatOthersReported(t *testing.T) {
	const (
		prose    = "There are some lamps."
		fenced   = "```json\n{\"name\": \"look_up\", \"arguments\": {\"item\": \"lamp\"}}\n```"
		required = `{"tool_choice":"required"}`
		format   = `{"format":{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}}`
		lamp     = `look_up{"item":"lamp"}`
	)
	for _, row := range []struct {
		claim, history, extra string
		model                 wild
		without               func(h heard) bool // what is wrong without the endpoint
		within                func(h heard) bool
	}{
		{"tool_choice is required (ollama #17921)", "u", required, wild{wishes: []string{prose, answers, looks}},
			func(h heard) bool { return h.text == prose && h.calls == nil },
			func(h heard) bool { return len(h.calls) == 1 && h.calls[0] == lamp }},
		{"tools with a schema (ollama #13750)", "u", format, wild{wishes: []string{looks, `{"count":3}`}},
			func(h heard) bool { return h.text == `{"count":3}` && h.calls == nil },
			func(h heard) bool { return len(h.calls) == 1 && h.calls[0] == lamp }},
		{"names and listed values (ollama #17597)", "u", "",
			wild{wishes: []string{"", `{"thought":"","tool_calls":[{"tool":"lookup","tool_args":{"item":"lampe"}}]}`, looks},
				call: `[{"function":{"name":"lookup","arguments":{"item":"lampe"}}}]`},
			func(h heard) bool { return h.calls[0] == `lookup{"item":"lampe"}` },
			func(h heard) bool { return len(h.calls) == 1 && h.calls[0] == lamp }},
		{"a call as text", "u", "", wild{wishes: []string{fenced, looks}},
			func(h heard) bool { return h.text == fenced && h.calls == nil },
			func(h heard) bool { return len(h.calls) == 1 && h.calls[0] == lamp }},
		{"the same call for ever", "ul", "",
			wild{wishes: []string{"", looks, answers}, call: `[{"function":{"name":"look_up","arguments":{"item":"lamp"}}}]`},
			func(h heard) bool { return h.calls[0] == lamp },
			func(h heard) bool { return h.calls == nil && h.text == said }},
	} {
		t.Run(row.claim, func(t *testing.T) {
			server := httptest.NewServer(row.model)
			defer server.Close()
			m, err := ollama.New("m", ollama.Config{Host: server.URL})
			require.NoError(t, err)
			address, err := url.Parse(server.URL)
			require.NoError(t, err)
			guarded := serve(t, m, endpoint.Config{Upstream: at(address)})
			d := dialects["ollama"]
			// The server's own protocol, but for tool_choice, which it does not have: as for most clients, it is lost.
			body := object(t, ollamaTurns(turns(t, row.history)), chatTools, row.extra, `{"stream":false}`)
			_, bare, _ := post(t, server, d.path, body)
			assert.True(t, row.without(d.whole(gjson.Parse(bare))), bare)

			path, name := d.path, "ollama"
			if row.extra == required {
				path, name = dialects["chat completions"].path, "chat completions"
				body = object(t, turns(t, row.history), chatTools, row.extra, `{"stream":false}`)
			}
			status, reply, _ := post(t, guarded, path, body)
			require.Equal(t, http.StatusOK, status, reply)
			assert.True(t, row.within(dialects[name].whole(gjson.Parse(reply))), reply)
		})
	}
}

// at passes all requests on to one server.
func at(server *url.URL) func(context.Context, string) *url.URL {
	return func(context.Context, string) *url.URL { return server }
}

// ollamaTurns writes the arguments of calls as objects.
func ollamaTurns(body string) string {
	return strings.NewReplacer(`"{ \"item\":\"lamp\" }"`, `{"item":"lamp"}`).Replace(body)
}

// TestTheServersOtherPathsArePassedOn has what a client of Ollama asks besides.
func TestTheServersOtherPathsArePassedOn(t *testing.T) {
	seen := make(chan http.Header, 9)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Header
		wild{}.ServeHTTP(w, r)
	}))
	defer server.Close()
	address, err := url.Parse(server.URL)
	require.NoError(t, err)
	s := serve(t, nil, endpoint.Config{Upstream: at(address), Token: "secret"})
	status, body, _ := post(t, s, "/api/show", `{"model":"m"}`, "Authorization", "Bearer secret")
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, body, "capabilities")
	header := <-seen
	assert.Empty(t, header.Get("Authorization"), "the token goes no further")
	const load = `{"model":"m","keep_alive":0,"messages":[]}`
	for range 2 { // it loads a model, or unloads it
		status, body, _ = post(t, s, "/api/chat", load, "Authorization", "Bearer secret")
		require.Equal(t, http.StatusOK, status, body)
		assert.Equal(t, load, gjson.Get(body, "asked").Raw, body)
		assert.Empty(t, (<-seen).Get("Authorization"))
	}
	status, _, _ = post(t, s, "/api/show", `{"model":"m"}`)
	assert.Equal(t, http.StatusUnauthorized, status)
	server.Close()
	status, body, _ = post(t, s, "/api/tags", "", "X-Api-Key", "secret")
	assert.Equal(t, http.StatusBadGateway, status)
	assert.Contains(t, gjson.Get(body, "error").String(), "did not answer")
}
