// Command tasks measures our loop on tasks with tools, with a model of an Ollama server.
//
//	go run ./tasks -host 127.0.0.1:11434 -model qwen2.5:1.5b ../testdata/tasks
//	go run ./tasks -model qwen2.5:1.5b -after-gold -prompt other.md -setup other ../testdata/tasks
//
// Each run is kept as a line of the file that -records names, and is not made again for the same model and
// -setup. With -after-gold the listed calls are made and the model decides once: one request a task. The
// half for development is measured unless -half says otherwise.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/eval/tasks"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
)

func main() {
	os.Exit(exec(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

// A measuring is what the flags say.
type measuring struct {
	host, model, setup, prompt, records string
	half, toolsets, duplicates, repeats string
	events                              string
	threads, thought, sample            int
	afterGold                           bool
}

func exec(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var m measuring
	f := flag.NewFlagSet("tasks", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&m.host, "host", "127.0.0.1:11434", "the Ollama server")
	f.StringVar(&m.model, "model", "", "its model")
	f.StringVar(&m.setup, "setup", "usual", "a name for what the other flags change")
	f.StringVar(&m.prompt, "prompt", "", "a prompt file in place of the general one")
	f.StringVar(&m.records, "records", "tasks.jsonl", "keep the runs in this file, and go on from it")
	f.StringVar(&m.events, "events", "", "append the events of the runs to this file")
	f.StringVar(&m.half, "half", "development", "development, report or all")
	f.StringVar(&m.toolsets, "toolsets", "", "only these, with commas")
	f.StringVar(&m.duplicates, "duplicates", string(loop.Usual().Duplicates), "halt, redirect or close")
	f.StringVar(&m.repeats, "repeats", string(loop.Usual().Repeats), "empty, call or tool: what leaves the grammar after a call")
	f.IntVar(&m.threads, "threads", 1, "of the server")
	f.IntVar(&m.thought, "thought", strategy.DefaultThought, "characters; 0: none")
	f.IntVar(&m.sample, "sample", 0, "so many tasks; 0: all")
	f.BoolVar(&m.afterGold, "after-gold", false, "make the listed calls, then let the model decide once")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil || m.model == "" || f.NArg() == 0 {
		fmt.Fprintln(stderr, "tasks: want -model NAME and files of tasks")
		return 2
	}
	if err := m.run(ctx, f.Args(), stdout); err != nil {
		fmt.Fprintln(stderr, "tasks:", err)
		return 1
	}
	return 0
}

func (m measuring) run(ctx context.Context, files []string, out io.Writer) error {
	all, err := tasks.ReadFiles(files...)
	if err != nil {
		return err
	}
	agent, err := m.agent()
	if err != nil {
		return err
	}
	old, err := os.ReadFile(m.records)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(m.records, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close() // each line was written whole
	records, err := tasks.ReadRecords(strings.NewReader(string(old)), file)
	if err != nil {
		return err
	}
	score, err := tasks.Measure(ctx, tasks.Sample(slices.DeleteFunc(all, m.leavesOut), m.sample), agent, tasks.Options{
		Setup: m.model + " " + m.setup, Records: records, Each: func(r tasks.Run) { printRun(out, r) }})
	if err == nil {
		printScore(out, score)
	}
	return err
}

// leavesOut reports whether the flags leave out a task.
func (m measuring) leavesOut(t tasks.Task) bool {
	return m.half != "all" && t.Development() != (m.half == "development") ||
		m.toolsets != "" && !slices.Contains(strings.Split(m.toolsets, ","), t.Toolset) ||
		m.afterGold && t.Setup.Fails != ""
}

func (m measuring) agent() (tasks.Agent, error) {
	client, err := ollama.New(m.model, ollama.Config{Host: m.host, Threads: m.threads, Context: 4096, FirstByte: 10 * time.Minute})
	if err != nil {
		return nil, err
	}
	p := strategy.NewReAct()
	if m.prompt != "" {
		if p.Prompt, err = prompt.Parse(os.DirFS(filepath.Dir(m.prompt)), filepath.Base(m.prompt), ""); err != nil {
			return nil, err
		}
	}
	c := loop.Usual()
	c.Budget.Wall = 30 * time.Minute
	c.Duplicates, c.Repeats = loop.Duplicates(m.duplicates), loop.Repeats(m.repeats)
	c.Thought, c.NoThought = m.thought, m.thought == 0
	if m.afterGold {
		return tasks.AfterGold(p, client, c, nil), nil
	}
	var events func() io.Writer
	if m.events != "" {
		file, err := os.OpenFile(m.events, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, err
		}
		events = func() io.Writer { return file }
	}
	return tasks.LoopAgent(p, client, c, events), nil
}

func printRun(out io.Writer, r tasks.Run) {
	answer := "no answer"
	if r.Reply.Answer != nil {
		answer = *r.Reply.Answer
	}
	fmt.Fprintf(out, "%-12s %-5t %s %s, %d decisions, %d + %d tokens, %d s: %q %s\n", r.ID, r.Done, r.Reply.Outcome, r.Reply.Reason,
		r.Reply.Decisions, r.Reply.PromptTokens, r.Reply.OutputTokens, r.MS/1000, answer, r.Why)
}

func printScore(out io.Writer, s tasks.Score) {
	n := max(1, s.Tasks)
	low, high := s.Done.Interval()
	fmt.Fprintf(out, "\n%s: done %d of %d (%.0f to %.0f %%); possible %d/%d, impossible %d/%d, with a failure %d/%d; "+
		"%d without an answer, %d repeats; a task: %.1f decisions, %.1f requests, %d tokens read, %d written, %d s\n",
		s.Setup, s.Done.Hits, s.Done.Of, low, high, s.Possible.Hits, s.Possible.Of, s.Impossible.Hits, s.Impossible.Of, s.Fails.Hits, s.Fails.Of,
		s.Unended, s.Repeats, float64(s.Decisions)/float64(n), float64(s.Requests)/float64(n), s.PromptTokens/n, s.OutputTokens/n, int(s.MS)/1000/n)
}
