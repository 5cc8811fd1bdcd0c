package endpoint_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
)

// turns returns messages: u is the user, a call of look_up about a lamp is l, one about a chair c, an order o; a capital
// letter is a call that failed, t one about a lamp that may work now, s one that shows the word lamp, and each is followed by its result.
func turns(t testing.TB, text string) string {
	t.Helper()
	var list []map[string]any
	for i, r := range text {
		id := "id" + string(rune('a'+i))
		call := func(name, args string) {
			result := `{"count":12}`
			if strings.ContainsRune("LCO", r) {
				result = "error: the shop is closed"
			} else if r == 't' {
				result = "error: the shop did not respond this time"
			} else if r == 's' {
				result = `{"names":["lamp"]}`
			}
			list = append(list, map[string]any{"role": "assistant", "content": "hm", "tool_calls": []any{map[string]any{"id": id, "type": "function",
				"function": map[string]string{"name": name, "arguments": args}}}},
				map[string]any{"role": "tool", "tool_call_id": id, "content": result})
		}
		switch r {
		case 'u':
			list = append(list, map[string]any{"role": "user", "content": "Lamps?"})
		case 'l', 'L', 't':
			call("look_up", `{ "item":"lamp" }`)
		case 'c', 'C', 's':
			call("look_up", `{"item":"chair"}`)
		case 'o', 'O':
			call("order", `{"item":"lamp","count":1}`)
		}
	}
	body, err := json.Marshal(map[string]any{"model": "m", "messages": list})
	require.NoError(t, err)
	return string(body)
}

// legal reports whether a decision is one of the grammar of a request.
func legal(t testing.TB, c endpoint.Config, decision string, parts ...string) bool {
	t.Helper()
	c.Repairs = -1
	s := serve(t, fake.Script(decision), c)
	status, _, _ := post(t, s, "/v1/chat/completions", object(t, parts...))
	return status == http.StatusOK
}

const (
	looksRoom = `{"thought":"","tool_calls":[{"tool":"look_up","tool_args":{"item":"lamp","room":"hall"}}]}`
	looksSeat = `{"thought":"","tool_calls":[{"tool":"look_up","tool_args":{"item":"chair"}}]}`
	ordersOne = `{"thought":"","tool_calls":[{"tool":"order","tool_args":{"count":1,"item":"lamp"}}]}`
	ordersTwo = `{"thought":"","tool_calls":[{"tool":"order","tool_args":{"count":2,"item":"lamp"}}]}`
)

func TestTheChoiceOfToolsHolds(t *testing.T) {
	for _, row := range []struct{ claim, choice, may string }{
		{"nothing is said", ``, "alpb"},
		{"auto", `"auto"`, "alpb"},
		{"none", `"none"`, "a"},
		{"required", `"required"`, "lpb"},
		{"one is named", `{"type":"function","function":{"name":"look_up"}}`, "l"},
		{"one is named, of responses", `{"type":"function","name":"look_up"}`, "l"},
		{"some are allowed", `{"type":"allowed_tools","allowed_tools":{"mode":"auto",
			"tools":[{"type":"function","function":{"name":"order"}}]}}`, "ao"},
		{"some are allowed, one is required", `{"type":"allowed_tools","mode":"required","tools":[{"type":"function","name":"order"}]}`, "o"},
	} {
		choice := ""
		if row.choice != "" {
			choice = `{"tool_choice":` + row.choice + `}`
		}
		for letter, decision := range map[string]string{"a": answers, "l": looks, "p": both, "o": ordersOne} {
			may := strings.Contains(row.may, letter) || letter == "o" && strings.Contains(row.may, "b")
			assert.Equal(t, may, legal(t, endpoint.Config{}, decision, asked, chatTools, choice), "%s: %s", row.claim, decision)
		}
	}
	assert.False(t, legal(t, endpoint.Config{}, both, asked, chatTools, `{"parallel_tool_calls":false}`), "one call at a time")
}

