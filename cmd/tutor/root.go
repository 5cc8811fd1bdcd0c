package main

import (
	"context"
	"fmt"

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

// rootCommand is the program's own command, with all others below it.
func rootCommand(c *console) *cobra.Command {
	var s TutorSettings
	root := &cobra.Command{
		Use:  "tutor [flags] SENTENCE...",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return correctWords(cmd.Context(), c, s, args)
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return s.complete(cmd, c)
		},
	}
	c.prepare(root)
	s.define(root.PersistentFlags())
	root.Long = fmt.Sprintf(rootHelp, flagColumns(root.PersistentFlags()))
	root.AddCommand(
		batchCommand(c, &s), chatCommand(c, &s, func() *cobra.Command { return rootCommand(c) }), runsCommand(loggedRuns(c, &s)),
		evalCommand(c, &s.Settings, evaluated(&s)), distillCommand(c, &s),
		rulesCommand(c, &s), explainCommand(c, &s), progressCommand(c), reviewCommand(c, &s),
		doctorCommand(doctorCheck{c, &s.Settings, tutorModels.resolve, tutorTarget}), modelsCommand(c, &s.Settings),
		completionCommand(c), manCommand(c, manualEnd), toolsCommand(c),
	)
	root.AddCommand(lookupCommands(c, &s)...)
	c.complete(root, completed)
	return root
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
