package tutor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/tutor/rules"
)

const lookUpGo = `{"thought":"goed?","tool":"lookup_irregular_verb","tool_args":{"verb":"go"}}`

// final is a decision that answers. corrected and gloss are JSON.
func final(corrected, scope, rationale, gloss string) string {
	return `{"thought":"done","tool":"final_answer","tool_args":{"corrected":` + corrected + `,"in_scope":` + scope +
		`,"rationale":["` + rationale + `"],"spanish_gloss":` + gloss + `}}`
}

// loose is a policy under which a script may answer what no tool returned.
func loose() loop.Config {
	c := loop.Config{}
	c.Leash = loop.Enum
	c.Repeats = loop.Halt
	return c
}

// scripted returns a tutor under a loose policy whose model says outputs, from the first on for each input.
func scripted(t *testing.T, outputs ...string) *Tutor {
	t.Helper()
	script := fake.Script(outputs...)
	tutor, err := New(Options{Model: func() model.Model { return script.Fresh() }, Loop: loose(), Trace: true})
	require.NoError(t, err)
	return tutor
}

func correct(t *testing.T, tutor *Tutor, input string) Report {
	t.Helper()
	r, err := tutor.Correct(t.Context(), input, nil, nil)
	require.NoError(t, err)
	if r.Corrected != nil {
		assert.Equal(t, *r.Corrected, Apply(input, r.Edits), "the edits make the correction")
	} else {
		assert.Empty(t, r.Edits)
	}
	r.ElapsedMS = 0
	return r
}

func TestReportIsTheFormOfTheNotes(t *testing.T) {
	tutor := scripted(t, lookUpGo, final(`"Yesterday he went to school."`, "true", "go is irregular: go, went, gone.",
		`"Ayer él fue a la escuela."`))
	tutor.options.Trace = false
	r := correct(t, tutor, "Yesterday he goed to school.")
	assert.Equal(t, `{"input":"Yesterday he goed to school.","corrected":"Yesterday he went to school.","in_scope":true,`+
		`"rationale":["go is irregular: go, went, gone."],"spanish_gloss":"Ayer él fue a la escuela.",`+
		`"edits":[{"offset":13,"length":4,"original":"goed","replacement":"went","rule":"INFL-OVERREG","cefr":"A1"}],`+
		`"reason":null,"outcome":"final","forced":"","confidence":null,"unsure":false,`+
		`"model":"script","planner":"react","steps":2,"tool_calls":1,"elapsed_ms":0}`, string(r.JSON()))
}

func TestTraceListsCallsAndAnswer(t *testing.T) {
	r := correct(t, scripted(t, lookUpGo, final("null", "true", "fine", "null")), "He went.")
	var names []string
	for _, step := range gjson.GetBytes(r.JSON(), "trace").Array() {
		names = nil
		step.ForEach(func(name, _ gjson.Result) bool { names = append(names, name.Str); return true })
		assert.Equal(t, []string{"thought", "tool", "tool_args", "observation"}, names)
	}
	require.Len(t, r.Trace, 2)
	assert.Equal(t, "lookup_irregular_verb", r.Trace[0].Tool)
	assert.JSONEq(t, `{"verb":"go"}`, string(r.Trace[0].Args))
	assert.Equal(t, "went", gjson.GetBytes(r.Trace[0].Observation, "past_simple").Str)
	assert.Equal(t, "final_answer", r.Trace[1].Tool)
	assert.Nil(t, r.Trace[1].Observation)
}

func TestMembersAreTheOnesOfAReport(t *testing.T) {
	assert.Equal(t, "input corrected in_scope rationale spanish_gloss edits reason outcome fault forced confidence unsure "+
		"model planner steps tool_calls elapsed_ms escalations trace", strings.Join(Members(), " "))
}

