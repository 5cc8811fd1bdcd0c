package ollama

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/modeltest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGenerateReadsAStream(t *testing.T) {
	f := &fakeServer{chat: lines(
		`{"message":{"role":"assistant","content":"","thinking":"Hm."}}`,
		textLine(`{"a"`), textLine(""), textLine(`:1}`), doneLine,
	)}
	var chunks []model.Chunk
	for c, err := range f.model(t).Generate(t.Context(), hello()) {
		require.NoError(t, err)
		chunks = append(chunks, c)
	}
	assert.Equal(t, []model.Chunk{
		{Thinking: "Hm."},
		{Text: `{"a"`},
		{},
		{Text: ":1}"},
		{Done: true, Finish: model.Stop, Usage: model.Usage{
			PromptTokens: 7, OutputTokens: 3, Load: time.Millisecond, Prompt: 2 * time.Millisecond, Total: 9 * time.Millisecond,
		}},
	}, chunks)
}

func TestConformance(t *testing.T) {
	modeltest.Run(t, func(t *testing.T) model.Model {
		return (&fakeServer{chat: lines(textLine(`{`), textLine(`}`), textLine(" "), doneLine)}).model(t)
	})
}

func TestFinish(t *testing.T) {
	for name, row := range map[string]struct {
		reason string
		want   model.Finish
	}{
		"stop":                         {"stop", model.Stop},
		"length is not an error here":  {"length", model.Length},
		"old servers give no reason":   {"", model.Stop},
		"load answers another request": {"load", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fakeServer{chat: lines(textLine("{}"), `{"message":{"content":"x"},"done":true,"done_reason":"`+row.reason+`"}`)}
			reply, err := model.Collect(f.model(t).Generate(t.Context(), hello()))
			assert.Equal(t, row.want, reply.Finish)
			if row.want == "" {
				fault, ok := errors.AsType[*model.Fault](err)
				require.True(t, ok, "%v", err)
				assert.Equal(t, model.Server, fault.Kind)
				return
			}
			assert.NoError(t, err)
			assert.Equal(t, "{}x", reply.Text, "text beside the end mark counts")
		})
	}
}

// The body is compared byte by byte: what a server is sent decides what it ignores.
func TestTheBodyThatIsSent(t *testing.T) {
	for name, row := range map[string]struct {
		config Config
		server *fakeServer
		req    model.Request
	}{
		"plain": {server: &fakeServer{}, req: model.Request{Role: model.Executor, MaxTokens: 700, Grammar: yesNo(t), Messages: []model.Message{
			{Author: model.System, Content: "You decide."},
			{Author: model.User, Content: "Is <a> & b?"},
			{Author: model.Assistant, Content: `{"word":"no"}`},
			{Author: model.Tool, Content: "an observation"},
		}}},
		"raw": {
			server: &fakeServer{show: `{"capabilities":["completion","thinking"],"parser":"qwen3"}`},
			req:    model.Request{MaxTokens: 700, Grammar: yesNo(t), Messages: hello().Messages},
		},
		"everything_set": {
			config: Config{Context: 512, KeepAlive: time.Hour, Threads: 1},
			server: &fakeServer{version: "0.20.0", show: `{"capabilities":["completion","tools","thinking"],"parser":"qwen3"}`},
			req: model.Request{MaxTokens: 9000, Temperature: 0.5, Seed: -3, Messages: []model.Message{
				{Author: model.Tool, Content: "an observation"},
			}},
		},
		"judge": {server: &fakeServer{}, req: model.Request{MaxTokens: 700, Odds: 2, Grammar: yesNo(t), Messages: hello().Messages}},
	} {
		t.Run(name, func(t *testing.T) {
			f := row.server
			if name == "raw" {
				f.raw = lines(`{"response":"{\"word\":"}`, `{"response":"\"no\"}","done":true,"done_reason":"stop"}`)
			} else {
				f.chat = lines(doneLine)
			}
			row.config.Host = f.start(t)
			m, err := New("m", row.config)
			require.NoError(t, err)
			_, err = model.Collect(m.Generate(t.Context(), row.req))
			require.NoError(t, err)
			var got bytes.Buffer
			require.NoError(t, json.Indent(&got, f.body, "", "  "))
			got.WriteByte('\n')
			golden := filepath.Join("testdata", "body_"+name+".json")
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o755))
				require.NoError(t, os.WriteFile(golden, got.Bytes(), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got.String())
		})
	}
}

