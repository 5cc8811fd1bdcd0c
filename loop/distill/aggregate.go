package distill

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/planner/planerrors"
)

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
	report(c.Progress, len(done), len(all))
	for _, one := range all[len(done):] {
		one.Entries = inShort(entries)
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
		report(c.Progress, len(done), len(all))
	}
	return done, touch(out)
}

// shownPatterns is how many patterns of a kind the critic sees of an entry.
const shownPatterns = 2

// inShort returns entries with their first patterns.
func inShort(entries []planerrors.Error) []planerrors.Error {
	short := slices.Clone(entries)
	for i := range short {
		e := &short[i]
		e.FailurePatterns = e.FailurePatterns[:min(len(e.FailurePatterns), shownPatterns)]
		e.SuccessPatterns = e.SuccessPatterns[:min(len(e.SuccessPatterns), shownPatterns)]
	}
	return short
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

// nameOf tells libraries apart: the name, and of what is in it.
func nameOf(l *planerrors.Library) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%s (%.4x)", l.Name, sha256.Sum256(mustJSON(l)))
}

func mustJSON(v any) []byte {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic("distill: BUG: plain data that is not JSON: " + err.Error())
	}
	return text
}
