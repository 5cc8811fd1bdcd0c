package endpoint_test

import (
	"bufio"
	"bytes"
	"context"
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

// A caller is a model whose server has a template for tools.
type caller struct{ model.Model }

func (caller) CallsTools(context.Context) bool { return true }

// TestWhereNoToolFitsAModelIsAskedFreely: what it then writes is the answer, or says that a call is due after all.
func TestWhereNoToolFitsAModelIsAskedFreely(t *testing.T) {
	const (
		noTools  = `{"thought":"","tool":"final_answer","tool_args":{"text":"I cannot."}}`
		declines = `{"asks_for":"a","closest_tool":"order","gives":"b","match":false}`
		fits     = `{"asks_for":"a","closest_tool":"order","gives":"b","match":true}`
		invents  = `{"thought":"","tool_calls":[{"tool":"order","tool_args":{"item":"zebra","count":1}}]}`
		looked   = `look_up{"item":"lamp"}`
	)
	for _, row := range []struct {
		claim      string
		replies    []string // with the form fit, and after an invented argument
		text, call string
		may        string // which of looks and answers the last request allows, by their first letters; "-": it is the free one
	}{
		{"words", []string{declines, "Hello. What can I do?"}, "Hello. What can I do?", "", "-"},
		{"words with code", []string{declines, "Write `a[0]`:\n```json\n{\"name\": \"Ada\"}\n```\nThat is it."},
			"Write `a[0]`:\n```json\n{\"name\": \"Ada\"}\n```\nThat is it.", "", "-"},
		{"a call", []string{declines, `{"name": "look_up", "arguments": {"item": "zebra"}}`, looks}, "", looked, "la"},
		{"a call in a fence", []string{declines, "```json\n{\n \"name\" : \"look_up\", \"arguments\": {}}\n```", looks}, "", looked, "la"},
		{"a call of a template", []string{declines, "<tool_call>\n{\"name\": \"look_up\"", looks}, "", looked, "la"},
		{"words before a call stay", []string{declines, "I look. {\"name\": \"look_up\"}", looks}, "I look. ", looked, "la"},
		{"also where it is asked for again", []string{declines, "I look. {\"name\": \"look_up\"}", "What?", looks}, "I look. ", looked, "la"},
		{"a call, with an invented argument", []string{declines, `{"name": "order"}`, invents, noTools}, "I cannot.", "", "a"},
		{"a tool that there is not", []string{declines, `{"name": "fly", "arguments": {"to": "Rome"}}`, noTools}, "I cannot.", "", "a"},
		{"nothing", []string{declines, " \n", noTools}, "I cannot.", "", "a"},
		{"a tool fits", []string{fits, looks}, "", looked, "la"},
		{"invented, and words", []string{invents, declines, "Hello."}, "Hello.", "", "-"},
		{"invented, and a call", []string{invents, declines, `{"name": "order"}`, noTools}, "I cannot.", "", "a"},
		{"invented, and a tool that there is not", []string{invents, declines, `{"name": "fly", "arguments": {}}`, noTools},
			"I cannot.", "", "a"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			each(t, func(t *testing.T, d dialect, stream bool) {
				m, c := fake.Script(row.replies...), endpoint.Config{}
				if row.replies[0] != invents {
					c.Form = planner.FitForm
				}
				h := d.hear(t, serve(t, caller{m}, c), stream, d.tools)
				want := heard{text: row.text, ended: d.ends[0]}
				if row.call != "" {
					want.calls, want.ended = []string{row.call}, d.ends[1]
					h.thinking = "" // of its thought
					if row.text == "" {
						h.text = ""
					}
				}
				assert.Equal(t, want, h)
				all := m.Requests()
				require.Len(t, all, len(row.replies))
				last := all[len(all)-1]
				if free := slices.IndexFunc(all, func(r model.Request) bool { return len(r.Tools) > 0 }); free >= 0 {
					assert.Nil(t, all[free].Grammar)
					require.Len(t, all[free].Tools, 2)
					assert.JSONEq(t, orderSchema, string(all[free].Tools[1].Parameters))
					require.Len(t, all[free].Messages, 1, "the conversation alone")
					assert.Equal(t, model.User, all[free].Messages[0].Author)
				}
				if row.may == "a" && row.replies[0] == declines && len(row.replies) == 3 {
					assert.Contains(t, last.Messages[len(last.Messages)-1].Content, "No tool here does that")
				}
				if row.may != "-" {
					require.NotNil(t, last.Grammar)
					assert.Equal(t, strings.Contains(row.may, "l"), last.Grammar.Check(t.Context(), []byte(looks)) == nil, "a call")
					assert.Equal(t, strings.Contains(row.may, "a"), last.Grammar.Check(t.Context(), []byte(answers)) == nil, "an answer")
				}
			})
		})
	}
}

