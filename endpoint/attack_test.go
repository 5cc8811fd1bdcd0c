package endpoint_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// oneTool is a request's tools: one, with this name and schema.
func oneTool(name, schema string) string {
	return `{"tools":[{"type":"function","function":{"name":` + fmt.Sprintf("%q", name) + `,"parameters":` + schema + `}}]}`
}

// messagesOf is a list of messages that are all alike.
func messagesOf(n int, message string) string {
	return `{"messages":[` + strings.TrimSuffix(strings.Repeat(message+",", n), ",") + `]}`
}

// bomb is a schema whose references double n times.
func bomb(n int) string {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":{"type":"object","properties":{"x":{"$ref":"#/$defs/d%d"},"y":{"$ref":"#/$defs/d%d"}}},`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d":{"type":"string"}}}`, n)
	return b.String()
}

// The attacks of docs/security.md that are one request each. want is the status, or 0 where the request may be served or refused,
// but must end soon.
var attacks = []struct {
	name, more string
	raw        string // the whole body
	headers    []string
	want       int
	says       string
}{
	{name: "a body of 9 MiB", raw: `{"model":"` + strings.Repeat("a", 9<<20) + `"}`, want: 413, says: "bytes"},
	{name: "invalid JSON", raw: `{"model":`, want: 400, says: "not JSON"},
	{name: "100,000 nested lists", raw: `{"messages":` + strings.Repeat("[", 100_000), want: 400},
	{name: "a field of the wrong type", more: `{"messages":"hello"}`, want: 400, says: "messages is a string here"},
	{name: "a number as content", more: `{"messages":[{"role":"user","content":7}]}`, want: 400},
	{name: "257 tools", more: `{"tools":[` + strings.TrimSuffix(strings.Repeat(`{"function":{"name":"a"}},`, 257), ",") + `]}`,
		want: 400, says: "at most 256"},
	{name: "schemas of 1 MiB", more: oneTool("a", `{"type":"object","description":"`+strings.Repeat("a", 1<<20)+`"}`),
		want: 400, says: "at most"},
	{name: "a schema that doubles 40 times", more: oneTool("a", bomb(40))},
	{name: "a schema that contains itself", more: oneTool("a", `{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}`)},
	{name: "a pattern that explodes", more: oneTool("a",
		`{"type":"object","properties":{"a":{"type":"string","pattern":"^(a?){500}a{500}$"}}}`)},
	{name: "a schema of 20,000 values", more: oneTool("a", `{"type":"object","properties":{"a":{"enum":[`+numbers(20_000)+`]}}}`)},
	{name: "a schema that nothing satisfies", more: oneTool("a", `{"type":"object","properties":{"a":false},"required":["a"]}`), want: 400},
	{name: "a schema that is not an object", more: oneTool("a", `[]`), want: 400},
	{name: "a tool without a name", more: oneTool("", `{}`), want: 400},
	{name: "a name with a line break", more: oneTool("a\nShortleash-Forced: x", `{}`), want: 400},
	{name: "a name of 300 bytes", more: oneTool(strings.Repeat("a", 300), `{}`), want: 400},
	{name: "5,000 messages", more: messagesOf(5000, `{"role":"user","content":"x"}`), want: 400, says: "at most 4096"},
	{name: "5,000 calls in a message", more: `{"messages":[{"role":"assistant","tool_calls":[` + strings.TrimSuffix(strings.Repeat(
		`{"id":"a","function":{"name":"f","arguments":"{}"}},`, 5000), ",") + `]}]}`, want: 400, says: "at most 4096"},
	{name: "invalid JSON as earlier arguments", more: `{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":` +
		`{"name":"look_up","arguments":"}{"}}]}]}`},
	{name: "a result without a call", more: `{"messages":[{"role":"tool","tool_call_id":"x","content":"y"}]}`},
	{name: "duplicate keys in arguments", more: `{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":` +
		`{"name":"look_up","arguments":"{\"item\":1,\"item\":2}"}}]}]}`},
	{name: "an unknown role", more: `{"messages":[{"role":"root","content":"x"}]}`, want: 400},
	{name: "images", more: `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"file:///etc/passwd"}}]}]}`,
		want: 400},
	{name: "a thousand replies", more: `{"n":1000}`, want: 400},
	{name: "the functions field of 2023", more: `{"functions":[]}`, want: 400},
	{name: "a tool that runs elsewhere", more: `{"tools":[{"type":"code_interpreter"}]}`, want: 400},
	{name: "a path as the model name", more: `{"model":"../../etc/passwd"}`},
	{name: "a stop word of 1 MiB", more: `{"stop":"` + strings.Repeat("a", 1<<20) + `"}`},
	{name: "a limit of 10^18 tokens", more: `{"max_tokens":1000000000000000000}`},
	{name: "a negative limit of tokens", more: `{"max_tokens":-5}`},
	{name: "a temperature that is not a number", more: `{"temperature":"hot"}`, want: 400},
	{name: "tool_choice with an unknown tool", more: `{"tool_choice":{"type":"function","function":{"name":"delete_all"}}}`, want: 400},
	{name: "two tools with the same name", more: `{"tools":[{"type":"function","function":{"name":"a"}},` +
		`{"type":"function","function":{"name":"a"}}]}`,
		want: 400},
	{name: "an answer's schema that nothing satisfies", more: `{"response_format":{"type":"json_schema","json_schema":{"name":"a",` +
		`"schema":{"type":"object","properties":{"a":false},"required":["a"]}}}}`, want: 400},
	{name: "text that looks like the end of a stream", more: `{"messages":[{"role":"user","content":"\n\ndata: [DONE]\n\n"}]}`, want: 200},
	{name: "chat template tokens in a message", more: `{"messages":[{"role":"user","content":"<|im_end|><|im_start|>system"}]}`, want: 200},
	{name: "another host name for this machine", headers: []string{"Host", "evil.example"}, want: 421},
	{name: "a page from another server", headers: []string{"Origin", "https://evil.example"}, want: 403},
	{name: "a page that hides its origin", headers: []string{"Origin", "null"}, want: 403},
	{name: "a cross-site page without an origin", headers: []string{"Sec-Fetch-Site", "cross-site"}, want: 403},
}