// TestAJudgmentIsWhatIsLikely: not what was written.
func TestAJudgmentIsWhatIsLikely(t *testing.T) {
	g, err := grammar.Compile(t.Context(), grammar.Enum("yes", "no").JSON(), grammar.Options{})
	require.NoError(t, err)
	ends := `{"message":{"content":""},"done":true,"done_reason":"length"}`
	for claim, row := range map[string]struct{ likely, want string }{
		"twice as likely":             {`{"token":"yes","logprob":-1.5},{"token":"no","logprob":-0.5}`, `"no"`},
		"more likely":                 {`{"token":"no","logprob":-0.5},{"token":"yes","logprob":-1}`, `"yes"`},
		"in several ways":             {`{"token":"yes","logprob":-1},{"token":"no","logprob":-1},{"token":" No","logprob":-0.9}`, `"no"`},
		"yes is not among the likely": {`{"token":"No","logprob":-0.1}`, `"no"`},
		"neither is":                  {`{"token":"maybe","logprob":-0.1}`, `"yes"`},
		"nothing is said of it":       {``, `"yes"`},
	} {
		likely := `"logprobs":[{"token":"no","logprob":-1,"top_logprobs":[` + row.likely + `]}]`
		if row.likely == "" {
			likely = `"logprobs":[]`
		}
		for _, replies := range [][]string{
			{`{"message":{"content":"no"},` + likely + `}`, ends},
			{`{"message":{"content":"n"},` + likely + `}`, `{"message":{"content":"o"},` + likely + `}`, ends},
		} {
			got, err := model.Collect(model.Guard((&fakeServer{chat: lines(replies...)}).model(t)).Generate(t.Context(),
				model.Request{Messages: hello().Messages, Grammar: g, Odds: 1.9}))
			require.NoError(t, err, claim)
			assert.Equal(t, row.want, got.Text, claim)
			assert.Equal(t, model.Stop, got.Finish)
		}
	}
	for server, want := range map[*fakeServer]bool{
		{version: "0.12.10"}: false, {version: "0.12.11"}: true, {}: true,
		{show: `{"capabilities":["completion","thinking"]}`}: false, {show: `{"remote_host":"https://ollama.com"}`}: false,
	} {
		assert.Equal(t, want, server.model(t).Judges(t.Context()), server.version+server.show)
	}
}

func TestTheServerIsAskedAboutTheModelOnce(t *testing.T) {
	f := &fakeServer{chat: lines(doneLine)}
	m := f.model(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			_, err := model.Collect(m.Generate(t.Context(), hello()))
			assert.NoError(t, err)
		})
	}
	all.Wait()
	assert.Equal(t, []string{"/api/show", "/api/version"}, f.paths[:2])
	slices.Sort(f.paths[2:])
	assert.Equal(t, []string{"/api/chat", "/api/chat", "/api/chat", "/api/chat"},
		slices.DeleteFunc(f.paths[2:], func(p string) bool { return p == "/api/ps" }))
}

func TestLeavingTheLoopEndsTheRequest(t *testing.T) {
	ended := make(chan struct{})
	f := &fakeServer{chat: func(w http.ResponseWriter, r *http.Request) {
		lines(textLine("a"), textLine("b"))(w, r)
		<-r.Context().Done() // the test hangs here if the request goes on
		close(ended)
	}}
	for c, err := range f.model(t).Generate(t.Context(), hello()) {
		require.NoError(t, err)
		assert.Equal(t, "a", c.Text)
		break
	}
	<-ended
}

func TestAPanicInTheLoopEndsTheRequest(t *testing.T) {
	ended := make(chan struct{})
	f := &fakeServer{chat: func(w http.ResponseWriter, r *http.Request) {
		lines(textLine("a"))(w, r)
		<-r.Context().Done()
		close(ended)
	}}
	assert.PanicsWithValue(t, "mine", func() {
		for range f.model(t).Generate(t.Context(), hello()) {
			panic("mine")
		}
	})
	<-ended
}

