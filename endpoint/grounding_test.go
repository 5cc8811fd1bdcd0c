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
		{"a count that was not said", "Get chairs.", "", []string{orders("chair", "7"), none, "It is not."}, ""},
		{"an item that was not said", "Who wrote Emma?", "", []string{orders("zebra", "1"), none, "It is not."}, ""},
		{"the model stands by it", "Get some for my desk.", "", []string{orders("lamp", "1"), fits}, `order{"count":1,"item":"lamp"}`},
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
				assert.Equal(t, heard{text: "It is not.", ended: "stop"}, h)
				assert.Contains(t, m.Requests()[1].Messages[len(m.Requests()[1].Messages)-1].Content, row.said, "which tool fits?")
			} else {
				assert.Equal(t, []string{row.call}, h.calls)
			}
			assert.Zero(t, m.Left())
		})
	}
}

// TestWhatWasSaid: what counts as said in the conversation, of an optional argument.
func TestWhatWasSaid(t *testing.T) {
	tools := `{"tools":[{"type":"function","function":{"name":"find","parameters":{"type":"object","properties":{
		"n":{"type":"number"},"s":{"type":"string","maxLength":60}}}}}]}`
	for said, values := range map[string]struct{ yes, no string }{
		"within 10km, up to 1,000 euros, for twenty guests": {`10 1000 20 "10 km" "1,000 euros" "1000 EUR" "20 people"`, `100 2 "5 miles"`},
		"book it for 7pm on the 5th":                        {`7 5 "7 pm" "19:00" "7pm"`, `19.5 "20:00"`},
		"about 1.5 million people, or 10k":                  {`1.5 1500000 10000 "10,000"`, `15 1000000`},
		"$2.5k or 2m":                                       {`2500 2000000 2`, `25`},
		"twenty-five chairs and two hundred and fifty cups": {`25 250 "250 cups"`, `275.5 52`},
		"one thousand two hundred":                          {`1200`, `100200`},
		"a dozen eggs, half a million stars, ninety days":   {`12 500000 0.5 90`, `6`},
		"the third floor, at 7 percent":                     {`3 0.07 7`, `4 0.7`},
		"1.234,50 EUR, and 2,5 kg":                          {`1234.5 2.5`, `12 3`},
		"on March 5th, 2025":                                {`"2025-03-05" "2025-03-05T19:00:00" "March 5"`, `"2025-04-05" "2024-03-06"`},
		"from 05.03.2025":                                   {`"2025-03-05" "5 March"`, `"2025-04-05"`},
		"On Sept 9 there is a fair":                         {`"2026-09-09"`, `"2026-10-09" "2026-09-10"`},
		"who plays the lead, and with whom?":                {`"lead" "the lead" "leads"`, `"the mysterious zebra" "within" "it is in a zoo"`},
		"I like The Who and cats":                           {`"The Who" "cat"`, `"the and"`},
		"one of the 3 books":                                {`3 "3 books"`, `"one zebra" "e" "oks"`},
		"東京の天気":                                             {`"東京"`, `"大阪"`},
	} {
		for want, list := range map[bool]string{true: values.yes, false: values.no} {
			d := json.NewDecoder(strings.NewReader(list))
			for d.More() {
				var value any
				require.NoError(t, d.Decode(&value))
				text, err := json.Marshal(value)
				require.NoError(t, err)
				args := `{"s":` + string(text) + `}`
				if _, number := value.(float64); number {
					args = `{"n":` + string(text) + `}`
				}
				asked, err := json.Marshal(said)
				require.NoError(t, err)
				about := dialects["chat completions"]
				about.asked = `{"model":"m","messages":[{"role":"user","content":` + string(asked) + `}]}`
				m := fake.Script(`{"thought":"","tool_calls":[{"tool":"find","tool_args":` + args + `}]}`)
				h := about.hear(t, serve(t, m, endpoint.Config{}), false, tools)
				require.Len(t, h.calls, 1)
				assert.Equal(t, want, h.calls[0] != "find{}", "%s: %s", said, text)
			}
		}
	}
}