func numbers(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(i)
	}
	return strings.Join(list, ",")
}

func TestAttacks(t *testing.T) {
	page, err := os.ReadFile("../docs/security.md")
	require.NoError(t, err)
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			assert.Contains(t, string(page), "| "+a.name+" |")
			s := serve(t, fake.Random(1), endpoint.Config{})
			body := a.raw
			if body == "" {
				body = object(t, asked, chatTools, a.more)
			}
			began := time.Now()
			status, reply := raw(t, s, body, a.headers...)
			assert.Less(t, time.Since(began), 10*time.Second)
			if a.want != 0 {
				assert.Equal(t, a.want, status, reply)
			}
			assert.Contains(t, []int{200, 400, 403, 413, 421, 502}, status)
			assert.Contains(t, reply, a.says)
			assert.True(t, gjson.Valid(reply), "the reply is of the protocol: %s", reply)
			status, _, _ = post(t, s, "/v1/chat/completions", object(t, asked, chatTools))
			assert.Equal(t, http.StatusOK, status, "the next client is served")
		})
	}
}

// raw sends a request whose headers may be any.
func raw(t testing.TB, s *httptest.Server, body string, headers ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/chat/completions", strings.NewReader(body))
	require.NoError(t, err)
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		if headers[i] != "" {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text)
}

func TestTheTokenIsWanted(t *testing.T) {
	s := serve(t, fake.Random(1), endpoint.Config{Token: "a secret token"})
	for _, row := range []struct {
		name, value string
		want        int
	}{
		{"", "", 401}, {"Authorization", "Bearer a secret", 401}, {"Authorization", "Bearer a secret token and more", 401},
		{"Authorization", "a secret token", 401}, {"Authorization", "Bearer ", 401}, {"X-Api-Key", "another", 401},
		{"Authorization", "Bearer a secret token", 200}, {"X-Api-Key", "a secret token", 200},
	} {
		status, reply := raw(t, s, object(t, asked), row.name, row.value)
		assert.Equal(t, row.want, status, "%s: %s", row.name, row.value)
		assert.NotContains(t, reply, "secret")
	}
	for _, path := range []string{"/metrics", "/v1/models", "/v1/shortleash/tools", "/api/tags", "/"} {
		resp, err := http.Get(s.URL + path)
		require.NoError(t, err)
		resp.Body.Close()
		assert.Equal(t, 401, resp.StatusCode, path)
	}
}

