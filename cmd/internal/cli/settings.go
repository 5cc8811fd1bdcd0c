package cli

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/strategy"
)

// Settings are the flags of all programs that run the loop.
type Settings struct {
	Model, Host string
	Planner     Choice
	PlanErrors  string // a library's name or file
	Roles       Roles
	critic      Choice
	noReplan    bool
	noForced    bool
	ApprovePlan bool
	steps       Count
	thought     Bound
	duplicates  Choice
	openEnd     bool
	policy      Choice
	Timeout     Span // of one run

	JSON, Trace bool
	Events      bool
	Log         string // a file
	Color       Choice
	Quiet       bool

	HostGiven bool                   // by a flag, its variable or the configuration file
	typed     map[string]*pflag.Flag // those of the command line, also the command's own
}

// UsualErrors names the library of planning errors that a critic knows unless another is named.
const UsualErrors = "core"

// Define declares the flags. The word in back quotes stands for the value.
func (s *Settings) Define(flags *pflag.FlagSet, planners []string) {
	s.Planner = NewChoice(planners...)
	s.duplicates = NewChoice(maskDuplicates, string(loop.Redirect), string(loop.Halt))
	s.critic = NewChoice(Words(strategy.CriticModes)...)
	s.policy = Choice{string(loop.Full), []string{string(loop.Off), string(loop.Enum), string(loop.Full)}}
	s.Color = NewChoice("auto", "always", "never")
	s.Timeout = Span(5 * time.Minute)
	flags.StringVar(&s.Model, "model", "auto", "`M`: ollama:X, openai:X, script:F, random:N")
	flags.StringVar(&s.Host, "host", "", "`URL,…`: the server")
	ShowDefault(flags, "host", usualHost)
	flags.Var(&s.steps, "steps", "`N`: decisions, or 0")
	flags.Var(&s.thought, "thought", "`N`: characters, 0: none")
	ShowDefault(flags, "thought", "usual")
	flags.Var(&s.Planner, "planner", "`P`: a strategy; ? lists")
	flags.StringVar(&s.PlanErrors, "plan-errors", UsualErrors, "`F`: library")
	flags.Var(&s.critic, "critic", "`C`: "+strings.Join(s.critic.Of, ", "))
	flags.BoolVar(&s.noReplan, "no-replan", false, "ask for no new plan")
	flags.BoolVar(&s.noForced, "no-forced-replan", false, "force no new plan")
	flags.BoolVar(&s.ApprovePlan, "approve-plan", false, "ask about plans")
	flags.Var(&s.Roles, "role", "`R`: ROLE=MODEL,…")
	ShowDefault(flags, "role", "none")
	flags.Var(&s.duplicates, "on-duplicate", "`D`: "+strings.Join(s.duplicates.Of, ", "))
	flags.Var(&s.Timeout, "timeout", "`T`: one run")
	flags.Var(&s.policy, "policy", "`L`: "+s.policy.List())
	flags.BoolVar(&s.Quiet, "quiet", false, "only answers")
	flags.Var(&s.Color, "color", "`C`: "+s.Color.List())
	flags.StringVar(&s.Log, "log", "", "`F`: keep events")
	flags.BoolVar(&s.JSON, "json", false, "print one object for each")
	flags.BoolVar(&s.Events, "events", false, "print the events")
	flags.BoolVar(&s.Trace, "trace", false, "show each step")
	flags.BoolVar(&s.openEnd, "no-final-on-last", false, "need not end")
}

// maskDuplicates is the value of --on-duplicate that also takes calls out of the grammar: what [loop.Usual] does.
const maskDuplicates = "mask"

// AutoPolicy is the value of --policy that leaves the length to the program.
const AutoPolicy = "auto"

// OfferPolicies sets the values of --policy, of which the first is its default. It is called after Define.
func (s *Settings) OfferPolicies(flags *pflag.FlagSet, values ...string) {
	s.policy = NewChoice(values...)
	flags.Lookup("policy").Usage = "`L`: a length; ? lists"
	flags.Lookup("policy").DefValue = values[0]
}

// usualHost is where an Ollama server listens unless it is told otherwise.
const usualHost = "127.0.0.1:11434"

// Complete sets the flags that were not given: from their variables, else from the configuration
// file, and the host from Ollama's own variable.
func (s *Settings) Complete(cmd *cobra.Command, c *Console) error {
	s.typed = map[string]*pflag.Flag{}
	cmd.Flags().Visit(func(f *pflag.Flag) { s.typed[f.Name] = f })
	if err := c.fromEnvironment(cmd.Flags()); err != nil {
		return err
	}
	if err := c.fromFile(cmd.Root().PersistentFlags()); err != nil {
		return err
	}
	s.HostGiven = s.Host != ""
	s.Host = cmp.Or(s.Host, c.env("OLLAMA_HOST"), usualHost)
	return nil
}

// Ablation returns what preflect goes without.
func (s *Settings) Ablation() strategy.Ablation {
	a := strategy.Ablation{NoReplan: s.noReplan, NoForcedReplan: s.noForced}
	if mode := strategy.CriticMode(s.critic.Value); mode != strategy.CriticModel {
		a.Critic = mode // the usual one is not logged
	}
	return a
}

// variable is the name of the environment variable that sets the default of a flag.
func (c *Console) variable(flag string) string {
	return strings.ToUpper(c.Name + "_" + strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment sets the flags that were not given from their variables.
func (c *Console) fromEnvironment(flags *pflag.FlagSet) error {
	var problems []error
	flags.VisitAll(func(f *pflag.Flag) {
		name := c.variable(f.Name)
		value := c.env(name)
		if f.Changed || value == "" || f.Name == "help" || f.Name == "version" {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
				err = e.Unwrap()
			}
			problems = append(problems, badValue(name, value, f, err))
		}
	})
	if len(problems) > 0 {
		return problems[0]
	}
	return nil
}

// Loop returns the configuration of runs.
func (s *Settings) Loop() loop.Config {
	c := loop.Usual()
	c.Budget.Steps = int(s.steps)
	c.Budget.Wall = time.Duration(s.Timeout)
	if d := s.duplicates.Value; d != maskDuplicates {
		c.Duplicates, c.Repeats = loop.Duplicates(d), loop.RepeatsOpen
	}
	c.OpenEnd = s.openEnd
	if c.Enforce = loop.Enforce(s.policy.Value); c.Enforce == AutoPolicy {
		c.Enforce = ""
	}
	if n := s.thought.Value; n != nil {
		c.Thought, c.NoThought = *n, *n == 0
	}
	return c
}
