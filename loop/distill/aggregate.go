package distill

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// A Merge is what the critic makes of one found error: a new entry, evidence for a known one, or
// nothing.
type Merge struct {
	Task            string               `json:"task"`
	Analysis        string               `json:"analysis"`
	Decision        string               `json:"decision"` // new, merge or discard
	Description     string               `json:"description"`
	FailurePatterns []planerrors.Pattern `json:"failure_patterns"`
	Impact          string               `json:"impact"`
	SuccessPatterns []planerrors.Pattern `json:"success_patterns"`
	Target          string               `json:"target"` // the type: of the new entry, or of the known one
}

var mergeSchema = func() grammar.Schema {
	pattern := grammar.Object(
		grammar.Property{Name: "plan", Schema: grammar.String(1, 300)},
		grammar.Property{Name: "outcome", Schema: grammar.String(1, 300)})
	return grammar.Object(
		grammar.Property{Name: "analysis", Schema: grammar.String(0, 400)},
		grammar.Property{Name: "decision", Schema: grammar.Enum("new", "merge", "discard")},
		grammar.Property{Name: "description", Schema: grammar.String(0, 400)},
		grammar.Property{Name: "failure_patterns", Schema: grammar.Array(pattern, 0, 4)},
		grammar.Property{Name: "impact", Schema: grammar.String(0, 400)},
		grammar.Property{Name: "success_patterns", Schema: grammar.Array(pattern, 0, 4)},
		grammar.Property{Name: "target", Schema: grammar.String(0, 64)})
}()

// Aggregate goes through the found errors of the file in, in their order, and appends to out what
// becomes of each. known is the library that they may be merged into; nil is an empty one. A target
// that does not exist is asked for again.
func Aggregate(ctx context.Context, m model.Model, known *planerrors.Library, in, out string) error {
	diagnoses, err := read[Diagnosis](in)
	if err != nil {
		return err
	}
	done, err := read[Merge](out)
	if err != nil {
		return err
	}
	n := 0
	for _, d := range diagnoses {
		for _, e := range d.Errors {
			if n++; n <= len(done) {
				continue
			}
			entries := entriesOf(known, done)
			data := struct {
				Task    string
				Error   FoundError
				Entries []planerrors.Error
			}{d.Task, e, entries}
			var merge Merge
			err := ask(ctx, m, "aggregate.md", data, mergeSchema, &merge, func() error { return merge.fits(entries) })
			if err != nil {
				return fmt.Errorf("distill: error %d, of task %s: %w", n, d.Task, err)
			}
			merge.Task = d.Task
			if err := add(out, merge); err != nil {
				return err
			}
			done = append(done, merge)
		}
	}
	return nil
}

// fits reports why a decision cannot be carried out.
func (m Merge) fits(entries []planerrors.Error) error {
	known := named(entries, m.Target) != nil
	switch {
	case m.Decision == "merge" && !known:
		return fmt.Errorf("there is no entry %q to merge into", m.Target)
	case m.Decision == "new" && known:
		return fmt.Errorf("there is an entry %q already: merge into it, or name another type", m.Target)
	case m.Decision == "new":
		_, err := planerrors.Parse("a new entry", mustJSON(planerrors.Library{Version: planerrors.Version, Name: "x", Errors: []planerrors.Error{m.entry()}}))
		return err
	}
	return nil
}

func (m Merge) entry() planerrors.Error {
	return planerrors.Error{Type: m.Target, Description: m.Description, Impact: m.Impact, FailurePatterns: m.FailurePatterns,
		SuccessPatterns: m.SuccessPatterns, Evidence: []planerrors.Evidence{{Task: m.Task, Note: m.Analysis}}, Origin: planerrors.Distilled}
}

// entriesOf is a library with merges carried out. A merge appends evidence and patterns, up to their
// ceiling.
func entriesOf(known *planerrors.Library, merges []Merge) []planerrors.Error {
	var entries []planerrors.Error
	if known != nil {
		entries = slices.Clone(known.Errors)
	}
	for _, m := range merges {
		switch m.Decision {
		case "new":
			entries = append(entries, m.entry())
		case "merge":
			e := named(entries, m.Target)
			e.Evidence = append(slices.Clip(e.Evidence), planerrors.Evidence{Task: m.Task, Note: m.Analysis})
			e.FailurePatterns = upTo(append(slices.Clip(e.FailurePatterns), m.FailurePatterns...))
			e.SuccessPatterns = upTo(append(slices.Clip(e.SuccessPatterns), m.SuccessPatterns...))
		}
	}
	return entries
}

func upTo(patterns []planerrors.Pattern) []planerrors.Pattern {
	return patterns[:min(len(patterns), planerrors.MaxPatterns)]
}

// A Reviewed is an entry with a person's word: keep it or not. Null is not yet said.
type Reviewed struct {
	Keep  *bool            `json:"keep"`
	Entry planerrors.Error `json:"entry"`
}

// Review writes the entries that merges lead to into the file out, one JSON list for a person to read
// and to set keep in.
func Review(known *planerrors.Library, in, out string) error {
	merges, err := read[Merge](in)
	if err != nil {
		return err
	}
	list := []Reviewed{}
	for _, e := range entriesOf(known, merges) {
		list = append(list, Reviewed{Entry: e})
	}
	text, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	if err := os.WriteFile(out, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	return nil
}

// Finish makes a library called name of the entries that a person wants to keep. An entry without a
// word is refused.
func Finish(name, in, out string) (*planerrors.Library, error) {
	text, err := os.ReadFile(in)
	if err != nil {
		return nil, fmt.Errorf("distill: %w", err)
	}
	var list []Reviewed
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("distill: %s: %w", in, err)
	}
	l := planerrors.Library{Version: planerrors.Version, Name: name, Errors: []planerrors.Error{}}
	for i, r := range list {
		switch {
		case r.Keep == nil:
			return nil, fmt.Errorf("distill: %s: entry %d (%s): keep is null; say true or false", in, i+1, r.Entry.Type)
		case *r.Keep:
			l.Errors = append(l.Errors, r.Entry)
		}
	}
	written := mustJSON(l)
	if _, err := planerrors.Parse(out, written); err != nil {
		return nil, err
	}
	if err := os.WriteFile(out, append(written, '\n'), 0o644); err != nil {
		return nil, fmt.Errorf("distill: %w", err)
	}
	return &l, nil
}

func mustJSON(v any) []byte {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic("distill: BUG: plain data that is no JSON: " + err.Error())
	}
	return text
}
