package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

// valueOf returns a text that equal JSON values have in common: numbers are fractions, and so exact.
func valueOf(t *testing.T, text []byte) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v), "%s", text)
	var exact func(any) any
	exact = func(v any) any {
		switch v := v.(type) {
		case json.Number:
			r, ok := new(big.Rat).SetString(string(v))
			require.True(t, ok, v)
			return "number " + r.RatString()
		case []any:
			for i := range v {
				v[i] = exact(v[i])
			}
		case map[string]any:
			for name := range v {
				v[name] = exact(v[name])
			}
		}
		return v
	}
	out, err := json.Marshal(exact(v))
	require.NoError(t, err)
	return string(out)
}

var oddNumbers = []string{
	"0", "-0", "9007199254740993", "-9007199254740993", "1234567890123456789", "12345678901234567890", "0.12345678901234567", "1e-7", "5e-324",
	"1.0", "1E2", "0.1", "-1.5e-10", "100000000000000000000", "1e21",
}

var oddTexts = []string{`""`, `"\ud800"`, `"\u0000\u007f"`, `"<&>\u2028"`, `"\ud83d\ude00 é"`, `"null"`}

// randomJSON writes a random value, at most depth values deep.
func randomJSON(r *rand.Rand, depth int) string {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	if depth == 0 {
		return pick([]string{pick(oddNumbers), pick(oddTexts), "null", "true", "[]", "{}"})
	}
	var parts []string
	for i := range r.IntN(4) {
		part := randomJSON(r, r.IntN(depth))
		parts = append(parts, part)
		if depth%2 == 0 {
			parts[i] = fmt.Sprintf(`"k%d":%s`, i, part)
		}
	}
	if depth%2 == 0 {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// No number, text or empty value changes between a server, the log, a run that is resumed and the arguments of a call.
func TestValuesStayWhatTheyAre(t *testing.T) {
	list := `{"tools":[{"name":"a","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","properties":{` +
		`"i":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"l":{"type":"array","items":{"type":"number"}},` +
		`"m":{"type":"object","additionalProperties":{"type":["number","string","null"]}},"n":{"type":"number"},"s":{"type":"string"}},` +
		`"required":["i","l","m","n","s"]}}]}`
	q := &quirky{}
	q.listed.Store(&list)
	registry, _ := q.serve(t)
	r := rand.New(rand.NewPCG(7, 8))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	for range 60 {
		q.result = `{"content":[],"structuredContent":{"v":` + randomJSON(r, 3) + `}}`
		given := json.RawMessage(q.result[len(`{"content":[],"structuredContent":`) : len(q.result)-1])
		var numbers []string
		for range r.IntN(3) {
			numbers = append(numbers, pick(oddNumbers))
		}
		i, l, n, s := pick(oddNumbers[2:5]), strings.Join(numbers, ","), pick(oddNumbers), pick(oddTexts[2:])
		k := pick([]string{pick(oddNumbers), `""`, "null"})
		entries, object := "", ""
		if r.IntN(2) == 0 {
			entries, object = fmt.Sprintf(`{"name":"k","value":%s}`, k), fmt.Sprintf(`"k":%s`, k)
		}
		const form = `{"i":%s,"l":[%s],"m":%s,"n":%s,"s":%s}`
		replies := []string{`{"thought":"","tool":"a","tool_args":` + fmt.Sprintf(form, i, l, "["+entries+"]", n, s) + `}`, answerReply}
		run := func(replies ...string) *loop.Loop {
			x, err := loop.New(strategy.ReAct{}, fake.Script(replies...), registry, loop.Config{})
			require.NoError(t, err)
			return x
		}
		var log bytes.Buffer
		result, err := run(replies...).Run(t.Context(), "Call it.", &log)
		require.NoError(t, err)
		require.Equal(t, loop.Final, result.Outcome, "%s %+v", replies[0], result)
		wanted := fmt.Appendf(nil, form, i, l, "{"+object+"}", n, s)
		assert.Equal(t, valueOf(t, wanted), valueOf(t, *q.args.Load()), "the arguments reach the server")
		assert.Equal(t, valueOf(t, given), valueOf(t, result.Steps[0].Observations[0].Output), "the result stays as the server gave it")

		lines := strings.SplitAfter(log.String(), "\n")
		end := 1
		for !strings.Contains(strings.Join(lines[:end], ""), `"output":`) {
			end++
		}
		events, _, err := loop.ReadLog(strings.NewReader(strings.Join(lines[:end], "")))
		require.NoError(t, err)
		resumed, err := run(answerReply).Resume(t.Context(), events, nil, &bytes.Buffer{}, nil)
		require.NoError(t, err)
		assert.Equal(t, string(result.Steps[0].Observations[0].Output), string(resumed.Steps[0].Observations[0].Output), "and in the log")
		assert.Equal(t, string(result.Steps[0].Calls[0].Args), string(resumed.Steps[0].Calls[0].Args))
	}
}
