package endpoint_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
)

// serve returns an endpoint in front of m.
func serve(t testing.TB, m model.Model, c endpoint.Config) *httptest.Server {
	t.Helper()
	c.Model = func(context.Context, string) (model.Model, error) { return m, nil }
	e, err := endpoint.New(c)
	require.NoError(t, err)
	s := httptest.NewServer(e)
	t.Cleanup(s.Close)
	return s
}

// post sends a body, and returns the status, the body and the headers of the reply.
func post(t testing.TB, s *httptest.Server, path, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(text), resp.Header
}

// object merges the members of JSON objects.
func object(t testing.TB, parts ...string) string {
	t.Helper()
	all := map[string]json.RawMessage{}
	for _, p := range parts {
		if p != "" {
			require.NoError(t, json.Unmarshal([]byte(p), &all), p)
		}
	}
	text, err := json.Marshal(all)
	require.NoError(t, err)
	return string(text)
}

// The tools of the tests, as each protocol has them.
const (
	lampSchema = `{"type":"object","properties":{"item":{"type":"string","enum":["lamp","chair"]},"room":{"type":"string","maxLength":8}},` +
		`"required":["item"]}`
	orderSchema = `{"type":"object","properties":{"item":{"type":"string","maxLength":20},` +
		`"count":{"type":"integer","minimum":1,"maximum":9}},"required":["item","count"]}`

	chatTools = `{"tools":[{"type":"function","function":{"name":"look_up","description":"how many there are",
			"parameters":` + lampSchema + `}},
		{"type":"function","function":{"name":"order","description":"orders some","parameters":` + orderSchema + `}}]}`
	responsesTools = `{"tools":[{"type":"function","name":"look_up","parameters":` + lampSchema + `},
		{"type":"function","name":"order","parameters":` + orderSchema + `}]}`
	anthropicTools = `{"tools":[{"name":"look_up","input_schema":` + lampSchema + `},
		{"name":"order","input_schema":` + orderSchema + `}],"max_tokens":500}`

	asked = `{"model":"m","messages":[{"role":"user","content":"How many lamps are in stock? Order 2 chairs."}]}`
)

// Decisions of models.
const (
	looks   = `{"thought":"count them","tool_calls":[{"tool":"look_up","tool_args":{"item":"lamp"}}]}`
	answers = `{"thought":"","tool":"final_answer","tool_args":{"text":"There are 12 \"lamps\".\n"}}`
	both    = `{"thought":"two","tool_calls":[{"tool":"look_up","tool_args":{"item":"lamp"}},` +
		`{"tool":"order","tool_args":{"count":2,"item":"chair"}}]}`
	said = "There are 12 \"lamps\".\n"
)

// events returns the data of a stream of events, and the lines of a stream of Ollama's.
func events(t testing.TB, body string) (list []gjson.Result) {
	t.Helper()
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "data: "))
		if strings.HasPrefix(line, "{") {
			require.True(t, gjson.Valid(line), line)
			list = append(list, gjson.Parse(line))
		}
	}
	return list
}

// A heard is what a client of any protocol hears.
type heard struct {
	text, thinking string
	calls          []string // name and arguments
	ended          string   // in the words of the protocol
}

// A dialect speaks a protocol in tests.
type dialect struct {
	path   string
	asked  string
	tools  string
	whole  func(v gjson.Result) heard
	pieces func(list []gjson.Result) heard
	ends   [3]string // after text, after calls, cut off
}

func streaming(on bool) string {
	if on {
		return `{"stream":true}`
	}
	return `{"stream":false}`
}