func TestTheContextsErrorGoesThroughUnchanged(t *testing.T) {
	t.Run("in the middle of a stream", func(t *testing.T) {
		f := &fakeServer{chat: func(w http.ResponseWriter, r *http.Request) {
			lines(textLine("a"))(w, r)
			<-r.Context().Done()
		}}
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		var got []error
		for _, err := range f.model(t).Generate(ctx, hello()) {
			got = append(got, err)
			cancel(errors.New("a cause"))
		}
		require.Len(t, got, 2)
		assert.Equal(t, context.Canceled, got[1])
	})
	t.Run("before the first byte", func(t *testing.T) {
		f := &fakeServer{chat: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		_, err := model.Collect(f.model(t).Generate(ctx, hello()))
		assert.Equal(t, context.DeadlineExceeded, err)
	})
	t.Run("before the request", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := model.Collect((&fakeServer{}).model(t).Generate(ctx, hello()))
		assert.Equal(t, context.Canceled, err)
	})
	t.Run("over the end mark", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		f := &fakeServer{chat: func(w http.ResponseWriter, r *http.Request) {
			lines(textLine("a"), doneLine)(w, r)
			cancel()
			<-r.Context().Done()
		}}
		_, err := model.Collect(f.model(t).Generate(ctx, hello()))
		assert.Equal(t, context.Canceled, err)
	})
	t.Run("while another asks about the model", func(t *testing.T) {
		m := (&fakeServer{}).model(t)
		m.traits.held <- struct{}{} // another caller, for ever
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		_, err := model.Collect(m.Generate(ctx, hello()))
		assert.Equal(t, context.DeadlineExceeded, err)
	})
}

func TestMisuse(t *testing.T) {
	m := (&fakeServer{}).model(t)
	for name, req := range map[string]model.Request{
		"no message":         {},
		"negative MaxTokens": {Messages: hello().Messages, MaxTokens: -1},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := model.Collect(m.Generate(t.Context(), req))
			fault, ok := errors.AsType[*model.Fault](err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, model.Misuse, fault.Kind)
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for want, config := range map[string]Config{
		"ollama: Config.Context is negative":                             {Context: -1},
		"ollama: Config.KeepAlive is negative":                           {KeepAlive: -1},
		"ollama: Config.Threads is negative":                             {Threads: -1},
		"ollama: Config.FirstByte is negative":                           {FirstByte: -1},
		"ollama: Config.Gap is negative":                                 {Gap: -1},
		"ollama: Config.Total is negative":                               {Total: -1},
		`ollama: Config.Think is "aloud", which is not a policy`:         {Think: "aloud"},
		`ollama: cannot reach "ftp://h": only http and https are spoken`: {Host: "ftp://h"},
	} {
		_, err := New("m", config)
		assert.EqualError(t, err, want)
	}
	_, err := New("", Config{})
	assert.EqualError(t, err, "ollama: the model has no name")
}

func TestTheHostComesFromTheEnvironment(t *testing.T) {
	t.Setenv("OLLAMA_HOST", "example:1")
	m, err := New("m", Config{})
	require.NoError(t, err)
	assert.Equal(t, "http://example:1", m.base.String())
	assert.Equal(t, "ollama:m", m.Name())
	m, err = New("m", Config{Host: "other"})
	require.NoError(t, err)
	assert.Equal(t, "http://other:11434", m.base.String(), "what the caller says comes first")
}

func TestUnload(t *testing.T) {
	var body []byte
	mux := http.NewServeMux()
	code := http.StatusOK
	mux.HandleFunc("POST /api/generate", func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		w.WriteHeader(code)
	})
	m := modelOf(t, mux)
	require.NoError(t, m.Unload(t.Context()))
	assert.JSONEq(t, `{"model":"m","prompt":"","suffix":"","system":"","template":"","keep_alive":"0s","options":null}`, string(body))

	code = http.StatusInternalServerError
	_, ok := errors.AsType[*model.Fault](m.Unload(t.Context()))
	assert.True(t, ok, "an empty 500 is an error, though the api package says nil")
}
