package eval

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/eval"
)

// pageOf returns the page with all scores.
func (e *evaluation) pageOf(all []scored, names []string) string {
	var b strings.Builder
	lengths := slices.DeleteFunc(slices.Clone(all), func(s scored) bool { return s.Length == "" })
	all = slices.DeleteFunc(slices.Clone(all), func(s scored) bool { return s.Rung != "" || s.Length != "" }) // they stand elsewhere
	fmt.Fprintf(&b, e.about.PageHead, e.commandLine(names, "--page", e.page), time.Now().UTC().Format("2 January 2006"), machine())
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Model == all[0].Model && all[n].Planner == all[0].Planner {
			n++
		}
		b.WriteString(section(all[:n]))
		all = all[n:]
	}
	b.WriteString(ceilings(lengths))
	b.WriteString(e.about.PageFoot)
	return b.String()
}

// commandLine returns the command line that makes a page again.
func (e *evaluation) commandLine(names []string, flag, file string) string {
	command := []string{e.Name + " eval"}
	for _, name := range names {
		command = append(command, cli.Quoted(name))
	}
	command = append(command, "--models", cli.Quoted(strings.Join(e.Models, ",")))
	if len(e.Planners) > 1 || e.Planners[0] != e.about.Planner {
		command = append(command, "--planners", strings.Join(e.Planners, ","))
	}
	if e.Sample > 0 {
		command = append(command, "--sample", e.Sample.String())
	}
	if e.ceiling {
		command = append(command, "--ceiling")
	}
	if e.ablation && flag != "--page" {
		command = append(command, "--ablation")
	}
	command = append(command, flag, cli.Quoted(file))
	if e.plot != "" && flag != "--page" {
		command = append(command, "--plot", cli.Quoted(e.plot))
	}
	return strings.Join(command, " ")
}

// section returns the tables of one model with one strategy.
func section(scores []scored) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s, %s\n\n", scores[0].Model, scores[0].Planner)
	b.WriteString("| suite | items | fixed | harm | detected | contract | edits |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	missed := false
	for _, s := range scores {
		name := s.Suite
		if len(s.Missing) > 0 {
			name += " †"
			missed = true
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s | %s | %s |\n", name, s.Items,
			inFull(s.Fixed), inFull(s.Harm), inFull(s.Detected), inFull(s.Contract), per1000(s.Score))
	}
	if missed {
		b.WriteString("\n† misses a bar:\n\n")
		for _, s := range scores {
			for _, m := range s.Missing {
				fmt.Fprintf(&b, "- %s: %s\n", s.Suite, m)
			}
		}
	}
	b.WriteString("\n| rule | fixed | named | edits in right sentences |\n| --- | ---: | ---: | ---: |\n")
	for _, r := range rulesOf(scores) {
		fmt.Fprintf(&b, "| %s | %s | %s | %d |\n", named(r.Rule), inFull(r.Fixed), inFull(r.Named), r.Edits)
	}
	b.WriteString("\n| suite | runs that ended `final` | decisions, mean and p95 | tool calls, mean and p95 | requests | tokens read | written |" + timeHead(scores) + "\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |" + strings.Repeat(" ---: |", strings.Count(timeHead(scores), "|")) + "\n")
	for _, s := range scores {
		fmt.Fprintf(&b, "| %s | %d of %d | %.1f, %.0f | %.1f, %.0f | %.1f | %.0f | %.0f |%s\n", s.Suite, s.Final.Hits, s.Final.Of,
			s.Decisions.Mean, s.Decisions.P95, s.ToolCalls.Mean, s.ToolCalls.P95,
			s.ModelCalls.Mean, s.Read.Mean, s.Written.Mean, timeOf(s))
	}
	return b.String()
}

// timeHead and timeOf are the column of the time for a sentence: only where one ran at a time.
func timeHead(scores []scored) string {
	if scores[0].Jobs != 1 {
		return ""
	}
	return " ms for a sentence, p50 and p95 |"
}

func timeOf(s scored) string {
	if s.Jobs != 1 {
		return ""
	}
	return fmt.Sprintf(" %.1f, %.1f |", s.ElapsedMS.P50, s.ElapsedMS.P95)
}

// inFull returns a share as a cell of a page.
func inFull(s eval.Share) string {
	if s.Of == 0 {
		return "–"
	}
	low, high := s.Interval()
	return fmt.Sprintf("**%.1f** (%d of %d; %.1f–%.1f)", s.Percent(), s.Hits, s.Of, low, high)
}

// machine says what the program runs on.
func machine() string {
	name := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil { // elsewhere the architecture will do
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s with %d cores (%s, %s)", name, runtime.NumCPU(), runtime.GOOS, runtime.Version())
}
