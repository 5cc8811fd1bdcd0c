package agent

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/tracing"
	"github.com/shortleash/shortleash/loop"
)

// ExportCommand returns the command that prints a conversation or a run as Markdown, or sends logged runs as spans.
func ExportCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	otlp := false
	cmd := &cobra.Command{
		Use:   "export NAME",
		Short: "print a conversation or a run as Markdown",
		Example: fmt.Sprintf("  %[1]s runs export \"garden plan\" > garden.md\n"+
			"  OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 %[1]s runs export --otlp log.ndjson", c.Name),
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case otlp && len(args) > 0:
				return tracing.Export(c, args)
			case otlp || len(args) != 1:
				return cli.Misuse("export wants one conversation or run, as runs list names it, or logs to send. For example:\n"+
					"  %[1]s runs export \"garden plan\"\n  %[1]s runs export --otlp log.ndjson", c.Name)
			}
			list, err := exported(c, s, args[0])
			if err != nil {
				return err
			}
			for _, run := range list {
				if _, err := io.WriteString(c.Out, cli.Printable(markdown(run))); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&otlp, "otlp", false, "send the runs of logs with OpenTelemetry's protocol")
	s.Take(cmd, "log")
	return cmd
}

// exported returns the runs that name means: those of a conversation, or one.
func exported(c *cli.Console, s *settings.Settings, name string) ([]logs.Run, error) {
	files, err := Sessions(c)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(files, func(path string) bool { return isCalled(path, name) }); i >= 0 {
		return logs.Find(nil, files[i])
	}
	run, err := LoggedRuns(c, s).Find(name)
	return []logs.Run{run}, err
}

// markdown tells a run: what was asked, the calls in a line each, the answer, and what it rests on.
func markdown(r logs.Run) string {
	var b strings.Builder
	asked, more, _ := strings.Cut(r.Info().Task, "\n")
	fmt.Fprintf(&b, "## %s\n%s\n", asked, more)
	for _, e := range r.Events {
		switch {
		case e.Kind == loop.CallStarted:
			fmt.Fprintf(&b, "- %s `%s`\n", e.Call.Tool, cli.Cut(cli.OneLine(string(e.Call.Args)), maxShownCall))
		case e.Kind == loop.Observed && e.Observation.Error != nil:
			fmt.Fprintf(&b, "- %s\n", cli.OneLine(e.Observation.Error.Message))
		}
	}
	facts := []string{logs.ModelOf(r.Info()), r.Events[0].Time.Local().Format("2006-01-02 15:04")}
	answer := fmt.Sprintf("No answer: %s", r.Outcome())
	if result := r.Result(); result != nil && result.Outcome == loop.Final {
		answer = Plain(result.Answer)
		if rests := RestsOn(result.Answer); rests != "" {
			facts = slices.Insert(facts, 0, "rests on "+rests)
		}
	} else if result != nil {
		answer = "No answer: " + show.Ending(*result)
	}
	fmt.Fprintf(&b, "\n%s\n\n*%s*\n\n", answer, strings.Join(facts, " · "))
	return b.String()
}
