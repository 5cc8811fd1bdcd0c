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
	repeats     Choice
	openEnd     bool
	leash       Choice
	Timeout     Span // of one run

	JSON, Events, Quiet bool
	Trace               bool   // of a program that has a flag for it
	Log                 string // a file

	shared    *pflag.FlagSet
	HostGiven bool                   // by a flag, its variable or the configuration file
	typed     map[string]*pflag.Flag // those of the command line, also the command's own
}

// UsualErrors names the library of planning errors that a critic knows unless another is named.
const UsualErrors = "core"

// RunFlags are those of the shared flags that say how a run goes.
const RunFlags = " model host planner steps timeout leash thought repeats no-final-on-last role plan-errors critic " +
	"no-replan no-forced-replan "

// Define declares the shared flags, with the strategies that there are. The word in back quotes stands for the value.
func (s *Settings) Define(planners []string) {
	s.Planner = NewChoice(planners...)
	s.repeats = NewChoice(string(loop.Mask), string(loop.Redirect), string(loop.Halt))
	s.critic = NewChoice(Words(strategy.CriticModes)...)
	s.leash = Choice{string(loop.Full), []string{string(loop.Off), string(loop.Enum), string(loop.Full)}}
	s.Timeout = Span(5 * time.Minute)
	flags := s.Shared()
	flags.StringVar(&s.Model, "model", "auto", "`M`: ollama:X, openai:X, script:F, random:N")
	flags.StringVar(&s.Host, "host", "", "`URL,…`: the servers of the model")
	ShowDefault(flags, "host", usualHost)
	flags.Var(&s.Planner, "planner", "`P`: the strategy; --planner ? lists them")
	flags.Var(&s.leash, "leash", "`L`: how narrow the grammar is: "+s.leash.List())
	flags.Var(&s.steps, "steps", "`N`: at most N decisions in a run; 0: the default")
	flags.Var(&s.Timeout, "timeout", "`T`: the time limit of one run, such as 30s")
	flags.StringVar(&s.Log, "log", "", "`F`: keep the events of runs in a file")
	flags.BoolVar(&s.JSON, "json", false, "print a JSON object for each answer")
	flags.BoolVar(&s.Events, "events", false, "print the events of runs as JSON objects")
	flags.BoolVar(&s.Quiet, "quiet", false, "print only answers and errors")
	flags.Var(&s.thought, "thought", "`N`: at most N characters in a thought; 0: no thought")
	ShowDefault(flags, "thought", "usual")
	flags.Var(&s.repeats, "repeats", "`D`: what to do about a repeated call: "+s.repeats.List())
	flags.BoolVar(&s.openEnd, "no-final-on-last", false, "do not force an answer in the last step")
	flags.Var(&s.Roles, "role", "`R`: the model of a role: planner=ollama:NAME,…")
	ShowDefault(flags, "role", "none")
	flags.BoolVar(&s.ApprovePlan, "approve-plan", false, "ask you about each plan: y, n or edit")
	flags.StringVar(&s.PlanErrors, "plan-errors", UsualErrors, "`F`: what the critic of preflect knows: a name or a file")
	flags.Var(&s.critic, "critic", "`C`: what examines plans: "+s.critic.List())
	flags.BoolVar(&s.noReplan, "no-replan", false, "preflect: the model cannot ask for another plan")
	flags.BoolVar(&s.noForced, "no-forced-replan", false, "preflect: no other plan after a number of steps")
	s.Rare("thought repeats no-final-on-last role approve-plan plan-errors critic no-replan no-forced-replan")
}

// AutoLeash is the value of --leash that leaves the length to the program.
const AutoLeash = "auto"

// OfferLeashes sets the values of --leash, of which the first is its default. It is called after Define.
func (s *Settings) OfferLeashes(values ...string) {
	s.leash = NewChoice(values...)
	f := s.lookup("leash")
	f.Usage, f.DefValue = "`L`: how narrow the grammar is; --leash ? lists", values[0]
}

// OfferModels sets which models help names for --model, of which usual is its default. It is called after Define.
func (s *Settings) OfferModels(usual, forms string) {
	s.Model = usual
	f := s.lookup("model")
	f.Usage, f.DefValue = "`M`: "+forms, usual
}

// usualHost is where an Ollama server listens unless it is told otherwise.
const usualHost = "127.0.0.1:11434"

// Complete sets the flags that were not given: from their variables, else from the configuration
// file, and the host from Ollama's own variable.
func (s *Settings) Complete(cmd *cobra.Command, c *Console) error {
	s.typed = map[string]*pflag.Flag{}
	cmd.Flags().Visit(func(f *pflag.Flag) { s.typed[f.Name] = f })
	c.exposed(s.typed)
	if err := c.fromEnvironment(cmd.Flags()); err != nil {
		return err
	}
	if err := c.fromFile(s.shared); err != nil {
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
	c := loop.Config{}
	c.Budget.Steps = int(s.steps)
	c.Budget.Wall = time.Duration(s.Timeout)
	c.Repeats = loop.Repeats(s.repeats.Value)
	c.OpenEnd = s.openEnd
	c.Approval.Plans = s.ApprovePlan
	if c.Leash = loop.Leash(s.leash.Value); c.Leash == AutoLeash {
		c.Leash = ""
	}
	if n := s.thought.Value; n != nil {
		c.Limits.Thought = cmp.Or(*n, -1)
	}
	return c
}
