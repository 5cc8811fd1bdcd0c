// Command sidebyside puts several grammar engines through the same schemas, instances and vocabulary,
// one after the other on one thread, and prints tables with ratios:
//
//	competitors/setup.sh DIR
//	go run ./sidebyside -tools DIR [-n 400] [-vocab cl100k|o200k] FILE.jsonl.gz
//
// The engines are ours, llguidance and XGrammar from their Python packages, and llama.cpp's sampler as
// Ollama links it. An engine that cannot be run is a line that says why. Ours alone, with what it does not pass:
//
//	go run ./sidebyside -engines shortleash -losses FILE.jsonl.gz
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/bench/corpus"
	"github.com/shortleash/shortleash/bench/report"
	"github.com/shortleash/shortleash/bench/shortleash"
	"github.com/shortleash/shortleash/bench/trial"
	"github.com/shortleash/shortleash/bench/vocab"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := exec(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Exit codes.
const (
	ok     = 0
	fault  = 1
	misuse = 2
)

// The engines by name, in the order of the tables. Ratios are to the first.
const (
	ours       = "shortleash"
	llguidance = "llguidance"
	xgrammar   = "xgrammar"
	llamacpp   = "llamacpp"
)

func engines() []string { return []string{ours, llguidance, xgrammar, llamacpp} }

// A command is what the arguments ask for.
type command struct {
	file    string
	tools   string
	engines []string
	vocab   string
	first   int
	only    string
	every   int
	timeout time.Duration
	raw     string
	losses  bool
}

func exec(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if job, serve := trial.IsServe(args); serve {
		if err := trial.Serve(job, stdout, shortleash.New); err != nil {
			fmt.Fprintln(stderr, "sidebyside:", err)
			return fault
		}
		return ok
	}
	c, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return ok
	}
	if err != nil {
		fmt.Fprintln(stderr, "sidebyside:", err)
		return misuse
	}
	if err := c.run(ctx, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "sidebyside:", err)
		return fault
	}
	return ok
}

// usage is also what the answer to a call without a file says.
const usage = `usage: sidebyside [flags] FILE.jsonl.gz     (-h lists the flags)
example: sidebyside -tools ~/tools -vocab o200k sample.jsonl.gz`

// parse reads flags before and after the file.
func parse(args []string, stderr io.Writer) (command, error) {
	var c command
	var names string
	f := flag.NewFlagSet("sidebyside", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintln(stderr, usage)
		f.PrintDefaults()
		fmt.Fprint(stderr, "example of a few: sidebyside -tools ~/tools -n 20 -engines shortleash,llguidance sample.jsonl.gz\n")
	}
	f.StringVar(&c.tools, "tools", "", "`folder` that competitors/setup.sh filled")
	f.StringVar(&names, "engines", strings.Join(engines(), ","), "`names` of the engines, in order")
	f.StringVar(&c.vocab, "vocab", "cl100k", "`name` of the vocabulary: "+strings.Join(vocab.Names(), ", "))
	f.IntVar(&c.first, "n", 0, "only the first `schemas` of the file; 0 means all")
	f.StringVar(&c.only, "only", "", "only schemas whose name contains this `text`")
	f.IntVar(&c.every, "every", 40, "llama.cpp computes a mask at one position in this many, and checks single tokens between")
	f.DurationVar(&c.timeout, "timeout", time.Minute, "for one engine at one schema with all its instances")
	f.StringVar(&c.raw, "raw", "", "`file` for all results, one engine a line, as JSON")
	f.BoolVar(&c.losses, "losses", false, "say why the first engine does not pass schemas")
	var files []string
	for {
		if err := f.Parse(args); err != nil {
			return command{}, err
		}
		if f.NArg() == 0 {
			break
		}
		files = append(files, f.Arg(0))
		args = f.Args()[1:]
	}
	if len(files) != 1 {
		return command{}, fmt.Errorf("want one file of schemas, got %d\n%s", len(files), usage)
	}
	c.file = files[0]
	c.engines = strings.Split(names, ",")
	for _, name := range c.engines {
		if !slices.Contains(engines(), name) {
			return command{}, fmt.Errorf("unknown engine %q, want some of %q", name, engines())
		}
	}
	if c.first < 0 || c.timeout <= 0 || c.every < 1 {
		return command{}, errors.New("-n must not be negative; -timeout and -every must be positive")
	}
	return c, nil
}

func (c command) run(ctx context.Context, stdout, stderr io.Writer) error {
	schemas, err := corpus.Read(c.file)
	if err != nil {
		return err
	}
	if schemas = corpus.Select(schemas, c.only, c.first); len(schemas) == 0 {
		return fmt.Errorf("no schema of %s has %q in its name", c.file, c.only)
	}
	v, err := vocab.Load(c.vocab)
	if err != nil {
		return err
	}
	job, err := trial.NewJob(v, schemas)
	if err != nil {
		return err
	}
	table := report.Table{Schemas: schemas, Losses: c.losses}
	for _, name := range c.engines {
		fmt.Fprintf(stderr, "sidebyside: %s: %d schemas\n", name, len(schemas))
		start := time.Now()
		entry, err := c.measure(ctx, name, job)
		if err != nil {
			return err
		}
		fmt.Fprintf(stderr, "sidebyside: %s: %.0f s\n", name, time.Since(start).Seconds())
		table.Entries = append(table.Entries, entry)
	}
	if err := c.keep(table); err != nil {
		return err
	}
	if err := c.preamble(stdout, v, job, table); err != nil {
		return err
	}
	return table.Markdown(stdout)
}

// measure runs one engine. That it cannot be run is a line of the table; the error is ctx's.
func (c command) measure(ctx context.Context, name string, job trial.Job) (report.Entry, error) {
	entry := report.Entry{Name: name}
	runner, err := c.runner(name)
	if err == nil {
		if name == llamacpp {
			entry.Every = c.every
			job.MaskEvery = c.every
		}
		entry.Outcome, err = runner.Drive(ctx, job)
	}
	if err != nil {
		entry.Missing = err.Error()
	}
	return entry, ctx.Err()
}

// runner returns how an engine is started.
func (c command) runner(name string) (trial.Runner, error) {
	if name == ours {
		return trial.Self(c.timeout)
	}
	if c.tools == "" {
		return trial.Runner{}, errors.New("no -tools; see competitors/setup.sh")
	}
	r := trial.Runner{Timeout: c.timeout}
	if name == llamacpp {
		r.Command = []string{filepath.Join(c.tools, "llamacpp")}
	} else {
		script, err := c.script()
		if err != nil {
			return trial.Runner{}, err
		}
		r.Command = []string{filepath.Join(c.tools, "python", "bin", "python"), script, name}
	}
	if _, err := os.Stat(r.Command[0]); err != nil {
		return trial.Runner{}, err
	}
	return r, nil
}

// keep writes all results, one engine a line.
func (c command) keep(t report.Table) error {
	if c.raw == "" {
		return nil
	}
	f, err := os.Create(c.raw)
	if err != nil {
		return err
	}
	e := json.NewEncoder(f)
	for _, entry := range t.Entries {
		if err := e.Encode(entry); err != nil {
			f.Close() // the error of writing is the one to report
			return err
		}
	}
	return f.Close()
}
