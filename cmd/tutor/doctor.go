package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/tutor"
)

// errUnfit says that a check of the doctor's failed, which was told already.
var errUnfit = fmt.Errorf("a check failed: %w", statusOther)

// doctorCommand returns the command that examines a server.
func doctorCommand(c *console, s *settings) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "what a server and its model can be trusted with; exit 3: unfit",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return misuse("doctor takes flags only. For example:  tutor doctor --model ollama:%s", args[0])
			}
			return nil
		},
		Example: "tutor doctor --host 127.0.0.1:11434 --model ollama:llama3.2",
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := c.signals.interruptible(cmd.Context())
			defer release()
			return examine(ctx, c, *s)
		},
	}
}

// examine has the model that s names examined, and tells what was found.
func examine(ctx context.Context, c *console, s settings) error {
	patient, err := patient(ctx, c, s)
	if err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, time.Duration(s.timeout))
	defer cancel()
	report := doctor.Examine(bounded, patient)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	text := sheet(report)
	if s.json {
		line, err := json.Marshal(report)
		if err != nil {
			return err
		}
		text = string(line) + "\n"
	}
	if _, err := fmt.Fprint(c.out, printable(text)); err != nil {
		return fmt.Errorf("cannot write to standard output: %w", err)
	}
	if !report.Fit {
		return errUnfit
	}
	return nil
}

// patient returns whom s names.
func patient(ctx context.Context, c *console, s settings) (doctor.Patient, error) {
	p := doctor.Patient{Host: s.host, Seed: uint64(time.Now().UnixNano()), Machine: doctor.Memory()}
	kind, name, _ := strings.Cut(s.model, ":")
	switch kind {
	case "auto":
		return p, nil
	case "ollama":
		p.Name = name
		return p, nil
	case "openai":
		if name == "" {
			break
		}
		newModel, _, err := tutor.Resolve(ctx, s.model, s.host, "")
		if err != nil {
			return p, err
		}
		p.Other, p.Server = newModel(), s.host
		return p, nil
	}
	return p, misuse("doctor examines models on servers: --model ollama:NAME or openai:NAME; %q is neither", s.model)
}

// sheet words a report for a terminal.
func sheet(r doctor.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", r.Server)
	for _, check := range r.Checks {
		mark := string(check.Result)
		if check.Result == doctor.Fail {
			mark = "FAIL"
		}
		fmt.Fprintf(&b, "%-7s  %-10s  %s\n", mark, check.Name, oneLine(check.Found))
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
