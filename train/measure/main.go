// Command measure compares the embedded model with its teacher.
//
//	go run ./train/measure -suites testdata/contract.jsonl,../shared/eval -corpus 2000
//	go run ./train/measure -weights tutor.gguf -suites … -corpus 2000 -stamp -page eval.md
//	go run ./train/measure -ollama shortleash-tutor -host 127.0.0.1:11434
//
// Each suite is a row: how many answers are right (of the contract suite and the corpus the whole
// contract, of the public suites what their README asks), how many right sentences were changed,
// and the times. -failures writes the wrong answers, and where in the run they arose, as JSON lines.
// -page writes all measurements of a file: with and without its mask, compared with its teacher and with
// random legal documents; by verbs seen, unseen and invented; where errors arise; what the mask forces;
// how well the confidence is calibrated; its speed. -stamp writes the confidence from which on 95 % of
// the answers are right into the file. -ollama compares the file with the same file in a server.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/train/corpus"
	"github.com/shortleash/shortleash/tutor/rules"
	"github.com/shortleash/shortleash/tutor/weights"
)

// options are the flags.
type options struct {
	model, weights, suites, failures, page string
	ollama, host                           string
	corpus, workers, limit, prompts        int
	seed                                   uint64
	gloss, noMask, json, stamp             bool
}

func main() {
	if err := measure(context.Background(), os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintf(os.Stderr, "measure: %v\n", err)
		}
		os.Exit(1)
	}
}

// parse reads the flags.
func parse(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("measure", flag.ContinueOnError)
	flags.StringVar(&o.model, "model", "tiny", "tiny, rules or random:SEED, which samples the grammar")
	flags.StringVar(&o.weights, "weights", "", "a GGUF file to take for the embedded one")
	flags.StringVar(&o.suites, "suites", "testdata/contract.jsonl", "JSONL files and folders of them, separated by commas")
	flags.StringVar(&o.failures, "failures", "", "write the wrong answers to this file")
	flags.StringVar(&o.page, "page", "", "measure all there is, and write it to this file")
	flags.BoolVar(&o.stamp, "stamp", false, "write the threshold of the confidence into the file of -weights")
	flags.IntVar(&o.corpus, "corpus", 0, "examples to draw from each split of the corpus")
	flags.IntVar(&o.limit, "limit", 0, "take so many lines of each suite at most; 0: all")
	flags.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "how many runs go on at once; 1 for timings")
	flags.Uint64Var(&o.seed, "seed", 99, "what the corpus is drawn from")
	flags.BoolVar(&o.gloss, "gloss", true, "ask for glosses, and judge those of the contract suite")
	flags.BoolVar(&o.noMask, "no-mask", false, "let the network write what it likes; the grammar judges it afterwards")
	flags.BoolVar(&o.json, "json", false, "print JSON lines for the table")
	flags.StringVar(&o.ollama, "ollama", "", "compare with the same file on a server of Ollama, under this name")
	flags.StringVar(&o.host, "host", "127.0.0.1:11434", "that server")
	flags.IntVar(&o.prompts, "prompts", 200, "how many prompts to compare with it")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("there are only flags, and %q is none", flags.Arg(0))
	case o.workers < 1 || o.corpus < 0 || o.limit < 0 || o.prompts < 1:
		return o, errors.New("-workers and -prompts are at least 1; -corpus and -limit at least 0")
	case o.stamp && (o.weights == "" || o.corpus == 0):
		return o, errors.New("-stamp wants the file, -weights FILE, and sentences to judge it by, -corpus N")
	}
	return o, nil
}

// measure does what args ask for, and prints to out.
func measure(ctx context.Context, args []string, out io.Writer) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	items, err := o.items()
	if err != nil {
		return err
	}
	switch {
	case o.ollama != "":
		return o.served(ctx, items, out)
	case o.page != "" || o.stamp:
		return o.everything(ctx, items, out)
	}
	m, err := o.resolve(o.model, o.noMask)
	if err != nil {
		return err
	}
	all, err := o.play(ctx, m, items)
	if err != nil {
		return err
	}
	if err := o.print(out, rowsOf(all, o.gloss)); err != nil {
		return err
	}
	return o.writeFailures(ctx, all)
}

// items reads the suites, and draws from the corpus.
func (o options) items() ([]item, error) {
	known, err := readSuites(strings.Split(o.suites, ","), o.limit)
	if err != nil || o.corpus == 0 {
		return known, err
	}
	items := known
	for _, split := range []corpus.Split{corpus.Train, corpus.Dev, corpus.Test} {
		items = append(items, drawn(split, o.corpus, o.seed, known)...)
	}
	return items, nil
}

// resolve returns the model that name means.
func (o options) resolve(name string, unmasked bool) (model.Model, error) {
	kind, seed, _ := strings.Cut(name, ":")
	switch kind {
	case "rules":
		return rules.Model{Gloss: o.gloss}, nil
	case "random":
		n, err := strconv.ParseInt(seed, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("the seed of a random model is a whole number, like random:1; %q is none", name)
		}
		return fake.Random(n), nil
	case "tiny":
		file, err := o.file()
		if err != nil {
			return nil, err
		}
		c := tiny.Config{Unmasked: unmasked, States: 2 * o.workers}
		if file == nil {
			return weights.Open(c)
		}
		return tiny.Open(file, c)
	}
	return nil, fmt.Errorf("there is no model %q here; there is: tiny, rules, random:SEED", name)
}

// file returns the file of -weights, or nil for the embedded one. With -stamp, which measures the
// confidence again, the file comes without its calibration.
func (o options) file() ([]byte, error) {
	if o.weights == "" {
		return nil, nil
	}
	data, err := os.ReadFile(o.weights)
	if err != nil || !o.stamp {
		return data, err
	}
	return withConfidence(data)
}
