package main

import (
	"context"
	"io"
	"os"

	"github.com/shortleash/shortleash/train/corpus"
)

// A study is everything that is measured about a file of weights.
type study struct {
	o         options
	net       []played // under the mask
	rules     []played // the teacher
	random    []played // random legal documents
	free      []played // the net without its mask
	timed     []played
	wrong     []played
	at        []errorStage // the stages of the errors in wrong
	threshold float32
}

// The models that the net is compared with.
const (
	teacher     = "rules"
	randomModel = "random:1"
)

// everything measures all there is, writes the threshold if that was asked for, and the page.
func (o options) everything(ctx context.Context, items []item, out io.Writer) error {
	s := study{o: o}
	for _, run := range []struct {
		name     string
		unmasked bool
		to       *[]played
	}{{"tiny", false, &s.net}, {teacher, false, &s.rules}, {randomModel, false, &s.random}, {"tiny", true, &s.free}} {
		m, err := o.resolve(run.name, run.unmasked)
		if err != nil {
			return err
		}
		if *run.to, err = o.play(ctx, m, items); err != nil {
			return err
		}
	}
	m, err := o.resolve("tiny", false)
	if err != nil {
		return err
	}
	if s.timed, err = o.timed(ctx, m, items); err != nil {
		return err
	}
	if s.wrong, s.at, err = o.wrong(ctx, s.net); err != nil {
		return err
	}
	if o.stamp {
		c := fitted(s.verdicts(corpus.Dev))
		calibrate(s.net, c)
		s.threshold = threshold(s.verdicts(corpus.Dev))
		if err := stamp(o.weights, stamped(s.threshold, c)...); err != nil {
			return err
		}
	} else {
		s.threshold = threshold(s.verdicts(corpus.Dev))
	}
	if err := o.print(out, rowsOf(s.net, o.gloss)); err != nil {
		return err
	}
	if o.page == "" {
		return o.writeFailures(ctx, s.net)
	}
	text, err := s.text()
	if err != nil {
		return err
	}
	if err := os.WriteFile(o.page, text, 0o644); err != nil {
		return err
	}
	return o.writeFailures(ctx, s.net)
}

// verdicts returns those on the sentences of a split of the corpus.
func (s *study) verdicts(split corpus.Split) []verdict {
	return verdictsOf(selected(s.net, func(p played) bool { return p.split == split }), s.o.gloss)
}

// selected returns the items for which meant is true.
func selected(all []played, meant func(played) bool) []played {
	var list []played
	for _, p := range all {
		if meant(p) {
			list = append(list, p)
		}
	}
	return list
}

// right returns how many answers are right.
func (s *study) right(all []played) int {
	n := 0
	for _, p := range all {
		if p.item.right(p.report, s.o.gloss) {
			n++
		}
	}
	return n
}

// category returns the category of an item's suite.
func category(p played) string {
	switch {
	case p.split != "":
		return "corpus, " + string(p.verbs)
	case p.Exact:
		return p.Suite
	default:
		return "public suites"
	}
}
