package endpoint_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/ollama"
)

// slow is a model that thinks before each reply.
type slow struct {
	model.Model
	before time.Duration
}

func (m slow) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	select {
	case <-time.After(m.before):
	case <-ctx.Done():
	}
	return m.Model.Generate(ctx, req)
}

// TestAStreamThatWaitsIsAlive has two streams for a model that answers one at a time, with 24 seconds of silence before
// each answer: the first hears two signs of life, and the second, which waits in the queue, four. They are comments, and empty
// messages for clients of Ollama.
func TestAStreamThatWaitsIsAlive(t *testing.T) {
	t.Run("comments", func(t *testing.T) { waitsAlive(t, "/v1/chat/completions", ": the model is at work\n\n", "[DONE]") })
	t.Run("empty messages", func(t *testing.T) {
		waitsAlive(t, "/api/chat", `"message":{"role":"assistant","content":""},"done":false}`+"\n", `"done":true`)
	})
}

func waitsAlive(t *testing.T, path, sign, end string) {
	synctest.Test(t, func(t *testing.T) {
		m := slow{fake.Script(`{"tool":"final_answer","tool_args":{"text":"one"}}`, `{"tool":"final_answer","tool_args":{"text":"two"}}`),
			24 * time.Second}
		e, err := endpoint.New(endpoint.Config{Parallel: 1, Queue: 1, Thought: -1,
			Model: func(context.Context, string) (model.Model, error) { return m, nil }})
		require.NoError(t, err)
		body := object(t, asked, chatTools, `{"stream":true}`)
		heard := make(chan string, 2)
		for range 2 {
			go func() {
				w := httptest.NewRecorder()
				r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+path, strings.NewReader(body))
				e.ServeHTTP(w, r)
				heard <- w.Body.String()
			}()
			synctest.Wait()
		}
		first, second := <-heard, <-heard
		assert.Equal(t, 2, strings.Count(first, sign), first)
		assert.Equal(t, 4, strings.Count(second, sign), second)
		assert.Contains(t, first, end)
		assert.Contains(t, second, end)
	})
}

// A lockstep is an Ollama server that writes the next piece of a text only after the client has read all before it.
type lockstep struct {
	*testing.T
	before, after string   // of the text, in the reply
	pieces        []string // of the text
	read          chan string
}

func (s lockstep) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/api/chat" {
		wild{}.ServeHTTP(w, r)
		return
	}
	write := func(text, done string) {
		quoted, err := json.Marshal(text)
		assert.NoError(s, err)
		io.WriteString(w, `{"message":{"role":"assistant","content":`+string(quoted)+`},"done":`+done+"}\n")
		w.(http.Flusher).Flush()
	}
	write(s.before, "false")
	deadline := time.After(10 * time.Second)
	for i, piece := range s.pieces {
		write(piece, "false")
		want := strings.Join(s.pieces[:i+1], "")
		for read := ""; read != want; {
			select {
			case read = <-s.read:
			case <-deadline:
				s.Errorf("the client has read %q, and not %q", read, want)
				return
			}
		}
	}
	write(s.after, `true,"done_reason":"stop"`)
}

// TestTextReachesTheClientBeforeTheNextIsWritten has text without tools and with them, and stop sequences that it does not have.
func TestTextReachesTheClientBeforeTheNextIsWritten(t *testing.T) {
	for name, d := range dialects {
		for _, tools := range []string{"", d.tools} {
			t.Run(name+map[bool]string{true: " with tools"}[tools != ""], func(t *testing.T) {
				model := lockstep{T: t, pieces: strings.SplitAfter("There are 12 lamps in stock.", " "), read: make(chan string, 1000)}
				if tools != "" {
					model.before, model.after = `{"thought":"","tool":"final_answer","tool_args":{"text":"`, `"}}`
				}
				server := httptest.NewServer(model)
				defer server.Close()
				m, err := ollama.New("m", ollama.Config{Host: server.URL})
				require.NoError(t, err)
				body := object(t, d.asked, tools, stopsAt(`["\nObservation:"]`), streaming(true))
				resp, err := http.Post(serve(t, m, endpoint.Config{}).URL+d.path, "application/json", strings.NewReader(body))
				require.NoError(t, err)
				defer resp.Body.Close()
				var lines []gjson.Result
				for in := bufio.NewScanner(resp.Body); in.Scan(); {
					lines = append(lines, events(t, in.Text())...)
					model.read <- d.pieces(lines).text
				}
				assert.Equal(t, heard{text: "There are 12 lamps in stock.", ended: d.ends[0]}, d.pieces(lines))
			})
		}
	}
}

// bounded is a model with a context of so many tokens.
type bounded struct {
	model.Model
	tokens int
}

func (m bounded) ContextTokens() int { return m.tokens }

func TestAPromptThatDoesNotFitIsRefusedWithItsSize(t *testing.T) {
	s := serve(t, bounded{fake.Random(1), 1000}, endpoint.Config{})
	long, err := json.Marshal(strings.Repeat("so many words ", 1000))
	require.NoError(t, err)
	for name, d := range dialects {
		body := object(t, d.asked, d.tools, `{"messages":[{"role":"user","content":`+string(long)+`}],"input":`+string(long)+`}`)
		status, reply, _ := post(t, s, d.path, body)
		assert.Equal(t, http.StatusBadRequest, status, name)
		assert.Regexp(t, `the prompt has 1[0-9]{4} bytes, about [0-9]+ tokens, and the context of the model holds 1000 tokens`, reply, name)
		assert.Contains(t, reply, "nothing was cut", name)
	}
	status, reply, _ := post(t, s, "/v1/chat/completions", object(t, asked, chatTools))
	assert.Equal(t, http.StatusOK, status, gjson.Get(reply, "error.message"))
}
