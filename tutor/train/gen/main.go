// Command gen writes the traces that the embedded model is trained on.
//
//	go run ./tutor/train/gen -o traces -n 95000 -dev 2000 -forbid testdata/contract.jsonl
//
// It draws sentences whose truth is known (package corpus), has the tutor run on each with the
// rules' model as teacher (package trace), and writes shards, a manifest.json with counts and hashes,
// and, to standard error, where the teacher was not right most often. The same seed gives the same bytes,
// whatever the number of workers. A sentence of a file named by -forbid is never emitted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/shortleash/shortleash/tutor/train/corpus"
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
	seed := flags.Uint64("seed", 1, "what everything is drawn from")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "how many runs go on at once")
	forbid := flags.String("forbid", "", "JSONL files, separated by commas, whose sentences are never emitted")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" || flags.NArg() > 0 || *workers < 1 {
		return errors.New("-o names the folder to write to, -workers is at least 1, and there are no words beside the flags")
	}
	forbidden, err := readForbidden(strings.FieldsFunc(*forbid, func(r rune) bool { return r == ',' }))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	job := &job{folder: *out, seed: *seed, workers: *workers, forbidden: forbidden, log: log}
	for _, part := range []struct {
		split corpus.Split
		n     int
	}{{corpus.Train, *n}, {corpus.Dev, *dev}} {
		if part.n > 0 {
			if err := job.make(ctx, part.split, part.n); err != nil {
				return err
			}
		}
	}
	return job.writeManifest(filepath.Join(*out, "manifest.json"))
}