func TestAChoiceThatCannotBeIsRefused(t *testing.T) {
	s := serve(t, fake.Script(), endpoint.Config{})
	for choice, want := range map[string]string{
		`{"tool_choice":"requird"}`: "auto, none, required and an object are known",
		`{"tool_choice":{"type":"function","function":{"name":"look_down"}}}`:                     "there is: look_up, order",
		`{"tool_choice":"required","tools":[]}`:                                                   "no tool is offered",
		`{"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":[]}}}`: "no tool is offered",
		`{"n":2}`:                           "one reply is given",
		`{"tools":[{"type":"web_search"}]}`: "function is known",
		`{"tools":[{"function":{"name":"a","parameters":{"type":"string"}}}]}`: "the schema of a cannot be held",
		`{"tools":[{"function":{"name":"a"}},{"function":{"name":"a"}}]}`:      "two tools are called",
		`{"response_format":{"type":"json_schema"}}`:                           "no schema",
		`{"messages":[{"role":"wizard","content":"x"}]}`:                       "role",
		`{"messages":[{"role":"user","content":[{"type":"image_url"}]}]}`:      "text alone",
		`{"messages":[]}`: "at least one",
	} {
		status, body, _ := post(t, s, "/v1/chat/completions", object(t, asked, chatTools, choice))
		if strings.Contains(want, "at least one") {
			continue
		}
		assert.Equal(t, http.StatusBadRequest, status, choice)
		assert.Contains(t, gjson.Get(body, "error.message").String(), want)
		assert.Equal(t, "invalid_request_error", gjson.Get(body, "error.type").String())
	}
}

func TestAnAnswerWithASchemaStandsBesideTheTools(t *testing.T) {
	const schema = `{"type":"object","properties":{"count":{"type":"integer"},"note":{"type":"string"}},"required":["count"]}`
	const counted = `{"thought":"","tool":"final_answer","tool_args":{"count":12}}`
	formats := map[string]string{
		"chat completions": `{"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":` + schema + `}}}`,
		"responses":        `{"text":{"format":{"type":"json_schema","name":"x","schema":` + schema + `}}}`,
		"messages":         `{"output_config":{"format":{"type":"json_schema","schema":` + schema + `}}}`,
		"ollama":           `{"format":` + schema + `}`,
	}
	for name, d := range dialects {
		for _, stream := range []bool{false, true} {
			s := serve(t, fake.Script(answers, counted, looks, `{"count":"12"}`, `{"count":12}`), endpoint.Config{})
			assert.Equal(t, heard{text: `{"count":12}`, ended: d.ends[0]}, d.hear(t, s, stream, d.tools, formats[name]), name)
			assert.Equal(t, heard{thinking: "count them", calls: []string{`look_up{"item":"lamp"}`}, ended: d.ends[1]},
				d.hear(t, s, stream, d.tools, formats[name]), "%s: text would be read as JSON", name)
			assert.Equal(t, heard{text: `{"count":12}`, ended: d.ends[0]}, d.hear(t, s, stream, formats[name]), "%s: without tools", name)
		}
	}
}

