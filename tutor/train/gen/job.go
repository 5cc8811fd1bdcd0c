package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/shortleash/shortleash/tutor/train/corpus"
	"github.com/shortleash/shortleash/tutor/train/trace"
)

// Learners write short sentences, and a long one costs as much to train on as three: of those longer
// than longText bytes, only this share is kept.
const (
	longText = 56
	keptLong = 0.3
)

// A job makes shards and counts what is in them.
type job struct {
	folder    string
	seed      uint64
	workers   int
	forbidden func(string) bool
	log       func(format string, args ...any)

	shards []shard
	counts map[corpus.Split]*counts
}

// counts are those of one split.
type counts struct {
	Examples int            `json:"examples"`
	Long     int            `json:"long"` // examples that were left out for their length
	Traces   int            `json:"traces"`
	Tokens   int64          `json:"tokens"`
	Choices  int64          `json:"choices"`
	Cells    map[string]int `json:"cells"`

	missed map[string]int // cells in which the teacher did not have the truth
}

func newCounts() *counts {
	return &counts{Cells: map[string]int{}, missed: map[string]int{}}
}

func (c *counts) add(d *counts) {
	c.Examples += d.Examples
	c.Long += d.Long
	c.Traces += d.Traces
	c.Tokens += d.Tokens
	c.Choices += d.Choices
	for cell, n := range d.Cells {
		c.Cells[cell] += n
	}
	for cell, n := range d.missed {
		c.missed[cell] += n
	}
}

// drawn is how many examples were drawn.
func (c *counts) drawn() int { return c.Examples + c.Long }

// make makes n examples of a split into traces.
func (j *job) make(ctx context.Context, split corpus.Split, n int) error {
	total := (n + perShard - 1) / perShard
	next := make(chan int)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	var mu sync.Mutex // guards what follows
	var failed error
	sum := newCounts()
	start := time.Now()
	for range min(j.workers, total) {
		all.Go(func() {
			for i := range next {
				s, c, err := j.shard(ctx, split, i, min(perShard, n-i*perShard))
				mu.Lock()
				if err != nil {
					failed = cmp.Or(failed, err)
					cancel()
				} else {
					j.shards = append(j.shards, s)
					sum.add(c)
					j.log("%s: %d of %d examples, %.0f a second", split, sum.drawn(), n, float64(sum.drawn())/time.Since(start).Seconds())
				}
				mu.Unlock()
			}
		})
	}
feed:
	for i := range total {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	all.Wait()
	if failed != nil {
		return failed
	}
	if j.counts == nil {
		j.counts = map[corpus.Split]*counts{}
	}
	j.counts[split] = sum
	j.report(split, sum)
	return ctx.Err()
}

// shard makes shard i of a split.
func (j *job) shard(ctx context.Context, split corpus.Split, i, n int) (shard, *counts, error) {
	player, err := trace.NewPlayer(trace.DefaultShares)
	if err != nil {
		return shard{}, nil, err
	}
	name := fmt.Sprintf("%s%05d", split, i)
	w, err := trace.NewWriter(filepath.Join(j.folder, name))
	if err != nil {
		return shard{}, nil, err
	}
	defer w.Abort()
	c := newCounts()
	examples := corpus.New(corpus.Options{Seed: j.seed, Split: split, Forbidden: j.forbidden})
	for k := i * perShard; k < i*perShard+n; k++ {
		e := examples.At(uint64(k))
		draw := rand.New(rand.NewPCG(j.seed, uint64(k)))
		if len(e.Text) > longText && draw.Float64() >= keptLong {
			c.Long++
			continue
		}
		t, ok, err := player.Play(ctx, e, draw)
		if err != nil {
			return shard{}, nil, err
		}
		c.Examples++
		c.Cells[e.Cell]++
		if !ok {
			c.missed[e.Cell]++
			continue
		}
		w.Write(t)
		c.Traces++
		c.Tokens += int64(len(t.IDs))
		c.Choices += int64(len(t.Masks))
	}
	if err := w.Close(); err != nil {
		return shard{}, nil, err
	}
	s, err := hashed(j.folder, name)
	return s, c, err
}

// report says in which cells the teacher was not right most often.
func (j *job) report(split corpus.Split, c *counts) {
	j.log("%s: %d traces of %d examples, %d tokens, %d choices", split, c.Traces, c.Examples, c.Tokens, c.Choices)
	cells := slices.SortedFunc(maps.Keys(c.missed), func(x, y string) int {
		return cmp.Or(c.missed[y]-c.missed[x], cmp.Compare(x, y))
	})
	for _, cell := range cells[:min(len(cells), 20)] {
		j.log("  not the teacher's: %4d of %5d  %s", c.missed[cell], c.Cells[cell], cell)
	}
}
