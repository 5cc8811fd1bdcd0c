package ollama

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// modelOf returns the model "m" of any server.
func modelOf(t *testing.T, handler http.Handler) *Model {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	m, err := New("m", Config{Host: server.URL})
	require.NoError(t, err)
	return m
}

// cutAfter sends text and then breaks the connection.
func cutAfter(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if text != "" {
			lines(text)(w, r)
		}
		panic(http.ErrAbortHandler)
	}
}

// Case 30.
func TestFaults(t *testing.T) {
	for name, row := range map[string]struct {
		chat  http.HandlerFunc
		kind  model.FaultKind
		retry bool
		says  string // a part of the message
	}{
		"400":                {status(400, `{"error":"bad things"}`), model.Rejected, false, "refused the request (bad things)"},
		"400 without a body": {status(400, ""), model.Rejected, false, "refused the request (400 Bad Request)"},
		"400, the prompt is too long": {status(400, `{"error":"the input length exceeds the context length"}`), model.Overflow,
			false, "longer than the context of 8192 tokens"},
		"400, it cannot think": {status(400, `{"error":"\"m\" does not support thinking"}`), model.Rejected, false,
			"does not support thinking"},
		"400, a bad grammar": {status(400, `{"error":"failed to parse grammar"}`), model.Rejected, false, "failed to parse grammar"},
		"401":                {status(401, `{"signin_url":"https://ollama.com/x"}`), model.Rejected, false, "wants a sign-in"},
		"404, no such model": {status(404, `{"error":"model 'm' not found"}`), model.NoModel, false,
			"lists the model m:latest and then says that it does not have it."},
		"404 of something else":           {status(404, "404 page not found"), model.Unreachable, false, "is not Ollama"},
		"404 without a body":              {status(404, ""), model.Unreachable, false, "is not Ollama"},
		"405":                             {status(405, "no"), model.Unreachable, false, "is not Ollama"},
		"429":                             {status(429, `{"error":"too many"}`), model.Busy, true, "is busy (too many)"},
		"429 without a body":              {status(429, ""), model.Busy, true, "is busy (429 Too Many Requests)"},
		"500":                             {status(500, `{"error":"it broke."}`), model.Server, true, "failed (it broke). Its log says more."},
		"500 without a body":              {status(500, ""), model.Server, true, "failed (500 Internal Server Error)"},
		"500 with words that are no JSON": {status(500, "it broke"), model.Server, true, "failed (it broke)"},
		"500 blames the format": {status(500,
			`{"error":"invalid format: \"x\"; expected \"json\" or a valid JSON Schema object"}`), model.Rejected, false, "invalid format"},
		"500 blames the schema": {status(500, `{"error":"invalid JSON schema in format"}`), model.Rejected, false,
			"invalid JSON schema"},
		"500 blames an option": {status(500, `{"error":"option \"temperature\" must be of type float32"}`),
			model.Rejected, false, "temperature"},
		"500, out of memory": {status(500,
			`{"error":"model requires more system memory (5.0 GiB) than is available (500 MiB)"}`), model.Memory, false,
			"Use a smaller model or a smaller context."},
		"500, its process died": {status(500,
			`{"error":"model runner has unexpectedly stopped, this may be due to resource limitations"}`), model.Memory, true,
			"unexpectedly stopped"},
		"a 500 in the words is not a status": {status(400, `{"error":"500 out of luck"}`), model.Rejected, false, "500 out of luck"},
		"502":                                {status(502, "<html>bad gateway</html>"), model.Server, true, "failed"},
		"503": {status(503,
			`{"error":"server busy, please try again.  maximum pending requests exceeded"}`), model.Busy, true,
			"is busy (server busy, please try again. maximum pending requests exceeded)"},
		"503 without a body": {status(503, ""), model.Busy, true, "is busy (503 Service Unavailable)"},
		"504":                {status(504, ""), model.Server, false, "failed (504 Gateway Timeout)"},
		"529":                {status(529, ""), model.Busy, true, "is busy"},
		"301": {status(301, "", "Location", "https://elsewhere/"), model.Rejected, false,
			"sends requests on to https://elsewhere/"},
		"307 to nowhere": {status(307, ""), model.Rejected, false, "an address it does not name"},

		"an error in the stream": {lines(textLine("a"),
			`{"error":"an error was encountered while running the model"}`), model.Server, true, "failed (an error was encountered"},
		"an error before the stream, 0.11.4": {lines(`{"error":"model \"m\" not found, try pulling it first"}`), model.NoModel,
			false, "lists the model m:latest and then says"},
		"its process died in the stream": {lines(textLine("a"), `{"error":"model runner has unexpectedly stopped"}`),
			model.Memory, true, "unexpectedly stopped"},
		"the context is full": {lines(`{"error":"the request exceeds the available context size"}`),
			model.Overflow, false, "longer than the context"},
		"a line that is not JSON":              {lines(textLine("a"), "<html>"), model.Broken, true, "unreadable (<html>)"},
		"an empty line and no end":             {lines(textLine("a"), ""), model.Broken, true, "stopped after 1 bytes without its end mark"},
		"a line that was cut":                  {lines(textLine("a"), `{"message":{"con`), model.Broken, true, "unreadable"},
		"a line of the wrong type":             {lines(`{"message":[]}`), model.Broken, true, "unreadable"},
		"a line of 9 MB":                       {lines(textLine(strings.Repeat("a", 9<<20))), model.Broken, false, "token too long"},
		"the connection breaks":                {cutAfter(textLine("a")), model.Broken, true, "broke off"},
		"the connection breaks at once":        {cutAfter(""), model.Broken, true, "closed the connection before it answered"},
		"the stream ends without its end mark": {lines(textLine("abc")), model.Broken, true, "stopped after 3 bytes without its end mark"},
		"an empty stream":                      {lines(), model.Broken, true, "stopped after 0 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fakeServer{chat: row.chat}
			_, err := model.Collect(f.model(t).Generate(t.Context(), hello()))
			fault, ok := errors.AsType[*model.Fault](err)
			require.True(t, ok, "%T %v", err, err)
			assert.Equal(t, row.kind, fault.Kind)
			assert.Equal(t, row.retry, fault.Retry)
			assert.Contains(t, fault.Message, row.says)
			assert.NotContains(t, fault.Message, "\n")
			assert.LessOrEqual(t, len(fault.Message), 480)
		})
	}
}