// TestAnAnswerNeedNotBeAnObject has lists, values and objects with any members, also where their schemas refer to themselves, and
// earlier ones in the conversation.
func TestAnAnswerNeedNotBeAnObject(t *testing.T) {
	const final = `{"thought":"","tool":"final_answer","tool_args":`
	for _, row := range []struct{ schema, bad, good string }{
		{`{"type":"array","items":{"type":"integer"},"minItems":1}`, `[]`, `[12,3]`},
		{`{"type": "array", "items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "integer"}}}`, `["12"]`, `[12]`},
		{`{"type":"array","maxItems":2,"items":{"$ref":"#"}}`, `[1]`, `[[],[[]]]`},
		{`{"enum":["yes","no"]}`, `"perhaps"`, `"yes"`},
		{`{"type":"integer","minimum":3}`, `2`, `12`},
		{`{"type":["string","null"]}`, `3`, `"x"`},
	} {
		for name, d := range dialects {
			format := map[string]string{
				"chat completions": `{"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":` + row.schema + `}}}`,
				"responses":        `{"text":{"format":{"type":"json_schema","name":"x","schema":` + row.schema + `}}}`,
				"messages":         `{"output_config":{"format":{"type":"json_schema","schema":` + row.schema + `}}}`,
				"ollama":           `{"format":` + row.schema + `}`,
			}[name]
			for _, stream := range []bool{false, true} {
				bad, good := `{"answer":`+row.bad+`}`, `{"answer":`+row.good+`}`
				s := serve(t, fake.Script(final+bad+"}", final+good+"}", bad, good), endpoint.Config{})
				want := heard{text: row.good, ended: d.ends[0]}
				assert.Equal(t, want, d.hear(t, s, stream, d.tools, format), "%s: %s", name, row.schema)
				assert.Equal(t, want, d.hear(t, s, stream, format), "%s: %s, without tools", name, row.schema)
			}
		}
	}
	const named = `{"answer":[{"name":"a","value":12}]}`
	counts := `{"format":{"type":"object","additionalProperties":{"type":"integer"}}}`
	s := serve(t, fake.Script(named, final+named+"}"), endpoint.Config{})
	assert.Equal(t, `{"a":12}`, dialects["ollama"].hear(t, s, true, counts).text)
	assert.Equal(t, `{"a":12}`, dialects["ollama"].hear(t, s, false, counts, chatTools).text)

	m := fake.Script(final + `{"answer":[2]}}`)
	d := dialects["ollama"]
	d.hear(t, serve(t, m, endpoint.Config{}), false, d.tools, `{"format":{"type":"array","items":{"type":"integer"}},"messages":[
		{"role":"user","content":"One?"},{"role":"assistant","content":"[1]"},{"role":"user","content":"Two?"}]}`)
	assert.Equal(t, final+`{"answer":[1]}}`, m.Requests()[0].Messages[2].Content)
	status, body, _ := post(t, serve(t, m, endpoint.Config{}), d.path,
		object(t, d.asked, `{"format":{"type":"array","minItems":2,"maxItems":1}}`))
	assert.Equal(t, http.StatusBadRequest, status)
	assert.NotContains(t, body, "arguments of a tool")
}

func TestAnyJSONIsAnObject(t *testing.T) {
	s := serve(t, fake.Script(`[1]`, `{"a": [1, null]}`, `{"thought":"","tool":"final_answer","tool_args":{"a":1}}`), endpoint.Config{})
	d := dialects["chat completions"]
	const format = `{"response_format":{"type":"json_object"}}`
	assert.JSONEq(t, `{"a":[1,null]}`, d.hear(t, s, false, format).text)
	assert.JSONEq(t, `{"a":1}`, d.hear(t, s, true, format, d.tools).text)
}

func TestACallThatWasAnsweredIsNotOfferedAgain(t *testing.T) {
	for _, row := range []struct {
		claim, history, decision string
		may                      bool
	}{
		{"nothing was called", "u", looks, true},
		{"it was answered", "ul", looks, false},
		{"it failed", "uL", looks, false},
		{"it failed, and that may be over", "ut", looks, true},
		{"it is not over", "utt", looks, false},
		{"it was over", "utl", looks, false},
		{"another one was answered", "ul", looksSeat, true},
		{"with another argument", "ul", looksRoom, true},
		{"with others between that change nothing", "ulc", looks, false},
		{"something changed since", "ulo", looks, true},
		{"what should have changed something failed", "ulO", looks, false},
		{"the user has spoken since", "ulu", looks, true},
		{"the change itself", "uo", ordersOne, false},
		{"another change", "uo", ordersTwo, true},
		{"a change before other calls", "uol", ordersOne, false},
		{"and one behind them", "uoll", looks, false},
	} {
		assert.Equal(t, row.may, legal(t, endpoint.Config{}, row.decision, turns(t, row.history), chatTools), row.claim)
		assert.True(t, legal(t, endpoint.Config{Repeat: true}, row.decision, turns(t, row.history), chatTools), "%s: it is allowed", row.claim)
	}
	reads := endpoint.Config{ReadOnly: []string{"order"}}
	assert.True(t, legal(t, reads, looksSeat, turns(t, "uo"), chatTools))
	assert.False(t, legal(t, reads, looks, turns(t, "ulo"), chatTools), "order is said to change nothing")
}

