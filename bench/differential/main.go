// Differential compares the grammar with validators that others wrote, on random schemas and documents:
//
//	go run ./differential -pairs 1000000 -seed 42
//
// Every pair of a schema and a document is judged by [grammar.Grammar.Check] and by two validators; where the
// two agree with each other and not with the grammar, that is a finding. So is whatever the grammar contradicts
// itself in: bytes that Next lists and Feed refuses, or the other way round, samples and completions that Check
// refuses, exports that refuse a document without listing a narrowing, panics, and a schema that has no document
// by Compile and one by the validators. What is known to differ, with a reason, is counted apart.
//
// Findings are shrunk, and written as lines of JSON to standard output; the last line on standard error has the
// totals. It exits with 1 if there is a finding. The same seed gives the same pairs. -only N runs the schema
// numbered N alone.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"sync"
)

func main() {
	pairs := flag.Int("pairs", 100_000, "compare so many pairs of a schema and a document")
	seed := flag.Uint64("seed", 1, "where schemas and documents come from")
	only := flag.Int("only", -1, "the `number` of one schema, which is printed and compared alone")
	flag.Parse()
	if *only >= 0 {
		fmt.Fprintln(os.Stderr, text(newGenerator(*seed, uint64(*only)).root()))
	}
	totals := run(*seed, *pairs, *only, func(f finding) {
		_ = json.NewEncoder(os.Stdout).Encode(f) // a closed standard output ends the process by a signal
	})
	fmt.Fprintln(os.Stderr, totals)
	if totals.Findings > 0 {
		os.Exit(1)
	}
}

// run compares pairs and calls report for each finding, one at a time.
func run(seed uint64, pairs, only int, report func(finding)) totals {
	var mu sync.Mutex
	var sum totals
	next := 0
	if only >= 0 {
		next, pairs = only, 1
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				mu.Lock()
				number := next
				done := sum.Pairs >= pairs || only >= 0 && number > only
				next++
				mu.Unlock()
				if done {
					return
				}
				counts, findings := compare(seed, uint64(number))
				mu.Lock()
				sum.add(counts)
				for _, f := range findings {
					report(f)
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return sum
}
