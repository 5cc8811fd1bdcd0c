// Package lsp has the command that serves editors: diagnostics and quick fixes by the Language Server Protocol
// (3.17) over standard input and output.
//
// A document is judged when it has rested for a moment, passage by passage, and only what changed. Positions are
// UTF-16 code units and documents are synchronized incrementally. What a client sends is bounded and may be
// anything; when it goes, the server ends.
package lsp

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/tutor"
)

const help = `tutor lsp shows errors of verbs in an editor, and mends them.

  tutor lsp [flags]

An editor starts it, and it speaks the Language Server Protocol over standard
input and output: a diagnostic for each error, with its rule; a quick fix for
each, and one for all. It ends with the editor.

Neovim:
  vim.lsp.config("tutor", { cmd = { "tutor", "lsp" }, filetypes =
    { "text", "markdown", "gitcommit" }, root_markers = { ".git" } })
  vim.lsp.enable("tutor")
Helix, in languages.toml:
  [language-server.tutor]
  command = "tutor"
  args = ["lsp", "--explain", "both"]

Examples:
  tutor lsp --model rules
What tutor flags lists works here too.
`

// Command returns the command that serves editors.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	return &cobra.Command{
		Use:  "lsp",
		Long: help,
		Args: cli.NoArgs("lsp takes no words: an editor starts it and talks to it"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.InTerminal {
				return cli.Misuse("lsp talks to an editor, which starts it:  tutor lsp -h")
			}
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			d, err := session.New(ctx, c, *s)
			if err != nil {
				return err
			}
			correct := func(ctx context.Context, text string) (tutor.Report, error) {
				return d.Tutor.Correct(ctx, text, nil, nil)
			}
			err = newServer(newChecker(correct, s.Explain.Value), cli.Version(), c.Exactly).serve(ctx, c.In)
			return errors.Join(err, d.Close(nil))
		},
	}
}
