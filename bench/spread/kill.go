package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

// own is what differs between two runs of the same line.
var own = regexp.MustCompile(`"elapsed_ms":\d+`)

// kill runs a batch whose processes are killed, and compares its answers with those of one machine.
func (b *bench) kill(ctx context.Context, out io.Writer) error {
	in, err := b.here(ctx)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(uint64(b.seed), 1))
	var mu sync.Mutex
	seldom := func(low, high time.Duration) func() time.Duration {
		return func() time.Duration {
			mu.Lock()
			defer mu.Unlock()
			return low + time.Duration(r.Int64N(int64(high-low)))
		}
	}
	// twice says two times when to kill, then never more.
	twice := func(next func() time.Duration) func() time.Duration {
		n := 0
		return func() time.Duration {
			if n++; n > 2 {
				return 0
			}
			return next()
		}
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	url, hub, err := b.hub(working, twice(seldom(8*time.Second, 15*time.Second)))
	if err != nil {
		return err
	}
	passing := listen(working, strings.TrimPrefix(url, "nats://"))
	var workers []*keeper
	for i := range b.workers {
		model := slowModel(5 * time.Millisecond)
		defer model.Close()
		workers = append(workers, b.keep(working, seldom(2*time.Second, 6*time.Second), "tutor", "work", "--queue", url, "--model",
			"ollama:slow", "--host", model.URL, "--name", fmt.Sprint("w", i), "--quiet"))
	}
	start, kills, said := time.Now(), 0, ""
	for {
		life, cancel := context.WithCancel(ctx)
		if kills < 2 {
			time.AfterFunc(seldom(5*time.Second, 10*time.Second)(), cancel)
		}
		said, err = b.batch(life, in, "-o", b.path("there.jsonl"), "--model", "ollama:slow", "--queue", url, "--no-log")
		ended := life.Err() == nil
		cancel()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case !ended:
			kills++
			continue
		case err != nil && strings.Contains(said, "the queue at nats:"): // the hub was dead when it began
			time.Sleep(time.Second)
			continue
		}
		break
	}
	took := time.Since(start)
	stop()
	total := 0
	for _, w := range workers {
		<-w.done
		total += w.kills
	}
	<-hub.done
	if err != nil {
		return fmt.Errorf("over the queue: %w\n%s", err, said)
	}
	same, err := b.same("here.jsonl", "there.jsonl")
	if err != nil {
		return err
	}
	redelivered, repeated := passing.counts()
	fmt.Fprintf(
		out, "| lines | workers | kills of workers | of the hub | of the coordinator | redelivered | answered twice | "+
			"seconds | file as on one machine |\n"+
			"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n| %d | %d | %d | %d | %d | %d | %d | %.0f | %v |\n\n",
		b.lines, b.workers, total, hub.kills, kills, redelivered, repeated, took.Seconds(), same)
	if !same {
		return fmt.Errorf("the answers are not those of one machine")
	}
	return nil
}

// here makes the batch on one machine, and returns its input.
func (b *bench) here(ctx context.Context) (in string, err error) {
	if in, err = b.input("in.txt", b.lines); err != nil {
		return "", err
	}
	quick := slowModel(0)
	defer quick.Close()
	if _, err := b.batch(ctx, in, "-o", b.path("here.jsonl"), "--model", "ollama:slow", "--host", quick.URL, "--jobs", "4",
		"--no-log", "--quiet", "--restart"); err != nil {
		return "", fmt.Errorf("on one machine: %w", err)
	}
	return in, nil
}

// same compares two files of answers, and says which lines differ.
func (b *bench) same(one, two string) (bool, error) {
	x, err := os.ReadFile(b.path(one))
	if err != nil {
		return false, err
	}
	y, err := os.ReadFile(b.path(two))
	if err != nil {
		return false, err
	}
	here, there := bytes.Split(own.ReplaceAll(x, nil), []byte("\n")), bytes.Split(own.ReplaceAll(y, nil), []byte("\n"))
	same := len(here) == len(there)
	for i := range min(len(here), len(there)) {
		if !bytes.Equal(here[i], there[i]) {
			same = false
			fmt.Fprintf(b.log, "line %d differs\n- %s\n+ %s\n", i+1, here[i], there[i])
		}
	}
	return same, nil
}
