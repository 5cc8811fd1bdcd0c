package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/loop"
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

// settings are the flags that all commands that correct have in common.
type settings struct {
	model, host string
	escalate    string
	confidence  share
	planner     choice
	planErrors  string
	steps       count
	duplicates  choice
	openEnd     bool
	policy      choice
	timeout     span
	explain     choice
	gloss       choice
	spanish     choice
	dialect     choice
	level       choice
	focus       codes
	hint        bool
	json, trace bool
	events      bool
	log         string
	color       choice
	quiet       bool
	exitCode    bool

	modelGiven, errorsGiven bool // by a flag
}

// define declares the flags, in the order in which help shows them. The word in back quotes stands
// for the value.
func (s *settings) define(flags *pflag.FlagSet) {
	flags.SortFlags = false
	s.planner = choice{tutor.Planners[0], tutor.Planners}
	s.duplicates = choice{string(loop.Halt), []string{string(loop.Halt), string(loop.Redirect)}}
	s.policy = choice{string(loop.Full), []string{string(loop.Off), string(loop.Enum), string(loop.Full)}}
	s.color = choice{"auto", []string{"auto", "always", "never"}}
	s.explain = choice{explainEnglish, []string{explainEnglish, explainSpanish, explainBoth, explainOff}}
	s.gloss = choice{string(tutor.GlossAuto), []string{string(tutor.GlossAuto), string(tutor.GlossAlways), string(tutor.GlossOff)}}
	s.spanish = choice{string(spanish.LatinAmerica), []string{string(spanish.LatinAmerica), string(spanish.Spain)}}
	s.dialect = choice{anyDialect, []string{anyDialect, string(verb.American), string(verb.British)}}
	s.level = choice{allLevels, append([]string{allLevels}, levels...)}
	s.steps, s.timeout = 0, span(5*time.Minute)
	flags.StringVar(&s.model, "model", "auto", "`M`: ollama:X, openai:X, rules, tiny:F, script:F, random:N")
	flags.StringVar(&s.host, "host", "", "`URL,…`: the server")
	flags.Var(&s.steps, "steps", "`N`: decisions, or 0")
	flags.Var(&s.planner, "planner", "`P`: a strategy; ? lists")
	flags.StringVar(&s.planErrors, "plan-errors", usualErrors, "`F`: library")
	flags.Var(&s.duplicates, "on-duplicate", "`D`: "+s.duplicates.list())
	flags.Var(&s.timeout, "timeout", "`T`: one sentence")
	flags.Var(&s.confidence, "min-confidence", "`P`: below: unsure")
	flags.StringVar(&s.escalate, "escalate", "", "`M`: then ask M")
	flags.Var(&s.policy, "policy", "`L`: "+s.policy.list())
	flags.BoolVar(&s.quiet, "quiet", false, "only answers")
	flags.Var(&s.explain, "explain", "`E`: "+s.explain.list())
	flags.Var(&s.dialect, "dialect", "`D`: "+s.dialect.list())
	flags.Var(&s.gloss, "gloss", "`G`: "+s.gloss.list())
	flags.Var(&s.spanish, "spanish", "`S`: "+s.spanish.list())
	flags.Var(&s.level, "level", "`L`: explain up to "+levels[0]+" … "+levels[len(levels)-1])
	flags.Var(&s.focus, "focus", "`C`: only these")
	flags.Var(&s.color, "color", "`C`: "+s.color.list())
	flags.StringVar(&s.log, "log", "", "`F`: keep events")
	flags.BoolVar(&s.json, "json", false, "print one object for each")
	flags.BoolVar(&s.events, "events", false, "print the events")
	flags.BoolVar(&s.hint, "hint", false, "let you try twice first")
	flags.BoolVar(&s.trace, "trace", false, "show each step")
	flags.BoolVar(&s.exitCode, "exit-code", false, "10: corrected, 11: unjudged")
	flags.BoolVar(&s.openEnd, "no-final-on-last", false, "need not end")
}