// TestACallThatIsNamedIsNotReadToItsEnd: that there is one is all that is wanted.
func TestACallThatIsNamedIsNotReadToItsEnd(t *testing.T) {
	broken := &model.Fault{Kind: model.Broken, Message: "broken"}
	m := fake.Play(fake.Reply{Text: `{"asks_for":"a","closest_tool":"order","gives":"b","match":false}`},
		fake.Reply{Text: `{"name": "look_up"`, Fault: broken}, fake.Reply{Text: looks})
	h := dialects["chat completions"].hear(t, serve(t, caller{m}, endpoint.Config{Form: planner.FitForm}), true, chatTools)
	assert.Equal(t, []string{`look_up{"item":"lamp"}`}, h.calls)
}

// TestWhatIsNotAskedFreely: each of these has only the answer left, under the grammar.
func TestWhatIsNotAskedFreely(t *testing.T) {
	const (
		declines = `{"asks_for":"a","closest_tool":"order","gives":"b","match":false}`
		noTools  = `{"thought":"","tool":"final_answer","tool_args":{"text":"no"}}`
		history  = `{"messages":[{"role":"user","content":"Lamps?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1",` +
			`"type":"function","function":{"name":"look_up","arguments":"{\"item\":\"chair\"}"}}]},` +
			`{"role":"tool","tool_call_id":"c1","content":"none"},` +
			`{"role":"user","content":"And zebras?"}]}`
		invents = `{"thought":"","tool_calls":[{"tool":"order","tool_args":{"item":"horse","count":1}}]}`
	)
	m := fake.Script(declines, noTools)
	h := dialects["chat completions"].hear(t, serve(t, m, endpoint.Config{Form: planner.FitForm}), true, chatTools)
	assert.Equal(t, "no", h.text, "the server has no template for tools")
	m = fake.Script(invents, declines, noTools)
	h = dialects["chat completions"].hear(t, serve(t, caller{m}, endpoint.Config{}), true, chatTools, history)
	assert.Equal(t, "no", h.text, "there was a call: such a conversation is not written in the server's template")
	m = fake.Script(declines, `{"thought":"","tool":"final_answer","tool_args":{"a":1}}`)
	h = dialects["chat completions"].hear(t, serve(t, caller{m}, endpoint.Config{Form: planner.FitForm}), true, chatTools,
		`{"response_format":{"type":"json_object"}}`)
	assert.JSONEq(t, `{"a":1}`, h.text, "the answer has a form")
}

// TestWordsReachTheClientBeforeTheNextIsWritten: where no tool fits, a free answer is passed on as it is written.
func TestWordsReachTheClientBeforeTheNextIsWritten(t *testing.T) {
	for name, d := range dialects {
		t.Run(name, func(t *testing.T) {
			fakeServer := lockstep{T: t, pieces: strings.SplitAfter("There are 12 lamps in stock.", " "), read: make(chan string, 1000)}
			server := httptest.NewServer(withTools{fakeServer})
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

// withTools is a server whose model's template knows tools, and whose model finds none that fits.
type withTools struct{ http.Handler }

func (s withTools) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	switch {
	case r.URL.Path == "/api/show":
		io.WriteString(w, `{"capabilities":["completion","tools"]}`)
	case r.URL.Path == "/api/chat" && !gjson.GetBytes(body, "tools").Exists():
		io.WriteString(w, `{"message":{"content":"{\"asks_for\":\"a\",\"closest_tool\":\"order\",\"gives\":\"b\",\"match\":false}"},"done":true}`)
	default:
		s.Handler.ServeHTTP(w, r)
	}
}
