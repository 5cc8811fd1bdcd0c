package loop_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// texts is the rule that the answer is one of these.
func texts(values ...string) loop.Rule {
	return loop.Grounded{Answers: func(planner.State) grammar.Schema {
		return grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum(values...)})
	}}
}

func answer(text string) string {
	return `{"thought":"","tool":"final_answer","tool_args":{"text":"` + text + `"}}`
}

func TestTwoGroundingsLeaveWhatBothAllow(t *testing.T) {
	for _, row := range []struct {
		claim string
		says  string
		ok    bool
	}{
		{"both allow it", "both", true},
		{"only the first allows it", "first", false},
		{"only the last allows it", "last", false},
	} {
		for _, rules := range [][]loop.Rule{
			{texts("first", "both"), texts("both", "last")},
			{texts("both", "last"), texts("first", "both")},
		} {
			r, _, _ := ruled(t, answer(row.says), strict(loop.Config{}), rules...)
			assert.Equal(t, row.ok, r.Outcome == loop.Final, row.claim)
		}
	}
}

func TestGroundingsThatAgreeOnNothing(t *testing.T) {
	r, choices, events := ruled(t, "A "+answer("last"), strict(loop.Config{Budget: loop.Budget{Steps: 2}}), texts("first"), texts("last"))
	assert.NotContains(t, choices[0], "final_answer", "there is no answer that both allow")
	assert.Equal(t, "[final_answer]", choices[1], "the closing branch remains")
	assert.Equal(t, loop.ModelFailure, r.Outcome, "as the first rule makes it; the last would leave nothing and is overruled")
	r, _, _ = ruled(t, "A "+answer("first"), strict(loop.Config{Budget: loop.Budget{Steps: 2}}), texts("first"), texts("last"))
	assert.Equal(t, []string{"the answer was given although the rule grounding was not met"}, r.Warnings)
	var masked []string
	for _, e := range events {
		if e.Masked != nil {
			masked = append(masked, e.Masked.Names...)
		}
	}
	assert.Contains(t, masked, "final_answer", "the log says what was lost")
}

// loose is a rule that hands back other schemas, and more calls, than it was given.
type loose struct {
	args, answer grammar.Schema
	left         int
}

func (loose) Name() string { return "loose" }

func (l loose) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	a.Tools = []planner.Offer{{Name: "say", Args: l.args, Left: l.left}}
	a.Answer = &l.answer
	return a
}

func TestNoRuleWidensASchema(t *testing.T) {
	type args struct {
		Word string `json:"word" jsonschema:"maxLength=3"`
	}
	say := tools.Must(tools.New("say", "does it", func(_ context.Context, in args) (string, error) { return in.Word, nil }, tools.Options{}))
	registry, err := tools.NewRegistry(say)
	require.NoError(t, err)
	word := func(s grammar.Schema) grammar.Schema {
		return grammar.Object(grammar.Property{Name: "word", Schema: s})
	}
	text := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 5)})
	call := func(word string) string { return `{"thought":"","tool":"say","tool_args":{"word":"` + word + `"}}` }
	for _, row := range []struct {
		claim  string
		rule   loose
		script []string
		want   loop.Outcome
	}{
		{"a legal call and answer", loose{word(grammar.String(0, 9)), text, 0}, []string{call("abc"), answer("abcde")}, loop.Final},
		{"an argument that only the rule allows", loose{word(grammar.String(0, 9)), text, 0}, []string{call("abcd")}, loop.ModelFailure},
		{"an argument that only the tool allows", loose{word(grammar.String(2, 9)), text, 0}, []string{call("a")}, loop.ModelFailure},
		{"arguments of another shape", loose{grammar.Object(), text, 0}, []string{`{"thought":"","tool":"say","tool_args":{}}`},
			loop.ModelFailure},
		{"an answer that only the rule allows", loose{word(grammar.String(0, 3)), grammar.OpenObject(), 0},
			[]string{answer("abcdef")}, loop.ModelFailure},
		{"calls that a quota took", loose{word(grammar.String(0, 3)), text, 5}, []string{call("a"), call("b")}, loop.ModelFailure},
	} {
		c := strict(loop.Config{Answer: text, Rules: []loop.Rule{loop.Quota{Tool: "say", Calls: 1}, row.rule}})
		l, err := loop.New(strategy.ReAct{}, fake.Script(row.script...), registry, c)
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, row.want, r.Outcome, "%s: %s", row.claim, r.Error)
	}
}

func TestARuleCannotRaiseWhatAQuotaLeft(t *testing.T) {
	p := strategy.ReAct{}
	p.Parallel = 4
	two := `{"thought":"","tool":"parallel","tool_args":{"calls":[{"tool":"a","tool_args":{"n":0}},{"tool":"a","tool_args":{"n":1}}]}}`
	l, err := loop.New(p, fake.Script(two), lettered(t),
		strict(loop.Config{Rules: []loop.Rule{loop.Quota{Tool: "a", Calls: 1}, loop.Quota{Tool: "a", Calls: 3}}}))
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	assert.Contains(t, r.Error, "a may be called 1 more times")
}