var dialects = map[string]dialect{
	"chat completions": {path: "/v1/chat/completions", asked: asked, tools: chatTools, ends: [3]string{"stop", "tool_calls", "length"},
		whole: func(v gjson.Result) (h heard) {
			m := v.Get("choices.0.message")
			h.text, h.thinking = m.Get("content").String(), m.Get("reasoning_content").String()
			h.ended = v.Get("choices.0.finish_reason").String()
			for _, c := range m.Get("tool_calls").Array() {
				h.calls = append(h.calls, c.Get("function.name").String()+c.Get("function.arguments").String())
			}
			return h
		},
		pieces: func(list []gjson.Result) (h heard) {
			for _, v := range list {
				d := v.Get("choices.0.delta")
				h.text += d.Get("content").String()
				h.thinking += d.Get("reasoning_content").String()
				h.ended += v.Get("choices.0.finish_reason").String()
				for _, c := range d.Get("tool_calls").Array() {
					if c.Get("id").Exists() {
						h.calls = append(h.calls, "")
					}
					h.calls[c.Get("index").Int()] += c.Get("function.name").String() + c.Get("function.arguments").String()
				}
			}
			return h
		}},
	"responses": {path: "/v1/responses", asked: `{"model":"m","input":"How many lamps are in stock? Order 2 chairs."}`, tools: responsesTools,
		ends: [3]string{"completed", "completed", "incomplete"},
		whole: func(v gjson.Result) (h heard) {
			h.ended = v.Get("status").String()
			for _, item := range v.Get("output").Array() {
				h.text += item.Get("content.#(type==output_text).text").String()
				h.thinking += item.Get("content.#(type==reasoning_text).text").String()
				if item.Get("type").String() == "function_call" {
					h.calls = append(h.calls, item.Get("name").String()+item.Get("arguments").String())
				}
			}
			return h
		},
		pieces: func(list []gjson.Result) (h heard) {
			added := map[string]bool{}
			for i, v := range list {
				kind := v.Get("type").String()
				if v.Get("sequence_number").Int() != int64(i) || strings.HasSuffix(kind, "_text.delta") && !added[v.Get("item_id").String()] {
					h.ended = "out of sequence"
				}
				switch kind {
				case "response.content_part.added":
					added[v.Get("item_id").String()] = true
				case "response.output_text.delta":
					h.text += v.Get("delta").String()
				case "response.reasoning_text.delta":
					h.thinking += v.Get("delta").String()
				case "response.function_call_arguments.done":
					h.calls = append(h.calls, v.Get("name").String()+v.Get("arguments").String())
				case "response.completed", "response.incomplete":
					h.ended += v.Get("response.status").String()
				}
			}
			return h
		}},
	"messages": {path: "/v1/messages", asked: strings.Replace(asked, "{", `{"thinking":{"type":"enabled"},`, 1), tools: anthropicTools,
		ends: [3]string{"end_turn", "tool_use", "max_tokens"},
		whole: func(v gjson.Result) (h heard) {
			h.ended = v.Get("stop_reason").String()
			for _, block := range v.Get("content").Array() {
				h.text += block.Get("text").String()
				h.thinking += block.Get("thinking").String()
				if block.Get("type").String() == "tool_use" {
					h.calls = append(h.calls, block.Get("name").String()+block.Get("input").Raw)
				}
			}
			return h
		},
		pieces: func(list []gjson.Result) (h heard) {
			for _, v := range list {
				if v.Get("content_block.type").String() == "tool_use" {
					h.calls = append(h.calls, v.Get("content_block.name").String())
				}
				if args := v.Get("delta.partial_json").String(); args != "" {
					h.calls[len(h.calls)-1] += args
				}
				h.text += v.Get("delta.text").String()
				h.thinking += v.Get("delta.thinking").String()
				h.ended += v.Get("delta.stop_reason").String()
			}
			return h
		}},
	"ollama": {path: "/api/chat", asked: asked, tools: chatTools, ends: [3]string{"stop", "stop", "length"},
		whole: ollamaHeard, pieces: func(list []gjson.Result) (h heard) {
			for _, v := range list {
				one := ollamaHeard(v)
				h = heard{h.text + one.text, h.thinking + one.thinking, append(h.calls, one.calls...), h.ended + one.ended}
			}
			return h
		}},
}

func ollamaHeard(v gjson.Result) (h heard) {
	h.text, h.thinking, h.ended = v.Get("message.content").String(), v.Get("message.thinking").String(), v.Get("done_reason").String()
	for _, c := range v.Get("message.tool_calls").Array() {
		h.calls = append(h.calls, c.Get("function.name").String()+c.Get("function.arguments").Raw)
	}
	return h
}

