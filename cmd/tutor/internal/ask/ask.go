// Package ask corrects what the command line says: one sentence, or the lines of standard input.
package ask

import (
	"context"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
)

// Correct corrects the sentence that args make, or the lines of standard input.
func Correct(ctx context.Context, c *cli.Console, s settings.Settings, args []string) error {
	lines := len(args) == 0 || len(args) == 1 && args[0] == "-"
	if len(args) == 0 && c.InTerminal {
		return cli.Misuse("there is no sentence. Try:  tutor \"He goed to school.\"\nOther ways to start:  tutor -h")
	}
	if !lines && strings.TrimSpace(strings.Join(args, "")) == "" {
		return cli.Misuse("the sentence is empty")
	}
	ctx, release := c.Signals.Interruptible(ctx)
	defer release()
	d, err := session.New(ctx, c, s)
	if err != nil {
		return err
	}
	if lines {
		err = d.CorrectLines(ctx)
	} else {
		err = d.Correct(ctx, strings.Join(args, " "))
	}
	return d.Close(err)
}
