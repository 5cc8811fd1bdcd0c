package runs

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// resumeCommand goes on with one run.
func resumeCommand(p *Program) *cobra.Command {
	r := &resumption{Program: p, do: cli.Choice{Of: replies}}
	cmd := &cobra.Command{
		Use:     "resume ID",
		Short:   "continue where the log of a run ends",
		Example: p.Named("PROGRAM runs resume 5f1c --reply deny --text \"not that one\""),
		Args:    p.ids(1, "resume essays-0a1b2c3d:3"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := r.checkReply(); err != nil {
				return err
			}
			return r.run(cmd.Context(), args[0])
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&r.do, "reply", "`D`: "+r.do.List())
	cli.ShowDefault(flags, "reply", "")
	flags.StringVar(&r.text, "text", "", "`T`: with --reply deny or reject: the reason")
	flags.StringVar(&r.arguments, "args", "", "`JSON`: with --reply edit: the arguments")
	flags.StringVar(&r.plan, "plan", "", "`FILE`: with --reply edit, for a plan: the whole plan")
	flags.StringVar(&r.output, "output", "", "`JSON`: with --reply result: what the call returned")
	p.Settings.Take(cmd, "model host role log json events "+p.ResumeFlags)
	return cmd
}

// A resumption goes on with one run whose log does not end in its end.
type resumption struct {
	*Program
	do   cli.Choice // the reply to the first question; "": ask
	text string
	// arguments and output are JSON.
	arguments, output string
	plan              string // a file

	replied bool
	lines   cli.LineReader // what the person at the terminal types; nil: nothing was asked yet
}

// checkReply refuses what belongs to another reply than the one that is given.
func (r *resumption) checkReply() error {
	is := func(replies ...loop.Do) bool { return slices.Contains(replies, loop.Do(r.do.Value)) }
	without := "without --reply "
	return r.Settings.Refuse(
		cli.Beside{Flags: []string{"text"}, Idle: !is(loop.Deny, loop.Reject), Why: without + "deny or reject"},
		cli.Beside{Flags: []string{"args", "plan"}, Idle: !is(loop.Edit), Why: without + "edit"},
		cli.Beside{Flags: []string{"output"}, Idle: !is(loop.Use), Why: without + "result"},
	)
}

// run goes on with the run that id means and shows its answer.
func (r *resumption) run(ctx context.Context, id string) error {
	found, err := r.Find(id)
	if err != nil {
		return err
	}
	var log io.Writer
	if found.Result() == nil { // else nothing is written
		w, err := cli.OpenLog(found.File)
		if err != nil {
			return err
		}
		defer w.Close() // each line was written, or the run's result says that it was not
		if found, err = r.reread(found); err != nil {
			return err
		}
		log = &logs.Stoppable{Out: w}
		if r.Settings.Events {
			log = io.MultiWriter(log, r.Out)
		}
	}
	if err := models.CheckHost(r.Settings, slices.Concat(slices.Collect(maps.Values(found.Info().Models))...)...); err != nil {
		return err
	}
	ctx, release := r.Signals.Interruptible(ctx)
	defer release()
	newModel, err := r.model(ctx, found.Info())
	if err != nil {
		return err
	}
	again, err := r.Again(found, newModel)
	if err != nil {
		return err
	}
	defer again.Close()
	err = r.finish(ctx, again, found, log)
	if errors.Is(err, context.Canceled) && !r.Settings.Quiet {
		r.Say("To go on:  %s", r.ResumeCommand(found.ID))
	}
	return err
}

// reread reads a run again, now that no other process can write its log.
func (r *resumption) reread(found logs.Run) (logs.Run, error) {
	for now, err := range logs.Read(found.File) {
		if err != nil {
			return found, cli.Misuse("cannot read all of %s: %s", found.File, cli.Problem(err))
		}
		if now.N != found.N || now.ID != found.ID {
			continue
		}
		if !now.Last {
			return found, cli.Misuse("%s is not the last run in its file, and only that one can go on there. In a file of its own it can:\n"+
				"  %s runs show %s:%d --json > FILE && %s runs resume FILE", found.ID, r.Name, cli.Quoted(found.File), found.N, r.Name)
		}
		return now, nil
	}
	return found, cli.Misuse("%s is not in %s any more", found.ID, found.File)
}

// model returns who goes on: whom --model names, or else who began. A default from the environment
// or the configuration file is meant for new runs.
func (r *resumption) model(ctx context.Context, info loop.RunInfo) (func() model.Model, error) {
	spec, began := r.Settings.Model, logs.ModelOf(info)
	if spec == "auto" || !r.Settings.Typed("model") {
		spec = began
	}
	if spec == "script" {
		return nil, cli.Misuse("a script began this run; name it with --model script:FILE")
	}
	newModel, err := r.Resolve(ctx, spec)
	if err != nil {
		return nil, err
	}
	if name := newModel().Name(); name != began {
		return nil, cli.Misuse("%s began this run, and %s cannot go on with it; leave --model out", began, name)
	}
	return newModel, nil
}

// finish goes on with a run until it ends, or waits for a reply that does not come.
func (r *resumption) finish(ctx context.Context, again Runner, found logs.Run, log io.Writer) error {
	trace := func(loop.Event) {}
	tracer := show.NewTracer(r.Lines())
	if r.Settings.Trace && !r.Settings.Quiet {
		trace = tracer.Event
	} else if shows, ok := again.(interface{ ShowCall(loop.Event) }); ok {
		trace = shows.ShowCall
	}
	live := show.NewLive(r.Console, r.Settings.Quiet || r.Settings.Events, r.Doing)
	defer live.Stop()
	for _, e := range found.Events { // its steps go on
		live.Event(e)
		tracer.Past(e)
	}
	ask := func(ctx context.Context, i loop.Interrupt, refused error) (loop.Reply, error) {
		defer live.Pause()()
		trace(loop.Event{Interrupt: &i})
		return r.answer(ctx, found, i, refused)
	}
	tell, err := r.on(ctx, again, found.Events, nil, log, live.Watch(trace), ask)
	if err != nil {
		return err
	}
	live.Stop()
	return tell()
}

// answer returns the reply to a question: that of the flags, or that of the person at the terminal.
// Where there is neither, it tells how to give one.
func (r *resumption) answer(ctx context.Context, found logs.Run, i loop.Interrupt, refused error) (reply loop.Reply, err error) {
	if refused != nil && !r.InTerminal {
		return reply, cli.Misuse("%s", cli.Problem(refused))
	}
	if refused != nil {
		r.Say("%s", cli.Problem(refused))
	}
	if r.do.Value != "" && !r.replied {
		r.replied = true
		reply = replyOf(r.do.Value, &i)
		reply.Text, reply.Args, reply.Output = r.text, json.RawMessage(r.arguments), json.RawMessage(r.output)
		if r.plan != "" {
			plan, err := readPlan(r.plan)
			if err != nil {
				return reply, cli.Misuse("cannot read %s: %v", r.plan, cli.Cause(err))
			}
			reply.Plan = plan
		}
		return reply, nil
	}
	r.Say("The run waits: %s", show.Question(i))
	show.Plan(r.Console, i)
	if !r.InTerminal {
		r.Say("To answer:  %s --reply %s", r.ResumeCommand(found.ID), ways(i.Kind, true))
		return reply, cli.StatusOther
	}
	if r.lines == nil {
		r.lines = r.NewStream()
	}
	said, err := AtTerminal(ctx, r.Console, r.lines, &i)
	if errors.Is(err, io.EOF) {
		err = cli.StatusOther
	}
	if err != nil {
		return reply, err
	}
	return *said, nil
}
