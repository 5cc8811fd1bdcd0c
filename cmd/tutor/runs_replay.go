package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// replayCommand goes through one run again.
func replayCommand(c *console, s *settings) *cobra.Command {
	return &cobra.Command{
		Use:  "replay ID",
		Args: ids(1, "tutor runs replay essays-0a1b2c3d:3"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := findRun(c, s, args[0])
			if err != nil {
				return err
			}
			tutor, err := tutor.Again(r.Info(), tutor.Options{})
			if err != nil {
				return err
			}
			err = tutor.Replay(cmd.Context(), r.Events)
			if d, ok := errors.AsType[*loop.Divergence](err); ok {
				if _, err := io.WriteString(c.out, divergence(d, r.Events)); err != nil {
					return err
				}
				return errOther
			}
			if err != nil {
				return err
			}
			text := "The same: " + plural(len(r.Events), "event") + ".\n"
			if r.Result() == nil {
				text = fmt.Sprintf("The same as far as the log goes: %s, %s.\n", plural(len(r.Events), "event"), r.Outcome())
			}
			_, err = io.WriteString(c.out, text)
			return err
		},
	}
}

// divergence shows the first difference of a run and its log.
func divergence(d *loop.Divergence, events []loop.Event) string {
	kind := events[min(d.Seq, len(events))-1].Kind
	return printable(fmt.Sprintf("Event %d, %s, differs in %s:\n- %s\n+ %s\n", d.Seq, kind, d.Field, d.Recorded, d.Now))
}
