package loop_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// bounded gives a model a context.
type boundedModel struct {
	model.Model
	tokens int
}

func (b boundedModel) ContextTokens() int { return b.tokens }

// long runs n calls of a tool with outputs of size bytes on a model with a context of tokens.
func long(t *testing.T, n, size, tokens int) (*fake.Scripted, loop.Result, []loop.Event) {
	t.Helper()
	say := tools.Must(tools.New("say", "does it", func(_ context.Context, in number) (string, error) {
		return fmt.Sprint("word", in.N, strings.Repeat("x", size)), nil
	}, tools.Options{}))
	registry, err := tools.NewRegistry(say)
	require.NoError(t, err)
	var script []string
	for i := range n {
		script = append(script, fmt.Sprintf(`{"thought":"","tool":"say","tool_args":{"n":%d}}`, i))
	}
	script = append(script, `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`)
	m := fake.Script(script...)
	l, err := loop.New(strategy.ReAct{}, boundedModel{m, tokens}, registry,
		strict(loop.Config{Budget: loop.Budget{Steps: n + 1, Tokens: 1 << 30}}))
	require.NoError(t, err)
	r, _, events := logged(t, l)
	require.NoError(t, l.Replay(t.Context(), events))
	return m, r, events
}

// Case 63.
func TestALongConversationIsFoldedFromItsOldestEnd(t *testing.T) {
	const tokens = 4000
	m, r, events := long(t, 20, 1500, tokens)
	require.Equal(t, loop.Final, r.Outcome, r.Error)
	folded := 0
	for i, req := range m.Requests() {
		bytes := 0
		var text strings.Builder
		for _, message := range req.Messages {
			bytes += len(message.Content)
			text.WriteString(message.Content + "\n")
		}
		assert.LessOrEqual(t, bytes/3, tokens*80/100, "request %d", i)
		assert.Contains(t, text.String(), "Task: the task")
		for n := max(0, i-2); n < i; n++ { // the newest two in full, call and observation
			assert.Contains(t, text.String(), fmt.Sprintf(`"tool_args":{"n":%d}}`, n))
			assert.Contains(t, text.String(), fmt.Sprintf("Result: \"word%dx", n))
		}
		for n := range i { // every call has its observation, in full or in a digest line
			inFull := strings.Contains(text.String(), fmt.Sprintf(`"tool_args":{"n":%d}}`, n))
			assert.Equal(t, inFull, strings.Contains(text.String(), fmt.Sprintf("Result: \"word%dx", n)), "step %d in request %d", n, i)
			assert.NotEqual(t, inFull, strings.Contains(text.String(), fmt.Sprintf("c%d say ", n+1)))
		}
	}
	for _, e := range events {
		if e.Ask != nil {
			assert.GreaterOrEqual(t, e.Ask.Folded.Steps, folded, "the log says what was folded, and nothing is unfolded")
			folded = e.Ask.Folded.Steps
		}
	}
	assert.Positive(t, folded)
}

func TestWhereFoldingIsNotEnoughObservationsAreCut(t *testing.T) {
	m, r, _ := long(t, 3, 3000, 2000)
	require.Equal(t, loop.Final, r.Outcome, r.Error)
	last := m.Requests()[3].Messages
	for _, message := range last {
		assert.Less(t, len(message.Content), 1200)
	}
}

// Case 64.
func TestAPromptThatCannotBeMadeShortEnoughIsNotSent(t *testing.T) {
	m, r, _ := long(t, 1, 10, 150)
	assert.Equal(t, loop.ModelFailure, r.Outcome)
	assert.EqualValues(t, "context_overflow", r.Reason)
	assert.Contains(t, r.Error, "does not fit the context of 150")
	assert.Empty(t, m.Requests())
}

