package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/agent"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/bench"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/distill"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/evaluate"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/inspect"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/proxy"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/serve"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
)

const rootHelp = `shortleash does tasks with a local model. The model can use a folder, web pages,
commands, and the tools of MCP servers.

  shortleash chat --files .      ask questions about this folder
  shortleash run [flags] TASK    do one task; without TASK, read standard input
  shortleash COMMAND -h          show the help of a command
`

const rootExamples = `  shortleash run --files . "Which of the files here mention bolts?"
  shortleash chat --files ~/notes --write
  shortleash run --rules rules.toml --mcp http://127.0.0.1:8080/mcp "..."`

// rootCommand is the program's own command, with all others below it.
func rootCommand(c *cli.Console) *cobra.Command {
	var s settings.Settings
	s.Define()
	root := &cobra.Command{
		Use:     "shortleash",
		Long:    rootHelp,
		Example: rootExamples,
		Args:    refuseTask,
		RunE:    func(*cobra.Command, []string) error { return nil }, // Args always refuses
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return s.Complete(cmd, c)
		},
	}
	c.Prepare(root)
	check := doctor.CheckCommand{Console: c, Settings: &s.Settings, Resolve: settings.Models.Resolve,
		Target: doctor.Target{PromptTokens: 400, OutputTokens: 80}}
	logged := runs.Command(agent.LoggedRuns(c, &s))
	logged.AddCommand(agent.ExportCommand(c, &s))
	cli.Group(root, "Do", agent.ChatCommand(c, &s), agent.Command(c, &s), serve.Command(c, &s, check),
		serve.MCPCommand(c, &s), proxy.Command(c, &s), agent.UndoCommand(c, &s), logged)
	cli.Group(root, "Look", inspect.ToolsCommand(c, &s), inspect.MaskCommand(c, &s), models.Command(c, &s.Settings),
		doctor.Command(check))
	cli.Group(root, "Measure", bench.Command(c, &s), evaluate.Command(c, &s), distill.Command(c, &s))
	cli.Group(root, "More", cli.FlagsCommand(c, &s.Settings), cli.CompletionCommand(c),
		cli.VersionCommand(c))
	c.Finish(root, &s.Settings, settings.Completions)
	return root
}

// refuseTask refuses arguments that name no command, among them a task.
func refuseTask(cmd *cobra.Command, args []string) error {
	if words := strings.Join(args, " "); strings.Contains(words, " ") {
		return cli.Misuse("put the task after run:  shortleash run %s", cli.Quoted(words))
	}
	return cli.Subcommand("no command and no task. Try:  shortleash chat --files .\nThe other ways:  shortleash -h")(cmd, args)
}
