package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// writeHead says where, when and with which versions.
func writeHead(out io.Writer, rounds int, each time.Duration) {
	fmt.Fprintf(out, "# One decision, side by side\n\n%s, %s, %s, %d cores (%s). `go run ./agents -rounds %d -each %v`\n\n",
		time.Now().UTC().Format(time.DateOnly), runtime.Version(), processor(), runtime.NumCPU(), load(), rounds, each)
	versions := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			versions[m.Path] = m.Version
		}
	}
	var named []string
	for _, c := range allAgents {
		if c.module == ownModule {
			continue
		}
		if v := c.module + " " + versions[c.module]; len(named) == 0 || named[len(named)-1] != v {
			named = append(named, v)
		}
	}
	fmt.Fprintf(out, "%s.\n\n", strings.Join(named, ", "))
}

// processor names the machine's.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	_, rest, _ := strings.Cut(string(text), "model name")
	_, rest, _ = strings.Cut(rest, ":")
	name, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(name)
}

// load is how busy the machine was.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "load unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return "load " + first
}

// writeCosts writes the table of costs. The first of running is what the others are compared with.
func writeCosts(out io.Writer, running []*runningAgent) {
	fmt.Fprintln(out, "| agent | µs | × ours (quartiles) | CPU µs | × ours | allocs | × ours | KiB | × ours |")
	fmt.Fprintln(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	ours := running[0]
	wall, cpu := func(c cost) float64 { return c.wall }, func(c cost) float64 { return c.cpu }
	allocs, bytes := func(c cost) float64 { return c.allocs }, func(c cost) float64 { return c.bytes / 1024 }
	for _, e := range running {
		r := e.ratios(ours, wall)
		fmt.Fprintf(out, "| %s | %.1f | %.2f (%.2f-%.2f) | %.1f | %.2f | %.0f | %.2f | %.1f | %.2f |\n", e.name,
			e.of(wall).mid, r.mid, r.low, r.high, e.of(cpu).mid, e.ratios(ours, cpu).mid,
			e.of(allocs).mid, e.ratios(ours, allocs).mid, e.of(bytes).mid, e.ratios(ours, bytes).mid)
	}
	fmt.Fprint(out, "\nA decision is an eighth of a run. × ours: the median over the rounds of its cost divided by ours in the same round;\n"+
		"over 1, ours is cheaper. Not covered: streaming to a user, parallel calls, memory between runs, tracing exporters.\n"+
		"The others do not check replies against a grammar, find duplicates, count tokens or keep a log of events; ours does.\n"+
		"Ours can abandon a model or tool that hangs.\n\n")
}

// writeTrials writes the table of hostile scripts.
func writeTrials(out, stderr io.Writer) error {
	fmt.Fprintf(out, "# The same hostile scripts\n\nEach agent may make %d decisions; ours also has a wall of %v. Waited for: %v.\n\n", decisions, wall, patience)
	fmt.Fprintln(out, "| script | agent | ends | requests | calls made | how | answer | what is left |")
	fmt.Fprintln(out, "| --- | --- | --- | ---: | ---: | --- | --- | --- |")
	for _, t := range trials {
		fmt.Fprintln(stderr, "trial", t.name)
		for _, c := range allAgents {
			if c.module == ownModule && c.name != "shortleash" {
				continue
			}
			v, err := try(c, t)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			ends := "yes"
			if v.took > 10*time.Millisecond {
				ends = fmt.Sprintf("after %v", v.took.Round(10*time.Millisecond))
			}
			if !v.ended {
				ends = "no"
			}
			answer := "none"
			if v.how == "answer" || v.answer != "" {
				answer = fmt.Sprintf("%q", oneLine(v.answer))
			}
			fmt.Fprintf(out, "| %s | %s | %s | %d | %d | %s | %s | %s |\n", t.name, c.name, ends, v.requests, v.calls, oneLine(v.how), answer, v.left)
		}
	}
	fmt.Fprint(out, "\nWith native tool calls (eino, langchaingo's functions agent, genkit), any reply without a call is the answer: garbage and\n"+
		"prose are answers there by protocol. Handlers that a caller can add (unknown tools, parser errors) are not configured.\n")
	return nil
}
