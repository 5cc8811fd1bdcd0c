// Package agent runs tasks with the tools of MCP servers, once and once more.
//
// [Command] runs a task. [LoggedRuns] lets the commands about logged runs make them again. [New] is for
// both: it connects to the servers and puts tools, rules, an answer and a strategy together.
package agent

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/rules"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tools/builtin"
)

// An Agent is a loop with the servers of its tools. Close it.
type Agent struct {
	*loop.Loop
	client  *mcp.Client
	toolbox *settings.Toolbox
	list    []tools.Tool
	reading *loop.Loop // its model reads what each request begins with, and nothing else
	seen    []string   // the calls of the run whose preview was shown, with their arguments
}

// Close disconnects from the servers, ends their processes and releases the folder.
func (a *Agent) Close() {
	a.client.Close()
	a.toolbox.Close() // nothing is written through it
}

// Resume is [loop.Loop.Resume], for a run that worked on the same folder.
func (a *Agent) Resume(ctx context.Context, events []loop.Event, reply *loop.Reply, log io.Writer,
	watch func(loop.Event)) (loop.Result, error) {
	was, is := builtin.WorkedIn(observed(events)), ""
	if a.toolbox.Folder != nil {
		is = a.toolbox.Folder.Path()
	}
	if was != "" && was != is {
		return loop.Result{}, &loop.Divergence{Seq: 1, Field: "folder", Recorded: was, Now: cmp.Or(is, "none"),
			What: "it worked on the folder " + was}
	}
	return a.Loop.Resume(ctx, events, reply, log, watch)
}

// onlyTalks says that an agent has no tools.
const onlyTalks = "There are no tools: the model only talks. --files . lets it read this folder."

// sayOnlyTalks says so where it is so.
func (a *Agent) sayOnlyTalks(c *cli.Console, s *settings.Settings) {
	if len(a.toolbox.Tools)+len(s.MCP) == 0 && !s.Quiet {
		c.Say("%s", onlyTalks)
	}
}

// ShowCall shows what a call would do: with the question about it, or, where no one is asked and unasked is wanted, before it is made.
func (a *Agent) ShowCall(c *cli.Console, e loop.Event, unasked bool) {
	var call *tools.Call
	switch {
	case e.Kind == loop.RunStarted:
		a.seen = nil
	case e.Interrupt != nil:
		call = e.Interrupt.Call
	case e.Kind == loop.CallStarted && unasked:
		call = &e.Call.Call
	}
	if call == nil || slices.Contains(a.seen, call.ID+string(call.Args)) {
		return
	}
	if text := Preview(a.list, *call); text != "" {
		a.seen = append(a.seen, call.ID+string(call.Args))
		c.Say("%s", strings.TrimRight(text, "\n"))
	}
}

// Preview returns what a call would do, where its tool can tell; else "".
func Preview(list []tools.Tool, call tools.Call) string {
	for _, t := range list {
		if preview := t.Options().Preview; t.Name() == call.Tool && preview != nil {
			return preview(call.Args)
		}
	}
	return ""
}

// New returns the agent that the settings describe, with the strategy p, for runs of the configuration c, of which it
// sets the rules, the answer, the instructions and the opening. An agent with tools has the tools more too.
func New(ctx context.Context, console *cli.Console, s *settings.Settings, p planner.Planner, m model.Model, c loop.Config,
	more ...tools.Tool) (*Agent, error) {
	file, err := rules.Read(s.Rules)
	if err != nil {
		return nil, err
	}
	if c.Answer, err = answerSchema(ctx, console, s); err != nil {
		return nil, err
	}
	toolbox, err := s.Toolbox()
	if err != nil {
		return nil, err
	}
	var note string
	if c.Instructions, note, err = s.InstructionText(toolbox); err != nil {
		return nil, errors.Join(err, toolbox.Close())
	}
	if note != "" && !s.Quiet {
		console.Say("%s", note)
	}
	client, err := Connect(ctx, console, s)
	if err != nil {
		return nil, errors.Join(err, toolbox.Close())
	}
	a := &Agent{client: client, toolbox: toolbox}
	own := slices.Concat(toolbox.Tools, client.Tools())
	if len(own) == 0 {
		more = nil // who only talks asks in words
	}
	list, err := file.Tools(append(own, more...), s.Yes)
	if err == nil {
		var registry *tools.Registry
		a.list = list
		if registry, err = tools.NewRegistry(list...); err == nil {
			c.Rules = file.Loop()
			if s.Answer == "" && len(list) == 0 {
				c.Answer = talk
			} else if s.Answer == "" {
				RestOnResults(&c)
				_, react := p.(strategy.ReAct) // in others a role may answer that can call nothing any more
				if _, ok := registry.Lookup("calculate"); ok && react {
					c.Check = checkClaims(cmp.Or(c.Budget.Steps, usualSteps), s.Write)
					c.Rules = append(c.Rules, actFirst{s.Write}, sameThought{})
				}
			}
			a.Loop, err = loop.New(p, m, registry, c)
			if len(c.Roles) == 0 { // else another model may be asked first
				c.Fallbacks = nil
				a.reading, _ = loop.New(p, reader{m}, registry, c) // fails only as the one before
			}
		}
	}
	if err != nil {
		a.Close()
		if errors.Is(err, loop.ErrMisuse) {
			err = cli.Misuse("%s", cli.Problem(err))
		}
		return nil, err
	}
	return a, nil
}

// Connect connects to the servers that the settings name, and says which tools are left out.
func Connect(ctx context.Context, console *cli.Console, s *settings.Settings) (*mcp.Client, error) {
	endpoints, err := s.Endpoints()
	if err != nil {
		return nil, err
	}
	var config mcp.Config
	if !s.Quiet {
		config.Logger = slog.New(slog.NewTextHandler(console.Err, nil))
	}
	client, err := mcp.Connect(ctx, endpoints, config)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, cli.Misuse("%s", cli.Problem(err))
	}
	for _, l := range client.Listings() {
		if l.Problem != "" && !s.Quiet {
			console.Say("The tool %s of %s is left out: %s.", cli.OneLine(l.Original), l.Server, l.Problem)
		}
	}
	return client, nil
}

// answerSchema returns the schema of the answer in the file that --answer names; the zero schema is the usual one.
func answerSchema(ctx context.Context, c *cli.Console, s *settings.Settings) (grammar.Schema, error) {
	if s.Answer == "" {
		return grammar.Schema{}, nil
	}
	text, err := bounded.ReadFile(s.Answer, settings.MaxSchema)
	if err != nil {
		return grammar.Schema{}, cli.Misuse("cannot read %s: %v", s.Answer, cli.Cause(err))
	}
	// An answer is closed and bounded as the arguments of a tool are.
	closed, err := tools.NewRaw(ctx, "answer", "", text, nil, tools.Options{})
	if err != nil {
		return grammar.Schema{}, cli.Misuse("%s: %s", s.Answer, cli.Problem(err))
	}
	for _, gap := range closed.Unenforced() {
		if !s.Quiet {
			c.Say("%s: %s %s is not in the grammar of the answer.", s.Answer, gap.Pointer, gap.Keyword)
		}
	}
	return closed.Schema(), nil
}
