package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

const rootHelp = `tutor repairs the verbs of an English sentence and says why. COMMAND -h: more.
  tutor [flags] SENTENCE...   one sentence; without: the lines of standard input
  tutor chat | batch | runs | eval | distill   lines, files, logs, suites, plans
  tutor rules | explain | progress | review  what is judged and why, your errors
  tutor doctor | models | completion | man   a model's server; shells and pages
  tutor conjugate | irregular | agree | es | tools    look up, without a model

%s
Defaults: TUTOR_MODEL, …, tutor/config.toml, OLLAMA_HOST. What has none is off.
  tutor "He goed to school."
  tutor --model ollama:llama3.2 --trace "She can to swim."
`

// run is the program on one console.
func run(ctx context.Context, c *console, args []string) int {
	c.args = args
	return c.run(ctx, rootCommand(c), args)
}

func rootCommand(c *console) *cobra.Command {
	var s tutorSettings
	root := &cobra.Command{
		Use:           "tutor [flags] SENTENCE...",
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return correctWords(cmd.Context(), c, s, args)
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return s.complete(cmd, c)
		},
	}
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { cmd.Print(helpOf(cmd)) })
	s.define(root.PersistentFlags())
	root.Long = fmt.Sprintf(rootHelp, flagColumns(root.PersistentFlags()))
	root.AddCommand(batchCommand(c, &s), runsCommand(loggedRuns(c, &s)), toolsCommand(c), doctorCommand(doctorCheck{c, &s.settings, tutorModels.resolve, tutorTarget}), modelsCommand(c, &s.settings),
		chatCommand(c, &s), progressCommand(c), reviewCommand(c, &s), evalCommand(c, &s.settings, evaluated(&s)), distillCommand(c, &s), explainCommand(c, &s), rulesCommand(c, &s), completionCommand(c), manCommand(c, manualEnd))
	for _, l := range lookups {
		root.AddCommand(lookupCommand(c, &s, l))
	}
	if len(c.args) > 0 && strings.HasPrefix(c.args[0], cobra.ShellCompRequestCmd) {
		complete(root, completed)
	}
	return root
}

// correct corrects the sentence that args make, or the lines of standard input.
func correctWords(ctx context.Context, c *console, s tutorSettings, args []string) error {
	lines := len(args) == 0 || len(args) == 1 && args[0] == "-"
	if lines && s.hint {
		return misuse("--hint wants one sentence, or a chat:  tutor chat --hint")
	}
	if err := s.talks(); err != nil {
		return err
	}
	if len(args) == 0 && c.inTerminal {
		return misuse("there is no sentence. Try:  tutor \"He goed to school.\"\nOther ways to start:  tutor -h")
	}
	ctx, release := c.signals.interruptible(ctx)
	defer release()
	d, err := newDesk(ctx, c, s)
	if err != nil {
		return err
	}
	if lines {
		err = d.lines(ctx)
	} else {
		err = d.one(ctx, strings.Join(args, " "))
	}
	return d.close(err)
}

// completed are the beginnings of values that are not all listed.
var completed = map[string][]string{
	"model":    {"auto", "rules", "tiny", "ollama:", "openai:", "tiny:", "script:", "random:"},
	"escalate": {"rules", "tiny", "ollama:", "openai:", "tiny:", "script:", "random:"},
	"focus":    words(sentence.Codes),

	"plan-errors": {usualErrors, "generic", "none"},
	"library":     {usualErrors, "generic"},

	"rule": words(sentence.Codes),
}

// manualEnd is what only the manual page says.
const manualEnd = `.SH EXIT STATUS
.TP
0
every run ended final
.TP
1
something failed that should not
.TP
2
it was asked for something that there is not
.TP
3
a run ended otherwise, a bar was missed, or a comparison found a difference
.TP
10, 11
with \-\-exit\-code: something was corrected; nothing, but something was not judged
.TP
130
a signal stopped it
.SH ENVIRONMENT
TUTOR_MODEL, TUTOR_EXPLAIN and so on set the defaults of the flags with these names.
OLLAMA_HOST is the server where \-\-host names none. NO_COLOR and TERM=dumb turn color off.
.SH FILES
.TP
$XDG_CONFIG_HOME/tutor/config.toml
defaults of flags, one in a line: model = "rules"
.TP
$XDG_STATE_HOME/tutor/runs
logs of batches
.TP
$XDG_DATA_HOME/tutor/learner.db
errors that are remembered, if that was turned on
`
