package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/eval/tasks"
)

// write writes the page: a table for each model, and some of the runs.
func (c command) write(out io.Writer, scores []tasks.Score, all []tasks.Task, runs []tasks.Run) error {
	page := &errorWriter{out: out}
	title, modules := "# The same tasks, model and server, with other loops", "\n"+versions()+"\n"
	if !slices.ContainsFunc(peers, func(p peer) bool { return slices.Contains(c.agents, p.name) }) {
		title, modules = "# The same tasks and model, with each length and strategy", ""
	}
	fmt.Fprintf(page, "%s\n\nMade by `go run ./peers -models %s -n %d -steps %d` in `bench/`: %d tasks of `testdata/tasks`, chosen by a hash of their ids.\n%s",
		title, strings.Join(c.models, ","), c.n, c.steps, len(all), modules)
	if c.remark != "" {
		text, err := os.ReadFile(c.remark)
		if err != nil {
			return err
		}
		fmt.Fprintf(page, "\n%s\n", strings.TrimSpace(string(text)))
	}
	for _, model := range c.models {
		fmt.Fprintf(page, "\n## %s\n\n| agent | done | 95 %% | against ours | possible ones done | against ours | impossible ones told | no answer | illegal calls | repeated calls | requests | read | written | s a task |\n"+
			"| --- | ---: | --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n", model)
		first := slices.IndexFunc(scores, func(s tasks.Score) bool { return strings.HasPrefix(s.Setup, model+" · ") })
		for i, s := range scores {
			name, ok := strings.CutPrefix(s.Setup, model+" · ")
			if !ok {
				continue
			}
			against, againstPossible := "", ""
			if i != first {
				against = difference(scores[first], s)
				againstPossible = difference(possible(scores[first], all), possible(s, all))
			}
			low, high := s.Done.Interval()
			mean := func(x int) float64 { return float64(x) / float64(max(s.Tasks, 1)) }
			fmt.Fprintf(page, "| %s | %.0f %% | %.0f–%.0f | %s | %d of %d | %s | %d of %d | %d | %d | %d | %.1f | %.0f | %.0f | %.1f |\n", name, s.Done.Percent(), low, high,
				against, s.Possible.Hits, s.Possible.Of, againstPossible, s.Impossible.Hits, s.Impossible.Of, s.Unended, s.Illegal, s.Repeats, mean(s.Requests), mean(s.PromptTokens), mean(s.OutputTokens), mean(int(s.MS))/1000)
		}
	}
	impossible := len(slices.DeleteFunc(slices.Clone(all), func(t tasks.Task) bool { return !t.Check.Impossible }))
	fmt.Fprintf(page, "\nWho answers \"impossible\" to everything and calls nothing does %d of the %d: %.0f %%. Of such answers a share in the first column says nothing;\n"+
		"the column of the possible tasks does.\n", impossible, len(all), 100*float64(impossible)/float64(max(len(all), 1)))
	fmt.Fprint(page, "\nDone: the world and the answer are as the task's check wants them. Against ours: tasks that only this agent does, and that only the first\n"+
		"row does, with McNemar's exact test. Illegal calls name no tool or break its schema; no tool sees them. Tokens and requests are what the server\n"+
		"says, means of a task. Each agent has its defaults, temperature 0 where it lets one set it, and the same bound on requests.\n")
	for _, model := range c.models {
		fmt.Fprintf(page, "\n## Runs of %s side by side\n", model)
		writeRuns(page, model, c.agents, all, runs)
	}
	return page.err
}

// difference words what a score has more and less than the first.
func difference(first, s tasks.Score) string {
	change := tasks.Compare(first, s)
	p := fmt.Sprintf("p = %.3f", change.P)
	if change.P < 0.001 {
		p = "p < 0.001"
	}
	return fmt.Sprintf("+%d −%d, %s", len(change.Gained), len(change.Lost), p)
}

// possible returns a score with the misses of those tasks alone that can be done.
func possible(s tasks.Score, all []tasks.Task) tasks.Score {
	s.Missed = slices.DeleteFunc(slices.Clone(s.Missed), func(id string) bool {
		return slices.ContainsFunc(all, func(t tasks.Task) bool { return t.ID == id && t.Check.Impossible })
	})
	return s
}

// versions names the modules that are compared.
func versions() string {
	known := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			known[m.Path] = m.Version
		}
	}
	var list []string
	for _, p := range peers {
		if text := strings.TrimSpace(p.module + " " + known[p.module]); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ") + "."
}

// An errorWriter keeps the first error.
type errorWriter struct {
	out io.Writer
	err error
}

func (w *errorWriter) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.out.Write(p)
	w.err = err
	return n, err
}
