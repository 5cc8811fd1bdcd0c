package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/model"
)

// errUnfit says that a check failed, which was told already.
var errUnfit = fmt.Errorf("a check failed: %w", cli.StatusOther)

// A CheckCommand is what the command needs of its program.
type CheckCommand struct {
	*cli.Console
	Settings *cli.Settings
	// Resolve returns the model that spec names.
	Resolve func(ctx context.Context, spec, host, planner string) (newModel func() model.Model, note string, err error)
	// Target is what is known of the program that is to run the model.
	Target Target
}

// Command returns the command that checks a server and a model.
func Command(d CheckCommand) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "what a server and its model can be trusted with; exit 3: unfit",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Misuse("doctor takes flags only. For example:  %s doctor --model ollama:%s", d.Name, args[0])
			}
			return nil
		},
		Example: d.Named("PROGRAM doctor --host 127.0.0.1:11434 --model ollama:llama3.2"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := d.Signals.Interruptible(cmd.Context())
			defer release()
			return d.check(ctx)
		},
	}
}

// check checks the model that the settings name, and prints what was found.
func (d CheckCommand) check(ctx context.Context) error {
	if err := d.complete(ctx); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, time.Duration(d.Settings.Timeout))
	defer cancel()
	report := Run(bounded, d.Target)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	text := inWords(report)
	if d.Settings.JSON {
		line, err := json.Marshal(report)
		if err != nil {
			return err
		}
		text = string(line) + "\n"
	}
	if _, err := fmt.Fprint(d.Out, cli.Printable(text)); err != nil {
		return fmt.Errorf("cannot write to standard output: %w", err)
	}
	if !report.Fit {
		return errUnfit
	}
	return nil
}

// complete says in the target what the settings name.
func (d *CheckCommand) complete(ctx context.Context) error {
	t := &d.Target
	t.Program, t.Host, t.Seed, t.Machine = d.Name, d.Settings.Host, uint64(time.Now().UnixNano()), models.Memory()
	t.Choose = models.Newest
	kind, name, _ := strings.Cut(d.Settings.Model, ":")
	switch {
	case kind == "auto":
		return nil
	case kind == "ollama":
		t.Name = name
		return nil
	case kind == "openai" && name != "":
		newModel, _, err := d.Resolve(ctx, d.Settings.Model, d.Settings.Host, "")
		if err != nil {
			return err
		}
		t.Other, t.Server = newModel(), d.Settings.Host
		return nil
	}
	return cli.Misuse("doctor examines models on servers: --model ollama:NAME or openai:NAME; %q is neither", d.Settings.Model)
}

// inWords words a report for a terminal.
func inWords(r Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", r.Server)
	for _, check := range r.Checks {
		result := string(check.Result)
		if check.Result == Fail {
			result = "FAIL"
		}
		fmt.Fprintf(&b, "%-7s  %-10s  %s\n", result, check.Name, cli.OneLine(check.Found))
		if check.Do != "" {
			fmt.Fprintf(&b, "%21s→ %s\n", "", cli.OneLine(check.Do))
		}
	}
	fmt.Fprintf(&b, "\n%s\n", r.Verdict)
	for _, remark := range r.Remarks {
		fmt.Fprintf(&b, "Good to know: %s\n", remark)
	}
	return b.String()
}