// hear sends a request in a protocol and returns what its client hears.
func (d dialect) hear(t testing.TB, s *httptest.Server, stream bool, parts ...string) heard {
	t.Helper()
	status, body, header := post(t, s, d.path, object(t, append([]string{d.asked, streaming(stream)}, parts...)...))
	require.Equal(t, http.StatusOK, status, body)
	if !stream {
		assert.Equal(t, "application/json", header.Get("Content-Type"))
		return d.whole(gjson.Parse(body))
	}
	return d.pieces(events(t, body))
}

// each runs a test in every protocol, whole and streaming.
func each(t *testing.T, test func(t *testing.T, d dialect, stream bool)) {
	for name, d := range dialects {
		for _, stream := range []bool{false, true} {
			t.Run(name+map[bool]string{true: " streaming"}[stream], func(t *testing.T) { test(t, d, stream) })
		}
	}
}

func TestATextComesAsText(t *testing.T) {
	each(t, func(t *testing.T, d dialect, stream bool) {
		s := serve(t, fake.Script(answers), endpoint.Config{})
		assert.Equal(t, heard{text: said, ended: d.ends[0]}, d.hear(t, s, stream, d.tools))
		free := serve(t, fake.Script(said), endpoint.Config{})
		assert.Equal(t, heard{text: said, ended: d.ends[0]}, d.hear(t, free, stream))
	})
}

// TestACallComesWithItsThoughtAndItsArguments has the thought as text, but for OpenAI's clients: some of these take the first text for
// the answer.
func TestACallComesWithItsThoughtAndItsArguments(t *testing.T) {
	each(t, func(t *testing.T, d dialect, stream bool) {
		s := serve(t, fake.Script(looks), endpoint.Config{})
		want := heard{text: "count them", calls: []string{`look_up{"item":"lamp"}`}, ended: d.ends[1]}
		if d.path == "/v1/chat/completions" || d.path == "/v1/responses" {
			want.text, want.thinking = want.thinking, want.text
		}
		assert.Equal(t, want, d.hear(t, s, stream, d.tools))
	})
}

// TestAThoughtIsInTheNextPrompt has a client of OpenAI's send a call back without what came before it.
func TestAThoughtIsInTheNextPrompt(t *testing.T) {
	m := fake.Script(looks, answers)
	s := serve(t, m, endpoint.Config{})
	_, body, _ := post(t, s, "/v1/chat/completions", object(t, asked, chatTools))
	call := gjson.Get(body, "choices.0.message.tool_calls").Raw
	id := gjson.Get(call, "0.id").Raw
	status, body, _ := post(t, s, "/v1/chat/completions", object(t, chatTools, `{"model":"m","messages":[{"role":"user","content":"How many?"},
		{"role":"assistant","content":null,"tool_calls":`+call+`},{"role":"tool","tool_call_id":`+id+`,"content":"12"}]}`))
	require.Equal(t, http.StatusOK, status, body)
	assert.Equal(t, looks, m.Requests()[1].Messages[2].Content)
}

// TestAnAgentSendsItsWords has the messages of the system that Claude Code sends within a conversation.
func TestAnAgentSendsItsWords(t *testing.T) {
	m := fake.Script(answers)
	d := dialects["messages"]
	h := d.hear(t, serve(t, m, endpoint.Config{}), true, d.tools, `{"messages":[{"role":"user","content":"How many lamps?"},
		{"role":"system","content":[{"type":"text","text":"The shop is open."}]}]}`)
	assert.Equal(t, said, h.text)
	assert.Equal(t, model.Message{Author: model.System, Content: "The shop is open."}, m.Requests()[0].Messages[2])
}

