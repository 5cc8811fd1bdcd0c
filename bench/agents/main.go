// Command agents puts our loop beside the agents of other Go modules.
//
// All do the same task (three tools, eight decisions) with a model without latency, in interleaved
// rounds of one process. The cost of a decision is the median of the rounds and a ratio to ours, taken
// round by round. Then each agent meets the same hostile scripts under a limit of eight decisions: the
// table says whether it ends, how, and what it returns. Each framework has an adapter in a file of its
// own, which uses its public API as its documentation shows it, with its defaults otherwise.
//
//	go run ./agents                        Markdown on stdout, progress on stderr
//	go run ./agents -cpuprofile cpu.out    ours alone, for ten seconds
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"time"
)

func main() {
	os.Exit(exec(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

func exec(_ context.Context, args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("agents", flag.ContinueOnError)
	f.SetOutput(stderr)
	rounds := f.Int("rounds", 15, "how many `rounds`, the first apart, which is not counted")
	each := f.Duration("each", 100*time.Millisecond, "how long each agent runs in a round")
	cpu := f.String("cpuprofile", "", "run ours alone and write a CPU profile to this `file`")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil || *rounds < 1 || f.NArg() > 0 {
		return 2
	}
	if *cpu != "" {
		if err := profile(*cpu, 10*time.Second, stdout); err != nil {
			fmt.Fprintln(stderr, "agents:", err)
			return 1
		}
		return 0
	}
	running, err := measureAll(*rounds, *each, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "agents:", err)
		return 1
	}
	writeHead(stdout, *rounds, *each)
	writeCosts(stdout, running)
	if err := writeTrials(stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "agents:", err)
		return 1
	}
	return 0
}

// measureAll lets all agents run in interleaved rounds.
func measureAll(rounds int, each time.Duration, stderr io.Writer) ([]*runningAgent, error) {
	var running []*runningAgent
	for _, c := range allAgents {
		e, err := start(c)
		if err != nil {
			return nil, err
		}
		running = append(running, e)
	}
	for round := range rounds + 1 {
		for i := range running { // a different one begins each time
			running[(i+round)%len(running)].measure(each)
		}
		if round == 0 { // caches and tables are filled
			for _, e := range running {
				e.costs = nil
			}
		}
		fmt.Fprintf(stderr, "round %d of %d\n", round, rounds)
	}
	return running, nil
}

// profile runs ours for d under a CPU profile.
func profile(name string, d time.Duration, stdout io.Writer) error {
	e, err := start(allAgents[0])
	if err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return errors.Join(err, file.Close())
	}
	e.measure(d)
	pprof.StopCPUProfile()
	fmt.Fprintf(stdout, "%s: %.1f µs, %.0f allocs, %.1f KiB a decision\n", e.name, e.costs[0].wall, e.costs[0].allocs, e.costs[0].bytes/1024)
	return file.Close()
}
