// Command peers gives the same tasks, on the same model and server, to our loop at each length of the policy and with each
// strategy, to the agents of other Go modules with their own adapters, and to a bare loop over the server's tool calls:
//
//	go run ./peers -models qwen15 -n 40 -records peers.jsonl ../testdata/tasks/*.jsonl > page.md
//
// A model must be on the server, with a template that knows tools: the peers need one. A run that was broken off goes
// on from its records, and where they have all answers nothing is asked: docs/pages.txt has how docs/evidence/peers.md is made
// of the records in testdata. A proxy in front of the server counts requests and tokens of all of them alike.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/eval/tasks"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := exec(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// A command is what the arguments ask for.
type command struct {
	host, records  string
	models, agents []string
	n, steps       int
	wall           time.Duration
	remark         string // a file: the conditions, for the page
	files          []string
}

// A setup is our loop at a length of its policy, with a strategy.
type setup struct {
	name     string
	leash    loop.Leash
	rules    bool // those of the toolset: no id is invented
	strategy planner.Planner
}

// setups are those of our loop, with the one that users get first.
var setups = []setup{
	{"shortleash, full", loop.Full, true, strategy.ReAct{}},
	{"shortleash, full without rules of the tools", loop.Full, false, strategy.ReAct{}},
	{"shortleash, enum", loop.Enum, false, strategy.ReAct{}},
	{"shortleash, off", loop.Off, false, strategy.ReAct{}},
	{"shortleash, plan-execute", loop.Full, true, strategy.PlanExecute{}},
	{"shortleash, plan-act", loop.Full, true, strategy.PlanAct{}},
	{"shortleash, plan-act-reflect", loop.Full, true, strategy.PlanActReflect{}},
	{"shortleash, preflect:plan-act", loop.Full, true, strategy.PreFlect{Inner: strategy.PlanAct{}}},
	{"shortleash, reflexion:react", loop.Full, true, strategy.Reflexion{Inner: strategy.ReAct{}}},
	{"shortleash, self-refine:react", loop.Full, true, strategy.SelfRefine{Inner: strategy.ReAct{}}},
}

// names are all agents, ours first.
func names() []string {
	var all []string
	for _, own := range setups {
		all = append(all, own.name)
	}
	for _, p := range peers {
		all = append(all, p.name)
	}
	return all
}

func exec(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err == nil {
		if err = c.run(ctx, stdout, stderr); err == nil {
			return 0
		}
		fmt.Fprintln(stderr, "peers:", err)
		return 1
	}
	fmt.Fprintln(stderr, "peers:", err)
	return 2
}

func parse(args []string, stderr io.Writer) (command, error) {
	var c command
	f := flag.NewFlagSet("peers", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&c.host, "host", "http://127.0.0.1:11434", "`URL` of the Ollama server")
	f.StringVar(&c.records, "records", "", "`file` that keeps what was done, and goes on from it")
	models := f.String("models", "", "`names` of models on the server, with commas")
	only := f.String("agents", "", "only agents that have one of these `names`, or a part of them, with semicolons")
	f.IntVar(&c.n, "n", 40, "how many of the tasks, chosen by a hash of their ids; 0: all")
	f.StringVar(&c.remark, "remark", "", "`file` with a text for the page: when, where and how it was measured")
	f.IntVar(&c.steps, "steps", 10, "the most requests of a run")
	f.DurationVar(&c.wall, "wall", 10*time.Minute, "the most time of a run")
	if err := f.Parse(args); err != nil {
		return c, err
	}
	if c.files = f.Args(); len(c.files) == 0 || *models == "" || c.n < 0 || c.steps < 2 {
		return c, errors.New("want files of tasks and -models, as in:  peers -models qwen15 ../testdata/tasks/*.jsonl")
	}
	c.models = strings.Split(*models, ",")
	for _, name := range names() {
		if *only == "" || slices.ContainsFunc(strings.Split(*only, ";"), func(text string) bool {
			return name == text || strings.Contains(name, text) && !slices.Contains(names(), text)
		}) {
			c.agents = append(c.agents, name)
		}
	}
	if len(c.agents) == 0 {
		return c, fmt.Errorf("no agent is called %q; there are: %s", *only, strings.Join(names(), "; "))
	}
	return c, nil
}

// run measures, and writes the page.
func (c command) run(ctx context.Context, stdout, stderr io.Writer) error {
	all, err := tasks.ReadFiles(c.files...)
	if err != nil {
		return err
	}
	if c.n > 0 {
		all = tasks.Sample(all, c.n)
	}
	var records *eval.Records[tasks.Run]
	if c.records != "" {
		kept, file, err := eval.OpenRecords[tasks.Run](c.records, "a run")
		if err != nil {
			return err
		}
		defer file.Close() // each line was written whole
		records = kept
	}
	m, err := startMeter(c.host)
	if err != nil {
		return err
	}
	defer m.close()
	var scores []tasks.Score
	var runs []tasks.Run
	for _, model := range c.models {
		for _, name := range c.agents {
			agent, err := newAgent(name, assignment{m.address, model, c.steps, c.wall}, m)
			if err != nil {
				return err
			}
			done := 0
			score, err := tasks.Measure(ctx, all, agent, tasks.Options{Setup: model + " · " + name, Records: records, Each: func(r tasks.Run) {
				done++
				runs = append(runs, r)
				fmt.Fprintf(stderr, "%s · %s: %d of %d, %s: done %v\n", model, name, done, len(all), r.ID, r.Done)
			}})
			if err != nil {
				return err
			}
			scores = append(scores, score)
		}
	}
	return c.write(stdout, scores, all, runs)
}

// newAgent returns the agent with a name.
func newAgent(name string, a assignment, m *meter) (tasks.Agent, error) {
	if i := slices.IndexFunc(setups, func(own setup) bool { return own.name == name }); i >= 0 {
		return ours(a, m, setups[i])
	}
	i := slices.IndexFunc(peers, func(p peer) bool { return p.name == name })
	return peers[i].agent(a, m), nil
}
