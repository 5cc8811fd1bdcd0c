package planner_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// lookUp is what a policy of one tool and an answer leaves open.
func lookUp() planner.Allowed {
	answer := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 100)})
	return planner.Allowed{Answer: &answer, Limits: planner.Limits{Calls: 8}, Tools: []planner.Offer{{Name: "look_up", Args: grammar.Object(
		grammar.Property{Name: "word", Schema: grammar.String(1, 24)})}}}
}

// Case 69.
func TestDecisionSchemaIsTheWireFormat(t *testing.T) {
	assert.Equal(t, `{"anyOf":[`+
		`{"type":"object","properties":{"thought":{"type":"string","maxLength":200},"tool":{"type":"string",`+
		`"enum":["look_up"]},"tool_args":{"type":"object","properties":{"word":{"type":"string","minLength":1,`+
		`"maxLength":24}},"required":["word"],"additionalProperties":false}},"required":["thought","tool","tool_args"],`+
		`"additionalProperties":false},`+
		`{"type":"object","properties":{"thought":{"type":"string","maxLength":200},"tool":{"type":"string",`+
		`"enum":["final_answer"]},"tool_args":{"type":"object","properties":{"text":{"type":"string","maxLength":100}},`+
		`"required":["text"],"additionalProperties":false}},"required":["thought","tool","tool_args"],"additionalProperties":false}]}`,
		planner.DecisionSchema(lookUp(), 200, 1).String())

	closing := lookUp()
	closing.Tools = nil
	assert.NotContains(t, planner.DecisionSchema(closing, 200, 1).String(), "anyOf", "one branch stands alone")
	assert.NotContains(t, planner.DecisionSchema(lookUp(), 0, 1).String(), "thought")
	free := lookUp()
	free.Unconstrained = true
	assert.Equal(t, `{"type":"object"}`, planner.DecisionSchema(free, 200, 1).String())
}

func TestMaxParallelIsOneCallWhereThereIsNoOther(t *testing.T) {
	for _, row := range []struct{ most, calls, want int }{{0, 8, 0}, {1, 8, 0}, {2, 8, 2}, {4, 3, 3}, {4, 1, 0}} {
		a := lookUp()
		a.Calls = row.calls
		assert.Equal(t, row.want, a.MaxParallel(row.most), "%d of %d", row.most, row.calls)
	}
	assert.Zero(t, planner.Allowed{Limits: planner.Limits{Calls: 8}}.MaxParallel(4), "without tools")
}

// FuzzReadDecision: a reply is read or refused, and its arguments are in canonical form.
func FuzzReadDecision(f *testing.F) {
	for _, seed := range []string{`{"thought":"","tool":"a","tool_args":{"n":1.0}}`, `{"tool":"final_answer","tool_args":{"b":1,"a":2}}`,
		`{"tool":"parallel","tool_args":{"calls":[{"tool":"a","tool_args":{}},{"tool":"b","tool_args":{}}]}}`,
		`{"tool":"a","tool":"b","tool_args":{}}`, `[]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, reply []byte) {
		if !json.Valid(reply) {
			return
		}
		d, err := planner.ReadDecision(reply)
		if err != nil {
			return
		}
		if d.Kind == planner.FinalDecision {
			again, err := planner.ReadAnswer([]byte(`{"tool":"final_answer","tool_args":` + string(d.Answer) + `}`))
			assert.NoError(t, err)
			assert.Equal(t, string(d.Answer), string(again))
			return
		}
		assert.NotEmpty(t, d.Calls)
	})
}

func ExampleReadDecision() {
	d, err := planner.ReadDecision([]byte(`{"tool_args": {"b": 1.0, "a": "x"}, "tool": "look_up", "thought": "it is unknown"}`))
	fmt.Println(err, d.Kind, d.Thought, d.Calls[0].Tool, string(d.Calls[0].Args))
	// Output: <nil> act it is unknown look_up {"a":"x","b":1}
}