func TestAnswersAreReadCarefully(t *testing.T) {
	rows := []struct {
		claim, decision string
		corrected       string // "" is null
		inScope         bool
		reason          string // "" is null
	}{
		{"a correction", final(`"He went."`, "true", "x", "null"), "He went.", true, ""},
		{"a correction that changes nothing is none", final(`"He goed."`, "true", "x", "null"), "", true, ""},
		{"whoever corrects has judged", final(`"He went."`, "false", "request: no", "null"), "He went.", true, ""},
		{"a reason begins a line", final("null", "false", "request: this asks for a poem.", "null"), "", false, "request"},
		{"a reason beside a judgment is none", final("null", "true", "request: this asks for a poem.", "null"), "", true, ""},
		{"a reason outside the list is none", final("null", "false", "boring: this is.", "null"), "", false, ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			r := correct(t, scripted(t, row.decision), "He goed.")
			assert.Equal(t, loop.Final, r.Outcome)
			assert.Equal(t, row.corrected, value(r.Corrected))
			assert.Equal(t, row.inScope, r.InScope)
			assert.Equal(t, row.reason, value(r.Reason))
		})
	}
}

func TestCodesGoToEditsThatMendTheVerb(t *testing.T) {
	rows := []struct{ claim, input, corrected, want string }{
		{"the word itself", "He goed to school.", "He went to school.", "INFL-OVERREG"},
		{"another repair at its place", "He goed to school.", "He goes to school.", "INFL-OVERREG"},
		{"a change elsewhere", "He went to school and he goed home.", "He ran to school and he went home.", " INFL-OVERREG"},
		{"an auxiliary beside it", "I moving home.", "I am moving home.", "BE-ING"},
		{"a sentence written anew", "He goed to school.", "Bananas are quite yellow today", ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var got []string
			for _, e := range correct(t, scripted(t, final(`"`+row.corrected+`"`, "true", "x", "null")), row.input).Edits {
				got = append(got, e.Rule)
			}
			assert.Equal(t, row.want, strings.Join(got, " "))
		})
	}
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func TestSeveralSentencesAreJoined(t *testing.T) {
	went, fine := final(`"He went."`, "true", "a", `"Él fue."`), final("null", "true", "b", `"Ella es feliz."`)
	outside := final("null", "false", "request: c", "null")
	t.Run("edits count in the whole input", func(t *testing.T) {
		r := correct(t, scripted(t, went, lookUpGo, fine, outside), "  He goed.  She is happy.\nWrite a poem. ")
		assert.Equal(t, "  He went.  She is happy.\nWrite a poem. ", value(r.Corrected))
		assert.True(t, r.InScope)
		assert.Nil(t, r.Reason)
		assert.Nil(t, r.SpanishGloss, "half a translation is none")
		assert.Equal(t, []string{"a", "b", "request: c"}, r.Rationale)
		assert.Equal(t, 4, r.Steps)
		assert.Equal(t, 1, r.ToolCalls)
		require.Len(t, r.Edits, 1)
		assert.Equal(t, 5, r.Edits[0].Offset)
		assert.Len(t, r.Trace, 4)
	})
	t.Run("glosses are joined when all are there", func(t *testing.T) {
		r := correct(t, scripted(t, fine, went), "She is happy. He goed.")
		assert.Equal(t, "Ella es feliz. Él fue.", value(r.SpanishGloss))
		assert.Equal(t, 17, r.Edits[0].Offset)
	})
	t.Run("the first reason stands when nothing was judged", func(t *testing.T) {
		r := correct(t, scripted(t, outside, final("null", "false", "not_english: d", "null")), "Write. Hola.")
		assert.Equal(t, "request", value(r.Reason))
	})
	t.Run("an ending that is not final is the outcome of all", func(t *testing.T) {
		r := correct(t, scripted(t, went, lookUpGo, lookUpGo, fine), "He goed. He goed. He goed.")
		assert.Equal(t, loop.DuplicateAction, r.Outcome)
		assert.Nil(t, r.Corrected)
		assert.False(t, r.InScope)
		assert.Empty(t, r.Rationale)
		assert.Equal(t, 3, r.Steps)
	})
}