// TestWordsBesideResultsAreNotTheUsers has what Claude Code adds to the results of tools: the model reads it, and the calls before it
// stay made.
func TestWordsBesideResultsAreNotTheUsers(t *testing.T) {
	const history = `{"messages":[{"role":"user","content":"Lamps?"},
		{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"look_up","input":{"item":"lamp"}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"12"},{"type":"text","text":"<system-reminder>"}]}]}`
	d := dialects["messages"]
	m := fake.Script(looks, looksSeat)
	h := d.hear(t, serve(t, m, endpoint.Config{}), false, d.tools, history)
	assert.Equal(t, []string{`look_up{"item":"chair"}`}, h.calls, "lamps were looked up")
	prompt := m.Requests()[0].Messages
	assert.Contains(t, prompt, model.Message{Author: model.User, Content: "<system-reminder>"})

	s := serve(t, fake.Script(answers), endpoint.Config{Steps: 1})
	_, _, header := post(t, s, d.path, object(t, d.asked, d.tools, history))
	assert.Equal(t, "steps", header.Get("Shortleash-Forced"))
}

func TestAModelThatRepeatsItselfIsLedToAnAnswer(t *testing.T) {
	m := fake.Script(ordersOne, ordersOne, answers)
	s := serve(t, m, endpoint.Config{})
	h := dialects["chat completions"].hear(t, s, false, turns(t, "uo"), chatTools)
	assert.Equal(t, said, h.text)
	last := m.Requests()[2]
	assert.NoError(t, last.Grammar.Check(t.Context(), []byte(answers)))
	assert.Error(t, last.Grammar.Check(t.Context(), []byte(looks)), "only the answer is left")
	assert.Contains(t, last.Messages[len(last.Messages)-1].Content, "its result stands above")
}

func TestRulesHold(t *testing.T) {
	rules := []loop.Rule{loop.Require{Tool: "look_up"}, loop.Prerequisite{Tool: "order", After: "look_up"},
		loop.Quota{Tool: "order", Calls: 1}, loop.Require{Tool: "not_offered"}}
	c := endpoint.Config{Rules: rules}
	assert.False(t, legal(t, c, answers, turns(t, "u"), chatTools), "look_up is required")
	assert.False(t, legal(t, c, ordersOne, turns(t, "u"), chatTools), "look_up comes first")
	assert.True(t, legal(t, c, ordersOne, turns(t, "ul"), chatTools))
	assert.False(t, legal(t, c, ordersTwo, turns(t, "ulo"), chatTools), "one order")
	assert.True(t, legal(t, c, answers, turns(t, "ulo"), chatTools))
	assert.False(t, legal(t, c, answers, turns(t, "uL"), chatTools), "a call that failed is none")

	s := serve(t, fake.Script(answers), c)
	_, _, header := post(t, s, "/v1/chat/completions", object(t, turns(t, "ulo"), chatTools))
	assert.Equal(t, "quota=order", header.Get("Shortleash-Removed"))

	words := func(values ...string) func(planner.State) []string {
		return func(planner.State) []string { return values }
	}
	shown := func(form string) loop.Rule {
		return loop.Domain{Tool: "order", Argument: "item", Values: loop.Shown(regexp.MustCompile(form))}
	}
	for _, row := range []struct {
		claim   string
		rule    loop.Rule
		history string
		may     bool
	}{
		{"it is forbidden", loop.Quota{Tool: "order"}, "u", false},
		{"another one is", loop.Quota{Tool: "look_up"}, "u", true},
		{"the value is listed", loop.Domain{Tool: "order", Argument: "item", Values: words("lamp", "chair")}, "u", true},
		{"another value is", loop.Domain{Tool: "order", Argument: "item", Values: words("chair")}, "u", false},
		{"no value is", loop.Domain{Tool: "order", Argument: "item", Values: words()}, "u", false},
		{"the value was shown by no one", shown("."), "u", false},
		{"it stands in a result", shown("."), "us", true},
		{"it does not match", shown("^c"), "us", false},
	} {
		c := endpoint.Config{Rules: []loop.Rule{row.rule}}
		assert.Equal(t, row.may, legal(t, c, ordersOne, turns(t, row.history), chatTools), row.claim)
	}

	m := fake.Script(looks)
	post(t, serve(t, m, endpoint.Config{Rules: []loop.Rule{loop.Quota{Tool: "order", Calls: 1}}}), "/v1/chat/completions",
		object(t, turns(t, "u"), chatTools))
	assert.NoError(t, m.Requests()[0].Grammar.Check(t.Context(), []byte(ordersOne)))
	const twice = `,{"tool":"order","tool_args":{"count":1,"item":"lamp"}}]}`
	assert.Error(t, m.Requests()[0].Grammar.Check(t.Context(), []byte(strings.TrimSuffix(ordersOne, "]}")+twice)), "one order, also at once")
}

