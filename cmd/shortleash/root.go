package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/agent"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/evaluate"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/inspect"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/serve"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/tracing"
)

// helpGroups list all commands.
var helpGroups = []cli.HelpGroup{
	{Title: "Do", Commands: [][2]string{
		{"run", "one task, with a model and the tools of MCP servers"},
		{"serve", "a page in the browser: tasks and runs, step by step"},
		{"mcp", "an agent as an MCP server with one tool"},
		{"runs", "what was logged: list, show, replay, resume, diff"},
	}},
	{Title: "Look", Commands: [][2]string{
		{"tools", "what the model will see, and what its grammar holds"},
		{"mask", "what may follow in a document of a JSON Schema"},
		{"models", "the models of the server, and others that suit this machine"},
		{"doctor", "what a server and its model can be trusted with"},
	}},
	{Title: "Measure", Commands: [][2]string{
		{"eval", "how well models do tasks with tools"},
		{"work", "do tasks of evaluations of other machines"},
	}},
	{Title: "More", Brief: true, Commands: [][2]string{
		{"flags", "the flags of all commands"},
		{"completion", "for bash, zsh or fish"},
		{"man", "the manual page"},
		{"version", "which version this is"},
	}},
}

const rootHelp = `shortleash does a task with a local model and the tools of MCP servers.
  shortleash run [flags] TASK   one task; without TASK: all of standard input
  shortleash COMMAND -h         everything about a command
%s
Flags
  --mcp C           a server's command or its URL; may be given again
  --model M         ollama:NAME or openai:NAME; auto: what the server has
  --rules F         which calls are required, forbidden or limited, as TOML
  --answer F        the JSON Schema of the answer; without it: a text
  --yes             approve all calls; --json and --quiet: for programs
  shortleash flags  lists all

Examples
  shortleash run --mcp "npx -y @modelcontextprotocol/server-filesystem ." \
    "Which of the files here mention bolts?"
  shortleash run --rules rules.toml --mcp http://127.0.0.1:8080/mcp "..."
`

const flagsHelp = `shortleash flags lists the flags of all commands; a command refuses those that
do nothing for it. Defaults stand in parentheses.

  shortleash flags

%s
They can be set for good: by SHORTLEASH_MODEL, SHORTLEASH_POLICY and so on, or
by lines such as  policy = "enum"  in $XDG_CONFIG_HOME/shortleash/config.toml.
Without --host, OLLAMA_HOST names the server.

Example:
  shortleash run --planner preflect:plan-act --critic checks --mcp "..." "..."
`

// rootCommand is the program's own command, with all others below it.
func rootCommand(c *cli.Console) *cobra.Command {
	var s settings.Settings
	root := &cobra.Command{
		Use:  "shortleash",
		Args: refuseTask,
		RunE: func(*cobra.Command, []string) error { return nil }, // Args always refuses
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return s.Complete(cmd, c)
		},
	}
	c.Prepare(root)
	s.Define(root.PersistentFlags())
	flags := root.PersistentFlags()
	root.Long = fmt.Sprintf(rootHelp, cli.HelpOfCommands(helpGroups))
	check := doctor.CheckCommand{Console: c, Settings: &s.Settings, Resolve: settings.Models.Resolve,
		Target: doctor.Target{PromptTokens: 400, OutputTokens: 80}}
	logged := runs.Command(agent.LoggedRuns(c, &s))
	logged.AddCommand(tracing.ExportCommand(c))
	root.AddCommand(
		agent.Command(c, &s), evaluate.Command(c, &s), evaluate.WorkCommand(c, &s), inspect.ToolsCommand(c, &s),
		inspect.MaskCommand(c, &s), logged,
		serve.Command(c, &s, check), serve.MCPCommand(c, &s), doctor.Command(check), models.Command(c, &s.Settings),
		cli.CompletionCommand(c), cli.ManCommand(c, manualEnd), cli.VersionCommand(c),
		&cobra.Command{Use: "flags", Short: "the flags of all commands", Long: fmt.Sprintf(flagsHelp, cli.FlagLines(flags))},
	)
	cli.Describe(root, helpGroups)
	c.Complete(root, settings.Completions)
	return root
}

// refuseTask refuses arguments that name no command, among them a task.
func refuseTask(cmd *cobra.Command, args []string) error {
	if words := strings.Join(args, " "); strings.Contains(words, " ") {
		return cli.Misuse("a task stands after run:  shortleash run %s", cli.Quoted(words))
	}
	return cli.Subcommand("what shall be done? Try:  shortleash run --mcp COMMAND TASK\nThe other ways:  shortleash -h")(cmd, args)
}

// manualEnd is what only the manual page says.
const manualEnd = `.SH EXIT STATUS
.TP
0
the run ended final
.TP
1
something failed that should not
.TP
2
it was asked for something that there is not
.TP
3
the run ended otherwise, or a comparison found a difference
.TP
130
a signal stopped it
.SH ENVIRONMENT
SHORTLEASH_MODEL, SHORTLEASH_MCP and so on set the defaults of the flags with these names.
OTEL_EXPORTER_OTLP_ENDPOINT names a collector of OpenTelemetry, which gets spans of each run;
SHORTLEASH_OTEL_CONTENTS=1 puts texts into them.
OLLAMA_HOST is the server where \-\-host names none. NO_COLOR and TERM=dumb turn color off.
.SH FILES
.TP
$XDG_CONFIG_HOME/shortleash/config.toml
defaults of flags, one in a line: model = "ollama:llama3.2"
`
