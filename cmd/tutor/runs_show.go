package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/logs"
)

// showCommand shows one run.
func (p *runsProgram) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:  "show ID",
		Args: p.ids(1, "show essays-0a1b2c3d:3"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := p.find(args[0])
			if err != nil {
				return err
			}
			text := []byte(p.story(r))
			if p.settings.json {
				if text, err = r.Text(); err != nil {
					return misuse("cannot read %s: %v", r.File, cause(err))
				}
			}
			_, err = p.out.Write(text)
			return err
		},
	}
}

// story tells a whole run.
func (p *runsProgram) story(r logs.Run) string {
	var text bytes.Buffer
	t := newVerboseTracer(&text)
	info := r.Info()
	t.say("%s · %s · %s", r.ID, r.Name(), moment(r.Events[0].Time))
	t.say("%s · %s · %s at most · policy %s · on a duplicate %s",
		logs.ModelOf(info), info.Strategy, plural(info.Config.Budget.Steps, "step"), info.Config.Enforce, info.Config.Duplicates)
	if parent := info.Config.Parent; parent != "" {
		t.say("made again: the run %s of another model was not sure, or had no answer", parent)
	}
	for _, e := range r.Events {
		t.event(e)
	}
	if r.Result() == nil {
		t.say("%s. To go on:  %s runs resume %s", r.Outcome(), p.program, r.ID)
	}
	return text.String()
}