// TestToolsOfANamespace has the tools that codex sends: functions, those of a namespace, and one that OpenAI's servers run.
func TestToolsOfANamespace(t *testing.T) {
	const tools = `{"tools":[{"type":"web_search"},{"type":"namespace","name":"shop","description":"of the shop","tools":[
		{"type":"function","name":"look_up","parameters":` + lampSchema + `}]},{"type":"function","name":"look_up","parameters":{}}]}`
	for _, stream := range []bool{false, true} {
		m := fake.Script(strings.Replace(looks, "look_up", "shop.look_up", 1), answers)
		s := serve(t, m, endpoint.Config{})
		status, body, header := post(t, s, "/v1/responses", object(t, dialects["responses"].asked, tools, streaming(stream)))
		require.Equal(t, http.StatusOK, status, body)
		assert.Equal(t, "web_search", header.Get("Shortleash-Left-Out"))
		whole := gjson.Parse(body)
		if stream {
			list := events(t, body)
			whole = list[len(list)-1].Get("response")
		}
		call := whole.Get("output.#(type==function_call)")
		assert.Equal(t, "shop look_up", call.Get("namespace").String()+" "+call.Get("name").String(), call.Raw)
		status, body, _ = post(t, s, "/v1/responses", object(t, tools, `{"model":"m","input":[{"role":"user","content":"How many?"},`+call.Raw+`,
			{"type":"function_call_output","call_id":`+call.Get("call_id").Raw+`,"output":"12"}]}`))
		require.Equal(t, http.StatusOK, status, body)
		assert.Contains(t, m.Requests()[1].Messages[2].Content, `"tool":"shop.look_up"`)
	}
	status, body, _ := post(t, serve(t, fake.Script(), endpoint.Config{}), "/v1/responses",
		object(t, dialects["responses"].asked, `{"tools":[{"type":"web_search"}]}`))
	assert.Equal(t, http.StatusBadRequest, status)
	assert.Contains(t, body, "are run by OpenAI's servers")
}

func TestFormsAskTwiceAndDeliverOnce(t *testing.T) {
	const (
		looked   = `{"thought":"","tool_calls":[{"tool":"look_up","tool_args":{"item":"lamp"}}]}`
		answered = `{"thought":"","tool":"final_answer","tool_args":{"text":"12"}}`
	)
	for form, opening := range map[planner.Form]string{
		planner.DraftForm: `{"draft":"count them"}`, planner.NameForm: `{"asks_for":"a","closest_tool":"look_up","gives":"a","match":true}`} {
		each(t, func(t *testing.T, d dialect, stream bool) {
			m := fake.Script(opening, looked)
			h := d.hear(t, serve(t, m, endpoint.Config{Form: form}), stream, d.tools)
			assert.Equal(t, []string{`look_up{"item":"lamp"}`}, h.calls)
			assert.Len(t, m.Requests(), 2)

			opening := strings.Replace(opening, "true", "false", 1)
			h = d.hear(t, serve(t, fake.Script(opening, answered), endpoint.Config{Form: form}), stream, d.tools)
			assert.Equal(t, heard{text: "12", ended: d.ends[0]}, h, "what came before an answer is not its text")
			h = d.hear(t, serve(t, fake.Script("Sure.", opening, answered), endpoint.Config{Form: form}), stream, d.tools)
			assert.Equal(t, "12", h.text, "an opening that does not fit is asked for again")
			h = d.hear(t, serve(t, fake.Script(said), endpoint.Config{Form: form}), stream)
			assert.Equal(t, said, h.text, "there is nothing to decide")
		})
	}
	_, err := endpoint.New(endpoint.Config{Form: "sonnet", Model: func(context.Context, string) (model.Model, error) { return nil, nil }})
	assert.ErrorContains(t, err, `Config.Form is "sonnet"`)
}

func TestSeveralCallsComeAtOnce(t *testing.T) {
	each(t, func(t *testing.T, d dialect, stream bool) {
		s := serve(t, fake.Script(both), endpoint.Config{})
		want := []string{`look_up{"item":"lamp"}`, `order{"count":2,"item":"chair"}`}
		assert.Equal(t, want, d.hear(t, s, stream, d.tools).calls)
	})
}

func TestThinkingIsPassedOn(t *testing.T) {
	each(t, func(t *testing.T, d dialect, stream bool) {
		s := serve(t, fake.Play(fake.Reply{Thinking: "hm, lamps", Text: answers}), endpoint.Config{})
		assert.Equal(t, heard{text: said, thinking: "hm, lamps", ended: d.ends[0]}, d.hear(t, s, stream, d.tools))
	})
}

