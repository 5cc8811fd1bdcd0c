package main

import (
	"fmt"

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

const rootHelp = `shortleash runs a task with a local model and the tools of MCP servers. COMMAND -h: more.
  shortleash run [flags] TASK       one task; without TASK: all of standard input
  shortleash tools [flags]          what the model will see, and what its grammar holds
  shortleash mask SCHEMA [PREFIX]   what may follow in a document of a schema
  shortleash eval TASKS [flags]     how well models do tasks with tools
  shortleash serve [flags]          a page in the browser: tasks and runs, step by step
  shortleash mcp | work | runs | doctor | models | completion | man | flags (all of them)

%s
Defaults: SHORTLEASH_MODEL, …, shortleash/config.toml, OLLAMA_HOST. What has none is off.
  shortleash run --mcp "npx -y @modelcontextprotocol/server-filesystem ." \
    "Which of the files here mention bolts?"
  shortleash run --model random:1 --rules rules.toml --mcp http://127.0.0.1:8080/mcp "…"
`

const flagsHelp = `shortleash flags lists all flags of the program. Defaults stand in parentheses.

  shortleash flags

%s
They can be set for good: by SHORTLEASH_MODEL, SHORTLEASH_POLICY and so on, or by lines such as
policy = "enum"  in $XDG_CONFIG_HOME/shortleash/config.toml.

Example:
  shortleash run --planner preflect:plan-act --critic checks --mcp "…" "…"
`

// rootCommand is the program's own command, with all others below it.
func rootCommand(c *cli.Console) *cobra.Command {
	var s settings.Settings
	root := &cobra.Command{
		Use:  "shortleash",
		Args: cli.Subcommand("what shall be done? Try:  shortleash run --mcp COMMAND TASK\nThe other ways:  shortleash -h"),
		RunE: func(*cobra.Command, []string) error { return nil }, // Args always refuses
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return s.Complete(cmd, c)
		},
	}
	c.Prepare(root)
	s.Define(root.PersistentFlags())
	flags := root.PersistentFlags()
	root.Long = fmt.Sprintf(rootHelp, cli.FlagColumns(settings.Usual(flags)))
	check := doctor.CheckCommand{Console: c, Settings: &s.Settings, Resolve: settings.Models.Resolve, Target: doctor.Target{PromptTokens: 400, OutputTokens: 80}}
	logged := runs.Command(agent.LoggedRuns(c, &s))
	logged.AddCommand(tracing.ExportCommand(c))
	root.AddCommand(
		agent.Command(c, &s), evaluate.Command(c, &s), evaluate.WorkCommand(c, &s), inspect.ToolsCommand(c, &s), inspect.MaskCommand(c, &s), logged,
		serve.Command(c, &s, check), serve.MCPCommand(c, &s), doctor.Command(check), models.Command(c, &s.Settings), cli.CompletionCommand(c), cli.ManCommand(c, manualEnd), cli.VersionCommand(c),
		&cobra.Command{Use: "flags", Short: "all flags", Long: fmt.Sprintf(flagsHelp, cli.FlagLines(flags))},
	)
	c.Complete(root, settings.Completions)
	return root
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
