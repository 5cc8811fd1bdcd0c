// Mutate shows that the acceptance tests can fail: it breaks the code as loop/testdata/mutations.txt says, one
// place at a time, and runs the test that must notice. The working tree is not touched.
//
//	go run ./internal/mutate                      all mutations
//	go run ./internal/mutate -sample 12 -seed 3   some of them, the same ones for the same seed
//	go run ./internal/mutate -case 13,20          those of some cases
//
// Mutations within functions are compiled together: each function that is broken holds its broken body behind a
// switch, and the environment variable SHORTLEASH_MUTANT turns one on. So the packages are built once, and each
// mutation costs the run of one test. Mutations of other text, such as constants and prompts, are built alone.
//
// It lists survivors (the test passed), stale mutations (the text is not there, or stands there twice) and tests
// of docs/evidence/acceptance.md without a mutation, and exits with 1 if there is any.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

func main() {
	sample := flag.Int("sample", 0, "how many mutations, drawn at random; 0: all")
	seed := flag.Uint64("seed", 1, "of the sample")
	cases := flag.String("case", "", "the cases whose mutations are applied, separated by commas; empty: all")
	flag.Parse()
	failed, err := run(os.Stdout, *cases, *sample, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

// Where the table of cases and their mutations stand, from the root of the module.
const (
	casesFile     = "loop/testdata/acceptance.txt"
	mutationsFile = "loop/testdata/mutations.txt"
)

// run applies the mutations that are asked for and reports on out. failed says that some promise has no test that
// can fail.
func run(out io.Writer, only string, sample int, seed uint64) (failed bool, err error) {
	table, err := readCases(casesFile)
	if err != nil {
		return false, err
	}
	all, err := readMutations(mutationsFile)
	if err != nil {
		return false, err
	}
	complaints := table.check(all)
	chosen := choose(all, only, sample, seed)
	if len(chosen) == 0 {
		return false, fmt.Errorf("no mutation of the cases %q", only)
	}
	b, err := newBuilds()
	if err != nil {
		return false, err
	}
	defer b.close()
	if err := b.prepare(chosen); err != nil {
		return false, err
	}
	count := map[verdict]int{}
	for _, m := range chosen {
		v, detail := b.try(m)
		count[v]++
		if v != killed {
			fmt.Fprintf(out, "%-8s case %s, %s, line %d of %s: %s\n", v, m.number, m.file, m.line, mutationsFile, detail)
		}
	}
	for _, c := range complaints {
		fmt.Fprintln(out, c)
	}
	fmt.Fprintf(out, "%d mutations: %d killed, %d survive, %d stale, %d broken\n", len(chosen), count[killed], count[survived],
		count[stale], count[broken])
	return count[killed] < len(chosen) || len(complaints) > 0, nil
}

// choose returns the mutations of the cases in only, and a sample of them if one is asked for.
func choose(all []*mutation, only string, sample int, seed uint64) []*mutation {
	chosen := slices.Clone(all)
	if only != "" {
		wanted := strings.Split(only, ",")
		chosen = slices.DeleteFunc(chosen, func(m *mutation) bool { return !slices.Contains(wanted, m.number) })
	}
	if sample <= 0 || sample >= len(chosen) {
		return chosen
	}
	dice := rand.New(rand.NewPCG(seed, 0))
	dice.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	return chosen[:sample]
}
