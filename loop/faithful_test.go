package loop_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// told is a State whose task and observations are these.
func told(task string, outputs ...string) planner.State {
	s := planner.State{Task: task}
	for i, output := range outputs {
		id := fmt.Sprintf("c%d", i+1)
		s.Steps = append(s.Steps, planner.Step{Calls: []tools.Call{{ID: id, Tool: "a"}},
			Observations: []tools.Observation{tools.Succeeded(id, json.RawMessage(output))}})
	}
	return s
}

func TestCase151TheValuesOfAnAnswerAreLookedFor(t *testing.T) {
	for _, row := range []struct{ claim, task, output, answer, want string }{
		{"a number stands in an output", "how many?", `{"count":1200}`, `{"text":"There are 1,200 of them."}`, "number 1,200 c1"},
		{"a decimal comma", "", `"it is 3.5 m"`, `{"text":"3,5 m"}`, "number 3,5 c1"},
		{"a number that is part of another is none", "", `"12"`, `{"text":"2 of them"}`, "number 2 -"},
		{"a number as JSON", "take 7", `null`, `{"n":7.0,"m":-8}`, "number 7.0 task, number -8 -"},
		{"no number within a word", "", `null`, `{"text":"the model qwen3 and c1, 3sg and the 2nd"}`, ""},
		{"a quotation is a whole", "", `"he said I am here today"`, `{"text":"It says \"I am  Here\" and \"I was there\"."}`,
			"quote I am  Here c1, quote I was there -"},
		{"an apostrophe quotes nothing", "", `null`, `{"text":"I don't know what it's for"}`, ""},
		{"single quotes do", "the word 'goed'", `null`, `{"text":"not 'goed' but 'went'"}`, "quote goed task, quote went -"},
		{"a name, but not the first word", "", `{"city":"Lima"}`, `{"text":"Today it is Lima. Peru is far, said Ana María Ruiz."}`,
			"name Lima c1, name Ana María Ruiz -"},
		{"of several words at the beginning all but the first", "New York", `null`, `{"text":"The New York papers"}`, "name New York task"},
		{"an opening mark begins a sentence", "", `null`, `{"text":"¿Cuándo vino? ¡La vi! ¿Lo sabe Ana?"}`, "name Ana -"},
		{"a name within a word is none", "Limassol", `null`, `{"text":"it is Lima"}`, "name Lima -"},
		{"JSON within a text", "", `"{\"year\":1969}"`, `{"text":"in 1969"}`, "number 1969 c1"},
		{"no values", "", `null`, `{"text":"yes","ok":true}`, ""},
	} {
		f := loop.Faithful(told(row.task, row.output), json.RawMessage(row.answer))
		var got []string
		for _, v := range f {
			from := v.From
			if from == "" {
				from = "-"
			}
			got = append(got, fmt.Sprintf("%s %s %s", v.Kind, v.Text, from))
		}
		assert.Equal(t, row.want, strings.Join(got, ", "), row.claim)
	}
	s := told("the task", `"a"`)
	s.Steps = append(s.Steps, planner.Step{Calls: []tools.Call{{ID: "c2", Tool: planner.WaitRequest}},
		Observations: []tools.Observation{tools.Succeeded("c2", json.RawMessage(`"waited 30 s"`))}},
		planner.Step{Calls: []tools.Call{{ID: "c3", Tool: "a"}},
			Observations: []tools.Observation{tools.Failed("c3", tools.NotFound("nothing under 41"))}})
	s.Notes = []planner.Note{{Text: "take 12"}}
	f := loop.Faithful(s, json.RawMessage(`{"text":"30, 41, 12 and 99"}`))
	assert.Equal(t, "faithful: 2 of 4 values of the answer stand in the task or in what calls gave; not there: 30, 99",
		f.String(), "a wait gives nothing, an error does")
	assert.Empty(t, loop.Faithful(s, nil).String())
}

func FuzzFaithful(f *testing.F) {
	f.Add("the task 1,2", `{"n":1e999}`, `{"text":"\"a\" 1.2.3 Lima"}`)
	f.Fuzz(func(t *testing.T, task, output, answer string) {
		s := told(task)
		if json.Valid([]byte(output)) {
			s = told(task, output)
		}
		got := loop.Faithful(s, json.RawMessage(answer))
		if len(got.Unfounded()) > len(got) {
			t.Fatal("more than all")
		}
		for _, v := range loop.Faithful(told(answer), json.RawMessage(answer)).Unfounded() {
			if v.Kind == "number" && json.Valid([]byte(answer)) && strings.Contains(answer, v.Text) && !strings.ContainsAny(v.Text, "eE") {
				t.Fatalf("%q stands in %q", v.Text, answer)
			}
		}
	})
}
