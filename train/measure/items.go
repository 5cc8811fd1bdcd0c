package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/train/corpus"
	"github.com/shortleash/shortleash/tutor"
)

// An item is a sentence and what a tutor should say about it: a line of the contract suite, a line
// of one of the public suites, or an example of the corpus.
type item struct {
	Suite string `json:"suite"`
	Input string `json:"input"`

	// The contract, where exact is set.
	Exact      bool     `json:"-"`
	Corrected  *string  `json:"corrected"`
	InScope    bool     `json:"in_scope"`
	Reason     *string  `json:"reason"`
	Rules      []string `json:"rules"`       // nil is not judged
	NotChecked []string `json:"not_checked"` // nil is not judged
	Gloss      *string  `json:"gloss"`       // "" is not judged; an answer may have none

	// A public suite.
	Accept     []string `json:"accept"`
	Clean      bool     `json:"clean"`
	DetectOnly bool     `json:"detect_only"`

	// The corpus.
	verbs corpus.Familiarity
	split corpus.Split
	facts []corpus.Fact
}

// isClean reports whether nothing should be changed.
func (it item) isClean() bool { return it.Exact && it.Corrected == nil || it.Clean }

// right reports whether an answer is what the item wants.
func (it item) right(r tutor.Report, glosses bool) bool {
	if r.Outcome != loop.Final {
		return false
	}
	changed := r.Corrected != nil && normal(*r.Corrected) != normal(it.Input)
	switch {
	case it.Exact:
		gloss := !glosses || r.SpanishGloss == nil || it.Gloss != nil && (*it.Gloss == "" || normal(*it.Gloss) == normal(*r.SpanishGloss))
		return same(it.Corrected, r.Corrected) && it.InScope == r.InScope && same(it.Reason, r.Reason) &&
			it.noted(r) && (it.Rules == nil || sameSet(it.Rules, rulesOf(r))) && gloss
	case it.Clean:
		return !changed
	case it.DetectOnly:
		return changed
	}
	return r.Corrected != nil && slices.ContainsFunc(it.Accept, func(a string) bool { return normal(a) == normal(*r.Corrected) })
}

// noted reports whether the notes of an answer are what the item wants.
func (it item) noted(r tutor.Report) bool {
	return it.NotChecked == nil || sameSet(it.NotChecked, r.NotChecked)
}

// rulesOf returns the codes of an answer's edits.
func rulesOf(r tutor.Report) []string {
	var list []string
	for _, e := range r.Edits {
		list = append(list, e.Rule)
	}
	return list
}

func sameSet(x, y []string) bool {
	set := func(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }
	return slices.Equal(set(x), set(y))
}

func same(x, y *string) bool { return x == y || x != nil && y != nil && *x == *y }

// normal makes sentences comparable as the suites' README asks.
func normal(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "’", "'")), " ")
}

// readSuites reads JSONL files, and the JSONL files of folders: of each the first lines, if limit is
// not 0.
func readSuites(paths []string, limit int) ([]item, error) {
	var items []item
	for _, path := range paths {
		files := []string{path}
		if info, err := os.Stat(path); err != nil {
			return nil, err
		} else if info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(path, "*.jsonl")); err != nil {
				return nil, err
			}
		}
		for _, name := range files {
			list, err := readSuite(name)
			if err != nil {
				return nil, err
			}
			if limit > 0 {
				list = list[:min(limit, len(list))]
			}
			items = append(items, list...)
		}
	}
	return items, nil
}

func readSuite(name string) ([]item, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	suite := strings.TrimSuffix(filepath.Base(name), ".jsonl")
	var items []item
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var it item
		if err := json.Unmarshal(lines.Bytes(), &it); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		it.Exact = it.Suite == ""
		it.Suite = suite
		items = append(items, it)
	}
	return items, lines.Err()
}

// drawn returns examples of a split of the corpus, as suites by how well the verb is known.
func drawn(split corpus.Split, n int, seed uint64, known []item) []item {
	forbidden := map[string]bool{}
	for _, it := range known {
		forbidden[it.Input] = true
	}
	g := corpus.New(corpus.Options{Seed: seed, Split: split, Forbidden: func(text string) bool { return forbidden[text] }})
	var items []item
	for range n {
		e := g.Next()
		it := item{Suite: fmt.Sprintf("corpus_%s_%s", split, e.Verbs), Input: e.Text, Exact: true, InScope: e.InScope, Gloss: new(string),
			verbs: e.Verbs, split: split, facts: e.Groups}
		if e.Corrected != "" {
			it.Corrected = &e.Corrected
		}
		if !e.InScope {
			reason := string(e.Reason)
			it.Reason = &reason
		}
		items = append(items, it)
	}
	return items
}
