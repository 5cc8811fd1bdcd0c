package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
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
	Resolve func(ctx context.Context, spec string, hosts models.Hosts, planner string) (newModel func() model.Model, note string, err error)
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

// check checks the model that the settings name on each host, and prints what was found as it is found.
func (d CheckCommand) check(ctx context.Context) error {
	hosts := models.HostsOf(d.Console, d.Settings)
	if err := hosts.Check(); err != nil {
		return err
	}
	fit := true
	for i, host := range hosts.Each() {
		target, err := d.target(ctx, host)
		if err != nil {
			return err
		}
		if i > 0 && !d.Settings.JSON {
			fmt.Fprintln(d.Out)
		}
		report, err := d.checkOne(ctx, target)
		if err != nil {
			return err
		}
		fit = fit && report.Fit
	}
	if !fit {
		return errUnfit
	}
	return nil
}

// Check checks the model that the settings name on a host. done is called with each check when it is made.
func (d CheckCommand) Check(ctx context.Context, host string, done func(Check)) (Report, error) {
	target, err := d.target(ctx, host)
	if err != nil {
		return Report{}, err
	}
	target.Done = done
	return Run(ctx, target), nil
}

// checkOne checks one model on one host.
func (d CheckCommand) checkOne(ctx context.Context, target Target) (Report, error) {
	bounded, cancel := context.WithTimeout(ctx, time.Duration(d.Settings.Timeout))
	defer cancel()
	var written error
	say := func(text string) {
		if _, err := fmt.Fprint(d.Out, cli.Printable(text)); err != nil && written == nil {
			written = fmt.Errorf("cannot write to standard output: %w", err)
		}
	}
	if !d.Settings.JSON {
		say(target.Address() + "\n\n")
		target.Done = func(c Check) { say(c.inWords()) }
	}
	report := Run(bounded, target)
	if ctx.Err() != nil {
		return report, ctx.Err()
	}
	if !d.Settings.JSON {
		say(report.ending())
		return report, written
	}
	line, err := json.Marshal(report)
	if err != nil {
		return report, err
	}
	say(string(line) + "\n")
	return report, written
}

// target returns the model that the settings name, on a host.
func (d *CheckCommand) target(ctx context.Context, host string) (Target, error) {
	t := d.Target
	t.Program, t.Host, t.Seed = d.Name, host, uint64(time.Now().UnixNano())
	t.Machine, t.Cores = models.Memory(), runtime.NumCPU()
	t.Choose, t.Asked = models.Newest, d.Settings.Loop().Enforce
	kind, name, _ := strings.Cut(d.Settings.Model, ":")
	switch {
	case kind == "auto":
		return t, nil
	case kind == "ollama":
		t.Name = name
		return t, nil
	case kind == "openai" && name != "":
		newModel, _, err := d.Resolve(ctx, d.Settings.Model, models.Hosts{List: host}, "")
		if err != nil {
			return t, err
		}
		t.Other, t.Server = newModel(), host
		return t, nil
	}
	return t, cli.Misuse("doctor examines models on servers: --model ollama:NAME or openai:NAME; %q is neither", d.Settings.Model)
}

// inWords words a check for a terminal.
func (c Check) inWords() string {
	result := string(c.Result)
	if c.Result == Fail {
		result = "FAIL"
	}
	text := fmt.Sprintf("%-7s  %-10s  %s\n", result, c.Name, cli.OneLine(c.Found))
	if c.Do != "" {
		text += fmt.Sprintf("%21s→ %s\n", "", cli.OneLine(c.Do))
	}
	return text
}

// ending words what follows the checks of a report.
func (r Report) ending() string {
	text := "\n" + r.Verdict + "\n"
	for _, remark := range r.Remarks {
		text += "Good to know: " + remark + "\n"
	}
	return text
}
