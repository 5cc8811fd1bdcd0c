package eval

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// Case 154.
func TestValuesOfAnswersAreCounted(t *testing.T) {
	step := planner.Step{Calls: []tools.Call{{ID: "c1", Tool: "find"}},
		Observations: []tools.Observation{tools.Succeeded("c1", json.RawMessage(`{"year":1969}`))}}
	ended := func(answer string) loop.Event {
		r := &loop.Result{Outcome: loop.Final, Steps: []planner.Step{step}}
		if answer != "" {
			r.Answer = json.RawMessage(answer)
		}
		return loop.Event{Kind: loop.Finished, Result: r}
	}
	answers := []Answer{}
	for _, row := range []struct {
		claim  string
		events []loop.Event
		want   Share
	}{
		{"in the task, in a note, from a call, and nowhere", []loop.Event{
			{Run: &loop.RunInfo{Task: "take 7"}}, {Note: &planner.Note{Text: "or 8"}}, ended(`{"text":"7, 8, 1969 and 2001"}`)}, Share{3, 4}},
		{"all of them", []loop.Event{{Run: &loop.RunInfo{Task: "when?"}}, ended(`{"text":"in 1969"}`)}, Share{1, 1}},
		{"no values", []loop.Event{{Run: &loop.RunInfo{Task: "is it?"}}, ended(`{"text":"yes"}`)}, Share{}},
		{"no answer", []loop.Event{{Run: &loop.RunInfo{Task: "is it?"}}, ended("")}, Share{}},
		{"what an earlier run was told is nothing to a later one", []loop.Event{
			{Run: &loop.RunInfo{Task: "take 7"}}, {Note: &planner.Note{Text: "or 8"}}, ended(`{"text":"7"}`),
			{Run: &loop.RunInfo{Task: "again"}}, ended(`{"text":"7 8"}`)}, Share{1, 3}},
	} {
		var c FaithfulCounter
		for _, e := range row.events {
			c.Watch(e)
		}
		assert.Equal(t, row.want, c.Values, row.claim)
		answers = append(answers, Answer{Outcome: loop.Final, Values: c.Values})
	}
	got := score(Suite{Items: make([]Item, len(answers))}, answers).Faithful
	assert.Equal(t, Faithful{Values: Share{5, 8}, Answers: Share{1, 3}}, got, "an answer counts if it has values")
	assert.Equal(t, "faithful: 5/8 62.5 of the values, 1/3 33.3 of the answers with any", got.String())
	assert.Empty(t, Faithful{}.String())
	got.Join(got)
	assert.Equal(t, Faithful{Values: Share{10, 16}, Answers: Share{2, 6}}, got)
}