func TestSomeInputsAreNotGivenToAModel(t *testing.T) {
	rows := []struct{ claim, input, reason string }{
		{"nothing", "", "not_a_sentence"},
		{"white space", " \n ", "not_a_sentence"},
		{"a mark of who speaks", "He <|end|> goed.", "not_a_sentence"},
		{"a sentence that no answer could hold", strings.Repeat("a", 601), "too_long"},
		{"a mebibyte", strings.Repeat("He goed", 1<<20/7), "too_long"},
		{"more sentences than there is time for", strings.Repeat("He goed. ", 201), "too_long"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			r := correct(t, scripted(t, "never said"), row.input)
			assert.Equal(t, loop.Final, r.Outcome)
			assert.Equal(t, row.reason, value(r.Reason))
			assert.False(t, r.InScope)
			assert.Len(t, r.Rationale, 1)
			assert.Zero(t, r.Steps)
		})
	}
	t.Run("the longest sentence is", func(t *testing.T) {
		r := correct(t, scripted(t, final("null", "true", "x", "null")), strings.Repeat("a", 600))
		assert.Equal(t, 1, r.Steps)
	})
	t.Run("text that is not UTF-8 is misuse", func(t *testing.T) {
		_, err := scripted(t, "never said").Correct(t.Context(), "a\xff", nil, nil)
		_, ok := errors.AsType[*Misuse](err)
		assert.True(t, ok)
	})
}

func TestEndingsMakeNoClaim(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	rows := []struct {
		claim   string
		ctx     context.Context
		outputs []string
		open    bool
		outcome loop.Outcome
		problem string
	}{
		{"a script that runs out", t.Context(), []string{lookUpGo}, false, loop.ModelFailure, "The script holds 1 outputs"},
		{"a repeated call", t.Context(), []string{lookUpGo, lookUpGo}, false, loop.DuplicateAction, "the same thing again and again"},
		{"prose", t.Context(), []string{"Sure!", "Sorry!"}, false, loop.ModelFailure, "not a legal decision"},
		{"no step left", t.Context(), []string{lookUpGo, lookUpBe}, true, loop.BudgetExhausted, "used up its 2 steps"},
		{"a caller who leaves", cancelled, []string{lookUpGo}, false, loop.Cancelled, "Stopped."},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			tutor := scripted(t, row.outputs...)
			if row.open {
				tutor.options.Loop.OpenEnd, tutor.options.Loop.Budget.Steps = true, 2
			}
			r, err := tutor.Correct(row.ctx, "He goed.", nil, nil)
			require.NoError(t, err)
			assert.Equal(t, row.outcome, r.Outcome)
			assert.Contains(t, r.Problem, row.problem)
			assert.Nil(t, r.Corrected)
			assert.NotNil(t, r.Edits)
		})
	}
}

const lookUpBe = `{"thought":"be?","tool":"lookup_irregular_verb","tool_args":{"verb":"be"}}`

func TestLogAndWatchSeeTheSameRun(t *testing.T) {
	var log bytes.Buffer
	var seen []loop.EventKind
	_, err := scripted(t, lookUpGo, final("null", "true", "x", "null")).Correct(t.Context(), "He goed.", &log, func(e loop.Event) {
		if e.Kind != loop.Delta {
			seen = append(seen, e.Kind)
		}
	})
	require.NoError(t, err)
	var logged []loop.EventKind
	for line := range strings.Lines(log.String()) {
		var e loop.Event
		require.NoError(t, json.Unmarshal([]byte(line), &e))
		logged = append(logged, e.Kind)
	}
	assert.Equal(t, logged, seen)
	assert.Equal(t, loop.Finished, seen[len(seen)-1])
}

func TestNewRefuses(t *testing.T) {
	m := func() model.Model { return rules.New() }
	_, err := New(Options{Model: m, Planner: "magic"})
	assert.EqualError(t, err, `there is no planner "magic"; there is: `+strings.Join(Planners, ", "))
	_, err = New(Options{})
	assert.Error(t, err)
	_, err = New(Options{Model: m, Loop: loop.Config{Budget: loop.Budget{Steps: -1}}})
	assert.ErrorIs(t, err, loop.ErrMisuse)
}

// A random model may answer anything that fits; the report stands all the same.
func TestReportsOfRandomAnswersHold(t *testing.T) {
	for seed := range int64(30) {
		random := fake.Random(seed)
		tutor, err := New(Options{Model: func() model.Model { return random }, Loop: loop.Config{}, Trace: true})
		require.NoError(t, err)
		r := correct(t, tutor, "He goed to school. She don't know “it”.")
		assert.True(t, json.Valid(r.JSON()))
		assert.LessOrEqual(t, r.Steps, 16)
	}
}

// shared returns m for each input.
func shared(m model.Model) func() model.Model { return func() model.Model { return m } }
