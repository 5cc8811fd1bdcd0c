package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The values of the flags --explain, --dialect and --level that are no values of a package below.
const (
	explainEnglish = "en"
	explainSpanish = "es"
	explainBoth    = "both"
	explainOff     = "off"

	anyDialect = "any"
	allLevels  = "all"
)

// levels are those of the CEFR at which rules may be learned.
var levels = []string{"A1", "A2", "B1", "B2"}

// TutorSettings are the flags that all commands that correct have in common.
type TutorSettings struct {
	Settings
	escalate   string
	confidence fraction
	explain    choice
	gloss      choice
	spanish    choice
	dialect    choice
	level      choice
	focus      codes
	hint       bool
	exitCode   bool
}

// helpOrder is the order in which help shows the flags.
var helpOrder = []string{
	"model", "host", "steps", "planner", "plan-errors", "on-duplicate", "timeout", "min-confidence", "escalate",
	"policy", "quiet", "explain", "dialect", "gloss", "spanish", "level", "focus", "color", "log", "json", "events",
	"hint", "trace", "exit-code", "no-final-on-last",
}

// define declares the flags. The word in back quotes stands for the value.
func (s *TutorSettings) define(flags *pflag.FlagSet) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.Settings.define(all, tutor.Planners)
	all.Lookup("model").Usage = "`M`: ollama:X, openai:X, rules, tiny:F, script:F, random:N"
	all.Lookup("timeout").Usage = "`T`: one sentence"
	s.explain = choice{explainEnglish, []string{explainEnglish, explainSpanish, explainBoth, explainOff}}
	s.gloss = choice{string(tutor.GlossAuto), []string{string(tutor.GlossAuto), string(tutor.GlossAlways), string(tutor.GlossOff)}}
	s.spanish = choice{string(spanish.LatinAmerica), []string{string(spanish.LatinAmerica), string(spanish.Spain)}}
	s.dialect = choice{anyDialect, []string{anyDialect, string(verb.American), string(verb.British)}}
	s.level = choice{allLevels, append([]string{allLevels}, levels...)}
	all.Var(&s.confidence, "min-confidence", "`P`: below: unsure")
	showDefault(all, "min-confidence", "model's")
	all.StringVar(&s.escalate, "escalate", "", "`M`: then ask M")
	all.Var(&s.explain, "explain", "`E`: "+s.explain.list())
	all.Var(&s.dialect, "dialect", "`D`: "+s.dialect.list())
	all.Var(&s.gloss, "gloss", "`G`: "+s.gloss.list())
	all.Var(&s.spanish, "spanish", "`S`: "+s.spanish.list())
	all.Var(&s.level, "level", "`L`: explain up to "+levels[0]+" … "+levels[len(levels)-1])
	all.Var(&s.focus, "focus", "`C`: only these")
	showDefault(all, "focus", "all")
	all.BoolVar(&s.hint, "hint", false, "let you try twice first")
	all.BoolVar(&s.exitCode, "exit-code", false, "10: corrected, 11: unjudged")
	flags.SortFlags = false
	for _, name := range helpOrder {
		flags.AddFlag(all.Lookup(name))
	}
}

// language returns which English is proposed and which Spanish is written.
func (s *TutorSettings) language() tutor.Language {
	var l tutor.Language
	if s.dialect.value != anyDialect {
		l.Dialect = verb.Dialect(s.dialect.value)
	}
	if s.spanish.value != string(spanish.LatinAmerica) {
		l.Spanish = spanish.Variety(s.spanish.value)
	}
	return l
}

// run returns how a tutor works.
func (s *TutorSettings) run() tutor.Options {
	o := tutor.Options{Planner: s.planner.value, Loop: s.loop(), Language: s.language(), Trace: s.trace, MinConfidence: s.confidence.value}
	if s.gloss.value != string(tutor.GlossAuto) {
		o.Gloss = tutor.Gloss(s.gloss.value)
	}
	return o
}

// options returns how a tutor works whose model is named by spec, with the strategy planner, and what
// to say about the choice of models.
func (s *TutorSettings) options(ctx context.Context, spec, planner string) (o tutor.Options, notes []string, err error) {
	o = s.run()
	o.Planner = planner
	if o.PlanErrors, err = readLibrary(s.planErrors); err != nil {
		return o, nil, err
	}
	if s.planErrors == usualErrors {
		o.PlanErrors = nil // it is the critic's own
	}
	var note string
	if o.Model, note, err = tutorModels.resolve(ctx, spec, s.host, planner); err != nil {
		return o, nil, err
	}
	if note != "" {
		notes = append(notes, note)
	}
	if s.escalate == "" {
		return o, notes, nil
	}
	if o.Escalate, note, err = tutorModels.resolve(ctx, s.escalate, s.host, planner); err != nil {
		return o, nil, err
	}
	if note != "" {
		notes = append(notes, "Where that is unsure: "+note)
	}
	return o, notes, nil
}

// codes is a flag with the codes of rules, one or several with commas.
type codes []sentence.Code

func (c *codes) String() string { return strings.Join(words(*c), ",") }

// Type names the kind of the flag; it makes codes a [pflag.Value].
func (c *codes) Type() string { return "codes" }

// Set takes codes of rules, whatever their case.
func (c *codes) Set(value string) error {
	var list codes
	for name := range strings.SplitSeq(value, ",") {
		code := sentence.Code(strings.ToUpper(strings.TrimSpace(name)))
		if !slices.Contains(sentence.Codes, code) {
			return errors.New("want codes of rules with commas, such as SVA-PRON,TO-BASE; tutor rules lists them")
		}
		list = append(list, code)
	}
	*c = list
	return nil
}

// talks refuses hints where programs read the answers.
func (s *TutorSettings) talks() error {
	if s.hint && (s.json || s.events) {
		return misuse("--hint is for people; leave it out, or --json and --events")
	}
	return nil
}
