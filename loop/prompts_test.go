package loop_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/toolset"
)

// What the model says in the runs whose prompts are kept.
const (
	sayLookup    = `{"thought":"goed is not a form of go","tool":"lookup_irregular_verb","tool_args":{"verb":"goed"}}`
	sayConjugate = `{"thought":"","tool":"conjugate","tool_args":{"person":"3sg","tense":"past_simple","verb":"go"}}`
	sayGoes      = `{"thought":"","tool":"final_answer","tool_args":{"text":"He goes to school."}}`
	sayWent      = `{"thought":"","tool":"final_answer","tool_args":{"text":"He went to school."}}`
	sayDone1     = `{"thought":"","tool":"step_done","tool_args":{"evidence":["c1"],"output":"go is irregular: go, went, gone"}}`
	sayDone2     = `{"thought":"","tool":"step_done","tool_args":{"evidence":["c2"],"output":"the past simple of go is went"}}`
	sayFailed    = `{"thought":"","tool":"step_failed","tool_args":{"reason":"school is not a verb, so nothing agrees with it"}}`
	sayReplan    = `{"thought":"","tool":"replan","tool_args":{"reason":"the table has the form, so the rest is not needed"}}`

	planTwo = `{"facts":"goed is no English word","steps":[{"depends_on":[],"description":"look up the verb go",` +
		`"expected":"its three forms","tool":"lookup_irregular_verb"},{"depends_on":["s1"],"description":"check that school ` +
		`agrees","expected":"","tool":"check_subject_verb_agreement"}]}`
	planOne = `{"facts":"","steps":[{"depends_on":[],"description":"look up the verb go","expected":"its three forms",` +
		`"tool":"lookup_irregular_verb"}]}`
	planForm  = `{"facts":"","steps":[{"depends_on":[],"description":"conjugate go in the past","expected":"one word","tool":"conjugate"}]}`
	planGuess = `{"facts":"","steps":[{"depends_on":[],"description":"answer from memory","expected":"","tool":null}]}`

	judgeDone = `{"assessment":"the table says went","confidence":"high","done":true,"gaps":[],"guidance":""}`
	judgeNot  = `{"assessment":"the tense is wrong","confidence":"high","done":false,"gaps":["the past"],` +
		`"guidance":"Take the past simple from the table."}`
	reviewMet     = `{"assessment":"three forms","guidance":"","met":true}`
	reviewNot     = `{"assessment":"only one form","guidance":"Name all three forms.","met":false}`
	diagnoseSound = `{"analysis":"each plan step names its tool","errors":[]}`
	diagnoseGuess = `{"analysis":"nothing is looked up","errors":[{"detail":"memory proves nothing",` +
		`"severity":"critical","steps":["s1"],"type":"ineffective_tool_selection"}]}`
	scoreBoth = `{"scores":[{"assessment":"a tool too many","plan":1,"score":4},{"assessment":"what is needed","plan":2,"score":9}]}`
)

// spokenRuns are strategies with a run of each that asks every role, and asks again where it can.
func spokenRuns() []struct {
	p      planner.Planner
	script []string
} {
	execute := strategy.PlanExecute{}
	execute.ParallelPlanSteps = 1 // the order of lanes is that of the script
	act := strategy.PlanAct{}
	act.Candidates, act.ReviewPlanSteps = 2, true
	return []struct {
		p      planner.Planner
		script []string
	}{
		{strategy.ReAct{}, []string{sayLookup, "Sure! I look it up.", sayConjugate, sayWent}},
		{execute, []string{planTwo, sayLookup, sayDone1, sayFailed, planForm, sayConjugate, sayDone2, sayWent}},
		{act, []string{planTwo, planOne, scoreBoth, sayLookup, sayDone1, reviewNot, sayDone1, reviewMet, sayWent}},
		{strategy.PlanActReflect{}, []string{planOne, sayLookup, sayGoes, judgeNot, planForm, sayWent, judgeDone}},
		{strategy.PreFlect{Inner: strategy.PlanAct{}},
			[]string{planGuess, diagnoseGuess, planTwo, sayLookup, sayReplan, planForm, diagnoseSound, sayConjugate, sayDone2, sayWent}},
		{strategy.PreFlect{Inner: strategy.ReAct{}}, []string{planTwo, diagnoseSound, sayLookup, sayReplan, planForm, diagnoseSound,
			sayConjugate, sayWent}},
		{strategy.Reflexion{Inner: strategy.ReAct{}}, []string{sayGoes, judgeNot, sayLookup, sayWent, judgeDone}},
		{strategy.SelfRefine{Inner: strategy.ReAct{}}, []string{sayLookup, sayGoes, judgeNot, sayWent, judgeDone}},
	}
}

