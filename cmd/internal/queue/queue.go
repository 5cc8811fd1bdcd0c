// Package queue lets commands spread their work over the machines of a queue.
//
// [Flag] names the queue. [FitOf] says what a worker must have in common with a command, made of the flags that
// decide answers. [Watch] tells a person which workers are there, and that none fits; [Working] makes a
// command a worker.
package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// Lookahead is how many lines are in the queue or with workers at once, for each batch.
const Lookahead = 256

// A Flag names a queue.
type Flag struct{ URL string }

// Define declares the flag. The word in back quotes stands for the value.
func (f *Flag) Define(flags *pflag.FlagSet) {
	flags.StringVar(&f.URL, "queue", "", "`URL`: let the workers of a queue do it")
	cli.ShowDefault(flags, "queue", "")
}

// On reports whether a queue was named.
func (f Flag) On() bool { return f.URL != "" }

// Connect connects to the queue. say is told when it is away and back.
func (f Flag) Connect(ctx context.Context, c *cli.Console, say func(string)) (*cluster.Queue, error) {
	return Connect(ctx, c, f.URL, cluster.Options{Notify: say})
}

// Connect connects to the queue at address, with the token in NATS_TOKEN or the file of credentials that NATS_CREDS names,
// if any. A command line is no place for either: each user of the machine can read it.
func Connect(ctx context.Context, c *cli.Console, address string, o cluster.Options) (*cluster.Queue, error) {
	if strings.Contains(address, "@") {
		return nil, cli.Misuse("a token on the command line can be read by others; put it into the variable NATS_TOKEN, and name the queue alone")
	}
	o.Token, o.Credentials = c.Env("NATS_TOKEN"), c.Env("NATS_CREDS")
	q, err := cluster.Connect(ctx, address, o)
	if err != nil {
		return nil, cli.Misuse("%v", err)
	}
	return q, nil
}

// FitOf returns what a worker must have in common with a command: the program with its version and model, and those
// of the deciding flags that are not as usual.
func FitOf(program, model string, flags *pflag.FlagSet, deciding []string) (cluster.Fit, error) {
	if model == "" || model == "auto" {
		return nil, cli.Misuse("with a queue, name the model that its workers have:  --model ollama:NAME")
	}
	fit := cluster.Fit{"program": program, "version": version(), "model": model}
	for _, name := range deciding {
		f := flags.Lookup(name)
		if f == nil {
			panic("queue: BUG: there is no flag --" + name)
		}
		if value := f.Value.String(); value != f.DefValue {
			fit[name] = value
		}
	}
	return fit, nil
}

// version is the program's: its module version, or the commit that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && v == "(devel)":
			v = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true" && !strings.HasSuffix(v, "+dirty"):
			v += "+dirty"
		}
	}
	return v
}

// BatchID names a batch by all that makes it what it is.
func BatchID(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// watchEvery is how often a command looks which workers are there.
const watchEvery = 2 * time.Second

// Watch tells, until ctx ends or stop is called, when no worker is there that fits, and when one has come. start is the
// command that starts one. It returns at once. After stop returns, say is not called.
func Watch(ctx context.Context, q *cluster.Queue, fit cluster.Fit, start string, say func(string, ...any)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		told := false
		for {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
			workers, err := q.Workers(ctx)
			if err != nil {
				continue
			}
			fitting := Fitting(workers, fit)
			switch {
			case fitting == 0 && !told:
				told = true
				say("%s", noWorker(workers, fit, start))
			case fitting > 0 && told:
				told = false
				say("%s there now.", cli.Plural(fitting, "worker"))
			}
		}
	})
	return func() { cancel(); watching.Wait() }
}

// Fitting counts the workers that fit.
func Fitting(workers []cluster.Presence, fit cluster.Fit) int {
	n := 0
	for _, w := range workers {
		if w.Fit.Differences(fit) == "" {
			n++
		}
	}
	return n
}

// noWorker says what is missing, and what the workers that are there have instead.
func noWorker(workers []cluster.Presence, fit cluster.Fit, start string) string {
	lines := []string{"No worker for this is there yet; the lines wait. Start one:  " + start}
	for _, w := range workers[:min(len(workers), 3)] {
		lines = append(lines, fmt.Sprintf("%s on %s does not fit: %s", w.Name, w.Host, fit.Differences(w.Fit)))
	}
	return strings.Join(lines, "\n")
}

// WorkCommand is the command line of a worker that fits.
func WorkCommand(program, url string, fit cluster.Fit) string {
	words := []string{program, "work", "--queue", cli.Quoted(url), "--model", cli.Quoted(fit["model"])}
	for _, name := range slices.Sorted(maps.Keys(fit)) {
		if !slices.Contains([]string{"program", "version", "model"}, name) {
			words = append(words, "--"+name, cli.Quoted(fit[name]))
		}
	}
	return strings.Join(words, " ")
}

// Summary says in short who has answered what, for progress.
func Summary(t cluster.Tally, took time.Duration) string {
	var names []string
	for name := range t.ByWorker {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return t.ByWorker[b] - t.ByWorker[a] })
	text := cli.Plural(len(names), "worker")
	for _, name := range names[:min(len(names), 4)] {
		text += fmt.Sprintf(" · %s %.1f/s", name, float64(t.ByWorker[name])/max(took.Seconds(), 0.001))
	}
	if t.Redelivered > 0 {
		text += fmt.Sprintf(" · %d redelivered", t.Redelivered)
	}
	if t.Duplicates > 0 {
		text += fmt.Sprintf(" · %d answered twice", t.Duplicates)
	}
	return text
}
