package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/cmd/tutor/run"
	"github.com/shortleash/shortleash/loop"
)

// settings are the flags that all commands that correct have in common.
type settings struct {
	model, host string
	planner     choice
	steps       count
	duplicates  choice
	openEnd     bool
	policy      choice
	timeout     span
	json, trace bool
	log         string
	color       choice
	quiet       bool
}

// define declares the flags, in the order in which help shows them. The word in back quotes stands
// for the value.
func (s *settings) define(flags *pflag.FlagSet) {
	flags.SortFlags = false
	s.planner = choice{run.Planners[0], run.Planners}
	s.duplicates = choice{string(loop.Halt), []string{string(loop.Halt), string(loop.Redirect)}}
	s.policy = choice{string(loop.Full), []string{string(loop.Off), string(loop.Enum), string(loop.Full)}}
	s.color = choice{"auto", []string{"auto", "always", "never"}}
	s.steps, s.timeout = 0, span(5*time.Minute)
	flags.StringVar(&s.model, "model", "auto", "`M`: auto, ollama:NAME, rules, script:FILE, random:SEED")
	flags.StringVar(&s.host, "host", "", "`URL`: the Ollama server")
	flags.Var(&s.planner, "planner", "`P`: the strategy; an unknown one lists all there are")
	flags.Var(&s.steps, "steps", "`N`: decisions at most for a sentence, 0: the strategy's")
	flags.Var(&s.duplicates, "on-duplicate", "`D`: when a call is repeated, "+s.duplicates.list())
	flags.BoolVar(&s.openEnd, "no-final-on-last", false, "leave the model free not to answer on the last step")
	flags.Var(&s.policy, "policy", "`L`: how much the grammar enforces, "+s.policy.list())
	flags.Var(&s.timeout, "timeout", "`T`: time at most for a sentence")
	flags.BoolVar(&s.json, "json", false, "print one JSON object for each input")
	flags.BoolVar(&s.trace, "trace", false, "show thoughts, calls and observations as they happen")
	flags.StringVar(&s.log, "log", "", "`FILE`: add the events of the runs to it")
	flags.Var(&s.color, "color", "`C`: "+s.color.list())
	flags.BoolVar(&s.quiet, "quiet", false, "say nothing but answers and errors")
}

// variable is the name of the environment variable that sets the default of a flag.
func variable(flag string) string {
	return "TUTOR_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment sets the flags that were not given from their variables, and the host from
// Ollama's own.
func (s *settings) fromEnvironment(flags *pflag.FlagSet, env func(string) string) error {
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
	if s.host == "" {
		s.host = env("OLLAMA_HOST")
	}
	if s.host == "" {
		s.host = "127.0.0.1:11434"
	}
	return nil
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
