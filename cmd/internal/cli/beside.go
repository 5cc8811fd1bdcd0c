package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/planner/strategy"
)

// Typed reports whether a flag stands on the command line. Variables and the configuration file are for all commands, so
// only what is typed is refused where it does nothing.
func (s *Settings) Typed(flag string) bool { return s.typed[flag] != nil }

// Given reports whether the command line, a variable or the configuration file gives a shared flag a value.
func (s *Settings) Given(flag string) bool { return s.lookup(flag).Changed }

// Retyped returns those of the named flags that stand on the command line, with their values and a blank before each,
// as a shell reads them.
func (s *Settings) Retyped(names ...string) string {
	text := ""
	for _, name := range names {
		f := s.typed[name]
		if f == nil {
			continue
		}
		if f.Value.Type() == "bool" {
			text += " --" + name
			continue
		}
		values := []string{f.Value.String()}
		if several, ok := f.Value.(interface{ GetSlice() []string }); ok {
			values = several.GetSlice()
		}
		for _, value := range values {
			text += " --" + name + " " + Quoted(value)
		}
	}
	return text
}

// A Beside is a flag, or several, that do nothing beside what else was asked for.
type Beside struct {
	Flags []string
	Idle  bool   // they do nothing
	Why   string // beside what: "with --json"
}

// Refuse refuses the first flag of the command line that does nothing beside the others.
func (s *Settings) Refuse(list ...Beside) error {
	for _, b := range list {
		for _, name := range b.Flags {
			if b.Idle && s.Typed(name) {
				return Misuse("--%s does nothing %s; leave it out", name, b.Why)
			}
		}
	}
	return nil
}

// criticFlags do nothing without a critic of plans.
var criticFlags = []string{"plan-errors", "critic", "no-replan", "no-forced-replan"}

// CheckPlanners refuses a flag of the command line that is for strategies of another kind than those that are used.
func (s *Settings) CheckPlanners(planners ...string) error {
	return errors.Join(s.checkCritic(planners), s.checkApproval(planners[0]))
}

// checkCritic refuses what is for a critic of plans where none of the strategies has one, and what it knows where it is off.
func (s *Settings) checkCritic(planners []string) error {
	if slices.ContainsFunc(planners, func(name string) bool { return strings.HasPrefix(name, "preflect:") }) {
		return s.Refuse(Beside{[]string{"plan-errors"}, s.critic.Value == string(strategy.CriticOff), "with --critic off"})
	}
	first := planners[0]
	for _, name := range criticFlags {
		if s.Typed(name) {
			return Misuse("--%s is for the critic of preflect; with --planner %s there is none. Add --planner preflect:%s",
				name, first, first[strings.LastIndex(first, ":")+1:])
		}
	}
	return nil
}

// checkApproval refuses --approve-plan where a plan binds no step.
func (s *Settings) checkApproval(planner string) error {
	inner := planner[strings.LastIndex(planner, ":")+1:]
	if !s.ApprovePlan || !s.Typed("approve-plan") || inner == "plan-execute" || inner == "plan-act" {
		return nil
	}
	return Misuse(
		"--approve-plan is for plans that are carried out step by step; with --planner %s there is none. Add --planner "+
			"plan-act, or preflect:plan-act", planner)
}
