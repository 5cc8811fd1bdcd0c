package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/modeltest"
)

// events replies with the given events.
func events(datas ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for _, data := range datas {
			if _, err := io.WriteString(w, "data: "+data+"\n\n"); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	}
}

func status(code int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

func delta(text string) string {
	b, _ := json.Marshal(text)
	return fmt.Sprintf(`{"choices":[{"delta":{"content":%s}}]}`, b)
}

const (
	finish = `{"choices":[{"delta":{},"finish_reason":"stop"}]}`
	usage  = `{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}`
	done   = `[DONE]`
)

// serve returns the model "m" of a server with this chat.
func serve(t *testing.T, config Config, chat http.HandlerFunc) *Model {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/models":
			_, _ = io.WriteString(w, `{"data":[{"id":"mm"},{"id":"qwen3-4b"}]}`)
		case "/v1/chat/completions":
			chat(w, r)
		case "/props":
			http.NotFound(w, r) // not llama.cpp's
		default:
			t.Errorf("a request that no test expects: %s", r.URL.Path)
		}
	}))
	t.Cleanup(server.Close)
	config.Host = server.URL + "/v1"
	m, err := New("m", config)
	require.NoError(t, err)
	return m
}

func yesNo(t *testing.T) *grammar.Grammar {
	t.Helper()
	g, err := grammar.Compile(t.Context(), grammar.Object(grammar.Property{Name: "word",
		Schema: grammar.Enum("<yes>", "no")}).JSON(), grammar.Options{})
	require.NoError(t, err)
	return g
}

func hello() model.Request {
	return model.Request{Messages: []model.Message{{Author: model.User, Content: "Hello."}}}
}

func TestConformance(t *testing.T) {
	modeltest.Run(t, func(t *testing.T) model.Model {
		return serve(t, Config{}, events(delta("{"), delta("}"), finish, usage, done))
	})
}

func TestGenerateReadsAStream(t *testing.T) {
	m := serve(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, ": a comment\n\nevent: message\n")
		events(`{"choices":[{"delta":{"role":"assistant","reasoning_content":"Hm."}}]}`, delta(`{"a"`), delta(`:1}`), finish,
			usage, done, "after")(w, r)
	})
	reply, err := model.Collect(m.Generate(t.Context(), hello()))
	require.NoError(t, err)
	assert.Equal(t, `{"a":1}`, reply.Text)
	assert.Equal(t, "Hm.", reply.Thinking)
	assert.Equal(t, model.Stop, reply.Finish)
	assert.Equal(t, 7, reply.Usage.PromptTokens)
	assert.Equal(t, 3, reply.Usage.OutputTokens)
	assert.Positive(t, reply.Usage.Total)
}

// LM Studio sends the document of a thinking model as thoughts.
func TestADocumentThatComesAsThoughtsIsOne(t *testing.T) {
	thought := func(text string) string {
		b, _ := json.Marshal(text)
		return fmt.Sprintf(`{"choices":[{"delta":{"reasoning_content":%s}}]}`, b)
	}
	req := hello()
	req.Grammar = yesNo(t)
	m := model.Guard(serve(t, Config{}, events(thought(`{"word"`), thought(`:"no"}`), finish, usage, done)))
	reply, err := model.Collect(m.Generate(t.Context(), req))
	require.NoError(t, err)
	assert.Equal(t, `{"word":"no"}`, reply.Text)
	_, err = model.Collect(model.Guard(serve(t, Config{}, events(thought(`{"word":"maybe"}`), finish, done))).Generate(t.Context(), req))
	assert.Error(t, err, "which is none")
}

// The body is compared as a whole: what a server is sent decides what it ignores.
func TestTheBodyThatIsSent(t *testing.T) {
	var got, key string
	keep := func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got, key = string(text), r.Header.Get("Authorization")
		events(delta(`{"word":"no"}`), finish, done)(w, r)
	}
	req := model.Request{MaxTokens: 700, Grammar: yesNo(t), Messages: []model.Message{
		{Author: model.System, Content: "You decide."}, {Author: model.User, Content: "<a> & b?"},
		{Author: model.Assistant, Content: "{}"}, {Author: model.Tool, Content: "an observation"},
	}}
	_, err := model.Collect(model.Guard(serve(t, Config{Key: "secret"}, keep)).Generate(t.Context(), req))
	require.NoError(t, err)
	assert.Equal(t, "Bearer secret", key)
	const head = `{"model":"m","messages":[{"role":"system","content":"You decide."},{"role":"user","content":"<a> & b?"},` +
		`{"role":"assistant","content":"{}"},{"role":"user","content":"an observation"}],` +
		`"stream":true,"stream_options":{"include_usage":true},"temperature":0,"seed":0,"max_tokens":700,`
	assert.True(t, strings.HasPrefix(got,
		head+`"response_format":{"type":"json_schema","json_schema":{"name":"decision","strict":true,"schema":{`), "%s", got)

	_, err = model.Collect(serve(t, Config{Notation: GBNF}, keep).Generate(t.Context(), req))
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(got, head+`"grammar":"root ::= `), "%s", got)
	assert.Equal(t, req.Grammar.GBNF().Text, gjson.Get(got, "grammar").Str)
	assert.Empty(t, key)

	req.Grammar = nil
	_, err = model.Collect(serve(t, Config{Notation: GBNF}, keep).Generate(t.Context(), req))
	require.NoError(t, err)
	assert.False(t, gjson.Get(got, "grammar").Exists())
}