// Coding agents write whole files: neither an argument nor an answer ends where servers stop counting characters.
func TestLongTextsAreWhole(t *testing.T) {
	var long string
	for n := range 2000 {
		long += strconv.Itoa(n*n) + " "
	}
	writes := `{"tools":[{"type":"function","function":{"name":"write","parameters":{"type":"object","properties":{` +
		`"text":{"type":"string"}},"required":["text"]}}}]}`
	for _, reply := range []string{`{"thought":"","tool_calls":[{"tool":"write","tool_args":{"text":"` + long + `"}}]}`,
		`{"thought":"","tool":"final_answer","tool_args":{"text":"` + long + `"}}`} {
		s := serve(t, fake.Script(reply), endpoint.Config{})
		_, body, _ := post(t, s, "/v1/chat/completions", object(t, asked, writes))
		assert.True(t, strings.Contains(body, long), "it is whole")
		assert.NotEqual(t, "length", gjson.Get(body, "choices.0.finish_reason").String())
	}
}

func TestAReplyThatIsCutOffSaysSo(t *testing.T) {
	each(t, func(t *testing.T, d dialect, stream bool) {
		cut := fake.Reply{Text: answers[:len(answers)-12], Finish: model.Length}
		h := d.hear(t, serve(t, fake.Play(cut), endpoint.Config{}), stream, d.tools)
		assert.Equal(t, d.ends[2], h.ended)
		assert.True(t, strings.HasPrefix(said, h.text) && h.text != "", h.text)
		cut.Text = looks[:len(looks)-12]
		h = d.hear(t, serve(t, fake.Play(cut), endpoint.Config{}), stream, d.tools)
		assert.Equal(t, heard{ended: d.ends[2]}, h, "half a call is none")
	})
}

// TestAModelThatIsStuckAnswers: a server ends a model that repeats itself in a call; then an answer is all that is left, and as
// much of it as there is.
func TestAModelThatIsStuckAnswers(t *testing.T) {
	stuck := &model.Fault{Kind: model.Broken, Message: "stopped",
		Err: errors.Join(model.ErrNoDone, &grammar.Violation{AtEnd: true, Expected: []string{"something new"}})}
	each(t, func(t *testing.T, d dialect, stream bool) {
		m := fake.Play(fake.Reply{Text: `{"thought":"oh oh oh oh`, Fault: stuck},
			fake.Reply{Text: `{"thought":"","tool":"final_answer","tool_args":{"text":"There are 12`, Fault: stuck})
		h := d.hear(t, serve(t, m, endpoint.Config{}), stream, d.tools)
		assert.Equal(t, heard{text: "There are 12", ended: d.ends[2]}, h)
		assert.Error(t, m.Requests()[1].Grammar.Check(t.Context(), []byte(looks)))
	})
}

func TestAnIllegalReplyIsAskedForAgain(t *testing.T) {
	each(t, func(t *testing.T, d dialect, stream bool) {
		m := fake.Script("I will call look_up now.", `{"thought":"","tool_calls":[{"tool":"look_under","tool_args":{}}]}`, looks)
		h := d.hear(t, serve(t, m, endpoint.Config{}), stream, d.tools)
		assert.Equal(t, []string{`look_up{"item":"lamp"}`}, h.calls)
		assert.Len(t, m.Requests(), 3)
	})
}

func TestAnEndpointThatFailsSaysSoInTheProtocol(t *testing.T) {
	members := map[string]string{"ollama": "error"}
	for name, d := range dialects {
		for _, stream := range []bool{false, true} {
			s := serve(t, fake.Script("no", "no", "no"), endpoint.Config{})
			status, body, _ := post(t, s, d.path, object(t, d.asked, d.tools, streaming(stream)))
			assert.Contains(t, body, "wrote nothing that can be used in 3 tries", name)
			if status == http.StatusOK {
				assert.True(t, stream)
				continue
			}
			assert.Equal(t, http.StatusBadGateway, status)
			assert.NotEmpty(t, gjson.Get(body, cmp.Or(members[name], "error.message")).String())
		}
	}
}
