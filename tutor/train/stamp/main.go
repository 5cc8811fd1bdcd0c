// Command stamp writes into a file of weights how far its confidence can be trusted.
//
//	go run ./tutor/train/stamp -weights tutor/weights/tutor.gguf -n 2000
//
// It has the network correct sentences with verbs that it was not trained on, compares its answers with those of the
// rules, which taught it, and writes two things: the calibration under which the confidences say how often an answer
// is right, and the confidence from which on 95 % of the answers are.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/rules"
	"github.com/shortleash/shortleash/tutor/train/corpus"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintf(os.Stderr, "stamp: %v\n", err)
		}
		os.Exit(1)
	}
}

// run does what args ask for, and prints to out.
func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("stamp", flag.ContinueOnError)
	path := flags.String("weights", "", "the `file` to measure and write")
	n := flags.Int("n", 2000, "sentences to correct")
	seed := flags.Uint64("seed", 99, "what they are drawn from")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *path == "" || *n < minAnswers || flags.NArg() > 0 {
		return fmt.Errorf("-weights names a file, -n is at least %d, and there are only flags", minAnswers)
	}
	data, err := os.ReadFile(*path)
	if err != nil {
		return err
	}
	if data, err = withConfidence(data); err != nil {
		return err
	}
	m, err := tiny.Open(data, tiny.Config{})
	if err != nil {
		return err
	}
	list, err := verdicts(ctx, m, *n, *seed)
	if err != nil {
		return err
	}
	c := fitted(list)
	for i := range list {
		list[i].confidence = c.Confidence(list[i].confidence)
	}
	least := threshold(list)
	fmt.Fprintf(out, "%d answers with a confidence; sure from %.3f on\n", len(list), least)
	data, err = withConfidence(data, gguf.Entry{Key: tiny.ThresholdKey, Value: least},
		gguf.Entry{Key: tiny.SlopeKey, Value: c.Slope}, gguf.Entry{Key: tiny.OffsetKey, Value: c.Offset})
	if err != nil {
		return err
	}
	if err := os.WriteFile(*path+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(*path+".new", *path)
}

// verdicts has m correct n sentences of the development split, and returns those on answers that have a confidence,
// the least sure first.
func verdicts(ctx context.Context, m model.Model, n int, seed uint64) ([]verdict, error) {
	config := loop.Config{}
	config.Allowances.Repairs, config.Allowances.Retries = 0, 0 // a repair would be another prompt
	network, err := tutor.New(tutor.Options{Model: func() model.Model { return m }, Loop: config})
	if err != nil {
		return nil, err
	}
	teacher, err := tutor.New(tutor.Options{Model: func() model.Model { return rules.New() }, Loop: config})
	if err != nil {
		return nil, err
	}
	var list []verdict
	examples := corpus.New(corpus.Options{Seed: seed, Split: corpus.Dev})
	for range n {
		text := examples.Next().Text
		got, err := network.Correct(ctx, text, nil, nil)
		if err != nil {
			return nil, err
		}
		want, err := teacher.Correct(ctx, text, nil, nil)
		if err != nil {
			return nil, err
		}
		if got.Outcome == loop.Final && got.Confidence != nil {
			list = append(list, verdict{*got.Confidence, same(got.Corrected, want.Corrected) && got.InScope == want.InScope &&
				same(got.Reason, want.Reason)})
		}
	}
	slices.SortStableFunc(list, func(x, y verdict) int { return cmp.Compare(x.confidence, y.confidence) })
	return list, nil
}

func same(x, y *string) bool { return x == y || x != nil && y != nil && *x == *y }

// withConfidence returns a file of weights with these entries as its only ones about confidence.
func withConfidence(data []byte, entries ...gguf.Entry) ([]byte, error) {
	file, err := gguf.Read(data)
	if err != nil {
		return nil, err
	}
	file.Metadata = append(slices.DeleteFunc(file.Metadata, func(e gguf.Entry) bool {
		return e.Key == tiny.ThresholdKey || e.Key == tiny.SlopeKey || e.Key == tiny.OffsetKey
	}), entries...)
	var b bytes.Buffer
	_, err = file.WriteTo(&b)
	return b.Bytes(), err
}
