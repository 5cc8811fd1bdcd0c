package main

import (
	"context"
	"strings"
)

// correctWords corrects the sentence that args make, or the lines of standard input.
func correctWords(ctx context.Context, c *console, s TutorSettings, args []string) error {
	lines := len(args) == 0 || len(args) == 1 && args[0] == "-"
	if lines && s.hint {
		return misuse("--hint wants one sentence, or a chat:  tutor chat --hint")
	}
	if err := s.talks(); err != nil {
		return err
	}
	if len(args) == 0 && c.inTerminal {
		return misuse("there is no sentence. Try:  tutor \"He goed to school.\"\nOther ways to start:  tutor -h")
	}
	ctx, release := c.signals.interruptible(ctx)
	defer release()
	d, err := newDesk(ctx, c, s)
	if err != nil {
		return err
	}
	if lines {
		err = d.lines(ctx)
	} else {
		err = d.one(ctx, strings.Join(args, " "))
	}
	return d.close(err)
}
