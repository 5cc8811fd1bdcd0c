package distill

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// What becomes of a found error.
const (
	New     = "new"
	Merged  = "merge"
	Discard = "discard"
)

// A Merge is what the critic makes of one found error: a new entry, evidence for a known one, or
// nothing.
type Merge struct {
	Task            string               `json:"task"`
	Analysis        string               `json:"analysis"`
	Decision        string               `json:"decision"` // New, Merged or Discard
	Description     string               `json:"description"`
	FailurePatterns []planerrors.Pattern `json:"failure_patterns"`
	Impact          string               `json:"impact"`
	SuccessPatterns []planerrors.Pattern `json:"success_patterns"`
	Target          string               `json:"target"`            // the type: of the new entry, or of the known one
	Evidence        string               `json:"evidence"`          // of the found error
	Library         string               `json:"library,omitempty"` // which one was known; "" is none
	Problem         string               `json:"problem,omitempty"` // why no reply could be used; then it is discarded
}

func (m Merge) whole() bool {
	return m.Task != "" && slices.Contains([]string{New, Merged, Discard}, m.Decision)
}

// mergeSchema has a branch for each decision: what is merged can only go into one of the entries.
func mergeSchema(entries []planerrors.Error) grammar.Schema {
	text := grammar.String(0, 400)
	branches := []grammar.Schema{mergeBranch(New, 1, grammar.String(10, 400), grammar.String(3, 64))}
	if len(entries) > 0 {
		types := (&planerrors.Library{Errors: entries}).Types()
		branches = append(branches, mergeBranch(Merged, 0, text, grammar.Enum(types...)))
	}
	return grammar.AnyOf(append(branches, mergeBranch(Discard, 0, text, grammar.Enum("")))...)
}

// mergeBranch is the branch of a decision. A new entry says at least once how the error is avoided: successes is how
// many success patterns there must be.
func mergeBranch(decision string, successes int, text, target grammar.Schema) grammar.Schema {
	pattern := grammar.Object(
		grammar.Property{Name: "plan", Schema: grammar.String(1, 300)},
		grammar.Property{Name: "outcome", Schema: grammar.String(1, 300)})
	return grammar.Object(
		grammar.Property{Name: "analysis", Schema: grammar.String(0, 400)},
		grammar.Property{Name: "decision", Schema: grammar.Enum(decision)},
		grammar.Property{Name: "description", Schema: text},
		grammar.Property{Name: "failure_patterns", Schema: grammar.Array(pattern, 0, 4)},
		grammar.Property{Name: "impact", Schema: text},
		grammar.Property{Name: "success_patterns", Schema: grammar.Array(pattern, successes, 4)},
		grammar.Property{Name: "target", Schema: target})
}

// fits reports why a decision cannot be carried out.
func (m Merge) fits(entries []planerrors.Error) error {
	known := named(entries, m.Target) != nil
	switch {
	case m.Decision == Merged && !known:
		return fmt.Errorf("there is no entry %q to merge into", m.Target)
	case m.Decision == New && known:
		return fmt.Errorf("there is an entry %q already: merge into it, or name another type", m.Target)
	case m.Decision == New:
		return m.entry().Check()
	}
	return nil
}

// notInType is what types have no place for.
var notInType = regexp.MustCompile(`[^a-z]+`)

// asType writes the name that a model gave an error the way types are written: lower case letters, with
// an underscore for whatever stands between them.
func asType(name string) string {
	return strings.Trim(notInType.ReplaceAllString(strings.ToLower(name), "_"), "_")
}

// into carries a decision that fits out. A merge appends evidence and patterns, up to their ceiling.
func (m Merge) into(entries []planerrors.Error) []planerrors.Error {
	switch m.Decision {
	case New:
		return append(slices.Clip(entries), m.entry())
	case Merged:
		entries = slices.Clone(entries)
		e := named(entries, m.Target)
		e.Evidence = append(slices.Clip(e.Evidence), m.evidence())
		e.FailurePatterns = upTo(append(slices.Clip(e.FailurePatterns), m.FailurePatterns...))
		e.SuccessPatterns = upTo(append(slices.Clip(e.SuccessPatterns), m.SuccessPatterns...))
	}
	return entries
}

func (m Merge) entry() planerrors.Error {
	return planerrors.Error{Type: m.Target, Description: m.Description, Impact: m.Impact, FailurePatterns: m.FailurePatterns,
		SuccessPatterns: m.SuccessPatterns, Evidence: []planerrors.Evidence{m.evidence()}, Origin: planerrors.Distilled}
}

func (m Merge) evidence() planerrors.Evidence {
	return planerrors.Evidence{Task: m.Task, Note: m.Evidence}
}

func upTo(patterns []planerrors.Pattern) []planerrors.Pattern {
	return patterns[:min(len(patterns), planerrors.MaxPatterns)]
}

// named returns the entry with a type, or nil.
func named(entries []planerrors.Error, kind string) *planerrors.Error {
	for i := range entries {
		if entries[i].Type == kind {
			return &entries[i]
		}
	}
	return nil
}