func TestPromptsAreMeasuredByTheModelsOwnCount(t *testing.T) {
	// A model that counts a token for each byte has a context that is full three times sooner.
	replies := replies("A B C D E F", 0)
	for i := range replies {
		replies[i].Usage = model.Usage{PromptTokens: 2600 + i, OutputTokens: 1}
	}
	m := fake.Play(replies...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), strict(loop.Config{Limits: loop.Limits{ContextTokens: 3300}}))
	require.NoError(t, err)
	_, _, events := logged(t, l)
	var folded []int
	for _, e := range events {
		if e.Ask != nil {
			folded = append(folded, e.Ask.Folded.Steps)
		}
	}
	assert.Equal(t, 0, folded[0], "the first is estimated")
	assert.Positive(t, folded[len(folded)-1], "the later ones are counted: %v", folded)
}

// small runs p on a cast whose role has a model with a context of tokens; the others' have no bound.
func small(t *testing.T, p planner.Planner, role model.Role, tokens int, scripts map[string]string) staged {
	t.Helper()
	c := bare()
	m := &cast{t: t, scripts: scripts, used: map[string]int{}}
	c.Roles = map[model.Role]loop.RoleConfig{role: {Model: boundedModel{m, tokens}}}
	l, err := loop.New(p, m, lettered(t), c)
	require.NoError(t, err)
	got := staged{cast: m}
	got.result, _, got.events = logged(t, l)
	assert.NoError(t, l.Replay(t.Context(), got.events), "it replays")
	return got
}

// Case 63.
func TestWhicheverRolesPromptDoesNotFitIsFolded(t *testing.T) {
	par := strategy.PlanActReflect{}
	par.Plan, par.StepsPerCycle = strategy.PlanOff, 8
	const calls = "A100 B100 C100 D100"
	output := func(n int) string {
		return fmt.Sprintf(`{"thought":"","tool":"step_done","tool_args":{"evidence":[],"output":"%d%s"}}`, n, numbered("y", 160))
	}
	for _, row := range []struct {
		role    model.Role
		p       planner.Planner
		scripts map[string]string
		folded  planner.Folding // at least
	}{
		{model.Reflector, par, map[string]string{"executor": calls + " F " + strings.ReplaceAll(calls, "00", "01") + " F:other",
			"reflector": "V- V+"}, planner.Folding{Steps: 2}},
		{model.Executor, par, map[string]string{"executor": calls + " F " + strings.ReplaceAll(calls, "00", "01") + " F:other",
			"reflector": "V- V+"}, planner.Folding{Steps: 2}},
		{model.Synthesizer, strategy.PlanExecute{},
			map[string]string{"planner": "P(a b c)", "s1": output(1), "s2": output(2), "s3": output(3), "synthesizer": "F"},
			planner.Folding{Observation: 512}},
		{model.Planner, strategy.PlanExecute{}, map[string]string{"planner": "P(a b c d) P(e)", "s1": output(1),
			"s2": output(2), "s3": output(3), "s4": "X", "s5": "D", "synthesizer": "F"}, planner.Folding{Observation: 512}},
	} {
		wide := small(t, row.p, row.role, 1<<20, row.scripts)
		require.Equal(t, loop.Final, wide.result.Outcome, "%s: %s", row.role, wide.result.Error)
		largest := 0
		for _, e := range wide.events {
			if e.Ask != nil && e.Ask.Role == row.role {
				largest = max(largest, e.Ask.PromptBytes)
			}
		}
		tokens := largest / 3 * 100 / 85 // the largest prompt is a little too large
		got := small(t, row.p, row.role, tokens, row.scripts)
		require.Equal(t, loop.Final, got.result.Outcome, "%s: %s", row.role, got.result.Error)
		var most planner.Folding
		for _, e := range got.events {
			switch {
			case e.Ask == nil:
			case e.Ask.Role != row.role:
				assert.Zero(t, e.Ask.Folded, "%s shortens no other role's prompts", row.role)
			default:
				assert.Less(t, e.Ask.PromptBytes, largest)
				most.Steps, most.Observation = max(most.Steps, e.Ask.Folded.Steps), max(most.Observation, e.Ask.Folded.Observation)
			}
		}
		assert.GreaterOrEqual(t, most.Steps, row.folded.Steps, string(row.role))
		assert.GreaterOrEqual(t, most.Observation, row.folded.Observation, string(row.role))
		tight := small(t, row.p, row.role, 100, row.scripts)
		assert.EqualValues(t, "context_overflow", tight.result.Reason)
	}
}
