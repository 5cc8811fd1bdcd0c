// Package serve has the commands that offer the tutor to others: as a page in a browser, and as an MCP server.
package serve

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/web"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
)

const help = `tutor serve shows a page in your browser: what the tutor does, step by step.

  tutor serve [flags]

Write a sentence and see what each model can choose, what rules removed, what it
chose and what the tools returned. Look at logged runs, step by step or two side
by side. Check the server and download models. Programs send a POST to
/v1/check: {"input":"He goed."}.
Nothing is kept at the end unless you give --log FILE.

It listens on this machine only. At another address, it requires the token that
it prints. Anyone with that token can run models here and read the logs.
`

const helpExamples = `  tutor serve
  tutor serve --model ollama:llama3.2 --log runs.ndjson --listen 127.0.0.1:9000`

// usualAddress is where the page is, unless --listen says otherwise.
const usualAddress = "127.0.0.1:8178"

// maxTask bounds what is corrected at once, in characters.
const maxTask = 2000

// examples are sentences to begin with: one error each of a common kind, two errors, none, and one out of scope.
var examples = []string{
	"Yesterday he goed to school.", "She don't like coffee.", "The list of items are long.", "I have saw that film, and she like it.",
	"She can swim very well.", "Write me a poem.",
}

// Command returns the command that serves the page.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	listen := ""
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "show each step on a page in the browser",
		Long:    help,
		Example: helpExamples,
		Args:    cli.NoArgs("serve takes flags only. For example:  tutor serve --listen 127.0.0.1:9000"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return serve(ctx, c, s, listen)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&listen, "listen", usualAddress, "`A`: the address of the page")
	s.Take(cmd, cli.RunFlags+settings.Answers+"log trace explain approve-plan")
	return cmd
}

// serve serves the page until ctx ends.
func serve(ctx context.Context, c *cli.Console, s *settings.Settings, listen string) error {
	s.Tokens = true
	d, err := newCorrector(ctx, c, s)
	if err != nil {
		return err
	}
	defer d.offer.Wait()
	return web.Serve(ctx, &web.Program{
		Console: c, Settings: &s.Settings,
		Asks: "Write an English sentence", Button: "Correct", Spanish: spanish,
		Examples: examples, MaxTask: maxTask, Models: d.offer.List, Do: d.correct,
		Check: func(ctx context.Context, input string) (json.RawMessage, error) {
			r, unlogged, err := d.report(ctx, d.usual, input, nil)
			return r.JSON(), errors.Join(err, unlogged)
		},
		Logged: session.LoggedRuns(c, s),
		Doctor: doctor.CheckCommand{Console: c, Settings: &s.Settings, Resolve: settings.Models.Resolve, Target: settings.Target},
	}, listen)
}

// spanish has the tutor's own words on the page.
var spanish = map[string]string{
	"Write an English sentence": "Escribe una frase en inglés",
	"Correct":                   "Corregir",
	"No verb error found.":      "No se encontró ningún error en los verbos.",
	"Not judged.":               "No se juzga.",
	"No answer.":                "Sin respuesta.",
	"Only verbs were checked.":  "Solo se revisaron los verbos.",
	"Only verbs are checked.":   "Solo se revisan los verbos.",
}