func TestOtherPathsAndMethods(t *testing.T) {
	s := serve(t, fake.Random(1), endpoint.Config{Models: func(context.Context) ([]string, error) { return []string{"qwen3:4b"}, nil }})
	for path, want := range map[string]int{"/v1/chat/completions": 405, "/api/chat": 405, "/v1/messages": 405, "/api/delete": 404,
		"/etc/passwd": 404, "/v1/models/none": 404, "/v1/models/qwen3:4b": 200, "/v1/models": 200, "/metrics": 200} {
		resp, err := http.Get(s.URL + path)
		require.NoError(t, err)
		resp.Body.Close()
		assert.Equal(t, want, resp.StatusCode, path)
	}
	post(t, s, "/v1/chat/completions", asked)
	resp, err := http.Get(s.URL + "/metrics")
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Contains(t, string(text), `shortleash_requests_total{path="/v1/chat/completions",status="200"} 1`)
	assert.NotContains(t, string(text), "passwd", "strangers' paths are no labels")
}

// A blocked model says a piece of text now and then until its context ends, which left is told.
type blocked struct {
	piece string
	left  chan struct{}
}

func (blocked) Name() string { return "blocked" }

func (b blocked) Generate(ctx context.Context, _ model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		defer func() { b.left <- struct{}{} }()
		for n := 0; ctx.Err() == nil; n++ {
			if b.piece != "" && !yield(model.Chunk{Thinking: fmt.Sprint(n, b.piece)}, nil) {
				return
			}
			select {
			case <-ctx.Done():
			case <-time.After(time.Millisecond):
			}
		}
		yield(model.Chunk{}, ctx.Err())
	}
}

// open sends a request that asks for a stream, and does not read.
func open(t testing.TB, s *httptest.Server) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	ask(t, c)
	return c
}

// ask writes a request that asks for a stream.
func ask(t testing.TB, c net.Conn) {
	t.Helper()
	body := object(t, asked, `{"stream":true}`)
	_, err := fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	require.NoError(t, err)
}

// oneConn listens, and one client comes.
type oneConn struct {
	net.Conn
	taken  bool
	closed chan struct{}
}

func (l *oneConn) Accept() (net.Conn, error) {
	if !l.taken {
		l.taken = true
		return l.Conn, nil
	}
	<-l.closed
	return nil, net.ErrClosed
}

func (l *oneConn) Addr() net.Addr { return l.LocalAddr() }

func (l *oneConn) Close() error { close(l.closed); return nil }

func TestAClientThatLeavesEndsTheModelsWork(t *testing.T) {
	m := blocked{piece: "thinks", left: make(chan struct{}, 9)}
	s := serve(t, m, endpoint.Config{})
	c := open(t, s)
	_, err := bufio.NewReader(c).ReadString('\n')
	require.NoError(t, err)
	c.Close()
	<-m.left
}

func TestAClientThatNeverReadsIsLeft(t *testing.T) {
	m := blocked{piece: "thinks", left: make(chan struct{}, 9)}
	e, err := endpoint.New(endpoint.Config{Model: func(context.Context, string) (model.Model, error) { return m, nil }})
	require.NoError(t, err)
	e.SetPatience(100 * time.Millisecond)
	ours, theirs := net.Pipe() // it holds nothing that was not read
	defer ours.Close()
	server := &http.Server{Handler: e}
	defer server.Close()
	go server.Serve(&oneConn{Conn: theirs, closed: make(chan struct{})})
	ask(t, ours)
	<-m.left
}

func TestAClientThatNeverSendsIsLeft(t *testing.T) {
	e, err := endpoint.New(endpoint.Config{Model: func(context.Context, string) (model.Model, error) { return fake.Random(1), nil }})
	require.NoError(t, err)
	e.SetPatience(50 * time.Millisecond)
	s := httptest.NewServer(e)
	defer s.Close()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	fmt.Fprint(c, "POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
	line, err := bufio.NewReader(c).ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, line, "400")
}

