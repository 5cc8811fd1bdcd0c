package main

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/loop"
)

// Settings are the flags of all programs that run the loop.
type Settings struct {
	model, host string
	planner     choice
	planErrors  string // a library's name or file
	steps       count
	duplicates  choice
	openEnd     bool
	policy      choice
	timeout     span // of one run

	json, trace bool
	events      bool
	log         string // a file
	color       choice
	quiet       bool

	modelGiven, errorsGiven bool // by a flag
}

// usualErrors is the library that a critic of plans knows unless another is named.
const usualErrors = "core"

// define declares the flags. The word in back quotes stands for the value.
func (s *Settings) define(flags *pflag.FlagSet, planners []string) {
	s.planner = choice{planners[0], planners}
	s.duplicates = choice{string(loop.Halt), []string{string(loop.Halt), string(loop.Redirect)}}
	s.policy = choice{string(loop.Full), []string{string(loop.Off), string(loop.Enum), string(loop.Full)}}
	s.color = choice{"auto", []string{"auto", "always", "never"}}
	s.timeout = span(5 * time.Minute)
	flags.StringVar(&s.model, "model", "auto", "`M`: ollama:X, openai:X, script:F, random:N")
	flags.StringVar(&s.host, "host", "", "`URL,…`: the server")
	showDefault(flags, "host", usualHost)
	flags.Var(&s.steps, "steps", "`N`: decisions, or 0")
	flags.Var(&s.planner, "planner", "`P`: a strategy; ? lists")
	flags.StringVar(&s.planErrors, "plan-errors", usualErrors, "`F`: library")
	flags.Var(&s.duplicates, "on-duplicate", "`D`: "+s.duplicates.list())
	flags.Var(&s.timeout, "timeout", "`T`: one run")
	flags.Var(&s.policy, "policy", "`L`: "+s.policy.list())
	flags.BoolVar(&s.quiet, "quiet", false, "only answers")
	flags.Var(&s.color, "color", "`C`: "+s.color.list())
	flags.StringVar(&s.log, "log", "", "`F`: keep events")
	flags.BoolVar(&s.json, "json", false, "print one object for each")
	flags.BoolVar(&s.events, "events", false, "print the events")
	flags.BoolVar(&s.trace, "trace", false, "show each step")
	flags.BoolVar(&s.openEnd, "no-final-on-last", false, "need not end")
}

// usualHost is where an Ollama server listens unless it is told otherwise.
const usualHost = "127.0.0.1:11434"

// complete sets the flags that were not given: from their variables, else from the configuration
// file, and the host from Ollama's own variable.
func (s *Settings) complete(cmd *cobra.Command, c *console) error {
	s.modelGiven, s.errorsGiven = cmd.Flags().Changed("model"), cmd.Flags().Changed("plan-errors")
	if err := c.fromEnvironment(cmd.Flags()); err != nil {
		return err
	}
	if err := c.fromFile(cmd.Root().PersistentFlags()); err != nil {
		return err
	}
	s.host = cmp.Or(s.host, c.env("OLLAMA_HOST"), usualHost)
	return nil
}

// variable is the name of the environment variable that sets the default of a flag.
func (c *console) variable(flag string) string {
	return strings.ToUpper(c.program + "_" + strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment sets the flags that were not given from their variables.
func (c *console) fromEnvironment(flags *pflag.FlagSet) error {
	var problems []error
	flags.VisitAll(func(f *pflag.Flag) {
		name := c.variable(f.Name)
		value := c.env(name)
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

// loop returns how runs go.
func (s *Settings) loop() loop.Config {
	c := loop.Usual()
	c.Budget.Steps = int(s.steps)
	c.Budget.Wall = time.Duration(s.timeout)
	c.Duplicates = loop.Duplicates(s.duplicates.value)
	c.OpenEnd = s.openEnd
	c.Enforce = loop.Enforce(s.policy.value)
	return c
}
