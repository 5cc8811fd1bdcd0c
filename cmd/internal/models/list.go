package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

// Command returns the command that lists the models of a server.
func Command(c *cli.Console, s *cli.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "models",
		Short:   "list the Ollama server's models, and others that fit",
		Example: c.Named("PROGRAM models\n  PROGRAM models pull qwen3:4b"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Misuse("there is no command %[1]s models %[2]s; there is: %[1]s models pull NAME", c.Name, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return eachHost(ctx, c, *s, func(host string) error { return listModels(ctx, c, *s, host) })
		},
	}
	pull := &cobra.Command{
		Use:     "pull NAME",
		Short:   "let the server download a model, or continue doing so",
		Example: c.Named("PROGRAM models pull qwen3:4b"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Misuse("%s", c.Named("which model? For example:  PROGRAM models pull qwen3:4b"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return eachHost(ctx, c, *s, func(host string) error { return pullModel(ctx, c, *s, host, args[0]) })
		},
	}
	s.Take(cmd, "host json")
	s.Take(pull, "host json")
	cmd.AddCommand(pull)
	return cmd
}

// A List is what a server has, and what else suits this machine. The command prints it as JSON.
type List struct {
	Host      string       `json:"host"`
	Version   string       `json:"version"`
	Memory    int64        `json:"memory_bytes,omitempty"` // of this machine
	Installed []Installed  `json:"installed"`
	Suitable  []suggestion `json:"suitable"`

	program string
}

// An Installed model is one that a server has.
type Installed struct {
	Name          string   `json:"name"`
	SizeBytes     int64    `json:"size_bytes"`
	Parameters    string   `json:"parameters,omitempty"`
	Quantization  string   `json:"quantization,omitempty"`
	ContextTokens int      `json:"context_tokens,omitempty"`
	Capabilities  []string `json:"capabilities,omitempty"`
	Use           string   `json:"use"` // what can be expected of it here

	build string
}

// eachHost does something with each host. Where one of several fails, that is told and the others go on.
func eachHost(ctx context.Context, c *cli.Console, s cli.Settings, do func(host string) error) error {
	hosts := HostsOf(c, &s)
	if err := hosts.Check(); err != nil {
		return err
	}
	list := hosts.Each()
	failed := false
	for i, host := range list {
		if i > 0 && !s.JSON {
			fmt.Fprintln(c.Out)
		}
		err := do(host)
		f, isFault := errors.AsType[*model.Fault](err)
		switch {
		case err == nil:
		case ctx.Err() != nil || len(list) == 1 || !isFault:
			return err
		default:
			failed = true
			c.Say("%s: %s", c.Name, f.Message)
		}
	}
	if failed {
		return cli.StatusOther
	}
	return nil
}

// ListOf lists what is installed at a host, and what might be, for people who run a program.
func ListOf(ctx context.Context, program, host string) (List, error) {
	version, installed, err := ollama.Installed(ctx, host)
	if err != nil {
		return List{}, err
	}
	list := List{Host: host, Version: version, Memory: Memory(), Installed: []Installed{}, program: program}
	names := map[string]bool{}
	for _, m := range installed {
		names[strings.TrimSuffix(m.Name, ":latest")] = true
		row := Installed{Name: m.Name, SizeBytes: m.SizeBytes, Parameters: m.Parameters, Quantization: m.Quantization, build: m.Build()}
		about, err := ollama.Describe(ctx, host, m.Name)
		if err != nil {
			return List{}, err
		}
		row.ContextTokens, row.Capabilities = about.ContextTokens, about.Capabilities
		row.Use = useOf(m, about, list.Memory)
		list.Installed = append(list.Installed, row)
	}
	list.Suitable = suitable(list.Memory, names)
	return list, nil
}

// Size words how large a model is on disk.
func (m Installed) Size() string { return humanize.Bytes(uint64(m.SizeBytes)) }

// listModels prints what is installed at a host, and what might be.
func listModels(ctx context.Context, c *cli.Console, s cli.Settings, host string) error {
	list, err := ListOf(ctx, c.Name, host)
	if err != nil {
		return err
	}
	if s.JSON {
		line, err := json.Marshal(list)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.Out, "%s\n", line)
		return err
	}
	_, err = fmt.Fprint(c.Out, cli.Printable(list.String()))
	return err
}

// String words the list for a terminal.
func (l List) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Ollama %s at %s\n\n", l.Version, l.Host)
	if len(l.Installed) == 0 {
		b.WriteString("No model is installed.\n")
	}
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, m := range l.Installed {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", m.Name, m.Size(), m.build, contextSize(m.ContextTokens), m.Use)
	}
	_ = table.Flush() // into memory, which does not fail
	if len(l.Suitable) == 0 {
		return b.String()
	}
	machine := "a machine whose memory is not known"
	if l.Memory > 0 {
		machine = "this machine, which has " + humanize.Bytes(uint64(l.Memory))
	}
	fmt.Fprintf(&b, "\nOthers that suit %s:\n\n", machine)
	for _, m := range l.Suitable {
		fmt.Fprintf(table, "%s\t%s\t%s\n", m.Name, m.Size(), m.Says)
	}
	_ = table.Flush()
	fmt.Fprintf(&b, "\nFetch one:  %s models pull %s\n", l.program, l.Suitable[len(l.Suitable)/2].Name)
	return b.String()
}

func contextSize(tokens int) string {
	if tokens == 0 {
		return "-"
	}
	return fmt.Sprintf("%dk context", (tokens+512)/1024)
}

// pullModel has the server at a host fetch a model, and shows how far it is.
func pullModel(ctx context.Context, c *cli.Console, s cli.Settings, host, name string) error {
	bar := newDownload(c, s.Quiet, name)
	for p, err := range ollama.Pull(ctx, host, name) {
		if err != nil {
			bar.Wipe()
			if ctx.Err() != nil {
				c.Say("%s: stopped. What has come is kept; the same command goes on from there.", c.Name)
				return cli.StatusInterrupted
			}
			return err
		}
		bar.show(p)
	}
	bar.Wipe()
	if !s.Quiet {
		c.Say("%s is installed. Try:  %s doctor --model ollama:%s", name, c.Name, name)
	}
	return nil
}
