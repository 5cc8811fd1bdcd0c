// Package evaluate gives the evaluation command what it needs of the tutor: what corrects a sentence, the
// thresholds of its suites and the texts of its pages.
package evaluate

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	evalcmd "github.com/shortleash/shortleash/cmd/internal/eval"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/job"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/cmd/tutor/internal/suites"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tutor"
)

const evalHelp = `tutor eval measures how well suites of sentences are corrected.
  tutor eval SUITE... [flags]
SUITE is a file of JSON Lines, or a folder with such files. A line has id, input
and what is to become of it: accept, clean and detect_only, or a whole contract
(testdata/contract.md). fixed: errors that became an accepted sentence. harm:
right sentences that were changed. detected: of items where any change counts.
contract: right to the letter. edits: in 1,000 right sentences. faithful: values
of answers that calls gave. gold knows what is right: the ceiling of --policy.
Exit code 3: a suite or gold misses its bar, or some runs did not happen.

%s
Examples:
  tutor eval testdata/contract.jsonl --models rules,random:1 --page scores.md
  tutor eval testdata/beyond.jsonl --models gold --policy full --show-misses 9
What tutor flags lists works here too; --json prints an object for each score.
`

// Program returns what the evaluation command needs of the tutor.
func Program(s *settings.Settings) evalcmd.Program {
	return evalcmd.Program{
		NewSubject: func(ctx context.Context, spec, planner string, adjust func(*loop.Config)) (evalcmd.Subject, error) {
			return newSubject(ctx, s, spec, planner, adjust)
		},
		NewGold: func(ctx context.Context, planner string, adjust func(*loop.Config), item func(string) (eval.Item, bool)) (evalcmd.Subject, error) {
			return newGold(ctx, s, planner, adjust, item)
		},
		Beside:  func() []string { return []string{s.Escalate} },
		Lengths: tutor.Lengths[1:], // off lets anything through
		NewRemote: func(cmd *cobra.Command, spec, planner string) (evalcmd.Remote, error) {
			return newRemote(cmd, spec, planner)
		},
		Thresholds: thresholds,
		Planner:    tutor.Planners[0],
		Help:       evalHelp,
		Grounding:  "the tutor's rules: arguments from the sentence, answers from what the tools returned",
		PageHead:   pageHead,
		PageFoot:   pageFoot,
		TableHead:  tableHead,
		TableFoot:  tableFoot,
	}
}

// newSubject returns a tutor with the model that spec names.
func newSubject(ctx context.Context, s *settings.Settings, spec, planner string, adjust func(*loop.Config)) (evalcmd.Subject, error) {
	o, notes, err := s.Options(ctx, spec, planner)
	if err != nil {
		return evalcmd.Subject{}, err
	}
	adjust(&o.Loop)
	o.Trace = false
	m := o.Model()
	length := cmp.Or(o.Loop.Enforce, tutor.LengthFor(m))
	tutor, err := tutor.New(o)
	if err != nil {
		return evalcmd.Subject{}, err
	}
	return evalcmd.Subject{
		Model:   m.Name(),
		Correct: corrector(tutor, nil),
		Traced:  corrector(tutor, show.NewBrief),
		How:     howOf(o, s),
		Notes:   notes,
		Policy:  length,
	}, nil
}

// newRemote returns what workers correct with the model that spec names.
func newRemote(cmd *cobra.Command, spec, planner string) (evalcmd.Remote, error) {
	fit, err := job.Fit(cmd, spec)
	if err != nil {
		return evalcmd.Remote{}, err
	}
	if delete(fit, "planner"); planner != tutor.Planners[0] {
		fit["planner"] = planner
	}
	return evalcmd.Remote{Fit: fit, How: fit, Dead: job.UnansweredItem(), Job: func(input string) json.RawMessage { return job.Job{Input: input, Score: true}.Encode() }}, nil
}

// howOf returns what decides the answers of a tutor besides its model and its strategy.
func howOf(o tutor.Options, s *settings.Settings) any {
	return struct {
		Loop       loop.Config
		Gloss      tutor.Gloss
		Language   tutor.Language
		PlanErrors *planerrors.Library `json:",omitempty"`
		Ablation   strategy.Ablation   `json:",omitzero"`
		Roles      string              `json:",omitempty"`
	}{o.Loop, o.Gloss, o.Language, o.PlanErrors, o.Ablation, s.Roles.String()}
}

// corrector returns what a tutor makes of an input, with what all its runs cost, and the steps if newTrace is not nil.
func corrector(tutor *tutor.Tutor, newTrace func() *show.Brief) eval.Corrector {
	return func(ctx context.Context, input string) (eval.Answer, error) {
		var used suites.Usage
		var heard session.Pulse
		var trace *show.Brief
		if newTrace != nil {
			trace = newTrace()
		}
		r, err := tutor.Correct(ctx, input, nil, func(e loop.Event) {
			used.Watch(e)
			heard.Watch(e)
			if trace != nil {
				trace.Event(e)
			}
		})
		if err == nil && ctx.Err() != nil {
			err = ctx.Err()
		}
		a := used.Answer(r)
		a.NotRun = heard.NotRun(r)
		if trace != nil {
			a.Trace = trace.Lines()
		}
		return a, err
	}
}

func percent(x float64) *float64 { return &x }

// thresholds are the promises of the tutor, by suite.
var thresholds = map[string]evalcmd.Threshold{
	"blimp_pp_verbs":         {Fixed: percent(97), Harm: percent(0.5)},
	"blimp_pp_adj":           {Fixed: percent(97), Harm: percent(0.5)},
	"blimp_reg_sva_1":        {Fixed: percent(97), Harm: percent(0.5)},
	"blimp_irr_sva_1":        {Fixed: percent(97), Harm: percent(0.5)},
	"blimp_reg_sva_2":        {Detected: percent(95)},
	"blimp_irr_sva_2":        {Detected: percent(95)},
	"blimp_distr_rel_noun":   {Fixed: percent(75), Harm: percent(1)},
	"blimp_distr_rel_clause": {Fixed: percent(75), Harm: percent(1)},
	"harper":                 {Fixed: percent(85), Harm: percent(2)},
	"harper_more":            {Fixed: percent(85), Harm: percent(2)},
	"languagetool_core":      {Fixed: percent(85), Harm: percent(2)},
	"contract":               {Contract: percent(99)},
}
