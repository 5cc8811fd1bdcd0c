// Command maskbench runs the grammar engine over a file of schemas with instances and prints what
// passes, what is lost and why, and how long it takes:
//
//	go run ./maskbench FILE.jsonl.gz [--json] [--vocab cl100k|o200k|merged|bytes] [-n 20] [-v]
//
// The format and the scoring are MaskBench's, except that every instance is judged twice, without
// white space and with a blank after commas and colons, and that the end of the text is judged too.
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

// A command is what the arguments ask for.
type command struct {
	file    string
	json    bool
	all     bool
	vocab   string
	first   int
	only    string
	timeout time.Duration
}

func exec(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if job, serve := trial.IsServe(args); serve {
		if err := trial.Serve(job, stdout, shortleash.New); err != nil {
			fmt.Fprintln(stderr, "maskbench:", err)
			return fault
		}
		return ok
	}
	c, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return ok
	}
	if err != nil {
		fmt.Fprintln(stderr, "maskbench:", err)
		return misuse
	}
	if err := c.run(ctx, stdout); err != nil {
		fmt.Fprintln(stderr, "maskbench:", err)
		return fault
	}
	return ok
}

// usage is also what the answer to a call without a file says.
const usage = `usage: maskbench FILE.jsonl.gz [flags]     (-h lists the flags)
example: maskbench sample.jsonl.gz --vocab o200k`

// parse reads flags before and after the file.
func parse(args []string, stderr io.Writer) (command, error) {
	var c command
	f := flag.NewFlagSet("maskbench", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintln(stderr, usage)
		f.PrintDefaults()
		fmt.Fprint(stderr, "example of a few: maskbench sample.jsonl.gz -n 20 -v\n")
	}
	f.BoolVar(&c.json, "json", false, "print one JSON object")
	f.BoolVar(&c.all, "v", false, "print every schema that does not compile too")
	f.StringVar(&c.vocab, "vocab", "cl100k", "`name` of the vocabulary: "+strings.Join(vocab.Names(), ", "))
	f.IntVar(&c.first, "n", 0, "only the first `schemas` of the file; 0 means all")
	f.StringVar(&c.only, "only", "", "only schemas whose name contains this `text`")
	f.DurationVar(&c.timeout, "timeout", time.Minute, "for one schema with all its instances")
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
	if c.first < 0 || c.timeout <= 0 {
		return command{}, errors.New("-n must not be negative, -timeout must be positive")
	}
	c.file = files[0]
	return c, nil
}

func (c command) run(ctx context.Context, stdout io.Writer) error {
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
	self, err := trial.Self(c.timeout)
	if err != nil {
		return err
	}
	outcome, err := self.Drive(ctx, job)
	if err != nil {
		return err
	}
	count, err := report.NewCount(schemas, outcome.Results)
	if err != nil {
		return err
	}
	summary := report.NewSummary(count, outcome, v.Name)
	if c.json {
		return json.NewEncoder(stdout).Encode(summary)
	}
	return summary.Print(stdout, count, c.all)
}
