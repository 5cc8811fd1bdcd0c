// Package inspect has the commands that show what a model will see and what a grammar lets it write, without a
// model.
package inspect

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/agent"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/rules"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

// A seenTool is what tools prints of a tool as JSON.
type seenTool struct {
	Name        string          `json:"name,omitempty"` // "": it is left out
	Server      string          `json:"server"`
	Original    string          `json:"original"`
	Problem     string          `json:"problem,omitempty"` // why it is left out
	Description string          `json:"description,omitempty"`
	Schema      *grammar.Schema `json:"schema,omitempty"`
	Approval    bool            `json:"needs_approval"`
	Idempotent  bool            `json:"idempotent"`
	Unenforced  []gap           `json:"unenforced,omitempty"`
	Unwritable  []gap           `json:"unwritable,omitempty"`
}

type gap struct {
	Pointer string `json:"pointer"`
	Keyword string `json:"keyword"`
	Why     string `json:"why"`
}

// ToolsCommand returns the command that lists tools as models see them.
func ToolsCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "tools",
		Short:   "show the tools as the model and its grammar see them",
		Example: `shortleash tools --mcp "npx -y @modelcontextprotocol/server-filesystem ."`,
		Args:    cli.NoArgs("tools takes flags only. For example:  shortleash tools --mcp COMMAND"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			file, err := rules.Read(s.Rules)
			if err != nil {
				return err
			}
			quiet := *s
			quiet.Quiet = true // what is left out is in the list
			client, err := agent.Connect(ctx, c, &quiet)
			if err != nil {
				return err
			}
			defer client.Close()
			list, err := file.Tools(client.Tools(), s.Yes)
			if err != nil {
				return err
			}
			return printTools(c, s.JSON, client.Listings(), list)
		},
	}
	s.Take(cmd, "mcp rules yes json")
	return cmd
}

func printTools(c *cli.Console, asJSON bool, listings []mcp.Listing, list []tools.Tool) error {
	if len(listings) == 0 {
		c.Say("There are no tools: name a server with --mcp.")
	}
	for _, l := range listings {
		t := seen(l, list)
		text := t.String()
		if asJSON {
			line, err := tools.Encode(t)
			if err != nil {
				return err
			}
			text = string(line) + "\n"
		}
		if _, err := fmt.Fprint(c.Out, cli.Printable(text)); err != nil {
			return err
		}
	}
	return nil
}

func seen(l mcp.Listing, list []tools.Tool) seenTool {
	s := seenTool{Name: l.Name, Server: l.Server, Original: l.Original, Problem: l.Problem, Unenforced: gaps(l.Unenforced),
		Unwritable: gaps(l.Unwritable)}
	for _, t := range list {
		if t.Name() == l.Name {
			schema, o := t.Schema(), t.Options()
			s.Description, s.Schema, s.Approval, s.Idempotent = t.Description(), &schema, o.NeedsApproval, o.Idempotent
		}
	}
	return s
}

func gaps(list []grammar.Gap) (out []gap) {
	for _, g := range list {
		out = append(out, gap(g))
	}
	return out
}

// String words a tool for a terminal.
func (t seenTool) String() string {
	var b strings.Builder
	if t.Problem != "" {
		fmt.Fprintf(&b, "- %s of %s is left out: %s\n", cli.OneLine(t.Original), t.Server, t.Problem)
		return b.String()
	}
	asks := "is called freely"
	if t.Approval {
		asks = "asks before each call"
	}
	fmt.Fprintf(&b, "%s: %s\n  %s · %s\n  %s\n", t.Name, t.Description, t.Server, asks, t.Schema)
	for _, g := range t.Unenforced {
		fmt.Fprintf(&b, "  not held: %s: %s\n", strings.TrimSpace(g.Pointer+" "+g.Keyword), g.Why)
	}
	for _, g := range t.Unwritable {
		fmt.Fprintf(&b, "  cannot be written: %s: %s\n", strings.TrimSpace(g.Pointer+" "+g.Keyword), g.Why)
	}
	return b.String()
}
