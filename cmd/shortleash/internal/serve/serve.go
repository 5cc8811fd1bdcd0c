// Package serve shows shortleash in a browser: tasks that are done, with approvals given in the page, and logged runs.
package serve

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/internal/web"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/agent"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/loop"
)

const help = `shortleash serve shows a page in your browser: tasks and runs, step by step.

  shortleash serve [flags]

Write a task and see, at each step, what the model can choose, what rules
removed, what it chose and what the tools returned. A call that can change
something waits for you in the page; with --approve-plan, so does each plan.
Look at logged runs as timelines, step by step, or two side by side. Answer runs
that wait, check the server, and download models. Without a model, the page only
shows logs. Nothing is kept at the end unless you give --log FILE.

It listens on this machine only. At another address, it requires the token that
it prints. Anyone with that token can call the tools and read the logs.
`

const examples = `  shortleash serve --log runs.ndjson
  shortleash serve --mcp "npx -y @modelcontextprotocol/server-filesystem ."`

// usualAddress is where the page is, unless --listen says otherwise.
const usualAddress = "127.0.0.1:8179"

// maxTask bounds a task, in characters.
const maxTask = 8000

// Command returns the command that serves the page. check checks the model's server.
func Command(c *cli.Console, s *settings.Settings, check doctor.CheckCommand) *cobra.Command {
	listen := ""
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "show tasks and runs in the browser, step by step",
		Long:    help,
		Example: examples,
		Args:    cli.NoArgs("serve takes flags only. For example:  shortleash serve --listen 127.0.0.1:9000"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return serve(ctx, c, s, check, listen)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&listen, "listen", usualAddress, "`A`: the address of the page")
	s.Take(cmd, settings.AgentFlags+settings.RunFlags+"log approve-plan")
	return cmd
}

// serve serves the page until ctx ends.
func serve(ctx context.Context, c *cli.Console, s *settings.Settings, check doctor.CheckCommand, listen string) error {
	if _, err := web.CheckAddress(listen); err != nil {
		return err
	}
	d := &doer{Console: c, settings: s, offer: &models.Offer{Hosts: models.HostsOf(c, &s.Settings)}}
	if err := d.prepare(ctx); err != nil {
		return err
	}
	defer d.offer.Wait()
	return web.Serve(ctx, &web.Program{
		Console: c, Settings: &s.Settings,
		Asks: "Write a task", Button: "Do it", Spanish: spanish,
		MaxTask: maxTask, Models: d.offer.List, Do: d.do,
		Logged: agent.LoggedRuns(c, s), Doctor: check,
	}, listen)
}

// A doer does the tasks of the page, each with its own connections to the servers of tools.
type doer struct {
	*cli.Console
	settings *settings.Settings
	offer    *models.Offer
	log      *cli.SharedLog
}

// prepare finds the usual model, tries the servers, the rules and the answer, and opens the log.
func (d *doer) prepare(ctx context.Context) error {
	s := d.settings
	if err := s.CheckPlanners(s.Planner.Value); err != nil {
		return err
	}
	newModel, note, err := s.Model(ctx, d.Console)
	switch {
	case err == nil:
		usual := d.settings.Settings.Model
		if kind, _, _ := strings.Cut(usual, ":"); kind == "auto" || kind == "ollama" {
			usual = newModel().Name()
		}
		d.offer.First = []string{usual}
		p, err := d.settings.Strategy()
		if err != nil {
			return err
		}
		config := d.settings.Loop()
		if config.Roles, err = d.settings.RolesWith(ctx, d.Console, d.settings.Settings.Model); err != nil {
			return err
		}
		tried, err := agent.New(ctx, d.Console, d.settings, p, newModel(), config)
		if err != nil {
			return err
		}
		tried.Close()
	case ctx.Err() != nil:
		return ctx.Err()
	case d.settings.Typed("model"): // what was asked for and cannot be had is an error
		return err
	default:
		note = "The page shows logs only, because " + web.Plain(err)
	}
	if note != "" && !d.settings.Quiet {
		d.Say("%s", note)
	}
	path := d.settings.Log
	if len(d.offer.First) == 0 {
		path = "" // nothing will be written
	}
	if d.log, err = cli.OpenSharedLog(path); err != nil {
		return err
	}
	d.offer.List() // so that the first page knows those of the server
	return nil
}

// do does a task for the page. Its run goes into the log in one piece, since others run beside it.
func (d *doer) do(ctx context.Context, t web.Task) web.Answer {
	var events bytes.Buffer
	result, err := d.run(ctx, t, &events)
	a := web.Answer{Text: []web.Piece{{Text: t.Text}}}
	if failed := d.log.Add(events.Bytes()); failed != nil {
		a.Notes = []string{web.Plain(failed)}
	}
	if err != nil {
		a.Verdict, a.Notes = "No answer.", append(a.Notes, web.Plain(err))
		return a
	}
	tokens, calls := 0, 0
	for _, u := range result.Usage {
		tokens += u.PromptTokens + u.OutputTokens
	}
	for _, step := range result.Steps {
		calls += len(step.Calls)
	}
	a.Facts = fmt.Sprintf("%s · %s · %s · %s · %v", t.Model, cli.Plural(len(result.Steps), "step"), cli.Plural(calls, "call"),
		cli.Plural(tokens, "token"), (time.Duration(result.Counters.WallMS) * time.Millisecond).Round(10*time.Millisecond))
	if a.Final = result.Outcome == loop.Final; a.Final {
		a.Text = []web.Piece{{Text: agent.Plain(result.Answer)}}
		if mark := agent.Unsupported(result.Answer); mark != "" {
			a.Notes = append(a.Notes, mark)
		}
		return a
	}
	a.Verdict, a.Notes = "No answer.", append(a.Notes, show.Ending(result))
	return a
}

// run runs a task to its end.
func (d *doer) run(ctx context.Context, t web.Task, log io.Writer) (loop.Result, error) {
	newModel, _, err := d.settings.ModelNamed(ctx, d.Console, t.Model)
	if err != nil {
		return loop.Result{}, err
	}
	config := d.settings.Loop()
	var a *agent.Agent
	config.Approval.Ask = t.Ask.Approver(func(r loop.Reply, i loop.Interrupt) error { return a.CheckReply(r, i) })
	if config.Roles, err = d.settings.RolesWith(ctx, d.Console, t.Model); err != nil {
		return loop.Result{}, err
	}
	p, err := d.settings.Strategy()
	if err != nil {
		return loop.Result{}, err
	}
	if a, err = agent.New(ctx, d.Console, d.settings, p, newModel(), config); err != nil {
		return loop.Result{}, err
	}
	defer a.Close()
	var result loop.Result
	for e, err := range a.Watch(ctx, t.Text, log) {
		if err != nil {
			return result, err
		}
		t.Watch(e)
		if e.Result != nil {
			result = *e.Result
		}
	}
	return result, nil
}

// spanish has the program's own words on the page.
var spanish = map[string]string{
	"Write a task": "Escribe una tarea",
	"Do it":        "Hacerlo",
	"No answer.":   "Sin respuesta.",
}
