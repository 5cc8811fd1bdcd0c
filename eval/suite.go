// Package eval measures how well sentences are corrected, and has the code that all measurements in this module share.
//
// A [Suite] is a file of sentences with the expected corrections ([ReadSuite]). [Measure] passes each sentence, several
// at a time, to a function of the caller that returns an [Answer], and summarizes the answers in a [Score]: errors fixed,
// right sentences harmed, errors detected, contracts kept, edits in right sentences, for the suite and for each rule. A
// [Share] has an interval, because a suite is a sample; [Compare] says whether two scores differ by more than chance.
//
// Package eval/tasks measures tasks with tools in the same way. Both make their runs with a
// [Runner], which gives up if the model is unavailable; keep them in [Records], so that an
// interrupted measurement can continue; and write their figures with [Page].
//
// A score depends only on the answers, not on their order in time. No figure is an average over
// suites, because they differ in size and kind.
package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Suite is a list of sentences with their expected results.
type Suite struct {
	Name  string
	Items []Item
}

// An Item is one sentence of a suite.
type Item struct {
	ID    string `json:"id"`
	Input string `json:"input"`

	// Accept holds the corrected sentences that count as right.
	Accept []string `json:"accept"`
	// Clean says that the sentence must come back unchanged.
	Clean bool `json:"clean"`
	// DetectOnly says that any change counts.
	DetectOnly bool `json:"detect_only"`

	// Contract is the complete expected answer; nil in suites that only expect a sentence.
	Contract *Contract `json:"-"`
}

// A Contract describes an answer completely.
type Contract struct {
	Corrected  *string  `json:"corrected"` // nil: the sentence stays
	InScope    bool     `json:"in_scope"`
	Rules      []string `json:"rules"` // a set
	Reason     *string  `json:"reason"`
	NotChecked []string `json:"not_checked"` // what tutors once reported; it is not compared
	// Gloss is the expected Spanish; no gloss is accepted too. "" is not compared; nil means that there must be none.
	Gloss *string `json:"gloss"`
}

// Sample returns the suite with n of its items, evenly spaced; all of them if it has at most n, or if n is zero.
func (s Suite) Sample(n int) Suite {
	if n <= 0 || n >= len(s.Items) {
		return s
	}
	items := make([]Item, n)
	for i := range items {
		items[i] = s.Items[i*len(s.Items)/n]
	}
	s.Items = items
	return s
}

// A SuiteError says which line of a suite cannot be used.
type SuiteError struct {
	Line    int // from 1
	Message string
}

// Error returns the line and what is wrong with it.
func (e *SuiteError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// maxLine bounds a line of a suite, in bytes.
const maxLine = 1 << 20

// members lists what a line of a suite may have. The first list is of suites of sentences, the
// second of contracts; a line has all of one of them.
var members = [2][]string{
	{"id", "suite", "input", "accept", "clean", "detect_only", "note"},
	{"id", "input", "corrected", "in_scope", "rules", "reason", "not_checked", "gloss", "note"},
}

// ReadSuite reads a suite of JSON Lines: either all are sentences with accept, clean and
// detect_only, or all are contracts. The error is a [*SuiteError] or an error of r.
func ReadSuite(name string, r io.Reader) (Suite, error) {
	s := Suite{Name: name}
	err := ReadLines(r, "item", func(line []byte) (string, error) {
		item, err := readItem(line)
		s.Items = append(s.Items, item)
		return item.ID, err
	})
	if err != nil {
		return Suite{}, err
	}
	return s, nil
}

// ReadLines calls read for each line of r that is not blank. read returns the id of the line's item;
// no two may be the same. what is the word for an item. The error is a [*SuiteError] or an error of r.
func ReadLines(r io.Reader, what string, read func(line []byte) (id string, err error)) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	seen := map[string]bool{}
	n := 0
	for lines.Scan() {
		n++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		id, err := read(lines.Bytes())
		if err == nil && seen[id] {
			err = fmt.Errorf("the id %q is there twice", id)
		}
		if err != nil {
			return &SuiteError{n, err.Error()}
		}
		seen[id] = true
	}
	switch {
	case errors.Is(lines.Err(), bufio.ErrTooLong):
		return &SuiteError{n + 1, "the line is longer than a mebibyte"}
	case lines.Err() == nil && len(seen) == 0:
		return &SuiteError{1, "there is no " + what}
	}
	return lines.Err()
}

func readItem(line []byte) (Item, error) {
	var have map[string]json.RawMessage
	if err := json.Unmarshal(line, &have); err != nil {
		return Item{}, errors.New("this is not a JSON object")
	}
	kind := 0
	if _, ok := have["in_scope"]; ok {
		kind = 1
	}
	for _, name := range members[kind] {
		if _, ok := have[name]; !ok && name != "note" && name != "suite" {
			return Item{}, fmt.Errorf("%q is missing", name)
		}
	}
	for name := range have {
		if !slices.Contains(members[kind], name) {
			return Item{}, fmt.Errorf("%q is not a member of an item", name)
		}
	}
	var item Item
	if err := json.Unmarshal(line, &item); err != nil {
		return Item{}, wrongType(err)
	}
	if item.ID == "" || item.Input == "" {
		return Item{}, errors.New(`"id" and "input" are not empty`)
	}
	if kind == 1 {
		item.Contract = &Contract{}
		if err := json.Unmarshal(line, item.Contract); err != nil {
			return Item{}, wrongType(err)
		}
		item.Clean = item.Contract.Corrected == nil
		if !item.Clean {
			item.Accept = []string{*item.Contract.Corrected}
		}
	}
	if !item.Clean && !item.DetectOnly && len(item.Accept) == 0 {
		return Item{}, errors.New(`the sentence is to be corrected, and "accept" is empty`)
	}
	return item, nil
}

func wrongType(err error) error {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%q is a %s, want %s", e.Field, e.Value, e.Type)
	}
	return err
}

// normal makes sentences comparable: one kind of apostrophe, one space between words.
func normal(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "’", "'")), " ")
}
