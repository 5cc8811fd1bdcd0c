// Package planerrors holds libraries of planning errors, which are mistakes in plans that can be found before anything is done.
//
// A [Library] is a file of types. Each says what the error is, what it costs, what plans with the error look like
// ([Error.FailurePatterns]), and what plans without it look like ([Error.SuccessPatterns]). A critic reads the
// failures to find errors in a plan, and the successes to write a better one. [Core] is the default library, with
// three types. [Generic] and [None] are its controls, for ablations. [Parse] strictly parses any other library.
package planerrors

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
)

//go:embed *.json
var files embed.FS

// Version is the version of the file format.
const Version = 1

// A Library is a file of planning errors:
//
//	{"version":1,"name":"core","errors":[{"type","description","impact","failure_patterns":[{"plan","outcome"}],
//	 "success_patterns":[…],"evidence":[{"task","run","note"}],"origin":"authored"|"distilled"}]}
type Library struct {
	Version int     `json:"version"`
	Name    string  `json:"name"`
	Errors  []Error `json:"errors"`
}

// An Error is one type of planning error.
type Error struct {
	Type            string     `json:"type"` // lower case letters and underscores
	Description     string     `json:"description"`
	Impact          string     `json:"impact"`
	FailurePatterns []Pattern  `json:"failure_patterns"`
	SuccessPatterns []Pattern  `json:"success_patterns"`
	Evidence        []Evidence `json:"evidence"`
	Origin          string     `json:"origin"` // Authored or Distilled
}

// A Pattern is a short plan and its result.
type Pattern struct {
	Plan    string `json:"plan"`
	Outcome string `json:"outcome"`
}

// Evidence says where an error was seen.
type Evidence struct {
	Task string `json:"task"`
	Run  string `json:"run"`
	Note string `json:"note"`
}

// The origins of errors.
const (
	Authored  = "authored"
	Distilled = "distilled"
)

// MaxPatterns is how many patterns of a kind an error may have.
const MaxPatterns = 8

var typeName = regexp.MustCompile(`^[a-z][a-z_]{2,63}$`)

// Parse reads a library. Unknown fields, another version, a missing field and a repeated type are
// errors that name the file and the entry.
func Parse(file string, text []byte) (*Library, error) {
	fail := func(format string, args ...any) (*Library, error) {
		return nil, fmt.Errorf("planerrors: %s: %w", file, fmt.Errorf(format, args...))
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var l Library
	if err := d.Decode(&l); err != nil {
		return fail("%w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fail("there is text after the library")
	}
	if l.Version != Version {
		return fail("version %d, and this program reads version %d", l.Version, Version)
	}
	if l.Name == "" {
		return fail("it has no name")
	}
	seen := map[string]bool{}
	for i, e := range l.Errors {
		if err := e.Check(); err != nil {
			return fail("entry %d (%s): %w", i+1, e.Type, err)
		}
		if seen[e.Type] {
			return fail("entry %d: the type %s is there already", i+1, e.Type)
		}
		seen[e.Type] = true
	}
	return &l, nil
}

// Check reports what is wrong with an error, as Parse does.
func (e Error) Check() error {
	switch {
	case !typeName.MatchString(e.Type):
		return fmt.Errorf("the type %q is not made of lower case letters and underscores", e.Type)
	case e.Description == "" || e.Impact == "":
		return errors.New("description and impact are required")
	case e.Origin != Authored && e.Origin != Distilled:
		return fmt.Errorf("origin is %q, want %q or %q", e.Origin, Authored, Distilled)
	case len(e.FailurePatterns) > MaxPatterns || len(e.SuccessPatterns) > MaxPatterns:
		return fmt.Errorf("more than %d patterns of a kind", MaxPatterns)
	}
	for _, p := range append(append([]Pattern{}, e.FailurePatterns...), e.SuccessPatterns...) {
		if p.Plan == "" || p.Outcome == "" {
			return errors.New("a pattern needs a plan and an outcome")
		}
	}
	return nil
}

// Types returns the types, in order.
func (l *Library) Types() []string {
	types := make([]string, 0, len(l.Errors))
	for _, e := range l.Errors {
		types = append(types, e.Type)
	}
	return types
}

// Core returns the library that we wrote: three types of error, with four patterns of each kind.
func Core() *Library { return embedded("core.json") }

// Generic returns a checklist as long as Core that names no planning error: what a critic gains from
// length alone.
func Generic() *Library { return embedded("generic.json") }

// None returns a library of one type, "other", without a pattern: a critic on its own.
func None() *Library {
	return &Library{Version: Version, Name: "none", Errors: []Error{{Type: "other", Description: "anything wrong with the plan",
		Impact: "the task is not solved", Origin: Authored}}}
}

func embedded(name string) *Library {
	text, err := files.ReadFile(name)
	if err == nil {
		var l *Library
		if l, err = Parse(name, text); err == nil {
			return l
		}
	}
	panic("planerrors: BUG: " + err.Error()) // embedded files, parsed by every test
}
