// Command study measures models of an Ollama server on sentences of learners, held in several ways.
//
//	go run ./study -models qwen3:4b,llama3.2 -n 30 -page ../docs/evidence/real-models.md
//	go run ./study -models "" -page ../docs/evidence/real-models.md     # the page of what is recorded
//
// A row is a way to use a model: asked directly, in a free loop with the server's own tool calls, or on the
// leash at one of its lengths. The row rules has no model. Each answer is kept as a line of the file that
// -records names, and is not asked for again. Sentences are asked about in blocks: all models and rows have answered
// one block before the next one begins.
//
// It exits with 0 when all answers are there, 1 when some could not be had or something failed, 2 when it was
// asked for something that does not exist, 130 when a signal stopped it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(exec(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// A study is what the flags say.
type study struct {
	host                 string
	models, rows, suites []string
	records, page        string
	command              string // for the page
	n, block             int
	threads, context     int
	wall                 time.Duration // of one run
	stdout, stderr       io.Writer
}

func exec(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	s, err := readFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(stderr, "study:", err)
		return 2
	}
	s.stdout, s.stderr = stdout, stderr
	err = s.run(ctx)
	var misuse misuseError
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "study: stopped; the same command goes on")
		return 130
	case errors.As(err, &misuse):
		fmt.Fprintln(stderr, "study:", err)
		return 2
	}
	fmt.Fprintln(stderr, "study:", err)
	return 1
}

// A misuseError says what was asked for and is not there.
type misuseError struct{ error }

func misuse(format string, args ...any) error { return misuseError{fmt.Errorf(format, args...)} }

func readFlags(args []string, stderr io.Writer) (*study, error) {
	s := &study{command: strings.ReplaceAll("go run ./study "+strings.Join(args, " "), "-models  ", `-models "" `)}
	f := flag.NewFlagSet("study", flag.ContinueOnError)
	f.SetOutput(stderr)
	list := func(to *[]string, name, usual, usage string) {
		*to = split(usual)
		f.Func(name, usage+" (default "+usual+")", func(v string) error { *to = split(v); return nil })
	}
	f.StringVar(&s.host, "host", "127.0.0.1:11434", "the Ollama server")
	list(&s.models, "models", "", "its models, with commas; none: only the row rules, and the page")
	list(&s.rows, "rows", strings.Join(rowsNow(), ","), "ways to use a model, with commas")
	list(&s.suites, "suites", "../testdata/contract.jsonl,../testdata/beyond.jsonl,../testdata/learners.jsonl",
		"files of sentences, with commas")
	f.IntVar(&s.n, "n", 30, "sentences of each suite, chosen by a hash of their ids; 0: all")
	f.IntVar(&s.block, "block", 6, "sentences that one row asks about before the next row does")
	f.StringVar(&s.records, "records", "study.jsonl", "keep the answers in this `file`, and go on from it")
	f.StringVar(&s.page, "page", "", "write a page to this `file`")
	f.IntVar(&s.threads, "threads", 0, "of the server; 0: its own choice")
	f.IntVar(&s.context, "context", 4096, "of each model, in tokens")
	f.DurationVar(&s.wall, "wall", 20*time.Minute, "of one run on the leash")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("%q is not a flag", f.Arg(0))
	}
	for _, row := range s.rows {
		if !slices.Contains(rowsNow(), row) {
			return nil, fmt.Errorf("there is no row %q; there is: %s", row, strings.Join(rowsNow(), ", "))
		}
	}
	if s.n < 0 || s.block < 1 || s.context < 512 || s.threads < 0 {
		return nil, errors.New("want -n 0 or more, -block 1 or more, -threads 0 or more, -context 512 or more")
	}
	return s, nil
}

// split returns the parts of a list with commas, without empty ones.
func split(list string) []string {
	return slices.DeleteFunc(strings.Split(list, ","), func(s string) bool { return s == "" })
}
