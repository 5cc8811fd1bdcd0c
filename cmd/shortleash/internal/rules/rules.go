// Package rules reads the rules of a run from a TOML file.
//
//	require = ["list_directory"]       # no answer before a call of each has succeeded
//	forbid  = ["move_file"]            # never called
//	approve = ["read_text_file"]       # a person is asked before each call
//	trust   = ["create_directory"]     # no one is asked
//
//	[quota]                            # at most so many calls
//	write_file = 1
//
//	[prerequisite]                     # not before a call of the other has succeeded
//	write_file = "read_text_file"
//
//	[domain.write_file]                # an argument is one of these values
//	path = ["notes.txt", "todo.txt"]
//
//	[shown.read_text_file]             # an argument is one that the task or a result has shown,
//	path = '\.txt$'                    # and that matches this expression
//
// [Read] refuses what it does not know, with a guess; a loop refuses tools and arguments that
// are not there.
package rules

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A File is what a file of rules says.
type File struct {
	Require      []string                       `toml:"require"`
	Forbid       []string                       `toml:"forbid"`
	Approve      []string                       `toml:"approve"`
	Trust        []string                       `toml:"trust"`
	Quota        map[string]int                 `toml:"quota"`
	Prerequisite map[string]string              `toml:"prerequisite"`
	Domain       map[string]map[string][]string `toml:"domain"`
	Shown        map[string]map[string]string   `toml:"shown"`
}

// names are those of the rules.
var names = []string{"require", "forbid", "approve", "trust", "quota", "prerequisite", "domain", "shown"}

// maxRules bounds a file of rules, in bytes.
const maxRules = 1 << 20

// Read reads the file at path. "" is a file without rules. An error is misuse.
func Read(path string) (File, error) {
	var f File
	if path == "" {
		return f, nil
	}
	text, err := bounded.ReadFile(path, maxRules)
	if err != nil {
		return f, cli.Misuse("cannot read %s: %v", path, cli.Cause(err))
	}
	known, err := toml.Decode(string(text), &f)
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		return f, cli.Misuse("%s, line %d: %s", path, e.Position.Line, e.Message)
	}
	if err != nil {
		return f, cli.Misuse("%s: %s", path, strings.TrimPrefix(err.Error(), "toml: "))
	}
	if unknown := known.Undecoded(); len(unknown) > 0 {
		problem := fmt.Sprintf("there is no rule %q; there is: %s", unknown[0][0], strings.Join(names, ", "))
		if near := didyoumean.Of(unknown[0][0], names); near != "" {
			problem += ". Did you mean " + near + "?"
		}
		return f, cli.Misuse("%s: %s", path, problem)
	}
	for tool, arguments := range f.Shown {
		for argument, form := range arguments {
			if _, err := regexp.Compile(form); err != nil {
				return f, cli.Misuse("%s: shown.%s.%s: %v", path, tool, argument, err)
			}
		}
	}
	return f, nil
}

// Loop returns the rules that a loop holds, in a fixed order.
func (f File) Loop() []loop.Rule {
	var list []loop.Rule
	for _, tool := range f.Require {
		list = append(list, loop.Require{Tool: tool})
	}
	if len(f.Forbid) > 0 {
		list = append(list, forbid{f.Forbid})
	}
	for _, tool := range slices.Sorted(maps.Keys(f.Prerequisite)) {
		list = append(list, loop.Prerequisite{Tool: tool, After: f.Prerequisite[tool]})
	}
	for _, tool := range slices.Sorted(maps.Keys(f.Domain)) {
		for _, argument := range slices.Sorted(maps.Keys(f.Domain[tool])) {
			values := f.Domain[tool][argument]
			list = append(list, loop.Domain{Tool: tool, Argument: argument, Values: func(planner.State) []string { return values }})
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(f.Shown)) {
		for _, argument := range slices.Sorted(maps.Keys(f.Shown[tool])) {
			form := regexp.MustCompile(f.Shown[tool][argument]) // Read has compiled it
			list = append(list, loop.Domain{Tool: tool, Argument: argument, Values: loop.Shown(form)})
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(f.Quota)) {
		list = append(list, loop.Quota{Tool: tool, Calls: f.Quota[tool]})
	}
	return list
}

// forbid is the rule that some tools are never called: one rule, so that a trace has one line for all of them.
type forbid struct {
	Tools []string `json:"forbid"`
}

// Name implements [loop.Rule].
func (forbid) Name() string { return "forbid" }

// Narrow implements [loop.Rule].
func (f forbid) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	for _, tool := range f.Tools {
		a = loop.Quota{Tool: tool}.Narrow(s, a)
	}
	return a
}

// Check implements [loop.CheckedRule].
func (f forbid) Check(offers []planner.Offer, answer grammar.Schema) error {
	for _, tool := range f.Tools {
		if err := (loop.Quota{Tool: tool}).Check(offers, answer); err != nil {
			return err
		}
	}
	return nil
}

// Tools returns list with the flags that approve and trust give; all trusts every tool that approve does not name.
func (f File) Tools(list []tools.Tool, all bool) ([]tools.Tool, error) {
	out := slices.Clone(list)
	for _, name := range slices.Concat(f.Approve, f.Trust) {
		if !slices.ContainsFunc(list, func(t tools.Tool) bool { return t.Name() == name }) {
			return nil, cli.Misuse("the rules approve and trust: there is no tool %q", name)
		}
	}
	for i, t := range out {
		o := t.Options()
		switch {
		case slices.Contains(f.Approve, t.Name()):
			o.NeedsApproval = true
		case all || slices.Contains(f.Trust, t.Name()):
			o.NeedsApproval = false
		}
		with, err := t.With(o)
		if err != nil {
			return nil, err
		}
		out[i] = with
	}
	return out, nil
}
