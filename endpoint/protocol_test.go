package endpoint_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model/fake"
)

// TestWhatIsNotGivenIsRefused has what a client would wait for in vain. What changes only how the model writes is ignored.
func TestWhatIsNotGivenIsRefused(t *testing.T) {
	for name, d := range dialects {
		for more, says := range map[string]string{
			`{"logprobs":true}`:                            "logprobs",
			`{"top_logprobs":3}`:                           "top_logprobs",
			`{"include":["message.output_text.logprobs"]}`: "include",
			`{"logprobs":false,"top_logprobs":0,"store":true,"top_p":0.5,"top_k":3,"include":[]}`: "",
		} {
			status, body, _ := post(t, serve(t, fake.Script(answers), endpoint.Config{}), d.path, object(t, d.asked, d.tools, more))
			if says == "" {
				assert.Equal(t, http.StatusOK, status, "%s: %s", name, body)
				continue
			}
			assert.Equal(t, http.StatusBadRequest, status, "%s: %s", name, more)
			assert.Contains(t, body, says+" asks for log probabilities", name)
		}
	}
}

// TestOllamasResultsFindTheirCalls has results that name their call by its ID, by its tool, or by their place.
func TestOllamasResultsFindTheirCalls(t *testing.T) {
	call := func(id, tool string) string {
		return `{` + id + `"function":{"name":"` + tool + `","arguments":{"item":"lamp","count":1}}}`
	}
	for _, row := range []struct{ claim, calls, results, order string }{
		{"by their tools", call("", "look_up") + "," + call("", "order"), `{"role":"tool","tool_name":"order","content":"O"},
			{"role":"tool","tool_name":"look_up","content":"L"}`, "OL"},
		{"by their place", call("", "look_up") + "," + call("", "order"), `{"role":"tool","content":"L"},{"role":"tool","content":"O"}`, "LO"},
		{"by their place, for an unknown tool", call("", "look_up") + "," + call("", "order"),
			`{"role":"tool","tool_name":"look","content":"L"},{"role":"tool","content":"O"}`, "LO"},
		{"by their tools, of calls with an ID", call(`"id":"a",`, "look_up") + "," + call(`"id":"b",`, "order"),
			`{"role":"tool","tool_name":"order","content":"O"},{"role":"tool","tool_call_id":"a","content":"L"}`, "OL"},
		{"by what is left", call(`"id":"a",`, "look_up") + "," + call(`"id":"b",`, "order"),
			`{"role":"tool","tool_call_id":"a","content":"L"},{"role":"tool","content":"O"}`, "LO"},
	} {
		m := fake.Script(answers)
		d := dialects["ollama"]
		d.hear(t, serve(t, m, endpoint.Config{}), false, d.tools, `{"messages":[{"role":"user","content":"Lamps?"},
			{"role":"assistant","content":"","tool_calls":[`+row.calls+`]},`+row.results+`]}`)
		prompt := m.Requests()[0].Messages
		require.GreaterOrEqual(t, len(prompt), 5)
		for i, r := range row.order {
			tool := map[rune]string{'L': "look_up", 'O': "order"}[r]
			text := prompt[3+i].Content
			assert.True(t, strings.Contains(text, tool) && strings.Contains(text, string(r)), "%s: %s", row.claim, text)
		}
	}
}

// TestItemsOfToolsThatWereLeftOutAreReadPast has a conversation that went on with another model.
func TestItemsOfToolsThatWereLeftOutAreReadPast(t *testing.T) {
	m := fake.Script(answers)
	d := dialects["responses"]
	h := d.hear(t, serve(t, m, endpoint.Config{}), true, d.tools, `{"input":[{"role":"user","content":"How many lamps?"},
		{"type":"custom_tool_call","call_id":"a","name":"apply_patch","input":"*** Begin Patch"},
		{"type":"custom_tool_call_output","call_id":"a","output":"done"},
		{"type":"web_search_call","id":"b","status":"completed","action":{"type":"search"}}]}`)
	assert.Equal(t, said, h.text)
	assert.Len(t, m.Requests()[0].Messages, 2)
}

// TestAClientsWishForThoughtsReachesTheModel has each protocol's words for it.
func TestAClientsWishForThoughtsReachesTheModel(t *testing.T) {
	for _, row := range []struct {
		name, wish string
		want       bool
	}{
		{"ollama", ``, false}, {"ollama", `{"think":false}`, false}, {"ollama", `{"think":true}`, true}, {"ollama", `{"think":"low"}`, true},
		{"chat completions", ``, false}, {"chat completions", `{"reasoning_effort":"none"}`, false},
		{"chat completions", `{"reasoning_effort":"minimal"}`, false}, {"chat completions", `{"reasoning_effort":"medium"}`, true},
		{"responses", `{"reasoning":{"effort":"none"}}`, false}, {"responses", `{"reasoning":{"effort":"high"}}`, true},
		{"responses", `{"reasoning":null}`, false}, {"messages", `{"thinking":{"type":"disabled"}}`, false},
		{"messages", `{"thinking":{"type":"adaptive"}}`, false}, {"messages", `{"thinking":{"type":"enabled","budget_tokens":2000}}`, true},
	} {
		for _, stream := range []bool{false, true} {
			m := fake.Script(answers, said)
			d := dialects[row.name]
			s := serve(t, m, endpoint.Config{})
			d.hear(t, s, stream, d.tools, row.wish)
			d.hear(t, s, stream, row.wish)
			for _, r := range m.Requests() {
				assert.Equal(t, row.want, r.Think, "%s: %s", row.name, row.wish)
			}
		}
	}
}
