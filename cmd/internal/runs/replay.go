package runs

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
)

// replayCommand goes through one run again.
func (p *Program) replayCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "replay ID",
		Short:   "check if this program would do the same",
		Example: p.Named("PROGRAM runs replay essays-0a1b2c3d:3"),
		Args:    p.ids(1, "replay essays-0a1b2c3d:3"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := p.Find(args[0])
			if err != nil {
				return err
			}
			again, err := p.Again(r, nil)
			if err != nil {
				return err
			}
			defer again.Close()
			err = again.Replay(cmd.Context(), r.Events)
			if d, ok := errors.AsType[*loop.Divergence](err); ok {
				if _, err := io.WriteString(p.Out, divergence(d, r.Events)); err != nil {
					return err
				}
				return cli.StatusOther
			}
			if err != nil {
				return err
			}
			text := "The same: " + cli.Plural(len(r.Events), "event") + ".\n"
			if r.Result() == nil {
				text = fmt.Sprintf("The same as far as the log goes: %s, %s.\n", cli.Plural(len(r.Events), "event"), r.Outcome())
			}
			_, err = io.WriteString(p.Out, text)
			return err
		},
	}
	p.Settings.Take(cmd, "log "+p.ReplayFlags)
	return cmd
}

// divergence says how a run and its log differ first, and shows it.
func divergence(d *loop.Divergence, events []loop.Event) string {
	kind := events[min(d.Seq, len(events))-1].Kind
	return cli.Printable(fmt.Sprintf("Not the same: %s. With the flags, instructions and version that made the run it would be.\n"+
		"Event %d, %s, differs in %s:\n- %s\n+ %s\n", d.What, d.Seq, kind, d.Field, d.Recorded, d.Now))
}
