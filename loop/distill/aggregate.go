package distill

import (
	"context"
	"crypto/sha256"
	"encoding/json"
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
	branches := []grammar.Schema{mergeBranch(New, grammar.String(10, 400), grammar.String(3, 64))}
	if len(entries) > 0 {
		types := (&planerrors.Library{Errors: entries}).Types()
		branches = append(branches, mergeBranch(Merged, text, grammar.Enum(types...)))
	}
	return grammar.AnyOf(append(branches, mergeBranch(Discard, text, grammar.Enum("")))...)
}

func mergeBranch(decision string, text, target grammar.Schema) grammar.Schema {
	patterns := grammar.Array(grammar.Object(
		grammar.Property{Name: "plan", Schema: grammar.String(1, 300)},
		grammar.Property{Name: "outcome", Schema: grammar.String(1, 300)}), 0, 4)
	return grammar.Object(
		grammar.Property{Name: "analysis", Schema: grammar.String(0, 400)},
		grammar.Property{Name: "decision", Schema: grammar.Enum(decision)},
		grammar.Property{Name: "description", Schema: text},
		grammar.Property{Name: "failure_patterns", Schema: patterns},
		grammar.Property{Name: "impact", Schema: text},
		grammar.Property{Name: "success_patterns", Schema: patterns},
		grammar.Property{Name: "target", Schema: target})
}

// Aggregate goes through the found errors of the file in, in their order, and appends to out what
// becomes of each; those in it are not asked about again. known is the library that they may be merged
// into; nil is an empty one. It returns all lines of out.
func (c Critic) Aggregate(ctx context.Context, known *planerrors.Library, in, out string) ([]Merge, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	diagnoses, err := read[Diagnosis](in, "diagnose")
	if err != nil {
		return nil, err
	}
	done, err := resume[Merge](out, "aggregate")
	if err != nil {
		return nil, err
	}
	entries, err := merged(known, done, out)
	if err != nil {
		return nil, err
	}
	type found struct {
		Task    string
		Error   FoundError
		Entries []planerrors.Error
	}
	var all []found
	for _, d := range diagnoses {
		for _, e := range d.Errors {
			all = append(all, found{Task: d.Task, Error: e})
		}
	}
	for i, m := range done {
		if i >= len(all) || all[i].Task != m.Task || all[i].Error.Evidence != m.Evidence {
			return nil, misuse("%s, line %d: this error is not in its place in %s; name another file", out, i+1, in)
		}
	}
	tell(c.Progress, len(done), len(all))
	for _, one := range all[len(done):] {
		one.Entries = entries
		m := Merge{}
		problem, err := c.ask(ctx, question{"aggregate.md", one, mergeSchema(entries), func() error {
			if m.Decision == New {
				m.Target = asType(m.Target)
			}
			return m.fits(entries)
		}}, &m)
		if err != nil {
			return done, err
		}
		if problem != "" {
			m = Merge{Decision: Discard, Problem: problem}
		}
		m.Task, m.Evidence, m.Library = one.Task, one.Error.Evidence, nameOf(known)
		if err := add(out, m); err != nil {
			return done, err
		}
		done, entries = append(done, m), m.into(entries)
		tell(c.Progress, len(done), len(all))
	}
	return done, touch(out)
}

// nameOf tells libraries apart: the name, and of what is in it.
func nameOf(l *planerrors.Library) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%s (%.4x)", l.Name, sha256.Sum256(mustJSON(l)))
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

// merged is a library with the decisions of a file carried out.
func merged(known *planerrors.Library, merges []Merge, file string) (entries []planerrors.Error, err error) {
	if known != nil {
		entries = known.Errors
	}
	word := func(library string) string {
		if library == "" {
			return "without a library"
		}
		return "with the library " + library
	}
	for i, m := range merges {
		if now := nameOf(known); m.Library != now {
			return nil, misuse("%s was made %s, and this is %s; name the same one", file, word(m.Library), word(now))
		}
		if err := m.fits(entries); err != nil {
			return nil, misuse("%s, line %d: %w", file, i+1, err)
		}
		entries = m.into(entries)
	}
	return entries, nil
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

func mustJSON(v any) []byte {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic("distill: BUG: plain data that is no JSON: " + err.Error())
	}
	return text
}
