// Package serve shows shortleash in a browser: tasks that are done, with approvals given in the page, and logged runs.
package serve

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/web"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/agent"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
)

const help = `shortleash serve shows a page in your browser: a conversation, step by step.

  shortleash serve --files DIR

Ask questions there, one after another, as in shortleash chat. See, at each
step, what the model can choose, what rules removed, what it chose and what the
tools returned. A change of a file shows its diff and waits for you; with
--approve-plan, so does each plan. Continue earlier conversations, also those of
the terminal. Closing the page stops nothing: a run that waits for you waits.

Look at logged runs as timelines, step by step, or two side by side. Answer runs
that wait, and check the server. Without a model, the page only shows logs.
Conversations are kept for 30 days unless you give --no-log. With --log FILE,
their runs are kept in that file instead.

It listens on this machine only. At another address, it requires the token that
it prints. Anyone with that token can call the tools and read the logs.
`

const examples = `  shortleash serve --files ~/notes
  shortleash serve --files . --write --model ollama:qwen2.5-coder:1.5b`

// usualAddress is where the page is, unless --listen says otherwise.
const usualAddress = "127.0.0.1:8179"

// maxTask bounds a task, in characters.
const maxTask = 8000

// Command returns the command that serves the page. check checks the model's server.
func Command(c *cli.Console, s *settings.Settings, check doctor.CheckCommand) *cobra.Command {
	listen, forget := "", false
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "have the conversation in the browser, and show all runs",
		Long:    help,
		Example: examples,
		Args:    cli.NoArgs("serve takes flags only. For example:  shortleash serve --listen 127.0.0.1:9000"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return serve(ctx, c, s, check, listen, forget)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&listen, "listen", usualAddress, "`A`: the address of the page")
	flags.BoolVar(&forget, "no-log", false, "do not keep conversations")
	s.Take(cmd, settings.AgentFlags+settings.RunFlags+"log approve-plan")
	return cmd
}

// serve serves the page until ctx ends.
func serve(ctx context.Context, c *cli.Console, s *settings.Settings, check doctor.CheckCommand, listen string, forget bool) error {
	if _, err := web.CheckAddress("--listen", listen); err != nil {
		return err
	}
	if forget && s.Log != "" {
		return cli.Misuse("--no-log keeps nothing, so it does not go with --log")
	}
	d := &doer{Console: c, settings: s, offer: &models.Offer{Hosts: models.HostsOf(c, &s.Settings)}}
	d.keeps = !forget && s.Log == "" && c.LogFolder() != ""
	if err := d.prepare(ctx); err != nil {
		return err
	}
	defer d.offer.Wait()
	p := &web.Program{
		Console: c, Settings: &s.Settings,
		Asks: "Talk with a model on this machine", Button: "Ask", Spanish: spanish, Facts: d.facts(), Missing: d.missing,
		About:         "It uses the tools that stand here, answers, and shows how it got there.",
		Conversations: d, Preview: d.preview, Undo: d.undo,
		MaxTask: maxTask, Models: d.offer.List, Do: d.do,
		Logged: agent.LoggedRuns(c, s), Doctor: check,
	}
	if len(s.Web)+len(s.Run)+len(s.MCP) == 0 {
		p.About = "It only talks: it sees no files. To let it read a folder, start with --files DIR."
	}
	if s.Files != "" {
		p.Asks = "Ask about the files of a folder"
		p.About = "A model on this machine looks things up in the folder, answers, and shows how it got there."
		p.Examples = []string{"What is in this folder?", "Which file was changed last?"}
	}
	return web.Serve(ctx, p, listen)
}

// A doer does the tasks of the page, each with its own connections to the servers of tools.
type doer struct {
	*cli.Console
	settings *settings.Settings
	offer    *models.Offer
	log      *cli.SharedLog
	keeps    bool   // conversations have logs of their own
	missing  string // why there is no model
}

// prepare finds the usual model, tries the servers, the rules and the answer, and opens the log.
func (d *doer) prepare(ctx context.Context) error {
	s := d.settings
	if err := s.CheckPlanners(s.Planner.Value); err != nil {
		return err
	}
	newModel, note, err := s.Model(ctx, d.Console)
	if err != nil && s.Typed("model") { // what was asked for and cannot be had is an error
		return err
	}
	if err := s.CheckFolder(); err != nil {
		return err
	}
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
	default:
		d.missing = web.Plain(err)
		note = "The page shows logs only, because " + d.missing
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

// spanish has the program's own words on the page.
var spanish = map[string]string{
	"Talk with a model on this machine": "Habla con un modelo de esta máquina",
	"Ask about the files of a folder":   "Pregunta por los archivos de una carpeta",
	"It only talks: it sees no files. To let it read a folder, start with --files DIR.": "Solo habla: no ve archivos. " +
		"Para que lea una carpeta, empieza con --files DIR.",
	"A model on this machine looks things up in the folder, answers, and shows how it got there.": "Un modelo de esta máquina " +
		"busca en la carpeta, responde y muestra cómo llegó ahí.",
	"It uses the tools that stand here, answers, and shows how it got there.": "Usa las herramientas que ves aquí, responde y muestra " +
		"cómo llegó ahí.",
	"No answer.": "Sin respuesta.", "It was broken off.": "Se interrumpió.", "Folder": "Carpeta", "Changes": "Cambios", "Pages": "Páginas",
	"Commands": "Programas", "Servers of tools": "Servidores de herramientas", "Kept": "Se guarda",
	"none: it only reads": "ninguno: solo lee", "you are asked before each": "se te pregunta antes de cada uno",
	"made without asking you": "se hacen sin preguntarte", "nothing": "nada", "for 30 days, for you alone": "30 días, solo para ti",
}