// variable is the name of the environment variable that sets the default of a flag.
func variable(flag string) string {
	return "TUTOR_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// complete sets the flags that were not given: from their variables, else from the configuration
// file, and the host from Ollama's own variable.
func (s *settings) complete(cmd *cobra.Command, env func(string) string) error {
	s.modelGiven, s.errorsGiven = cmd.Flags().Changed("model"), cmd.Flags().Changed("plan-errors")
	if err := fromEnvironment(cmd.Flags(), env); err != nil {
		return err
	}
	if err := fromFile(cmd.Root().PersistentFlags(), configFile(env)); err != nil {
		return err
	}
	if s.host == "" {
		s.host = env("OLLAMA_HOST")
	}
	if s.host == "" {
		s.host = "127.0.0.1:11434"
	}
	return nil
}

// fromEnvironment sets the flags that were not given from their variables.
func fromEnvironment(flags *pflag.FlagSet, env func(string) string) error {
	var problems []error
	flags.VisitAll(func(f *pflag.Flag) {
		name := variable(f.Name)
		value := env(name)
		if f.Changed || value == "" || f.Name == "help" {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
				err = e.Unwrap()
			}
			problems = append(problems, badValue(name, value, err))
		}
	})
	if len(problems) > 0 {
		return problems[0]
	}
	return nil
}

// language returns which English is proposed and which Spanish is written.
func (s *settings) language() tutor.Language {
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
func (s *settings) run() tutor.Options {
	o := tutor.Options{Planner: s.planner.value, Loop: s.loop(), Language: s.language(), Trace: s.trace, MinConfidence: s.confidence.least}
	if s.gloss.value != string(tutor.GlossAuto) {
		o.Gloss = tutor.Gloss(s.gloss.value)
	}
	return o
}

// options returns how a tutor works whose model is named by spec, with the strategy planner, and what
// to say about the choice of models.
func (s *settings) options(ctx context.Context, spec, planner string) (o tutor.Options, notes []string, err error) {
	o = s.run()
	o.Planner = planner
	if o.PlanErrors, err = readLibrary(s.planErrors); err != nil {
		return o, nil, err
	}
	if s.planErrors == usualErrors {
		o.PlanErrors = nil // it is the critic's own
	}
	var note string
	if o.Model, note, err = tutor.Resolve(ctx, spec, s.host, planner); err != nil {
		return o, nil, err
	}
	if note != "" {
		notes = append(notes, note)
	}
	if s.escalate == "" {
		return o, notes, nil
	}
	if o.Escalate, note, err = tutor.Resolve(ctx, s.escalate, s.host, planner); err != nil {
		return o, nil, err
	}
	if note != "" {
		notes = append(notes, "Where that is unsure: "+note)
	}
	return o, notes, nil
}

// loop returns how runs go.
func (s *settings) loop() loop.Config {
	c := loop.Usual()
	c.Budget.Steps = int(s.steps)
	c.Budget.Wall = time.Duration(s.timeout)
	c.Duplicates = loop.Duplicates(s.duplicates.value)
	c.OpenEnd = s.openEnd
	c.Enforce = loop.Enforce(s.policy.value)
	return c
}

// A choice is a flag with one of a few values.
type choice struct {
	value string
	of    []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return "choice" }
func (c *choice) list() string {
	if n := len(c.of) - 1; n > 0 {
		return strings.Join(c.of[:n], ", ") + " or " + c.of[n]
	}
	return c.of[0]
}

func (c *choice) Set(value string) error {
	if !slices.Contains(c.of, value) {
		return fmt.Errorf("want %s", c.list())
	}
	c.value = value
	return nil
}

// codes is a flag with the codes of rules, one or several with commas.
type codes []sentence.Code

func (c *codes) String() string { return strings.Join(words(*c), ",") }
func (c *codes) Type() string   { return "codes" }

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

// A count is a flag with a ceiling: a number, or 0 for its default.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }
func (c *count) Type() string   { return "count" }

func (c *count) Set(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return errors.New("want a whole number, 0 for the default")
	}
	*c = count(n)
	return nil
}

// A share is a flag with a number from 0 to 1.
type share struct{ least *float64 } // nil: not given

func (s *share) String() string {
	if s.least == nil {
		return ""
	}
	return strconv.FormatFloat(*s.least, 'g', -1, 64)
}
func (s *share) Type() string { return "share" }

func (s *share) Set(value string) error {
	p, err := strconv.ParseFloat(value, 64)
	if err != nil || !(p >= 0 && p <= 1) { // not a number fails too
		return errors.New("want a number from 0 to 1, like 0.9")
	}
	s.least = &p
	return nil
}

// A span is a flag with a length of time above zero.
type span time.Duration

func (s *span) String() string {
	text := time.Duration(*s).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	return text
}
func (s *span) Type() string { return "span" }

func (s *span) Set(value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d <= 0 {
		return errors.New("want a length of time, like 30s or 5m")
	}
	*s = span(d)
	return nil
}