// Case 30.
func TestFaults(t *testing.T) {
	abort := func(w http.ResponseWriter, r *http.Request) {
		events(delta("{"))(w, r)
		panic(http.ErrAbortHandler)
	}
	for name, row := range map[string]struct {
		chat  http.HandlerFunc
		kind  model.FaultKind
		retry bool
		says  string
	}{
		"400": {status(400, `{"error":{"message":"bad things"}}`), model.Rejected, false,
			"The server at HOST refused the request (bad things)."},
		"400, too long, llama.cpp": {status(400,
			`{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it"}}`), model.Overflow,
			false, "refused the prompt as too long"},
		"400, too long, vLLM": {status(400, `{"message":"This model's maximum context length is 4096 tokens."}`),
			model.Overflow, false, "refused the prompt as too long"},
		"401": {status(401, `{"error":{"message":"Invalid API Key"}}`), model.Rejected, false,
			"wants a sign-in (Invalid API Key)"},
		"404, no such model": {status(404, `{"error":{"message":"The model 'm' does not exist"}}`), model.NoModel, false,
			"has no model m. It has: mm, qwen3-4b."},
		"404 of something else": {status(404, "404 page not found"), model.Unreachable, false,
			"is not a server of OpenAI's protocol. Name another address with openai.Config.Host."},
		"429":                {status(429, ""), model.Busy, true, "is busy (429 Too Many Requests)"},
		"500":                {status(500, `{"error":{"message":"it broke"}}`), model.Server, true, "failed (it broke)"},
		"500 without a word": {status(500, ""), model.Server, true, "failed (500 Internal Server Error)"},
		"503, loading":       {status(503, `{"error":{"message":"Loading model","code":503}}`), model.Busy, true, "is busy (Loading model)"},
		"503":                {status(503, ""), model.Busy, true, "is busy"},
		"307": {status(307, "", "Location", "https://elsewhere.example/"), model.Rejected, false,
			"sends requests on to https://elsewhere.example/"},
		"an error in the stream": {events(delta("{"), `{"error":{"message":"slot unavailable"}}`), model.Server, true,
			"failed (slot unavailable)"},
		"an error line, llama.cpp": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "error: {\"code\":500,\"message\":\"it broke\"}\n\n")
		}, model.Server, true, "failed (it broke)"},
		"an event that is not JSON": {events("<html>"), model.Broken, true, "The reply of the server at HOST broke off or was unreadable"},
		"an event of another type":  {events(`{"choices":{}}`), model.Broken, true, "unreadable"},
		"a web page":                {status(200, "<html>Log in</html>"), model.Broken, true, "unreadable"},
		"an event of 9 MB":          {events(delta(strings.Repeat("a", 9<<20))), model.Broken, false, "token too long"},
		"a connection that breaks":  {abort, model.Broken, true, "broke off"},
		"a stream without its end":  {events(delta("{")), model.Broken, true, "stopped after 1 bytes without its end mark"},
		"an empty stream":           {events(), model.Broken, true, "stopped after 0 bytes"},
		"a call of the protocol's kind": {events(`{"choices":[{"delta":{"tool_calls":[{}]},"finish_reason":"tool_calls"}]}`,
			done), model.Broken, false, "a call of the protocol's own kind"},
		"a filter": {events(`{"choices":[{"delta":{},"finish_reason":"content_filter"}]}`, done),
			model.Rejected, false, "filtered the reply out"},
		"a prompt that fills all it has": {events(delta(`{"word":"no"}`), finish, strings.Replace(usage, ":7,", ":512,", 1), done),
			model.Cut, false, "cut the prompt without telling"},
	} {
		t.Run(name, func(t *testing.T) {
			m := serve(t, Config{Context: 512}, row.chat)
			req := hello()
			req.Grammar = yesNo(t)
			_, err := model.Collect(m.Generate(t.Context(), req))
			fault, ok := errors.AsType[*model.Fault](err)
			require.True(t, ok, "%T %v", err, err)
			assert.Equal(t, row.kind, fault.Kind, "%s", fault.Message)
			assert.Equal(t, row.retry, fault.Retry, "%s", fault.Message)
			assert.Contains(t, strings.ReplaceAll(fault.Message, m.server.Base.String(), "HOST"), row.says)
			assert.NotContains(t, fault.Message, "\n")
		})
	}
}