// What a server lists decides what it is about a model that the server does not have.
func TestAModelThatIsNotThere(t *testing.T) {
	for _, row := range []struct{ name, tags, says string }{
		{"another tag", `{"name":"m:7b"}`, " has no model m. Installed: m:7b. Did you mean m:7b? Otherwise: `ollama pull m`."},
		{"other models", `{"name":"llama3.2:1b"},{"name":"qwen3:4b"}`,
			" has no model m. Installed: llama3.2:1b, qwen3:4b. Fetch it with `ollama pull m`."},
		{"a list that cannot be read", "nothing", " has no model m. Fetch it with `ollama pull m`."},
		{"no model", "", " has no model m. No model is installed. Fetch it with `ollama pull m`."},
		{"the model itself", `{"name":"qwen3:4b"},{"name":"m:latest"}`,
			" lists the model m:latest and then says that it does not have it. Fetch it again with `ollama pull m`."},
		{"the model in capitals", `{"name":"M:latest"}`,
			" lists the model M:latest and then says that it does not have it. Fetch it again with `ollama pull m`."},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := &fakeServer{tags: `{"models":[` + row.tags + `]}`, lost: true}
			m := f.model(t)
			_, generated := model.Collect(m.Generate(t.Context(), hello()))
			_, described := Describe(t.Context(), m.base.String(), "m")
			for _, err := range []error{generated, described} {
				fault, ok := errors.AsType[*model.Fault](err)
				require.True(t, ok, "%T %v", err, err)
				assert.Equal(t, model.NoModel, fault.Kind)
				assert.Equal(t, "Ollama at "+m.base.String()+row.says, fault.Message)
			}
		})
	}
}

func TestTheCauseOfAFaultIsKept(t *testing.T) {
	f := &fakeServer{chat: status(503, `{"error":"busy"}`, "Retry-After", "7")}
	_, err := model.Collect(f.model(t).Generate(t.Context(), hello()))
	fault, _ := errors.AsType[*model.Fault](err)
	require.NotNil(t, fault)
	assert.Equal(t, 7*time.Second, fault.After)
	se, ok := errors.AsType[api.StatusError](err)
	require.True(t, ok)
	assert.Equal(t, 503, se.StatusCode)

	f = &fakeServer{chat: lines(textLine("a"))}
	_, err = model.Collect(f.model(t).Generate(t.Context(), hello()))
	assert.ErrorIs(t, err, model.ErrNoDone)
	_, ok = errors.AsType[*grammar.Violation](err)
	assert.False(t, ok, "a stream that merely broke is not a bad output")
}

