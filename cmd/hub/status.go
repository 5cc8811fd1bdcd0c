package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
)

const statusHelp = `hub status shows the contents of a queue: lines, workers, batches, streams.

  hub status [URL]       by default nats://127.0.0.1:4222
`

const statusExamples = `  hub status
  NATS_TOKEN="$(cat token)" hub status tls://hub.example:4222 --json`

func statusCommand(c *cli.Console) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "status [URL]",
		Short:   "show what is in a queue",
		Long:    statusHelp,
		Example: statusExamples,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return cli.Misuse("hub status wants one URL:  hub status nats://HOST:PORT")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			url := "nats://127.0.0.1:4222"
			if len(args) == 1 {
				url = args[0]
			}
			q, err := queue.Connect(cmd.Context(), c, url, cluster.Options{Name: "hub status"})
			if err != nil {
				return err
			}
			defer q.Close()
			s, err := q.Status(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.Out).Encode(s)
			}
			return printStatus(c.Out, s)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// printStatus prints a status as tables.
func printStatus(out io.Writer, s cluster.Status) error {
	var text strings.Builder // whole lines, which a narrow terminal breaks between words
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "LINES FOR\tWAITING\tUNDER WAY\tREDELIVERED")
	for _, l := range s.Lines {
		what := l.Fit.String()
		if len(l.Fit) == 0 {
			what = "fit " + l.Key + " (no worker)"
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\n", what, l.Waiting, l.UnderWay, l.Redelivered)
	}
	fmt.Fprintln(t, "\nWORKER\tHOST\tJOBS\tDONE\tFIT")
	for _, w := range s.Workers {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\n", w.Name, w.Host, w.Jobs, w.Done, w.Fit)
	}
	fmt.Fprintln(t, "\nSTREAM\tMESSAGES\tSIZE\tREPLICAS")
	for _, m := range s.Streams {
		fmt.Fprintf(t, "%s\t%d\t%s\t%d\n", m.Name, m.Messages, humanize.IBytes(m.Bytes), m.Replicas)
	}
	if len(s.Batches) > 0 {
		fmt.Fprintln(t, "\nBatches not finished: "+strings.Join(s.Batches, ", "))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, text.String())
	return err
}
