// Command soak makes random runs of the loop and checks each against what the loop promises.
//
// A run is a model in a scenario. The model is valid-random, one of the hostile kinds, a rotation of calls,
// or a mixture that changes its kind within the run. The scenario is a configuration from a wide range,
// tools that work, fail, panic, wait or ignore their context, and rules. Both are drawn from the run's
// seed, and so are cancellations and watchers that stop watching. Nearly all runs use a fake clock: a
// model that is silent for five minutes costs nothing, and time limits are checked to the nanosecond. A
// small share uses the real clock, with very short limits.
//
//	go run ./soak -runs 100000 -seed 1     a table on stdout, progress on stderr
//	go run ./soak -only 4294967297         one run alone, with its events
//
// It exits with 1 on any breach; [check] says what is one. It prints the seed of the run.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"testing"
	"time"
)

func main() {
	os.Exit(exec(context.Background(), testingT, os.Args[1:], os.Stdout, os.Stderr))
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
	profile  string
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
	f.StringVar(&o.profile, "cpuprofile", "", "write a CPU profile to this `file`")
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

// exec runs the command and returns its exit status: 0, 1 for a breach, 2 for misuse. tester gives
// the test that bubbles with a fake clock belong to.
func exec(ctx context.Context, tester func() *testing.T, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(stderr, "soak:", err)
		return 2
	}
	if o.profile != "" {
		stop, err := profile(o.profile)
		if err != nil {
			fmt.Fprintln(stderr, "soak:", err)
			return 2
		}
		defer stop()
	}
	if o.only != 0 {
		return alone(tester(), o, stdout)
	}
	sum := soak(ctx, tester(), o, stderr)
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

// profile begins a CPU profile and returns what ends it.
func profile(name string) (stop func(), err error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() {
		pprof.StopCPUProfile()
		if err := file.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "soak:", err)
		}
	}, nil
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
