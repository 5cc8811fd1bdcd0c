package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/shortleash/shortleash/bench/report"
	"github.com/shortleash/shortleash/bench/trial"
	"github.com/shortleash/shortleash/bench/vocab"
)

// script finds the Python runner: beside this module's other folders, where the command is run from.
func (c command) script() (string, error) {
	const name = "competitors/runner.py"
	for _, from := range []string{".", "..", "bench"} {
		path := filepath.Join(from, name)
		if _, err := os.Stat(path); err == nil {
			return filepath.Abs(path)
		}
	}
	return "", fmt.Errorf("%s is not here: run in the folder of the bench module", name)
}

// preamble says what the tables are about: machine, date, versions, corpus, method, gaps.
func (c command) preamble(w io.Writer, v *vocab.Vocabulary, job trial.Job, t report.Table) error {
	texts, tokens := 0, 0
	for _, item := range job.Items {
		texts += len(item.Texts)
		for _, text := range item.Texts {
			tokens += len(text.IDs)
		}
	}
	lines := []string{
		"# Grammar engines side by side",
		"",
		fmt.Sprintf("Made by `go run ./sidebyside -vocab %s -engines %s %s` in `bench/`; do not edit.", c.vocab,
			strings.Join(c.engines, ","), filepath.Base(c.file)),
		"",
		fmt.Sprintf("%s; %s, %d CPUs seen, one thread used; %s; %s/%s.",
			time.Now().UTC().Format(time.DateOnly), processor(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH),
		fmt.Sprintf("%s, %d schemas; %d texts (every instance compact and with blanks), %d tokens of %s (%d ids).",
			filepath.Base(c.file), len(job.Items), texts, tokens, v.Name, len(v.Tokens)),
		"",
	}
	for _, e := range t.Entries {
		if e.Missing != "" {
			continue
		}
		note := e.Greeting.About.Note
		if e.Every > 1 {
			note += fmt.Sprintf("; a full mask at one position in %d, single tokens checked between", e.Every)
		}
		lines = append(lines, fmt.Sprintf("- %s %s: %s.", e.Name, e.Greeting.About.Version, note))
	}
	lines = append(lines, fmt.Sprintf("- Limits: %v for one schema with its instances, 12 GiB of address space.", c.timeout),
		"- Not covered: several threads or batches; forced tokens; applying a mask to logits; other engines' caches of compiled",
		"  grammars (off); the cost of calling from Python, about 0.2 µs a call, is inside those figures.",
		"")
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// processor names the CPU, where the system says.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
