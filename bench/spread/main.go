// Command spread measures batches that are spread over machines, with real processes on this one: a hub, a coordinator,
// and workers that each have a slow model server of their own.
//
//	go run ./spread                       all of it, as Markdown
//	go run ./spread -lines 5000 -only kill
//
// kill: all processes are killed with signal 9 at random and started again; the file of answers must be that of one
// machine. cut: the network to the hub is cut for longer than any lease; the same. scale: four
// workers against one, with a model that takes 200 ms. cost: what a line costs beside its run.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := runMain(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func runMain(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("spread", flag.ContinueOnError)
	f.SetOutput(stderr)
	lines := f.Int("lines", 5000, "how many `lines` the batch of kill has")
	workers := f.Int("workers", 4, "how many `workers`")
	latency := f.Duration("latency", 200*time.Millisecond, "how long a model takes for a request of scale")
	cut := f.Duration("cut", 30*time.Second, "how long the network of cut is `away`")
	seed := f.Int64("seed", 1, "of the kills")
	only := f.String("only", "kill,cut,scale,cost", "which `parts`, with commas")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil || f.NArg() > 0 || *lines < 1 || *workers < 1 || *cut < 0 {
		return 2
	}
	dir, err := os.MkdirTemp("", "spread")
	if err != nil {
		fmt.Fprintln(stderr, "spread:", err)
		return 1
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, lines: *lines, workers: *workers, latency: *latency, away: *cut, seed: *seed, log: stderr}
	err = b.build(ctx)
	for _, part := range []struct {
		name string
		run  func(context.Context, io.Writer) error
	}{{"kill", b.kill}, {"cut", b.cut}, {"scale", b.scale}, {"cost", b.cost}} {
		if err == nil && strings.Contains(*only, part.name) {
			err = part.run(ctx, stdout)
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "spread:", err)
		return 1
	}
	return 0
}

// A bench has what all parts need.
type bench struct {
	dir            string // of the programs and their files
	lines, workers int
	latency        time.Duration
	away           time.Duration
	seed           int64
	log            io.Writer
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

var forms = []string{"Yesterday boy number %d goed to school.", "She have %d cats at home.", "He went home at %d o'clock.",
	"They was in room %d last night."}

// input writes n sentences that differ, most of them wrong, and returns the file.
func (b *bench) input(name string, n int) (string, error) {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, forms[i%len(forms)]+"\n", i)
	}
	path := b.path(name)
	return path, os.WriteFile(path, []byte(text.String()), 0o600)
}