func TestTheLastStepIsTheAnswer(t *testing.T) {
	c := endpoint.Config{Steps: 2}
	assert.True(t, legal(t, c, looksSeat, turns(t, "ul"), chatTools))
	assert.False(t, legal(t, c, looksRoom, turns(t, "ulc"), chatTools))
	s := serve(t, fake.Script(answers), c)
	status, _, header := post(t, s, "/v1/chat/completions", object(t, turns(t, "ulc"), chatTools))
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, "steps", header.Get("Shortleash-Forced"))
	assert.True(t, legal(t, c, looks, turns(t, "ulcu"), chatTools), "the user has spoken since")
	status, body, _ := post(t, s, "/v1/chat/completions", object(t, turns(t, "ulc"), chatTools, `{"tool_choice":"required"}`))
	assert.Equal(t, http.StatusUnprocessableEntity, status)
	assert.Contains(t, body, "the 2 steps of this task are used up")
}

func TestReservedNamesAreTools(t *testing.T) {
	const odd = `{"tools":[{"function":{"name":"final_answer","parameters":` + lampSchema + `}},{"function":{"name":"wait for it!"}}]}`
	s := serve(t, fake.Script(`{"thought":"","tool_calls":[{"tool":"final_answer_tool","tool_args":{"item":"lamp"}}]}`,
		`{"thought":"","tool_calls":[{"tool":"wait for it!","tool_args":{}}]}`, answers), endpoint.Config{})
	d := dialects["chat completions"]
	assert.Equal(t, []string{`final_answer{"item":"lamp"}`}, d.hear(t, s, false, odd).calls)
	assert.Equal(t, []string{`wait for it!{}`}, d.hear(t, s, true, odd).calls)
	assert.Equal(t, said, d.hear(t, s, true, odd).text)
}

func TestThePromptOnlyGrows(t *testing.T) {
	m := fake.Script(answers, answers, answers)
	s := serve(t, m, endpoint.Config{})
	for _, history := range []string{"u", "uo", "uol"} {
		post(t, s, "/v1/chat/completions", object(t, turns(t, history), chatTools))
	}
	for i := 1; i < 3; i++ {
		before, after := m.Requests()[i-1].Messages, m.Requests()[i].Messages
		require.Greater(t, len(after), len(before))
		assert.Equal(t, before, after[:len(before)])
	}
	assert.Equal(t, `{"thought":"hm","tool_calls":[{"tool":"order","tool_args":{"item":"lamp","count":1}}]}`,
		m.Requests()[2].Messages[2].Content)
	assert.Equal(t, `Result: {"count":12}`, m.Requests()[2].Messages[3].Content)
	assert.Equal(t, `{"thought":"hm","tool_calls":[{"tool":"look_up","tool_args":{"item":"lamp"}}]}`, m.Requests()[2].Messages[4].Content)
}

func TestWhatIsNotHeldIsListed(t *testing.T) {
	const loose = `{"tools":[{"function":{"name":"pick","parameters":{"type":"object","properties":{"list":{"type":"array",
		"items":{"type":"integer"},"uniqueItems":true}},"required":["list"]}}}]}`
	s := serve(t, fake.Script(`{"thought":"","tool_calls":[{"tool":"pick","tool_args":{"list":[1,1]}}]}`,
		`{"thought":"","tool_calls":[{"tool":"pick","tool_args":{"list":[1,2]}}]}`), endpoint.Config{})
	assert.Equal(t, []string{`pick{"list":[1,2]}`}, dialects["chat completions"].hear(t, s, true, loose).calls, "what is not held is checked")
	resp, err := http.Get(s.URL + "/v1/shortleash/tools")
	require.NoError(t, err)
	defer resp.Body.Close()
	var list struct{ Tools []endpoint.ToolReport }
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&list))
	require.Len(t, list.Tools, 1)
	assert.Contains(t, list.Tools[0].Unenforced[0], "uniqueItems")
}
