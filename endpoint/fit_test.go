package endpoint_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
)

// A judge is a model that can say how likely its words are.
type judge struct{ model.Model }

func (judge) Judges(context.Context) bool { return true }

const (
	yes, no  = `"yes"`, `"no"`
	noTools  = `{"thought":"","tool":"final_answer","tool_args":{"text":"I cannot."}}`
	declines = `{"asks_for":"a","closest_tool":"order","gives":"b","match":false}`
	fits     = `{"asks_for":"a","closest_tool":"order","gives":"a","match":true}`
	invents  = `{"thought":"","tool_calls":[{"tool":"order","tool_args":{"item":"zebra","count":1}}]}`
)

// TestWhereNoToolFitsAModelIsAskedFreely: with the form fit, and about a call with an invented argument.
func TestWhereNoToolFitsAModelIsAskedFreely(t *testing.T) {
	const looked, ordered = `look_up{"item":"lamp"}`, `order{"count":1,"item":"zebra"}`
	code := "Write `a[0]`:\n```json\n{\"name\": \"Ada\"}\n```\nThat is it."
	for _, row := range []struct {
		claim      string
		replies    []string
		text, call string
	}{
		{"words", []string{no, yes, "Hello. What can I do?"}, "Hello. What can I do?", ""},
		{"words with code", []string{no, yes, code}, code, ""},
		{"a tool fits", []string{yes, looks}, "", looked},
		{"the model says no of all tasks", []string{no, no, looks}, "", looked},
		{"a tool fits, and an argument is invented", []string{yes, invents, yes}, "", ordered},
		{"it is asked again then", []string{yes, invents, no, yes, "Hello."}, "Hello.", ""},
		{"invented, and words", []string{invents, no, yes, "Hello."}, "Hello.", ""},
		{"invented, and a tool fits", []string{invents, yes}, "", ordered},
		{"compared", []string{declines, "Hello."}, "Hello.", ""},
		{"compared once", []string{fits, invents}, "", ordered},
		{"invented, and compared", []string{invents, declines, "Hello."}, "Hello.", ""},
	} {
		t.Run(row.claim, func(t *testing.T) {
			each(t, func(t *testing.T, d dialect, stream bool) {
				m, c := fake.Script(row.replies...), endpoint.Config{}
				if row.replies[0] != invents {
					c.Form = planner.FitForm
				}
				asked := model.Model(judge{m})
				if slices.ContainsFunc(row.replies, func(r string) bool { return strings.HasPrefix(r, declines[:12]) }) {
					asked = m
				}
				h := d.hear(t, serve(t, asked, c), stream, d.tools)
				want := heard{text: row.text, ended: d.ends[0]}
				if row.call != "" {
					want.calls, want.ended = []string{row.call}, d.ends[1]
					h.text, h.thinking = "", "" // of its thought
				}
				assert.Equal(t, want, h)
				all := m.Requests()
				require.Len(t, all, len(row.replies))
				for i, r := range all {
					weighed := row.replies[i] == yes || row.replies[i] == no
					assert.Equal(t, weighed, r.Odds > 0)
					if weighed {
						assert.Error(t, r.Grammar.Check(t.Context(), []byte(`"maybe"`)))
					}
				}
				if last := all[len(all)-1]; row.call == "" {
					assert.Nil(t, last.Grammar)
					require.Len(t, last.Messages, 1, "the conversation alone")
					assert.Equal(t, model.User, last.Messages[0].Author)
				}
			})
		})
	}
}

// TestWhatIsNotAskedFreely: each of these has only the answer left, under the grammar.
func TestWhatIsNotAskedFreely(t *testing.T) {
	const history = `{"messages":[{"role":"user","content":"Lamps?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1",` +
		`"type":"function","function":{"name":"look_up","arguments":"{\"item\":\"chair\"}"}}]},` +
		`{"role":"tool","tool_call_id":"c1","content":"none"},` +
		`{"role":"user","content":"And horses?"}]}`
	m := fake.Script(invents, no, yes, noTools)
	h := dialects["chat completions"].hear(t, serve(t, judge{m}, endpoint.Config{}), true, chatTools, history)
	assert.Equal(t, "I cannot.", h.text, "there was a call")
	m = fake.Script(no, yes, `{"thought":"","tool":"final_answer","tool_args":{"a":1}}`)
	h = dialects["chat completions"].hear(t, serve(t, judge{m}, endpoint.Config{Form: planner.FitForm}), true, chatTools,
		`{"response_format":{"type":"json_object"}}`)
	assert.JSONEq(t, `{"a":1}`, h.text, "the answer has a form")
	last := m.Requests()[2]
	assert.Contains(t, last.Messages[len(last.Messages)-1].Content, "No tool here does that")
	assert.Error(t, last.Grammar.Check(t.Context(), []byte(looks)))
}

// TestWordsReachTheClientBeforeTheNextIsWritten: where no tool fits, a free answer is passed on as it is written.
func TestWordsReachTheClientBeforeTheNextIsWritten(t *testing.T) {
	for name, d := range dialects {
		t.Run(name, func(t *testing.T) {
			fakeServer := lockstep{T: t, pieces: strings.SplitAfter("There are 12 lamps in stock.", " "), read: make(chan string, 1000)}
			server := httptest.NewServer(noneFits{fakeServer})
			defer server.Close()
			m, err := ollama.New("m", ollama.Config{Host: server.URL})
			require.NoError(t, err)
			body := object(t, d.asked, d.tools, stopsAt(`["\nObservation:"]`), streaming(true))
			resp, err := http.Post(serve(t, m, endpoint.Config{Form: planner.FitForm}).URL+d.path, "application/json", strings.NewReader(body))
			require.NoError(t, err)
			defer resp.Body.Close()
			var lines []gjson.Result
			for in := bufio.NewScanner(resp.Body); in.Scan(); {
				lines = append(lines, events(t, in.Text())...)
				fakeServer.read <- d.pieces(lines).text
			}
			assert.Equal(t, heard{text: "There are 12 lamps in stock.", ended: d.ends[0]}, d.pieces(lines))
		})
	}
}

// noneFits is a server whose model finds no tool that fits.
type noneFits struct{ http.Handler }

func (s noneFits) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if !gjson.GetBytes(body, "logprobs").Bool() {
		s.Handler.ServeHTTP(w, r)
		return
	}
	word := "no"
	if strings.Contains(gjson.GetBytes(body, "messages.@reverse.0.content").Str, "good morning") {
		word = "yes"
	}
	fmt.Fprintf(w, `{"message":{"content":%[1]q},"logprobs":[{"token":%[1]q,"logprob":0,"top_logprobs":[{"token":%[1]q,"logprob":0}]}]}`+"\n"+
		`{"message":{"content":""},"done":true,"done_reason":"length"}`+"\n", word)
}
