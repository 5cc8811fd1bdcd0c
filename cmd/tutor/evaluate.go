package main

import (
	"context"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/tutor"
)

const evalHelp = `tutor eval measures how well suites of sentences are corrected.

  tutor eval SUITE... [flags]

SUITE is a file of JSON Lines, or a folder with such files. A line has id, input
and what is to become of it: accept, clean and detect_only, or a whole contract
(testdata/contract.md). fixed: errors that became an accepted sentence. harm:
right sentences that were changed. detected: of items where any change counts.
contract: answers that are right to the letter. edits: in 1,000 right sentences.
It exits with 3 when a suite that has a bar misses it; random models have none.

%s
Examples:
  tutor eval ../shared/eval --models rules,random:1 --page docs/evaluation.md
  tutor eval testdata/contract.jsonl --planners react,plan-act --table page.md
The flags of tutor -h work here too; --json prints an object for each score.
`

// evaluated returns what the command that measures needs of the tutor.
func evaluated(s *TutorSettings) evalProgram {
	return evalProgram{
		newSubject: func(ctx context.Context, spec, planner string, adjust func(*loop.Config)) (subject, error) {
			return newSubject(ctx, s, spec, planner, adjust)
		},
		thresholds: thresholds,
		planner:    tutor.Planners[0],
		help:       evalHelp,
		grounding:  "the tutor's rules: arguments from the sentence, answers from what the tools returned",
		pageHead:   pageHead,
		pageFoot:   pageFoot,
		tableHead:  tableHead,
		tableFoot:  tableFoot,
	}
}

// newSubject returns a tutor with the model that spec names.
func newSubject(ctx context.Context, s *TutorSettings, spec, planner string, adjust func(*loop.Config)) (subject, error) {
	o, notes, err := s.options(ctx, spec, planner)
	if err != nil {
		return subject{}, err
	}
	adjust(&o.Loop)
	o.Trace = false
	tutor, err := tutor.New(o)
	if err != nil {
		return subject{}, err
	}
	return subject{
		model: o.Model().Name(),
		correct: func(ctx context.Context, input string) (eval.Answer, error) {
			return corrected(ctx, tutor, input)
		},
		how:   howOf(o),
		notes: notes,
	}, nil
}

// howOf returns what decides the answers of a tutor besides its model and its strategy.
func howOf(o tutor.Options) any {
	return struct {
		Loop       loop.Config
		Gloss      tutor.Gloss
		Language   tutor.Language
		PlanErrors *planerrors.Library `json:",omitempty"`
	}{o.Loop, o.Gloss, o.Language, o.PlanErrors}
}

// corrected returns what the tutor makes of an input, with what all its runs cost.
func corrected(ctx context.Context, tutor *tutor.Tutor, input string) (eval.Answer, error) {
	requests, tokens := 0, 0
	r, err := tutor.Correct(ctx, input, nil, func(event loop.Event) {
		if event.Result != nil {
			requests += event.Result.Counters.ModelCalls
			tokens += event.Result.Counters.Tokens
		}
	})
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	a := answerOf(r)
	a.ModelCalls, a.Tokens = requests, tokens
	return a, err
}

func percent(x float64) *float64 { return &x }

// thresholds are the promises of the tutor, by suite.
var thresholds = map[string]threshold{
	"blimp_pp_verbs":         {fixed: percent(97), harm: percent(0.5)},
	"blimp_pp_adj":           {fixed: percent(97), harm: percent(0.5)},
	"blimp_reg_sva_1":        {fixed: percent(97), harm: percent(0.5)},
	"blimp_irr_sva_1":        {fixed: percent(97), harm: percent(0.5)},
	"blimp_reg_sva_2":        {detected: percent(95)},
	"blimp_irr_sva_2":        {detected: percent(95)},
	"blimp_distr_rel_noun":   {fixed: percent(75), harm: percent(1)},
	"blimp_distr_rel_clause": {fixed: percent(75), harm: percent(1)},
	"harper":                 {fixed: percent(85), harm: percent(2)},
	"harper_more":            {fixed: percent(85), harm: percent(2)},
	"languagetool_core":      {fixed: percent(85), harm: percent(2)},
	"contract":               {contract: percent(99)},
}
