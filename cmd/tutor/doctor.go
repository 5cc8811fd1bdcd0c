package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/model"
)

// errUnfit says that a check failed, which was told already.
var errUnfit = fmt.Errorf("a check failed: %w", statusOther)

// A doctorCheck is one command line.
type doctorCheck struct {
	*console
	settings *Settings
	// resolve returns the model that spec names.
	resolve func(ctx context.Context, spec, host, planner string) (newModel func() model.Model, note string, err error)
	// target is what is known of the program that is to run the model.
	target doctor.Target
}

// doctorCommand returns the command that checks a server and a model.
func doctorCommand(d doctorCheck) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "what a server and its model can be trusted with; exit 3: unfit",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return misuse("doctor takes flags only. For example:  %s doctor --model ollama:%s", d.program, args[0])
			}
			return nil
		},
		Example: d.named("PROGRAM doctor --host 127.0.0.1:11434 --model ollama:llama3.2"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := d.signals.interruptible(cmd.Context())
			defer release()
			return d.check(ctx)
		},
	}
}

// check checks the model that the settings name, and prints what was found.
func (d doctorCheck) check(ctx context.Context) error {
	if err := d.complete(ctx); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, time.Duration(d.settings.timeout))
	defer cancel()
	report := doctor.Run(bounded, d.target)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	text := inWords(report)
	if d.settings.json {
		line, err := json.Marshal(report)
		if err != nil {
			return err
		}
		text = string(line) + "\n"
	}
	if _, err := fmt.Fprint(d.out, printable(text)); err != nil {
		return fmt.Errorf("cannot write to standard output: %w", err)
	}
	if !report.Fit {
		return errUnfit
	}
	return nil
}

// complete says in the target what the settings name.
func (d *doctorCheck) complete(ctx context.Context) error {
	t := &d.target
	t.Program, t.Host, t.Seed, t.Machine = d.program, d.settings.host, uint64(time.Now().UnixNano()), machineMemory()
	t.Choose = newestOf
	kind, name, _ := strings.Cut(d.settings.model, ":")
	switch {
	case kind == "auto":
		return nil
	case kind == "ollama":
		t.Name = name
		return nil
	case kind == "openai" && name != "":
		newModel, _, err := d.resolve(ctx, d.settings.model, d.settings.host, "")
		if err != nil {
			return err
		}
		t.Other, t.Server = newModel(), d.settings.host
		return nil
	}
	return misuse("doctor examines models on servers: --model ollama:NAME or openai:NAME; %q is neither", d.settings.model)
}

// inWords words a report for a terminal.
func inWords(r doctor.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", r.Server)
	for _, check := range r.Checks {
		result := string(check.Result)
		if check.Result == doctor.Fail {
			result = "FAIL"
		}
		fmt.Fprintf(&b, "%-7s  %-10s  %s\n", result, check.Name, oneLine(check.Found))
		if check.Do != "" {
			fmt.Fprintf(&b, "%21s→ %s\n", "", oneLine(check.Do))
		}
	}
	fmt.Fprintf(&b, "\n%s\n", r.Verdict)
	for _, remark := range r.Remarks {
		fmt.Fprintf(&b, "Good to know: %s\n", remark)
	}
	return b.String()
}