func TestWhatNeverPassesTheGuard(t *testing.T) {
	for name, chat := range map[string]http.HandlerFunc{
		"prose":                  events(delta("Sure!"), finish, done),
		"a word of another enum": events(delta(`{"word":"maybe"}`), finish, done),
		"a document that is cut": events(delta(`{"word":`), finish, done),
		"out of tokens":          events(delta(`{"word":`), strings.Replace(finish, "stop", "length", 1), done),
	} {
		t.Run(name, func(t *testing.T) {
			req := hello()
			req.Grammar = yesNo(t)
			_, err := model.Collect(model.Guard(serve(t, Config{}, chat)).Generate(t.Context(), req))
			_, violation := errors.AsType[*grammar.Violation](err)
			_, truncated := errors.AsType[*model.Truncated](err)
			assert.True(t, violation || truncated, "%v", err)
		})
	}
}

func TestNew(t *testing.T) {
	for host, want := range map[string]string{
		"127.0.0.1:8080":       "http://127.0.0.1:8080",
		"http://tower:1234/v1": "http://tower:1234",
		"https://h/a/v1/":      "https://h/a",
		" [::1]:80 ":           "http://[::1]:80",
	} {
		m, err := New("m", Config{Host: host})
		require.NoError(t, err, host)
		assert.Equal(t, want, m.server.Base.String())
	}
	for _, host := range []string{"", "http://", "ftp://h", "http://me:secret@h", "h h", "http://h?x=1", "http://%zz"} {
		_, err := New("m", Config{Host: host})
		assert.ErrorContains(t, err, "openai: cannot read the address", host)
	}
	for want, config := range map[string]Config{
		"openai: Config.Context is negative":   {Host: "h", Context: -1},
		"openai: Config.FirstByte is negative": {Host: "h", FirstByte: -1},
		"openai: Config.Gap is negative":       {Host: "h", Gap: -1},
		"openai: Config.Total is negative":     {Host: "h", Total: -1},
	} {
		_, err := New("m", config)
		assert.EqualError(t, err, want)
	}
	_, err := New("", Config{Host: "h"})
	assert.EqualError(t, err, "openai: the model has no name")
}

func TestModels(t *testing.T) {
	m := serve(t, Config{}, nil)
	names, err := m.models(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"mm", "qwen3-4b"}, names)
	assert.NoError(t, m.Ready(t.Context()))

	other := httptest.NewServer(http.NotFoundHandler())
	stranger, err := New("m", Config{Host: other.URL})
	require.NoError(t, err)
	assert.ErrorContains(t, stranger.Ready(t.Context()), "is not a server of OpenAI's protocol")
	other.Close()
	assert.EqualError(t, stranger.Ready(t.Context()), "No server answers at "+other.URL+". Start it, or name another with openai.Config.Host.")
}

// deaf never answers.
type deaf struct{}

func (deaf) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, err := newModel("m", Config{Host: "h", FirstByte: time.Minute}, deaf{})
		require.NoError(t, err)
		began := time.Now()
		_, err = model.Collect(m.Generate(t.Context(), hello()))
		assert.Equal(t, time.Minute, time.Since(began))
		fault, _ := errors.AsType[*model.Fault](err)
		require.NotNil(t, fault)
		assert.Equal(t, model.Silent, fault.Kind)

		began = time.Now()
		_, err = m.models(t.Context())
		assert.Equal(t, askTime, time.Since(began))
		assert.ErrorContains(t, err, "sent nothing for 5s")
	})
}

// FuzzStream feeds the reader whatever a server may send: it never panics, never hangs, and calls
// nothing whole that has no end.
func FuzzStream(f *testing.F) {
	f.Add("data: " + delta("a") + "\n\ndata: " + finish + "\n\ndata: [DONE]\n\n")
	f.Add(": x\nevent: y\ndata:[DONE]")
	f.Add("error: {\"message\":\"x\"}\n")
	f.Add("data: {\"choices\":[{}]}\n")
	f.Fuzz(func(t *testing.T, stream string) {
		m, err := newModel("m", Config{Host: "h"}, canned(stream))
		require.NoError(t, err)
		reply, err := model.Collect(m.Generate(t.Context(), hello()))
		if err == nil {
			assert.True(t, strings.Contains(stream, "[DONE]") || strings.Contains(stream, "finish_reason"))
			assert.NotEmpty(t, reply.Finish)
		}
	})
}

// canned answers every request with a stream.
type canned string

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(string(c)))}, nil
}
