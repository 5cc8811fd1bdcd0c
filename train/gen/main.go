// Command gen writes the traces that the embedded model is trained on.
//
//	go run ./train/gen -o traces -n 95000 -dev 2000 -forbid testdata/contract.jsonl
//
// It draws sentences whose truth is known (package corpus), has the tutor run on each with the
// rules' model as teacher (package trace), and writes shards, a manifest.json with counts and hashes,
// and, to standard error, where the teacher was not right. The same seed gives the same bytes,
// whatever the number of workers. A sentence of a file named by -forbid is never emitted.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/train/corpus"
	"github.com/shortleash/shortleash/train/trace"
)

// perShard is how many examples a shard is made of.
const perShard = 5000

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := generate(ctx, os.Args[1:], func(format string, args ...any) { fmt.Fprintf(os.Stderr, "gen: "+format+"\n", args...) })
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "gen: %v\n", err)
	}
	if err != nil {
		os.Exit(1)
	}
}

// generate does what args ask for.
func generate(ctx context.Context, args []string, log func(format string, args ...any)) error {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	out := flags.String("o", "", "the folder to write to; it is created")
	n := flags.Int("n", 95000, "examples of the training split")
	dev := flags.Int("dev", 2000, "examples of the development split")
	test := flags.Int("test", 0, "examples of the test split")
	seed := flags.Uint64("seed", 1, "what everything is drawn from")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "how many runs go on at once")
	forbid := flags.String("forbid", "", "JSONL files, separated by commas, whose sentences are never emitted")
	net := flags.String("net", "", "a trained net, a file like tutor/weights/tutor.gguf: of the sentences it knows, few are kept")
	knownIn := flags.Int("known", 4, "keep one in so many of the training sentences that the net of -net knows")
	disputes := flags.String("disputed", "", "write the examples whose truth the teacher did not have to this file")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" || flags.NArg() > 0 || *workers < 1 || *knownIn < 1 {
		return errors.New("-o names the folder to write to, -workers and -known are at least 1, and there are no words beside the flags")
	}
	forbidden, err := readForbidden(strings.FieldsFunc(*forbid, func(r rune) bool { return r == ',' }))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	job := &job{folder: *out, seed: *seed, workers: *workers, forbidden: forbidden, log: log, knownIn: *knownIn}
	if *net != "" {
		if job.student, err = student(*net, *workers); err != nil {
			return err
		}
	}
	if *disputes != "" {
		f, err := os.Create(*disputes)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }() // a remark, not the data
		job.disputed = json.NewEncoder(f)
	}
	for _, part := range []struct {
		split corpus.Split
		n     int
	}{{corpus.Train, *n}, {corpus.Dev, *dev}, {corpus.Test, *test}} {
		if part.n > 0 {
			if err := job.make(ctx, part.split, part.n); err != nil {
				return err
			}
		}
	}
	return job.writeManifest(filepath.Join(*out, "manifest.json"))
}

// student reads a net.
func student(path string, workers int) (*trace.Student, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := tiny.Open(file, tiny.Config{States: 2 * workers})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return trace.NewStudent(m)
}