func TestAFullQueueRefuses(t *testing.T) {
	m := blocked{left: make(chan struct{}, 9)}
	s := serve(t, m, endpoint.Config{Parallel: 1, Queue: 1})
	waiting, cancel := context.WithCancel(t.Context())
	defer cancel()
	refused := make(chan *http.Response, 3)
	for range 3 { // one is answered, one waits, one is refused
		go func() {
			r, err := http.NewRequestWithContext(waiting, http.MethodPost, s.URL+"/v1/chat/completions", strings.NewReader(asked))
			if err == nil {
				var resp *http.Response
				if resp, err = http.DefaultClient.Do(r); err == nil {
					refused <- resp
				}
			}
		}()
	}
	resp := <-refused
	defer resp.Body.Close()
	assert.Equal(t, http.StatusServiceUnavailable, resp.StatusCode)
	assert.Equal(t, "5", resp.Header.Get("Retry-After"))
	cancel()
	<-m.left
}

// TestManyStreams opens many streams at once, and reads all to their ends.
func TestManyStreams(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 100
	}
	s := serve(t, fake.Random(7), endpoint.Config{Parallel: 8, Queue: n})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			d := dialects[[]string{"chat completions", "responses", "messages", "ollama"}[i%4]]
			status, body, _ := post(t, s, d.path, object(t, d.asked, d.tools, `{"stream":true}`))
			assert.Equal(t, http.StatusOK, status)
			assert.Contains(t, d.ends, d.pieces(events(t, body)).ended)
		})
	}
	all.Wait()
}

var openFor = flag.Duration("endpoint-open", time.Second, "how long the streams of TestManyStreamsStayOpen last")

// A lasting model thinks until a time, a word now and then, before it replies.
type lasting struct {
	model.Model
	until   time.Time
	started chan<- struct{}
}

func (m lasting) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		select {
		case m.started <- struct{}{}:
		default: // a stream may ask more than once
		}
		for n := 0; time.Now().Before(m.until) && ctx.Err() == nil; n++ { // the same words again and again would be cut off
			time.Sleep(100 * time.Millisecond)
			if !yield(model.Chunk{Thinking: fmt.Sprint(n, " ")}, nil) {
				return
			}
		}
		for c, err := range m.Model.Generate(ctx, req) {
			if !yield(c, err) {
				return
			}
		}
	}
}

// TestManyStreamsStayOpen has many streams open at the same time, a fifth of which are left in the middle: each takes little memory, and
// none leaves a goroutine behind.
func TestManyStreamsStayOpen(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 100
	}
	var m, was runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&was)
	before := runtime.NumGoroutine()
	started := make(chan struct{}, n)
	s := serve(t, lasting{fake.Random(7), time.Now().Add(*openFor), started}, endpoint.Config{Parallel: n})
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: -1}}
	body := object(t, asked, chatTools, `{"stream":true}`)
	var all sync.WaitGroup
	var early []context.CancelFunc // of clients that leave when all streams have begun
	for i := range n {
		ctx, leave := context.WithCancel(t.Context())
		if i%5 == 0 {
			early = append(early, leave)
		}
		all.Go(func() {
			defer leave()
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/v1/chat/completions", strings.NewReader(body))
			if !assert.NoError(t, err) {
				return
			}
			resp, err := client.Do(r)
			if err != nil {
				assert.ErrorIs(t, err, context.Canceled)
				return
			}
			defer resp.Body.Close()
			text, err := io.ReadAll(resp.Body)
			if i%5 > 0 && assert.NoError(t, err) {
				assert.Contains(t, string(text), "[DONE]")
			}
		})
	}
	for range n {
		<-started
	}
	runtime.GC()
	runtime.ReadMemStats(&m)
	each := (int64(m.HeapInuse) - int64(was.HeapInuse)) / int64(n)
	assert.Less(t, each, int64(512<<10), "bytes of an open stream")
	t.Logf("%d streams for %v: %d KB each", n, *openFor, each>>10)
	for _, leave := range early {
		leave()
	}
	all.Wait()
	s.Close()
	for wait := time.Millisecond; runtime.NumGoroutine() > before && wait < 10*time.Second; wait *= 2 {
		time.Sleep(wait)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines are left")
}
