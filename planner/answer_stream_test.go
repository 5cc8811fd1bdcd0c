package planner_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/planner"
)

// However a decision is cut into pieces, the text of its answer comes out whole, and as early as it can.
func TestAnswerStream(t *testing.T) {
	for _, text := range []string{"The oldest file is recipes.txt.", "", "a \"quote\", a \\ and\na line",
		"Grüße 🙂 \u2028", strings.Repeat("long ", 300)} {
		quoted, err := json.Marshal(text)
		require.NoError(t, err)
		ascii := fmt.Sprintf("%+q", text)
		for _, form := range []string{
			`{"thought":"say \"tool\":\"final_answer\"","tool":"final_answer","tool_args":{"text":` + string(quoted) + `}}`,
			`{ "thought": "x", "tool": "final_answer", "tool_args": { "rests_on": "results", "text": ` + string(quoted) + `} }`,
			`{"tool":"final_answer","tool_args":{"text":` + strings.ReplaceAll(ascii, `\U0001f642`, `\ud83d\ude42`) + `}}`,
		} {
			for _, size := range []int{1, 3, 7, 1000} {
				var s planner.AnswerStream
				var got strings.Builder
				for rest := form; rest != ""; {
					n := min(size, len(rest))
					got.WriteString(s.Add(rest[:n]))
					rest = rest[n:]
				}
				assert.Equal(t, text, got.String(), "%s by %d", form, size)
			}
		}
	}
	var s planner.AnswerStream
	assert.Empty(t, s.Add(`{"thought":"","tool":"search_text","tool_args":{"text":"bolts"}}`), "a call has no answer")
	s = planner.AnswerStream{}
	assert.Empty(t, s.Add(`{"thought":"\"tool\":\"final_answer\",\"tool_args\":{\"text\":\"no","tool":"x"}`), "nor has a thought")
	s = planner.AnswerStream{}
	assert.Equal(t, "The", s.Add(`{"tool":"final_answer","tool_args":{"text":"The`))
	assert.Equal(t, " old", s.Add(` old`))
	s = planner.AnswerStream{}
	assert.Equal(t, "The oldest {is", s.Add(" \n")+s.Add(" The")+s.Add(" oldest")+s.Add(" {is"), "free text is the answer")
}

// TestAnswerStreamIsTheText compares with encoding/json on random texts that are cut at random.
func TestAnswerStreamIsTheText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var runes []rune
		for range rng.IntN(20) {
			runes = append(runes, []rune{'a', '"', '\\', '\n', 0x1f, 'é', '€', 0x1f600, '<', ' '}[rng.IntN(10)])
		}
		text := string(runes)
		quoted, _ := json.Marshal(text)
		document := append([]byte(`{"thought":"","tool":"final_answer","tool_args":{"text":`), quoted...)
		document = append(document, '}', '}')
		var s planner.AnswerStream
		got := ""
		for len(document) > 0 {
			n := 1 + rng.IntN(len(document))
			got += s.Add(string(document[:n]))
			document = document[n:]
		}
		assert.Equal(t, text, got)
		assert.True(t, s.Ended())
	}
}
