package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/eval"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/tutor/internal/ask"
	"github.com/shortleash/shortleash/cmd/tutor/internal/batch"
	"github.com/shortleash/shortleash/cmd/tutor/internal/evaluate"
	"github.com/shortleash/shortleash/cmd/tutor/internal/explain"
	"github.com/shortleash/shortleash/cmd/tutor/internal/serve"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/cmd/tutor/internal/work"
	"github.com/shortleash/shortleash/internal/didyoumean"
)

// run is the program on one console.
func run(ctx context.Context, c *cli.Console, args []string) int {
	c.Args = args
	return c.Run(ctx, rootCommand(c), args)
}

const rootHelp = `tutor corrects the verbs of an English sentence and says why.

  tutor [flags] SENTENCE...   correct a sentence, or the lines of standard input
  tutor COMMAND -h            show the help of a command
`

const rootExamples = `  tutor "He goed to school."
  tutor --model ollama:llama3.2 --trace "She can to swim."`

// rootCommand is the program's own command, with all others below it.
func rootCommand(c *cli.Console) *cobra.Command {
	var s settings.Settings
	s.Define()
	root := &cobra.Command{
		Use:     "tutor [flags] SENTENCE...",
		Long:    rootHelp,
		Example: rootExamples,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(mistyped(cmd, args), isFile(args)); err != nil {
				return err
			}
			return ask.Correct(cmd.Context(), c, s, args)
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return s.Complete(cmd, c)
		},
	}
	c.Prepare(root)
	s.Take(root, cli.RunFlags+settings.Answers+"log trace json events color explain exit-code approve-plan")
	measured := evaluate.Program(&s)
	check := doctor.CheckCommand{Console: c, Settings: &s.Settings, Resolve: settings.Models.Resolve, Target: settings.Target}
	cli.Group(root, "Correct and explain", batch.Command(c, &s), serve.Command(c, &s), serve.MCPCommand(c, &s), work.Command(c, &s),
		explain.Command(c, &s), explain.RulesCommand(c, &s))
	cli.Group(root, "Look and measure", runs.Command(session.LoggedRuns(c, &s)), eval.Command(c, &s.Settings, measured),
		models.Command(c, &s.Settings), doctor.Command(check))
	cli.Group(root, "More", cli.FlagsCommand(c, &s.Settings), cli.CompletionCommand(c),
		cli.VersionCommand(c))
	c.Finish(root, &s.Settings, settings.Completions)
	return root
}

// mistyped refuses one or two words that look like a command with a slip, which would be judged as a
// sentence. A sentence in quotation marks that has a blank, or a capital, is none.
func mistyped(root *cobra.Command, args []string) error {
	const short = 4 // a shorter word is near too many
	if len(args) == 0 || len(args) > 2 || len(args[0]) < short || args[0] != strings.ToLower(args[0]) ||
		strings.ContainsAny(args[0], " .?!'") {
		return nil
	}
	var names []string
	for _, cmd := range root.Commands() {
		names = append(names, cmd.Name())
	}
	near := didyoumean.Of(args[0], names)
	if near == "" {
		return nil
	}
	return cli.Misuse("there is no command %[1]s; did you mean  tutor %[2]s?\nTo have it judged as a sentence:  tutor \"%[3]s.\"",
		args[0], near, strings.Join(args, " "))
}

// isFile refuses the name of a file, which would be judged as a sentence.
func isFile(args []string) error {
	if len(args) != 1 || args[0] == "-" || strings.ContainsAny(args[0], " \t\n") {
		return nil
	}
	if info, err := os.Stat(args[0]); err != nil || info.IsDir() && !strings.ContainsRune(args[0], os.PathSeparator) {
		return nil // a folder may have the name of a word
	}
	name := cli.Quoted(args[0])
	return cli.Misuse("%s is a file. To have its sentences corrected:  tutor batch %s -o OUT\nOne by one, as text:  tutor < %s",
		args[0], name, name)
}
