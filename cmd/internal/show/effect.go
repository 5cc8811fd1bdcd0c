package show

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// An Effect is what one rule took out of a grammar.
type Effect struct {
	Rule     string
	Removed  []string // choices that are gone
	Narrowed []string // choices that are left, with fewer arguments or values
}

// Effects returns what the rules of masks, which came before a request, did to it: one effect for each rule. choices are
// what the request's grammar holds.
func Effects(masks []loop.MaskInfo, choices []string) []Effect {
	var list []Effect
	for _, m := range masks {
		i := slices.IndexFunc(list, func(e Effect) bool { return e.Rule == m.Rule })
		if i < 0 {
			list, i = append(list, Effect{Rule: m.Rule}), len(list)
		}
		e := &list[i]
		for _, name := range m.Names {
			tool, _, argument := strings.Cut(name, ".")
			switch {
			case name == planner.FinalAnswer && slices.Contains(choices, stepFailed):
				// a plan step has its own ways to end; there was no answer to remove
			case !argument && !slices.Contains(choices, name):
				e.Removed = append(e.Removed, name)
			case !slices.Contains(e.Narrowed, tool):
				e.Narrowed = append(e.Narrowed, tool)
			}
		}
	}
	return list
}
