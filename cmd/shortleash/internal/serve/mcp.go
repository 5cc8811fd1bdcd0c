package serve

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/mcpserver"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/agent"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/mcp"
)

const mcpHelp = `shortleash mcp offers an agent as an MCP server, for assistants and editors.

  shortleash mcp [flags]

Its one tool takes a task and runs it. The flags set the model, strategy, rules
and tools. The tool returns how the run ended: the outcome, and the answer or
the work that was done. A client can ask for progress on each step, and can
cancel the run. There is no person to ask: if a call needs approval, the run
stops there. --yes approves all calls; rules can trust some.

It uses standard input and output, or HTTP on this machine only.
`

const mcpExamples = `  shortleash mcp --yes --mcp "npx -y @modelcontextprotocol/server-memory"
  shortleash mcp --mcp http://127.0.0.1:8080/mcp --listen 127.0.0.1:8081`

// MCPCommand returns the command that serves MCP clients.
func MCPCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	listen, offer := "", mcp.Offer{Name: "shortleash", Version: "1"}
	cmd := &cobra.Command{
		Use:     "mcp",
		Short:   "offer an agent as an MCP server with one tool",
		Long:    mcpHelp,
		Example: mcpExamples,
		Args:    cli.NoArgs("mcp takes flags only. For example:  shortleash mcp --listen 127.0.0.1:8081"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return serveMCP(ctx, c, s, offer, listen)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&listen, "listen", "", "`A`: use HTTP at this address of this machine")
	flags.StringVar(&offer.TaskTool, "tool", "run_task", "`NAME`: the name of the tool")
	flags.StringVar(&offer.TaskDescription, "describe", "", "`TEXT`: tell the client's model what the tasks are")
	cli.ShowDefault(flags, "describe", "general")
	s.Take(cmd, settings.AgentFlags+settings.RunFlags+"log approve-plan")
	return cmd
}

// serveMCP serves until the client goes or ctx ends.
func serveMCP(ctx context.Context, c *cli.Console, s *settings.Settings, offer mcp.Offer, listen string) error {
	if s.ApprovePlan {
		return cli.Misuse("--approve-plan asks a person, and there is none here; shortleash serve can")
	}
	newModel, err := s.Prepare(ctx, c)
	if err != nil {
		return err
	}
	config := s.Loop()
	if config.Roles, err = s.RolesWith(ctx, c, s.Settings.Model); err != nil {
		return err
	}
	p, err := s.Strategy()
	if err != nil {
		return err
	}
	a, err := agent.New(ctx, c, s, p, newModel(), config)
	if err != nil {
		return err
	}
	defer a.Close()
	if offer.Keep, err = mcpserver.Keeper(c, s.Log); err != nil {
		return err
	}
	offer.Loop = a.Loop
	server, err := mcp.NewServer(offer)
	if err != nil {
		return cli.Misuse("%s", cli.Problem(err))
	}
	return mcpserver.Serve(ctx, c, server, listen)
}
