package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"
)

// perWorker is how many lines each worker gets in scale.
const perWorker = 60

// scale compares several workers with one, with a slow model each. A worker more gets lines more, so that the time would
// stay the same if nothing stood in the way.
func (b *bench) scale(ctx context.Context, out io.Writer) error {
	fmt.Fprintf(out, "| workers | lines | seconds | of linear |\n| ---: | ---: | ---: | ---: |\n")
	one := 0.0
	for _, n := range []int{1, b.workers} {
		seconds, err := b.timed(ctx, n, n*perWorker, b.latency)
		if err != nil {
			return err
		}
		if n == 1 {
			one = seconds
		}
		fmt.Fprintf(out, "| %d | %d | %.1f | %.2f |\n", n, n*perWorker, seconds, one/seconds)
	}
	fmt.Fprintln(out)
	return nil
}

// timed answers lines with workers and returns the seconds that it took once all were there. Every line is the same
// sentence with another number, so that all cost about the same.
func (b *bench) timed(ctx context.Context, workers, lines int, latency time.Duration) (float64, error) {
	working, stop := context.WithCancel(ctx)
	defer stop()
	url, _, err := b.hub(working, never)
	if err != nil {
		return 0, err
	}
	in, err := b.input(fmt.Sprintf("scale%d.txt", lines), lines)
	if err != nil {
		return 0, err
	}
	for i := range workers {
		model := slowModel(latency)
		defer model.Close()
		b.keep(working, never, "tutor", "work", "--queue", url, "--model", "ollama:slow", "--host", model.URL, "--name",
			fmt.Sprint("w", i), "--quiet")
	}
	time.Sleep(3 * time.Second) // they have come
	start := time.Now()
	_, err = b.batch(ctx, in, "-o", b.path(fmt.Sprintf("scale%d-%d.jsonl", workers, lines)), "--model", "ollama:slow",
		"--queue", url, "--no-log", "--quiet")
	return time.Since(start).Seconds(), err
}

// costLines is how many lines cost measures.
const costLines = 300

// cost says what a line costs beside its run: one worker over the queue against the same batch without one.
func (b *bench) cost(ctx context.Context, out io.Writer) error {
	in, err := b.input("cost.txt", costLines)
	if err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	url, _, err := b.hub(working, never)
	if err != nil {
		return err
	}
	b.keep(working, never, "tutor", "work", "--queue", url, "--model", "rules", "--quiet")
	time.Sleep(3 * time.Second)
	var extra []float64
	for i := range 5 { // interleaved, the first to warm up
		start := time.Now()
		if _, err := b.batch(ctx, in, "-o", b.path(fmt.Sprint("cost-here", i)), "--model", "rules", "--jobs", "1", "--no-log",
			"--quiet"); err != nil {
			return err
		}
		here := time.Since(start)
		start = time.Now()
		if _, err := b.batch(ctx, in, "-o", b.path(fmt.Sprint("cost-there", i)), "--model", "rules", "--queue", url, "--no-log",
			"--quiet"); err != nil {
			return err
		}
		if i > 0 {
			extra = append(extra, 1000*(time.Since(start)-here).Seconds()/costLines)
		}
	}
	slices.Sort(extra)
	fmt.Fprintf(out, "A line costs %.2f ms beside its run (median of %d batches of %d lines; %.2f to %.2f).\n",
		extra[len(extra)/2], len(extra), costLines, extra[0], extra[len(extra)-1])
	return nil
}