// TestThePromptsOfEveryStrategy keeps every message that every role of every strategy reads in one run
// on the tutor's tools, in the general words, with what it costs. A changed prompt is changed behavior:
//
//	go test ./loop -run ThePromptsOfEveryStrategy -update
//
// Case 65.
func TestThePromptsOfEveryStrategy(t *testing.T) {
	list, err := toolset.Tools(toolset.Options{})
	require.NoError(t, err)
	registry, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	roles := map[model.Role]bool{}
	for _, row := range spokenRuns() {
		t.Run(row.p.Name(), func(t *testing.T) {
			m := fake.Script(row.script...)
			c := loop.Config{}
			c.Answer = grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(1, 100)})
			l, err := loop.New(row.p, m, registry, c)
			require.NoError(t, err)
			r, err := l.Run(t.Context(), "Correct: He goed to school.", nil)
			require.NoError(t, err)
			require.EqualValues(t, loop.Final, r.Outcome, "%s: %s", r.Reason, r.Error)
			require.Zero(t, m.Left(), "the whole script is said")
			before := map[string][]model.Message{}
			for _, q := range m.Requests() {
				roles[q.Role] = true
				onlyGrows(t, before, q)
			}
			golden(t, filepath.Join("testdata", "prompts", strings.ReplaceAll(row.p.Name(), ":", "-")+".golden"), conversations(m.Requests()))
		})
	}
	if !t.Failed() {
		assert.Len(t, roles, len(model.Roles), "every role is asked")
	}
}

// onlyGrows checks that a conversation of a role keeps its head and its past in all its requests of a run: what
// changes costs a server all that it has read from there on. The last line, and a repair after it, are made anew.
func onlyGrows(t *testing.T, before map[string][]model.Message, q model.Request) {
	t.Helper()
	first, _, _ := strings.Cut(q.Messages[0].Content, "\n") // a role that is asked for several things has a head for each
	require.Equal(t, model.System, q.Messages[0].Author)
	kind := string(q.Role) + first
	was, asked := before[kind]
	before[kind] = q.Messages
	if !asked {
		return
	}
	assert.Equal(t, was[0], q.Messages[0], "the head of the %s", q.Role)
	if was[1] == q.Messages[1] { // else it is about something else
		assert.GreaterOrEqual(t, common(was, q.Messages), len(was)-2, "the conversation of the %s", q.Role)
	}
}

// conversations prints requests, each without the messages with which an earlier one of its role begins,
// and what the roles cost. Tokens are those that the loop counts where a server names none.
func conversations(requests []model.Request) string {
	var b strings.Builder
	type cost struct{ requests, bytes int }
	costs := map[model.Role]*cost{}
	for n, q := range requests {
		same, as := 0, 0
		for k, earlier := range requests[:n] {
			if s := common(q.Messages, earlier.Messages); earlier.Role == q.Role && s >= same && s > 0 {
				same, as = s, k+1
			}
		}
		bytes := 0
		for _, m := range q.Messages {
			bytes += len(m.Content)
		}
		fmt.Fprintf(&b, "======== request %d, %s: %d bytes, about %d tokens; schema of %d bytes\n", n+1, q.Role, bytes,
			tokens(bytes), len(q.Grammar.Schema()))
		if same > 0 {
			fmt.Fprintf(&b, "--- the first %d messages are those of request %d\n", same, as)
		}
		for _, m := range q.Messages[same:] {
			fmt.Fprintf(&b, "--- %s\n%s\n", m.Author, m.Content)
		}
		if costs[q.Role] == nil {
			costs[q.Role] = &cost{}
		}
		costs[q.Role].requests++
		costs[q.Role].bytes += bytes
	}
	for _, role := range model.Roles {
		if c := costs[role]; c != nil {
			fmt.Fprintf(&b, "======== %s: %d requests, %d bytes, about %d tokens\n", role, c.requests, c.bytes, tokens(c.bytes))
		}
	}
	return b.String()
}

func tokens(bytes int) int { return (bytes + 2) / 3 }

// common returns how many messages two conversations begin with that are the same.
func common(a, b []model.Message) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "write it with: go test ./loop -update")
	assert.Equal(t, string(want), got)
}

// TestARequestIsPrintedWithoutWhatWasSaid holds the printing to what a reader needs: a prompt that
// changes in its beginning shows.
func TestARequestIsPrintedWithoutWhatWasSaid(t *testing.T) {
	g, err := grammar.Compile(t.Context(), grammar.Boolean().JSON(), grammar.Options{})
	require.NoError(t, err)
	say := func(texts ...string) model.Request {
		q := model.Request{Role: model.Executor, Grammar: g}
		for _, text := range texts {
			q.Messages = append(q.Messages, model.Message{Author: model.User, Content: text})
		}
		return q
	}
	got := conversations([]model.Request{say("a", "b"), say("a", "c"), say("x")})
	assert.Equal(t, []string{"======== request 1, executor: 2 bytes, about 1 tokens; schema of 18 bytes", "--- user", "a", "--- user", "b",
		"======== request 2, executor: 2 bytes, about 1 tokens; schema of 18 bytes",
		"--- the first 1 messages are those of request 1", "--- user", "c",
		"======== request 3, executor: 1 bytes, about 1 tokens; schema of 18 bytes", "--- user", "x",
		"======== executor: 3 requests, 5 bytes, about 2 tokens"}, slices.Collect(strings.SplitSeq(strings.TrimSpace(got), "\n")))
}
