package planerrors_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/planner/planerrors"
)

func TestCase132Libraries(t *testing.T) {
	core := planerrors.Core()
	require.Len(t, core.Errors, 3)
	for _, e := range core.Errors {
		assert.GreaterOrEqual(t, len(e.FailurePatterns), 4, e.Type)
		assert.GreaterOrEqual(t, len(e.SuccessPatterns), 4, e.Type)
		assert.Equal(t, planerrors.Authored, e.Origin)
	}
	const entry = `{"type":"some_error","description":"d","impact":"i","failure_patterns":[],"success_patterns":[],` +
		`"evidence":[],"origin":"authored"}`
	for _, row := range []struct{ claim, text, want string }{
		{"another version", `{"version":2,"name":"x","errors":[]}`, "lib.json: version 2"},
		{"an unknown field", `{"version":1,"name":"x","errors":[],"more":1}`, `lib.json: json: unknown field "more"`},
		{"a repeated type", `{"version":1,"name":"x","errors":[` + entry + "," + entry + `]}`,
			"lib.json: entry 2: the type some_error is there already"},
		{"a missing field", `{"version":1,"name":"x","errors":[{"type":"some_error","impact":"i","origin":"authored"}]}`,
			"lib.json: entry 1 (some_error): description and impact are required"},
		{"no origin", `{"version":1,"name":"x","errors":[{"type":"some_error","description":"d","impact":"i"}]}`,
			`entry 1 (some_error): origin is ""`},
		{"text after it", `{"version":1,"name":"x","errors":[]} {}`, "there is text after the library"},
		{"no name", `{"version":1,"errors":[]}`, "it has no name"},
	} {
		_, err := planerrors.Parse("lib.json", []byte(row.text))
		assert.ErrorContains(t, err, row.want, row.claim)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version":1,"name":"x","errors":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if l, err := planerrors.Parse("f", text); err == nil {
			assert.NotEmpty(t, l.Name)
		}
	})
}

func ExampleCore() {
	for _, e := range planerrors.Core().Errors {
		fmt.Println(e.Type, len(e.FailurePatterns), len(e.SuccessPatterns))
	}
	// Output:
	// insufficient_constraint_verification 4 4
	// ineffective_tool_selection 4 4
	// shallow_content_verification 4 4
}
