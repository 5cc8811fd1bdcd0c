package main

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/train/corpus"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/rules"
)

// An errorStage is where in a run an error arose.
type errorStage string

// The stages, in the order of a run.
const (
	atTool    errorStage = "tool"    // no tool that helps was called
	atVerb    errorStage = "verb"    // the right tool, but about another verb
	atSubject errorStage = "subject" // … another subject
	atPerson  errorStage = "person"
	atTense   errorStage = "tense"
	atAnswer  errorStage = "answer" // the right answer could have been given
	atScope   errorStage = "scope"  // whether the sentence is judged, or the reason why not
	atNote    errorStage = "note"   // the notes on what is not judged
	atGloss   errorStage = "gloss"
	atEnd     errorStage = "no answer"
)

var errorStages = []errorStage{atTool, atVerb, atSubject, atPerson, atTense, atAnswer, atScope, atNote, atGloss, atEnd}

// A call is what a tool is asked.
type call struct {
	Tool    string `json:"-"`
	Person  string `json:"person"`
	Subject string `json:"subject"`
	Tense   string `json:"tense"`
	Verb    string `json:"verb"`
}

// errorStageOf returns where a wrong answer went wrong. guide are calls that help.
func errorStageOf(p played, guide []call) errorStage {
	it, r := p.item, p.report
	fixed := r.Corrected != nil && (it.Corrected != nil && *r.Corrected == *it.Corrected || slices.Contains(it.Accept, *r.Corrected))
	switch {
	case r.Outcome != loop.Final:
		return atEnd
	case it.Exact && (it.InScope != r.InScope || !same(it.Reason, r.Reason)), !it.Exact && !r.InScope:
		return atScope
	case it.Exact && (fixed || it.Corrected == nil && r.Corrected == nil):
		if !it.noted(r) {
			return atNote
		}
		return atGloss
	case possible(p):
		return atAnswer
	}
	for _, c := range calls(r) {
		if at := astray(c, guide); at != "" {
			return at
		}
	}
	return atTool
}

// possible reports whether the run could have ended with the right answer. Of several sentences the last
// one decides.
func possible(p played) bool {
	want := []*string{p.Corrected}
	if !p.Exact && !p.Clean {
		want = nil
		for _, a := range p.Accept {
			want = append(want, &a)
		}
	}
	if len(sentence.Split(p.Input)) != 1 {
		return false
	}
	var observed []answer.Observation
	for _, s := range p.report.Trace {
		observed = append(observed, answer.Observation{Tool: s.Tool, Args: s.Args, Output: s.Observation})
	}
	answers := answer.New(strings.TrimSpace(p.Input)).Answers(observed)
	return slices.ContainsFunc(want, func(text *string) bool {
		_, ok := answers.Find(text)
		return ok
	})
}

// calls returns the calls of a run, but those for the gloss.
func calls(r tutor.Report) []call {
	var list []call
	for _, s := range r.Trace {
		c := call{Tool: s.Tool}
		if c.Tool == "final_answer" || c.Tool == string(sentence.Spanish) || json.Unmarshal(s.Args, &c) != nil {
			continue
		}
		list = append(list, c)
	}
	return list
}

// astray returns in what a call differs from the nearest one of the guide: "" if it is one of them, atTool
// if the guide does not use the tool.
func astray(c call, guide []call) errorStage {
	best := atTool
	for _, g := range guide {
		var at errorStage
		switch {
		case g == c:
			return ""
		case g.Tool != c.Tool:
			continue
		case !strings.EqualFold(g.Verb, c.Verb):
			at = atVerb
		case g.Subject != c.Subject:
			at = atSubject
		case g.Person != c.Person:
			at = atPerson
		default:
			at = atTense
		}
		if slices.Index(errorStages, at) > slices.Index(errorStages, best) { // the nearest call counts
			best = at
		}
	}
	return best
}

// guides returns for each item the calls that help: of the corpus those about the facts, else those of
// the rules' run where it had the right answer. Elsewhere they are nil, and an error is at the tool.
func (o options) guides(ctx context.Context, all []played) ([][]call, error) {
	o.gloss = false
	var items []item
	for _, p := range all {
		items = append(items, p.item)
	}
	taught, err := o.play(ctx, rules.Model{}, items)
	if err != nil {
		return nil, err
	}
	list := make([][]call, len(all))
	for i, p := range taught {
		switch {
		case p.facts != nil:
			list[i] = about(p.facts)
		case p.right(p.report, false):
			list[i] = calls(p.report)
		}
	}
	return list, nil
}

// about returns the calls that may help with groups of verbs.
func about(facts []corpus.Fact) []call {
	var list []call
	for _, f := range facts {
		list = append(list,
			call{Tool: string(sentence.Lookup), Verb: f.Verb},
			call{Tool: string(sentence.Conjugate), Person: string(f.Person), Tense: string(f.Tense), Verb: f.Verb},
			call{Tool: string(sentence.Agreement), Subject: f.Subject, Verb: strings.ToLower(f.Finite)})
	}
	return list
}

// wrong returns the items with a wrong answer, and where they went wrong.
func (o options) wrong(ctx context.Context, all []played) ([]played, []errorStage, error) {
	all = slices.Clone(all)
	all = slices.DeleteFunc(all, func(p played) bool { return p.right(p.report, o.gloss) })
	guides, err := o.guides(ctx, all)
	if err != nil {
		return nil, nil, err
	}
	var at []errorStage
	for i, p := range all {
		at = append(at, errorStageOf(p, guides[i]))
	}
	return all, at, nil
}

// writeFailures writes what went wrong to the file of -failures.
func (o options) writeFailures(ctx context.Context, all []played) error {
	if o.failures == "" {
		return nil
	}
	wrong, at, err := o.wrong(ctx, all)
	if err != nil {
		return err
	}
	f, err := os.Create(o.failures)
	if err != nil {
		return err
	}
	e := json.NewEncoder(f)
	e.SetEscapeHTML(false)
	for i, p := range wrong {
		if err == nil {
			err = e.Encode(struct {
				Suite   string       `json:"suite"`
				Input   string       `json:"input"`
				Place   errorStage   `json:"place"`
				Want    *string      `json:"want"`
				Accept  []string     `json:"accept,omitempty"`
				InScope bool         `json:"want_in_scope"`
				Reason  *string      `json:"want_reason"`
				Notes   []string     `json:"want_not_checked"`
				Got     tutor.Report `json:"got"`
			}{p.Suite, p.Input, at[i], p.Corrected, p.Accept, p.InScope, p.Reason, p.NotChecked, p.report})
		}
	}
	return cmp.Or(err, f.Close())
}
