package planner_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// Case E1.
func TestAnEditedPlanFitsTheGrammar(t *testing.T) {
	was := planner.Plan{Revision: 1, Steps: []planner.PlanStep{
		{ID: "s1", Description: "count the bolts", DependsOn: []string{}, Status: planner.StepDone, Output: json.RawMessage(`20`)},
		{ID: "s2", Description: "order what is missing", DependsOn: []string{"s1"}, Status: planner.StepPending},
	}}
	offers := []planner.Offer{{Name: "order", Args: grammar.Object(grammar.Property{Name: "n", Schema: grammar.Integer(1, 500)})}}
	const kept = `{"id":"s1","description":"count the bolts","depends_on":[],"status":"done"}`
	for _, row := range []struct{ claim, steps, problem string }{
		{"as it was", kept + `,{"id":"s2","description":"order what is missing","depends_on":["s1"]}`, ""},
		{"new plan steps, a tool, arguments and a condition", kept +
			`,{"description":"order 80 bolts","depends_on":["s1"],"tool":"order","args":{"n":80}},
			{"description":"write to the customer","depends_on":[],"when":{"of":"s1","path":"","value":20}}`, ""},
		{"a reference in the arguments", kept + `,{"description":"order some bolts","depends_on":[],"tool":"order","args":{"n":"{{s1}}"}}`, ""},
		{"a description that says nothing", kept + `,{"description":"order","depends_on":[]}`, `s3: description: want at least 8 characters`},
		{"one that never ends", kept + `,{"description":"` + strings.Repeat("very ", 60) + `","depends_on":[]}`, `s3: description: want`},
		{"too many dependencies", kept + `,{"description":"order one bolt","depends_on":[]},` +
			`{"description":"order two bolts","depends_on":[]},{"description":"order six bolts","depends_on":[]},
			{"description":"order ten bolts","depends_on":[]},{"description":"count them again","depends_on":["s1","s3","s4","s5","s6"]}`,
			`s7: depends_on: want`},
		{"arguments without a tool", kept + `,{"description":"order one bolt","depends_on":[],"args":{"n":1}}`, `s3: args: want`},
		{"a value of a condition that is none", kept +
			`,{"description":"order one bolt","depends_on":[],"when":{"of":"s1","path":"","value":[1]}}`, `s3: when`},
		{"a member that plans do not have", kept + `,{"description":"order one bolt","dependson":[]}`, `unknown field "dependson"`},
		{"a settled plan step that is changed", `{"id":"s1","description":"count the nuts","depends_on":[],"status":"done"}`,
			"s1 is settled (done) and cannot be changed"},
		{"arguments that do not fit the tool", kept +
			`,{"description":"order 800 bolts","depends_on":[],"tool":"order","args":{"n":800}}`, "the arguments of s3 do not fit order"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			edited, err := planner.EditPlan(was, json.RawMessage(`{"facts":"","steps":[`+row.steps+`]}`), offers)
			if row.problem != "" {
				require.ErrorContains(t, err, row.problem)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, planner.StepDone, edited.Steps[0].Status)
			assert.Equal(t, planner.ByPerson, edited.LastRevision().By)
		})
	}
}
