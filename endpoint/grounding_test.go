package endpoint_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model/fake"
)

// TestInventedArguments: a required argument that does not appear in the conversation makes the endpoint ask which tool fits; an
// optional one is left out.
func TestInventedArguments(t *testing.T) {
	const (
		none    = `{"asks_for":"a writer","closest_tool":"order","gives":"an order","match":false}`
		fits    = `{"asks_for":"an order","closest_tool":"order","gives":"an order","match":true}`
		history = `,{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":` +
			`{"name":"look_up","arguments":"{\"item\":\"lamp\"}"}}]},{"role":"tool","tool_call_id":"c1","content":"none"}`
	)
	orders := func(item, count string) string {
		return `{"thought":"","tool_calls":[{"tool":"order","tool_args":{"item":"` + item + `","count":` + count + `}}]}`
	}
	for _, row := range []struct {
		claim, said, more string
		replies           []string
		call              string // "": the answer
	}{
		{"what was said", "Get 2 red chairs.", "", []string{orders("red chair", "2")}, `order{"count":2,"item":"red chair"}`},
		{"in part, in a word", "Get me three Chairs!", "", []string{orders("chairs, blue", "3")}, `order{"count":3,"item":"chairs, blue"}`},
		{"a count that was not said", "Get chairs.", "", []string{orders("chair", "7"), none, answers}, ""},
		{"an item that was not said", "Who wrote Emma?", "", []string{orders("zebra", "1"), none, answers}, ""},
		{"the model stands by it", "Get some for my desk.", "", []string{orders("lamp", "1"), fits}, `order{"count":1,"item":"lamp"}`},
		{"only the answer is left then", "Who wrote Emma?", "", []string{orders("zebra", "1"), none, orders("zebra", "1"), answers}, ""},
		{"results say something too", "Get what is missing.", history, []string{orders("mop", "4")}, `order{"count":4,"item":"mop"}`},
		{"listed values are known", "Is there a seat?", "", []string{looksSeat}, `look_up{"item":"chair"}`},
		{"an optional value that was not said", "Is there a lamp?", "", []string{looksRoom}, `look_up{"item":"lamp"}`},
		{"one that was said", "Is there a lamp in the hall?", "", []string{looksRoom}, `look_up{"item":"lamp","room":"hall"}`},
		{"an optional one, much said", strings.Repeat("A lamp? ", 1100), "", []string{looksRoom}, `look_up{"item":"lamp","room":"hall"}`},
		{"a long prompt", strings.Repeat("Get chairs! ", 900), "", []string{orders("chair", "7")}, `order{"count":7,"item":"chair"}`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			said, err := json.Marshal(row.said)
			require.NoError(t, err)
			m := fake.Script(row.replies...)
			d := dialects["chat completions"]
			d.asked = `{"model":"m","messages":[{"role":"user","content":` + string(said) + `}` + row.more + `]}`
			h := d.hear(t, serve(t, m, endpoint.Config{}), true, d.tools)
			if row.call == "" {
				assert.Equal(t, heard{text: "There are 12 \"lamps\".\n", ended: "stop"}, h)
				assert.Contains(t, m.Requests()[1].Messages[len(m.Requests()[1].Messages)-1].Content, row.said, "which tool fits?")
			} else {
				assert.Equal(t, []string{row.call}, h.calls)
			}
			assert.Zero(t, m.Left())
		})
	}
}
