package loop_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// TestACallThatDidNotComeThroughIsMadeAgain: only what came through is a duplicate when it is repeated.
func TestACallThatDidNotComeThroughIsMadeAgain(t *testing.T) {
	unavailable := &tools.Error{Class: tools.ClassUnavailable, Message: "busy"}
	const call = `{"thought":"","tool":"fetch","tool_args":{}}`
	const answer = `{"thought":"","tool":"final_answer","tool_args":{"text":"there"}}`
	rows := []struct {
		claim    string
		failures []error // of the first calls
		replies  []string
		outcome  loop.Outcome
		calls    int
	}{
		{"it works the second time", []error{unavailable}, []string{call, call, answer}, loop.Final, 2},
		{"too slow is the same", []error{&tools.Error{Class: tools.ClassTimeout, Message: "too slow"}},
			[]string{call, call, answer}, loop.Final, 2},
		{"after it came through it is a duplicate", []error{unavailable}, []string{call, call, call}, loop.DuplicateAction, 2},
		{"what does not fit will not fit the second time", []error{tools.NotFound("nothing there")}, []string{call, call},
			loop.DuplicateAction, 1},
		{"any other failure is a duplicate", []error{errors.New("broken")}, []string{call, call}, loop.DuplicateAction, 1},
		{"the bound on failures ends it", []error{unavailable, unavailable, unavailable}, []string{call, call, call}, loop.ToolFailure, 3},
	}
	for _, row := range rows {
		for _, repeats := range []loop.Repeats{loop.Halt, loop.Redirect} {
			calls := 0
			fetch := tools.Must(tools.New("fetch", "something", func(context.Context, struct{}) (string, error) {
				calls++
				if calls <= len(row.failures) {
					return "", row.failures[calls-1]
				}
				return "there", nil
			}, tools.Options{}))
			registry, err := tools.NewRegistry(fetch)
			require.NoError(t, err)
			c := loop.Config{}
			c.Repeats, c.Allowances.Redirects = repeats, -1
			l, err := loop.New(strategy.ReAct{}, fake.Script(row.replies...), registry, c)
			require.NoError(t, err)
			r, err := l.Run(t.Context(), "Fetch it.", nil)
			require.NoError(t, err)
			assert.Equal(t, row.outcome, r.Outcome, "%s, %s: %s", row.claim, repeats, r.Error)
			assert.Equal(t, row.calls, calls, "%s, %s", row.claim, repeats)
		}
	}
}