// Thirty equal chunks in a row are what servers stop at; what counts is what comes before the end.
func TestALoopingModelIsBadOutputToo(t *testing.T) {
	equal := func(n int) []string {
		var out []string
		for i := range n {
			out = append(out, textLine([]string{"-", " -", "-\n"}[i%3]))
		}
		return out
	}
	for name, row := range map[string]struct {
		lines []string
		loop  bool
	}{
		"29 equal chunks":             {append([]string{textLine("a")}, equal(29)...), false},
		"30 equal chunks":             {append([]string{textLine("a")}, equal(30)...), true},
		"40, then another":            {append(equal(40), textLine("b")), false},
		"white space is all the same": {[]string{strings.Repeat(textLine(" ")+"\n"+textLine("\n")+"\n", 15) + textLine("\t")}, true},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fakeServer{chat: lines(row.lines...)}
			_, err := model.Collect(f.model(t).Generate(t.Context(), hello()))
			require.ErrorIs(t, err, model.ErrNoDone)
			fault, _ := errors.AsType[*model.Fault](err)
			require.NotNil(t, fault)
			assert.Equal(t, !row.loop, fault.Retry)
			v, ok := errors.AsType[*grammar.Violation](err)
			assert.Equal(t, row.loop, ok)
			if ok {
				assert.True(t, v.AtEnd)
			}
		})
	}
}

func TestNoServer(t *testing.T) {
	const address = "127.0.0.1:1"
	m, err := New("m", Config{Host: address})
	require.NoError(t, err)
	_, err = model.Collect(m.Generate(t.Context(), hello()))
	assert.Equal(t, "No Ollama answers at http://"+address+
		". Start it with `ollama serve`, or name another with ollama.Config.Host or OLLAMA_HOST.", err.Error())
	fault, _ := errors.AsType[*model.Fault](err)
	assert.Equal(t, model.Unreachable, fault.Kind)
	assert.True(t, fault.Retry)
}

func TestAServerThatSpeaksAnotherLanguage(t *testing.T) {
	t.Run("plain http, asked for a secure connection", func(t *testing.T) {
		host := (&fakeServer{}).start(t)
		m, err := New("m", Config{Host: strings.Replace(host, "http://", "https://", 1)})
		require.NoError(t, err)
		_, err = model.Collect(m.Generate(t.Context(), hello()))
		fault, _ := errors.AsType[*model.Fault](err)
		require.NotNil(t, fault, "%v", err)
		assert.Equal(t, model.Unreachable, fault.Kind)
		assert.Contains(t, fault.Message, "Does it speak plain http?")
	})
}

// TestWhatIsNotOllamaIsCalledSo asks web servers of other kinds in each of the ways there are.
func TestWhatIsNotOllamaIsCalledSo(t *testing.T) {
	for name, other := range map[string]http.HandlerFunc{
		"a page with status 200":       status(200, "<!doctype html>\n<title>Router</title>"),
		"JSON of another kind":         status(200, `["ok"]`),
		"an object of another kind":    status(200, `{"status":"ok"}`),
		"nothing at all":               status(200, ""),
		"a file server, for a GET":     status(404, "404 page not found"),
		"a file server, for a POST":    status(501, "<!DOCTYPE HTML><title>Error response</title>"),
		"a server that knows no POSTs": status(405, "no"),
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(other)
			defer server.Close()
			_, described := Describe(t.Context(), server.URL, "m")
			_, _, installed := Installed(t.Context(), server.URL)
			m, err := New("m", Config{Host: server.URL, Elsewhere: byFlag})
			require.NoError(t, err)
			_, asked := model.Collect(m.Generate(t.Context(), hello()))
			for _, err := range []error{described, installed, asked, m.Ready(t.Context())} {
				f, ok := errors.AsType[*model.Fault](err)
				require.True(t, ok, "%v", err)
				assert.Equal(t, model.Unreachable, f.Kind)
				assert.Equal(t, "What answers at "+server.URL+" is not Ollama. Name another address with --host or OLLAMA_HOST.", f.Message)
			}
		})
	}
}
