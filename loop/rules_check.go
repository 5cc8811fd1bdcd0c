package loop

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// A CheckedRule is a [Rule] that can tell whether it fits a loop; [New] finds it by type assertion.
// All rules of this package are CheckedRules.
type CheckedRule interface {
	Rule

	// Check returns an error if the rule names a tool or an argument that is not among tools, or
	// expects an answer that does not fit the schema answer. [New] wraps the error in [ErrMisuse].
	Check(tools []planner.Offer, answer grammar.Schema) error
}

// checkRules refuses rules that do not fit the loop.
func (l *Loop) checkRules() error {
	for _, rule := range l.config.Rules {
		if rule == nil {
			return errors.New("a rule is nil")
		}
		checked, ok := rule.(CheckedRule)
		if !ok {
			continue
		}
		if err := checked.Check(l.offers, l.config.Answer); err != nil {
			return fmt.Errorf("the rule %s: %w", rule.Name(), err)
		}
	}
	return nil
}

// Check implements [CheckedRule].
func (r Require) Check(tools []planner.Offer, _ grammar.Schema) error {
	return checkTool(tools, r.Tool)
}

// Check implements [CheckedRule].
func (p Prerequisite) Check(tools []planner.Offer, _ grammar.Schema) error {
	return errors.Join(checkTool(tools, p.Tool), checkTool(tools, p.After))
}

// Check implements [CheckedRule].
func (q Quota) Check(tools []planner.Offer, _ grammar.Schema) error {
	if q.Calls < 0 {
		return fmt.Errorf("its Calls is %d, want 0 or more", q.Calls)
	}
	return checkTool(tools, q.Tool)
}

// Check implements [CheckedRule].
func (d Domain) Check(tools []planner.Offer, _ grammar.Schema) error {
	if d.Values == nil {
		return errors.New("its Values is nil")
	}
	if err := checkTool(tools, d.Tool); err != nil {
		return err
	}
	i := slices.IndexFunc(tools, func(o planner.Offer) bool { return o.Name == d.Tool })
	var names []string
	found, text := false, false
	for _, branch := range branchesOf(tools[i].Args) {
		for _, p := range branch.Properties {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
		if argument, ok := branch.Property(d.Argument); ok {
			found = true
			_, both := grammar.Intersect(argument, grammar.String(0, grammar.MaxString))
			text = text || both
		}
	}
	switch {
	case !found:
		return fmt.Errorf("%s has no argument %q; it has: %s", d.Tool, d.Argument, listed(names))
	case !text:
		return fmt.Errorf("the argument %s of %s is not a string", d.Argument, d.Tool)
	}
	return nil
}

// Check implements [CheckedRule].
func (g Grounded) Check([]planner.Offer, grammar.Schema) error {
	if g.Answers == nil {
		return errors.New("its Answers is nil")
	}
	return nil
}

// Check implements [CheckedRule].
func (e Evidence) Check(_ []planner.Offer, answer grammar.Schema) error {
	member, ok := answer.Property(e.Member)
	if rest, _ := grammar.Exclude(member, jsonText(e.Value)); !ok || len(member.Enum) == 0 || rest.Equal(member) {
		return fmt.Errorf("the answer has no member %q with the listed value %q", e.Member, e.Value)
	}
	return nil
}

// checkTool refuses the name of a tool that is not there.
func checkTool(tools []planner.Offer, name string) error {
	if all := names(tools); !slices.Contains(all, name) {
		return fmt.Errorf("there is no tool %q; there are: %s", name, listed(all))
	}
	return nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// branchesOf returns the alternatives of a schema, which may be nested.
func branchesOf(s grammar.Schema) []grammar.Schema {
	if s.AnyOf == nil {
		return []grammar.Schema{s}
	}
	var branches []grammar.Schema
	for _, b := range s.AnyOf {
		branches = append(branches, branchesOf(b)...)
	}
	return branches
}
