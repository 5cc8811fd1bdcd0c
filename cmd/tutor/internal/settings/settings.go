// Package settings has the flags of the tutor and what they mean for it.
//
// [Settings] extend those of all programs by the tutor's own, and become the options of a tutor. [Models]
// are the models it can run with, and [Target] says what the doctor is to check them for.
package settings

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The values of the flags --explain and --dialect that are no values of a package below.
const (
	ExplainEnglish = "en"
	ExplainSpanish = "es"
	ExplainBoth    = "both"
	ExplainOff     = "off"

	anyDialect = "any"
)

// Settings are the flags that all commands that correct have in common.
type Settings struct {
	cli.Settings
	Hosts      models.Hosts // the servers that may be contacted; set by Complete
	Escalate   string
	confidence cli.Fraction
	Explain    cli.Choice
	gloss      cli.Choice
	spanish    cli.Choice
	dialect    cli.Choice
	Color      cli.Choice
	ExitCode   bool
	Tokens     bool // the network of the tutor says why it wrote each token; no flag
}

// Answers are those of the shared flags that say what an answer is like.
const Answers = " dialect gloss spanish escalate min-confidence "

// Define declares the shared flags. The word in back quotes stands for the value.
func (s *Settings) Define() {
	s.Settings.Define(tutor.Planners)
	s.OfferLeashes(append([]string{cli.AutoLeash}, cli.Words(tutor.Leashes)...)...)
	s.OfferModels(BuiltIn, "tiny, rules, ollama:X, openai:X, script:F, random:N")
	s.Explain = cli.NewChoice(ExplainEnglish, ExplainSpanish, ExplainBoth, ExplainOff)
	s.gloss = cli.NewChoice(string(tutor.GlossAuto), string(tutor.GlossAlways), string(tutor.GlossOff))
	s.spanish = cli.NewChoice(string(spanish.LatinAmerica), string(spanish.Spain))
	s.Color = cli.NewChoice("auto", "always", "never")
	s.dialect = cli.NewChoice(anyDialect, string(verb.American), string(verb.British))
	flags := s.Shared()
	flags.BoolVar(&s.Trace, "trace", false, "show each step of a run")
	flags.Var(&s.Explain, "explain", "`E`: the language of rules: "+s.Explain.List())
	flags.StringVar(&s.Escalate, "escalate", "", "`M`: the model to ask if the answer is unsure")
	flags.Var(&s.confidence, "min-confidence", "`P`: from 0 to 1; below it, an answer is unsure")
	cli.ShowDefault(flags, "min-confidence", "model's")
	flags.Var(&s.dialect, "dialect", "`D`: the English of corrections: "+s.dialect.List())
	flags.Var(&s.gloss, "gloss", "`G`: add a line in Spanish: "+s.gloss.List())
	flags.Var(&s.spanish, "spanish", "`S`: the Spanish of that line: "+s.spanish.List())
	flags.Var(&s.Color, "color", "`C`: color answers: "+s.Color.List())
	flags.BoolVar(&s.ExitCode, "exit-code", false, "exit with 10: corrected; 11: something not judged")
	s.Rare("events steps timeout escalate color min-confidence dialect gloss spanish exit-code")
}

// Complete sets the flags that were not given, as [cli.Settings.Complete] does, and the hosts. A strategy that the
// built-in network was not trained for has the rules instead, where no model is named.
func (s *Settings) Complete(cmd *cobra.Command, c *cli.Console) error {
	if err := s.Settings.Complete(cmd, c); err != nil {
		return err
	}
	if !s.Given("model") && s.Planner.Value != tutor.Planners[0] {
		s.Model = "rules"
	}
	s.Hosts = models.HostsOf(c, &s.Settings)
	return nil
}

// Language returns which English is proposed and which Spanish is written.
func (s *Settings) Language() tutor.Language {
	var l tutor.Language
	if s.dialect.Value != anyDialect {
		l.Dialect = verb.Dialect(s.dialect.Value)
	}
	if s.spanish.Value != string(spanish.LatinAmerica) {
		l.Spanish = spanish.Variety(s.spanish.Value)
	}
	return l
}

// run returns how a tutor works.
func (s *Settings) run() tutor.Options {
	o := tutor.Options{Planner: s.Planner.Value, Loop: s.Loop(), Language: s.Language(), Ablation: s.Ablation(),
		Trace: s.Trace, MinConfidence: s.confidence.Value}
	if s.gloss.Value != string(tutor.GlossAuto) {
		o.Gloss = tutor.Gloss(s.gloss.Value)
	}
	return o
}

// Options returns the options of a tutor with the model that spec names and the strategy planner, and
// notes about the choice of models.
func (s *Settings) Options(ctx context.Context, spec, planner string) (o tutor.Options, notes []string, err error) {
	o = s.run()
	o.Planner = planner
	if o.PlanErrors, err = cli.ReadLibrary(s.PlanErrors); err != nil {
		return o, nil, err
	}
	if s.PlanErrors == cli.UsualErrors {
		o.PlanErrors = nil // it is the critic's own
	}
	var note string
	if o.Model, note, err = Models.Resolve(ctx, spec, s.Hosts); err != nil {
		return o, nil, err
	}
	if note != "" {
		notes = append(notes, strings.TrimSpace(note+" "+models.Measured{}.Doubt(o.Model())))
	}
	if s.Tokens {
		if o.Model, err = withTokens(o.Model); err != nil {
			return o, nil, err
		}
	}
	if o.Loop.Roles, err = Models.Roles(ctx, s.Roles, spec, s.Hosts); err != nil {
		return o, nil, err
	}
	if s.Escalate == "" {
		return o, notes, nil
	}
	if o.Escalate, note, err = Models.Resolve(ctx, s.Escalate, s.Hosts); err != nil {
		return o, nil, err
	}
	if note != "" {
		notes = append(notes, strings.TrimSpace("Where that is unsure: "+note+" "+models.Measured{}.Doubt(o.Escalate())))
	}
	return o, notes, nil
}

// Completions are the values of flags, or their beginnings, that shells complete.
var Completions = map[string][]string{
	"model":    {"tiny", "rules", "auto", "ollama:", "openai:", "tiny:", "script:", "random:"},
	"escalate": {"rules", "tiny", "ollama:", "openai:", "tiny:", "script:", "random:"},

	"plan-errors": {cli.UsualErrors, "generic", "none"},
	"library":     {cli.UsualErrors, "generic"},
}
