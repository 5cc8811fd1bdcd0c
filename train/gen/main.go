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
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/shortleash/shortleash/train/corpus"
)

// perShard is how many examples a shard is made of.
const perShard = 5000

func main() {
	log := func(format string, args ...any) { fmt.Fprintf(os.Stderr, "gen: "+format+"\n", args...) }
	out := flag.String("o", "", "the folder to write to; it is created")
	n := flag.Int("n", 95000, "examples of the training split")
	dev := flag.Int("dev", 2000, "examples of the development split")
	test := flag.Int("test", 0, "examples of the test split")
	seed := flag.Uint64("seed", 1, "what everything is drawn from")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "how many runs go on at once")
	forbid := flag.String("forbid", "", "JSONL files, separated by commas, whose sentences are never emitted")
	disputes := flag.String("disputed", "", "write the examples whose truth the teacher did not have to this file")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	forbidden, err := readForbidden(strings.FieldsFunc(*forbid, func(r rune) bool { return r == ',' }))
	if err == nil {
		err = os.MkdirAll(*out, 0o755)
	}
	if err != nil {
		log("%v", err)
		os.Exit(1)
	}
	job := &job{folder: *out, seed: *seed, workers: *workers, forbidden: forbidden, log: log}
	if *disputes != "" {
		f, err := os.Create(*disputes)
		if err != nil {
			log("%v", err)
			os.Exit(1)
		}
		defer func() { _ = f.Close() }() // a remark, not the data
		job.disputed = json.NewEncoder(f)
	}
	for _, part := range []struct {
		split corpus.Split
		n     int
	}{{corpus.Train, *n}, {corpus.Dev, *dev}, {corpus.Test, *test}} {
		if part.n > 0 && err == nil {
			err = job.make(ctx, part.split, part.n)
		}
	}
	if err == nil {
		err = job.writeManifest(filepath.Join(*out, "manifest.json"))
	}
	if err != nil {
		log("%v", err)
		os.Exit(1)
	}
}
