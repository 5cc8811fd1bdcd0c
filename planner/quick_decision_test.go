package planner

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

// decisions are replies, and whether the quick reader takes them.
var decisions = []struct {
	reply string
	quick bool
}{
	{`{"thought":"the next step","tool":"count","tool_args":{"word":"went"}}`, true},
	{`{"thought":"","tool":"final_answer","tool_args":{"text":"é"}}`, true},
	{`{"tool":"count","tool_args":{}}`, true},
	{`{"thought":"a \"b\"","tool":"count","tool_args":{}}`, false},
	{`{"thought":"","tool":"count","tool_args":{"b":1,"a":2}}`, false},
	{`{"thought":"","tool":"count","tool_args":{"a":1.0}}`, false},
	{`{"thought":"","tool":"count","tool_args":{"a":1},"tool":"join"}`, false},
	{`{"thought":"","tool":"count","tool_args":{"a":1},"more":{}}`, false},
	{`{"thought":"","tool":"count","tool_args":{"a":1}},{}`, false},
	{`{"thought":"","tool":"count","tool_args":[]}`, false},
	{`{"thought":"","tool":"count","tool_args":{`, false},
	{`{"thought":"","tool":"count","tool_args":{}`, false},
	{`{"thought":"","tool":"parallel","tool_args":{"calls":[{"tool":"a","tool_args":{}},{"tool":"b","tool_args":{}}]}}`, false},
	{`{"thought": "","tool":"count","tool_args":{}}`, false},
	{"{\"thought\":\"\xff\",\"tool\":\"count\",\"tool_args\":{}}", false},
	{`{"tool":"count"}`, false},
	{`{"thought":"`, false},
	{``, false},
}

func TestQuickDecisionsAreThoseOfTheLongWay(t *testing.T) {
	for _, row := range decisions {
		_, ok := quickDecision(json.RawMessage(row.reply))
		assert.Equal(t, row.quick, ok, row.reply)
		sameDecision(t, row.reply)
	}
}

// sameDecision fails if the quick reader takes a reply and reads something else than the slow one.
func sameDecision(t *testing.T, reply string) {
	t.Helper()
	quick, ok := quickDecision(json.RawMessage(reply))
	if !ok {
		return
	}
	slow, err := slowDecision(json.RawMessage(reply))
	assert.NoError(t, err, reply)
	assert.Equal(t, slow, quick, reply)
}

func FuzzQuickDecision(f *testing.F) {
	for _, row := range decisions {
		f.Add(row.reply)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		if json.Valid([]byte(reply)) { // what no grammar takes is not read
			sameDecision(t, reply)
		}
	})
}
