// Package evaluate gives the evaluation command what it needs of the tutor: what corrects a sentence, the
// bars of its suites and the template of its pages.
package evaluate

import (
	"cmp"
	"context"
	_ "embed"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	evalcmd "github.com/shortleash/shortleash/cmd/internal/eval"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/corrector"
)

// page is the template of pages; help is that of the command's help.
var (
	//go:embed page.tmpl
	page string
	//go:embed help.txt
	help string
)

const examples = `  tutor eval testdata/contract.jsonl --models rules,random:1 --page scores.md
  tutor eval testdata/beyond.jsonl --models tiny --leash full --show-misses 9`

// Program returns what the evaluation command needs of the tutor.
func Program(s *settings.Settings) evalcmd.Program {
	return evalcmd.Program{
		NewSubject: func(ctx context.Context, spec, planner string, adjust func(*loop.Config)) (evalcmd.Subject, error) {
			return newSubject(ctx, s, spec, planner, adjust)
		},
		Beside:    func() []string { return []string{s.Escalate} },
		Leashes:   tutor.Leashes,
		Bars:      bars,
		Planner:   tutor.Planners[0],
		Help:      help,
		Examples:  examples,
		Flags:     cli.RunFlags + settings.Answers + "json",
		Page:      page,
		Grounding: "the tutor's rules: arguments from the sentence, answers from what the tools returned",
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
	length := cmp.Or(o.Loop.Leash, tutor.LeashFor(m))
	tutor, err := tutor.New(o)
	if err != nil {
		return evalcmd.Subject{}, err
	}
	return evalcmd.Subject{
		Model:   m.Name(),
		Correct: corrector.New(tutor, nil),
		Traced:  corrector.New(tutor, func() corrector.Tracer { return show.NewBrief() }),
		How:     howOf(o, s),
		Notes:   notes,
		Leash:   length,
	}, nil
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

func percent(x float64) *float64 { return &x }

// bars are the promises of the tutor, by suite.
var bars = map[string]eval.Bar{
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
