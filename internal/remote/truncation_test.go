package remote

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/model"
)

// talk makes a conversation: one message of n bytes of prose for each number.
func talk(bytes ...int) []model.Message {
	var out []model.Message
	for i, n := range bytes {
		content := strings.Repeat(string(rune('a'+i))+"x yz", n/5+1)[:n]
		out = append(out, model.Message{Author: model.User, Content: content})
	}
	return out
}

func TestPromptAlarms(t *testing.T) {
	type prompt struct {
		messages []model.Message
		tokens   int
	}
	for name, row := range map[string]struct {
		prompts []prompt // the last is judged, those before it are fine
		says    string
	}{
		"one token under the context":       {[]prompt{{talk(4000), 1023}}, ""},
		"exactly the context":               {[]prompt{{talk(4000), 1024}}, "fills the context of 1024 tokens"},
		"exactly the trained context":       {[]prompt{{talk(4000), 900}}, "fills the context of 900 tokens"},
		"a count of zero says nothing":      {[]prompt{{talk(400), 100}, {talk(400, 400), 0}}, ""},
		"it grows as it should":             {[]prompt{{talk(400), 100}, {talk(400, 400), 200}}, ""},
		"it grows a little":                 {[]prompt{{talk(400), 100}, {talk(400, 800), 183}}, ""},
		"it grows too little":               {[]prompt{{talk(400), 100}, {talk(400, 800), 182}}, "from 100 tokens it came to 182"},
		"it fell":                           {[]prompt{{talk(400), 100}, {talk(400, 400), 80}}, "from 100 tokens it came to 80"},
		"the last message was replaced":     {[]prompt{{talk(400, 40), 120}, {talk(400, 20), 115}}, ""},
		"another conversation may be small": {[]prompt{{talk(400), 100}, {talk(390), 9}}, ""},
		"the nearest conversation counts":   {[]prompt{{talk(400, 400), 200}, {talk(400), 100}, {talk(400, 390), 60}}, "from 100"},
		"a run of blanks is few tokens": {[]prompt{{talk(400), 100},
			{append(talk(400), model.Message{Author: model.User, Content: strings.Repeat(" ", 4000)}), 140}}, ""},
		"far fewer tokens than ever": {[]prompt{{talk(600), 150}, {talk(610), 150}, {talk(620), 150}, {talk(630), 150}, {talk(6300), 600}},
			"10.5 bytes of prompt to a token, where 4.2 was the most so far"},
		"three prompts make no band": {[]prompt{{talk(600), 150}, {talk(610), 150}, {talk(620), 150}, {talk(6300), 600}}, ""},
		"dense prose is honest":      {[]prompt{{talk(600), 600}, {talk(610), 600}, {talk(620), 600}, {talk(630), 600}, {talk(6000), 1010}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var a TruncationDetector
			for i, p := range row.prompts {
				got := a.Check(p.messages, p.tokens, 1024, 900)
				if i < len(row.prompts)-1 || row.says == "" {
					assert.Empty(t, got, "prompt %d", i)
				} else {
					assert.Contains(t, got, row.says)
				}
			}
			assert.LessOrEqual(t, len(a.past), maxPast)
		})
	}
}

func TestPromptAlarmsForgetOldConversations(t *testing.T) {
	var a TruncationDetector
	for i := range 3 * maxPast {
		assert.Empty(t, a.Check(talk(100+i), 30, 1024))
	}
	assert.Len(t, a.past, maxPast)
}
