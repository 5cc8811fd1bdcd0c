package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
)

const plainTool = `{"name":"a","description":"does",` +
	`"inputSchema":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}%s}`

// A quirky server answers plainly, but for what odd says: the answer to one method, or false.
type quirky struct {
	listed atomic.Pointer[string]
	calls  atomic.Int64
	args   atomic.Pointer[json.RawMessage]           // of the last call
	call   func(n int64, w http.ResponseWriter) bool // whether it has answered the call
	result string                                    // of a call
}

func (q *quirky) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		ID     json.RawMessage
		Method string
		Params struct {
			ProtocolVersion string
			Arguments       json.RawMessage
		}
	}
	body, _ := io.ReadAll(r.Body)
	if r.Method != http.MethodPost || json.Unmarshal(body, &asked) != nil {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	if asked.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	result := `{}`
	switch asked.Method {
	case "initialize":
		w.Header().Set("Mcp-Session-Id", "s1")
		result = fmt.Sprintf(`{"protocolVersion":%q,"capabilities":{"tools":{}},"serverInfo":{"name":"t","version":"1"}}`,
			asked.Params.ProtocolVersion)
	case "tools/list":
		result = `{"tools":[` + fmt.Sprintf(plainTool, "") + `]}`
		if list := q.listed.Load(); list != nil {
			result = *list
		}
	case "tools/call":
		q.args.Store(&asked.Params.Arguments)
		if q.call != nil && q.call(q.calls.Add(1), w) {
			return
		}
		if result = q.result; result == "" {
			result = `{"content":[{"type":"text","text":"fine"}]}`
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, asked.ID, result)
}

// serve returns the registry of a quirky server, and what is logged.
func (q *quirky) serve(t *testing.T) (*tools.Registry, *bytes.Buffer) {
	t.Helper()
	server := httptest.NewServer(q)
	t.Cleanup(server.Close)
	var log bytes.Buffer
	config := Config{Logger: slog.New(slog.NewTextHandler(&log, nil)), ConnectTimeout: 5 * time.Second}
	c, err := Connect(t.Context(), []Endpoint{{URL: server.URL}}, config)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	registry, err := c.Registry()
	require.NoError(t, err)
	return registry, &log
}

func said(o tools.Observation) string {
	if o.Error != nil {
		return o.Error.Message
	}
	return string(o.Output)
}

func TestALostSessionIsMadeAgain(t *testing.T) {
	answer := func(code int, kind, text string) func(int64, http.ResponseWriter) bool {
		return func(n int64, w http.ResponseWriter) bool {
			if n == 1 {
				w.Header().Set("Content-Type", kind)
				w.WriteHeader(code)
				_, _ = io.WriteString(w, text)
			}
			return n == 1
		}
	}
	for _, row := range []struct {
		claim string
		call  func(int64, http.ResponseWriter) bool
		first string // "": it succeeds
		again bool   // the connection is made again
	}{
		{"404", answer(404, "text/plain", "no"), "", true},
		{"404 in the protocol's words", answer(404, "application/json",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`), "", true},
		{"400 that speaks of a session", answer(400, "application/json",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: No valid session ID provided"}}`), "", true},
		{"500", answer(500, "text/plain", "oops"), "t failed", false},
		{"plain text", answer(200, "text/plain", "internal error"), "internal error", false},
		{"a web page", answer(200, "text/html", "<html>hello</html>"), "hello", false},
	} {
		t.Run(row.claim, func(t *testing.T) {
			registry, log := (&quirky{call: row.call}).serve(t)
			call := tools.Call{Tool: "a", Args: json.RawMessage(`{"q":"x"}`)}
			first := registry.Call(t.Context(), call)
			assert.Equal(t, row.again, first.Remark == "the connection to t was lost, and is made again", first.Remark)
			if row.first != "" {
				assert.Contains(t, said(first), row.first)
			} else {
				assert.Equal(t, `"fine"`, said(first))
			}
			assert.Equal(t, `"fine"`, said(registry.Call(t.Context(), call)))
			assert.Equal(t, row.again, bytes.Contains(log.Bytes(), []byte("made again")), log.String())
		})
	}
}

func TestAfterANewConnectionTheToolsMustBeTheSame(t *testing.T) {
	q := &quirky{}
	q.call = func(n int64, w http.ResponseWriter) bool {
		if n == 1 {
			changed := `{"tools":[` + fmt.Sprintf(plainTool, `,"annotations":{"readOnlyHint":true}`) + `]}`
			q.listed.Store(&changed)
			w.WriteHeader(http.StatusNotFound)
		}
		return n == 1
	}
	registry, _ := q.serve(t)
	o := registry.Call(t.Context(), tools.Call{Tool: "a", Args: json.RawMessage(`{"q":"x"}`)})
	assert.Equal(t, "t has changed this tool since the run began", said(o))
}

// An odd word costs itself, and neither its tool nor its server.
func TestOddWordsAreLeftOut(t *testing.T) {
	for claim, more := range map[string]string{
		"PHP's annotations": `,"annotations":[]`, "a hint in quotes": `,"annotations":{"readOnlyHint":"true"}`, "PHP's _meta": `,"_meta":[]`,
		"a number as a title": `,"title":4`, "icons": `,"icons":{}`, "a word as the schema of results": `,"outputSchema":"none"`,
		"null": `,"annotations":null,"_meta":null,"outputSchema":null`,
	} {
		q := &quirky{}
		list := `{"tools":[` + fmt.Sprintf(plainTool, more) + `,` +
			`{"name":"b","description":5,"inputSchema":{"type":"object","properties":[]}},{"title":"nameless"},null],"_meta":[]}`
		q.listed.Store(&list)
		registry, _ := q.serve(t)
		assert.Len(t, registry.All(), 2, claim)
		assert.Equal(t, `"fine"`, said(registry.Call(t.Context(), tools.Call{Tool: "a", Args: json.RawMessage(`{"q":"x"}`)})), claim)
	}
	for result, want := range map[string]string{
		`{"content":[{"text":"fine"}]}`: `"fine"`, `{"content":[{"type":"text","text":5,"annotations":[]}],"_meta":[],"isError":"false"}`: `"5"`,
		`{"content":[],"structuredContent":null,"isError":null}`: `[]`, `{"content":[],"structuredContent":[]}`: `[]`,
		`{"content":[],"structuredContent":{"id":9007199254740993,"f":1e-7,"s":"<&"}}`: `{"id":9007199254740993,"f":1e-7,"s":"<&"}`,
	} {
		registry, _ := (&quirky{result: result}).serve(t)
		assert.Equal(t, want, said(registry.Call(t.Context(), tools.Call{Tool: "a", Args: json.RawMessage(`{"q":"x"}`)})), result)
	}
}

func TestSecretsOfAnAddressAreNotShown(t *testing.T) {
	for _, address := range []string{
		"http://me:hunter2@127.0.0.1:1/mcp?token=hunter2", "ftp://x/?token=hunter2",
		"http://127.0.0.1:1/?api_key=hunter2#hunter2",
	} {
		_, err := Connect(t.Context(), []Endpoint{{URL: address}}, Config{ConnectTimeout: time.Second})
		require.Error(t, err)
		assert.NotContains(t, err.Error(), "hunter2")
	}
}
