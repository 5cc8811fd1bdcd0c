// Command measure says how good the embedded model is, beside its teacher.
//
//	go run ./train/measure -suites testdata/contract.jsonl,../shared/eval -corpus 2000
//
// Each suite is a row: how many answers are right (of the contract suite and the corpus the whole
// contract, of the public suites what their README asks), how many right sentences were changed, and
// the median time. -weights FILE measures another file than the embedded one, -failures FILE writes
// what went wrong as JSON lines, and -no-mask takes the leash off.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shortleash/shortleash/cmd/tutor/run"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/rules"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/train/corpus"
)

type options struct {
	model, weights, suites, failures string
	corpus, workers                  int
	seed                             uint64
	gloss, noMask, json              bool
}

func main() {
	var o options
	flag.StringVar(&o.model, "model", "tiny", "tiny or rules")
	flag.StringVar(&o.weights, "weights", "", "a GGUF file to take for the embedded one")
	flag.StringVar(&o.suites, "suites", "testdata/contract.jsonl", "JSONL files and folders of them, separated by commas")
	flag.StringVar(&o.failures, "failures", "", "write the wrong answers to this file")
	flag.IntVar(&o.corpus, "corpus", 0, "examples to draw from the development and test splits of the corpus, each")
	flag.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "how many runs go on at once; 1 for timings")
	flag.Uint64Var(&o.seed, "seed", 99, "what the corpus is drawn from")
	flag.BoolVar(&o.gloss, "gloss", true, "ask for glosses, and judge those of the contract suite")
	flag.BoolVar(&o.noMask, "no-mask", false, "let the model write what it likes, and check it afterwards")
	flag.BoolVar(&o.json, "json", false, "print JSON lines for the table")
	flag.Parse()
	if err := measure(o); err != nil {
		fmt.Fprintf(os.Stderr, "measure: %v\n", err)
		os.Exit(1)
	}
}

func measure(o options) error {
	items, err := readSuites(strings.Split(o.suites, ","))
	if err != nil {
		return err
	}
	known := items
	if o.corpus > 0 {
		for _, split := range []corpus.Split{corpus.Dev, corpus.Test} {
			items = append(items, drawn(split, o.corpus, o.seed, known)...)
		}
	}
	m, err := o.resolve()
	if err != nil {
		return err
	}
	config := loop.Usual()
	if o.noMask {
		config.Enforce = loop.Off
	}
	options := run.Options{Model: func() model.Model { return m }, Loop: config, Trace: o.failures != ""}
	if !o.gloss {
		options.Gloss = run.GlossOff
	}
	tutor, err := run.New(options)
	if err != nil {
		return err
	}
	reports := make([]run.Report, len(items))
	took := make([]time.Duration, len(items))
	errs := make([]error, o.workers)
	var all sync.WaitGroup
	for w := range o.workers {
		all.Go(func() {
			for i := w; i < len(items); i += o.workers {
				start := time.Now()
				reports[i], errs[w] = tutor.Correct(context.Background(), items[i].Input, nil, nil)
				took[i] = time.Since(start)
				if errs[w] != nil {
					return
				}
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	rows := map[string]*row{}
	for i, it := range items {
		if rows[it.Suite] == nil {
			rows[it.Suite] = &row{Suite: it.Suite}
		}
		rows[it.Suite].add(it, reports[i], took[i], o.gloss)
	}
	o.print(rows)
	return o.writeFailures(items, reports)
}

func (o options) resolve() (model.Model, error) {
	switch {
	case o.model == "rules":
		return rules.Model{Gloss: o.gloss}, nil
	case o.model != "tiny":
		return nil, fmt.Errorf("there is no model %q here; there is: tiny, rules", o.model)
	case o.weights == "":
		return tiny.Embedded(tiny.Config{Unmasked: o.noMask})
	}
	file, err := os.ReadFile(o.weights)
	if err != nil {
		return nil, err
	}
	return tiny.Open(file, tiny.Config{Unmasked: o.noMask})
}

// A row is what came of one suite.
type row struct {
	Suite    string  `json:"suite"`
	Items    int     `json:"items"`
	Right    int     `json:"right"`
	Wrong    int     `json:"wrong_items"` // that have an error
	Fixed    int     `json:"fixed"`
	Clean    int     `json:"clean_items"`
	Harmed   int     `json:"harmed"`
	Unended  int     `json:"unended"` // did not end final
	MedianMS float64 `json:"median_ms"`

	took []time.Duration
}

func (r *row) add(it item, report run.Report, took time.Duration, glosses bool) {
	right := it.right(report, glosses)
	r.Items++
	r.took = append(r.took, took)
	if right {
		r.Right++
	}
	if report.Outcome != loop.Final {
		r.Unended++
	}
	if it.isClean() {
		r.Clean++
		if report.Corrected != nil {
			r.Harmed++
		}
		return
	}
	r.Wrong++
	if right {
		r.Fixed++
	}
}

func (o options) print(rows map[string]*row) {
	if !o.json {
		fmt.Printf("%-28s %6s %8s %8s %8s %8s %10s\n", "suite", "items", "right %", "fixed %", "harmed %", "unended", "median ms")
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		r := rows[name]
		slices.Sort(r.took)
		r.MedianMS = float64(r.took[len(r.took)/2].Microseconds()) / 1000
		if o.json {
			line, _ := json.Marshal(r) // numbers and a name
			fmt.Println(string(line))
			continue
		}
		fmt.Printf("%-28s %6d %8s %8s %8s %8d %10.2f\n", name, r.Items, percent(r.Right, r.Items), percent(r.Fixed, r.Wrong),
			percent(r.Harmed, r.Clean), r.Unended, r.MedianMS)
	}
}

func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", 100*float64(n)/float64(of))
}

func (o options) writeFailures(items []item, reports []run.Report) error {
	if o.failures == "" {
		return nil
	}
	f, err := os.Create(o.failures)
	if err != nil {
		return err
	}
	e := json.NewEncoder(f)
	e.SetEscapeHTML(false)
	for i, it := range items {
		if err == nil && !it.right(reports[i], o.gloss) {
			err = e.Encode(struct {
				Suite   string     `json:"suite"`
				Input   string     `json:"input"`
				Want    *string    `json:"want"`
				Accept  []string   `json:"accept,omitempty"`
				InScope bool       `json:"want_in_scope"`
				Reason  *string    `json:"want_reason"`
				Got     run.Report `json:"got"`
			}{it.Suite, it.Input, it.Corrected, it.Accept, it.InScope, it.Reason, reports[i]})
		}
	}
	return cmp.Or(err, f.Close())
}
