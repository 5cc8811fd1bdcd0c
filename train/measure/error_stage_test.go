package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/rules"
)

func text(s string) *string { return &s }

// asked returns a step of a trace; found is JSON.
func step(tool, args, found string) tutor.TraceStep {
	return tutor.TraceStep{Tool: tool, Args: json.RawMessage(args), Observation: json.RawMessage(found)}
}

func TestWhereErrorsArise(t *testing.T) {
	look := step("lookup_irregular_verb", `{"verb":"go"}`, `{"infinitive":"go","is_irregular":true,"known":true,"past_participle":"gone","past_simple":"went"}`)
	other := step("lookup_irregular_verb", `{"verb":"school"}`, `{"infinitive":"school","is_irregular":false,"known":true,"past_participle":"schooled","past_simple":"schooled"}`)
	form := func(person, tense string) tutor.TraceStep {
		return step("conjugate", `{"person":"`+person+`","tense":"`+tense+`","verb":"go"}`, `{"form":"go","known":true,"negative":"don't go","question":"do _ go","variants":[]}`)
	}
	agree := step("check_subject_verb_agreement", `{"subject":"school","verb":"goed"}`, `{"agrees":true,"expected":"goed","head":"school","person":"3sg"}`)
	guide := []call{
		{Tool: "lookup_irregular_verb", Verb: "go"}, {Tool: "conjugate", Person: "3sg", Tense: "past_simple", Verb: "go"},
		{Tool: "check_subject_verb_agreement", Subject: "He", Verb: "goed"},
	}
	wanted := item{Input: "He goed to school.", Exact: true, Corrected: text("He went to school."), InScope: true, NotChecked: []string{}}
	report := func(corrected *string, steps ...tutor.TraceStep) tutor.Report {
		return tutor.Report{Outcome: loop.Final, InScope: true, Corrected: corrected, Trace: steps}
	}
	noted, outside := report(text("He went to school."), look), report(nil)
	noted.NotChecked = []string{"articles"}
	outside.InScope, outside.Reason = false, text("request")
	for name, row := range map[string]struct {
		report tutor.Report
		guide  []call
		want   errorStage
	}{
		"no answer at all":                          {tutor.Report{Outcome: loop.DuplicateAction}, guide, atEnd},
		"out of scope":                              {outside, guide, atScope},
		"the evidence was there":                    {report(text("He gone to school."), look), guide, atAnswer},
		"another verb":                              {report(nil, other), guide, atVerb},
		"another person":                            {report(nil, form("1sg", "past_simple")), guide, atPerson},
		"another tense":                             {report(nil, form("3sg", "present_simple")), guide, atTense},
		"another subject":                           {report(nil, agree), guide, atSubject},
		"a tool that does not help":                 {report(nil, agree), guide[:2], atTool},
		"an answer too early":                       {report(nil), guide, atTool},
		"a note too many":                           {noted, guide, atNote},
		"what is right but for the Spanish":         {report(text("He went to school."), look), guide, atGloss},
		"the first call astray counts, not a later": {report(nil, other, form("1sg", "past_simple")), guide, atVerb},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, row.want, errorStageOf(played{item: wanted, report: row.report}, row.guide))
		})
	}
	public := item{Input: "He goed to school.", Accept: []string{"He went to school."}}
	assert.Equal(t, atAnswer, errorStageOf(played{item: public, report: report(nil, look)}, nil))
	assert.Equal(t, atTool, errorStageOf(played{item: public, report: report(nil, other)}, nil))
	assert.Equal(t, atScope, errorStageOf(played{item: public, report: outside}, nil))
}

// What helps is what the facts of the corpus say, or what rules did where they were right.
func TestGuides(t *testing.T) {
	o := options{workers: 1}
	known := item{Input: "He goed to school.", Exact: true, Corrected: text("He went to school."), InScope: true}
	drawn := known
	drawn.facts = nil
	wrong := known
	wrong.Corrected = text("He flew to school.")
	list, err := o.guides(t.Context(), []played{{item: known}, {item: wrong}})
	require.NoError(t, err)
	assert.Equal(t, []call{{Tool: "lookup_irregular_verb", Verb: "go"}}, list[0])
	assert.Nil(t, list[1])
}

func TestMaskStatsAreCountedByRuns(t *testing.T) {
	o := options{workers: 1}
	all, err := o.play(t.Context(), rules.Model{}, []item{{Input: "He goed. She is happy."}})
	require.NoError(t, err)
	w := all[0].mask
	assert.Equal(t, all[0].report.Steps, w.decisions)
	assert.Zero(t, w.invalid)
	assert.Zero(t, w.last)

	var s maskStats
	for _, e := range []loop.Event{
		{Kind: loop.RunStarted}, {Reply: &loop.ReplyInfo{PromptTokens: 10, OutputTokens: 4}}, {Reply: &loop.ReplyInfo{PromptTokens: 20, OutputTokens: 5}},
		{Kind: loop.RunStarted}, {Failure: &loop.FailureInfo{Problem: "bad"}}, {Failure: &loop.FailureInfo{Fault: "unreachable"}}, {Reply: &loop.ReplyInfo{PromptTokens: 7, OutputTokens: 1}},
	} {
		s.observe(e)
	}
	s.end()
	assert.Equal(t, maskStats{decisions: 3, invalid: 1, output: 10, tokens: 33}, s)
}
