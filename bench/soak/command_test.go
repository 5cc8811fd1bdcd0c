package soak

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

var settings = flag.String("soak", "-runs 200", "the settings of TestSoak; -h lists them")

// TestSoak is a short run by default; docs/evidence/long-checks.md has the long ones.
func TestSoak(t *testing.T) {
	if exec(t.Context(), t, strings.Fields(*settings), os.Stdout, os.Stderr) != 0 {
		t.Fail()
	}
}

// options are the command line.
type options struct {
	runs     uint64
	seed     uint64
	only     uint64
	kind     string
	workers  int
	json     bool
	breaches int
	patience time.Duration
	slack    time.Duration
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("soak", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Uint64Var(&o.runs, "runs", 10000, "how many `runs`")
	f.Uint64Var(&o.seed, "seed", 1, "which runs: the first has `S` times 2^32 as its seed, each next one more")
	f.Uint64Var(&o.only, "only", 0, "make the run with this `seed` alone and print its events")
	f.StringVar(&o.kind, "kind", "", "give every run this `kind` of model, instead of drawing one")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "how many runs at once")
	f.BoolVar(&o.json, "json", false, "print one JSON object instead of tables")
	f.IntVar(&o.breaches, "breaches", 20, "stop after so many `breaches`")
	f.DurationVar(&o.patience, "patience", 2*time.Minute, "a run that takes longer on the real clock is a breach, and ends the soak")
	f.DurationVar(&o.slack, "slack", 2*time.Second, "what a run under the real clock may take beyond its wall and grace, for a busy machine")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	switch {
	case f.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", f.Arg(0))
	case o.runs == 0 || o.runs > 1<<32:
		return o, errors.New("-runs: want 1 to 2^32")
	case o.workers < 1 || o.breaches < 1:
		return o, errors.New("-workers and -breaches: want at least 1")
	case o.kind != "" && !isKind(o.kind):
		return o, fmt.Errorf("-kind: there is no kind %q", o.kind)
	}
	return o, nil
}

// exec does what the settings say and returns 0, 1 for a breach, 2 for misuse. t is the test that bubbles with a fake
// clock belong to.
func exec(ctx context.Context, t *testing.T, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(stderr, "soak:", err)
		return 2
	}
	if o.only != 0 {
		return alone(t, o, stdout)
	}
	sum := soak(ctx, t, o, stderr)
	if o.json {
		err = json.NewEncoder(stdout).Encode(sum)
	} else {
		err = sum.print(stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "soak:", err)
		return 2
	}
	if len(sum.Breaches) > 0 {
		return 1
	}
	return 0
}

// alone makes one run and prints all there is to know about it.
func alone(t *testing.T, o options, stdout io.Writer) int {
	w := worker{t: t, options: o, toolSet: newToolSet()}
	for seed := o.only / scenarioRuns * scenarioRuns; seed < o.only; seed++ {
		w.run(seed, nil) // a loop remembers that its server was dead
	}
	r := w.run(o.only, func(line string) { fmt.Fprintln(stdout, line) })
	fmt.Fprintf(stdout, "kind %s, took %v of %v and %v grace\n", r.kind, r.took, r.budget.Wall, r.grace)
	for _, b := range r.breaches {
		fmt.Fprintf(stdout, "BREACH of %s: %s\n", b.Promise, b.How)
	}
	if len(r.breaches) > 0 {
		return 1
	}
	fmt.Fprintln(stdout, "no breach")
	return 0
}
