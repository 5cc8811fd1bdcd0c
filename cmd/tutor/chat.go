package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

const chatHelp = `tutor chat corrects line by line.

  tutor chat [flags]

In a terminal lines can be edited, and the arrow keys bring earlier ones back;
nothing of it is kept. Lines may come from a pipe too. With TERM=dumb the
terminal is used plainly, for screen readers. Lines that begin with / are for
the tutor itself:

  /explain [CODE]     a rule; without CODE those of the last answer
  /rules              what is judged, and what is not
  /quit               so do Ctrl-D and Ctrl-C

Examples:
  tutor chat --explain both
  tutor chat --hint --color never
The flags of tutor -h work here too.
`

// chatCommand corrects line by line. newRoot returns the program's own command, for lines that ask for
// another one.
func chatCommand(c *console, s *TutorSettings, newRoot func() *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "chat",
		Long:    chatHelp,
		Aliases: []string{"repl"},
		Args:    noArgs("chat takes no sentence: you type them, or they come from a pipe:  tutor chat < IN"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.talks(); err != nil {
				return err
			}
			d, err := newDesk(cmd.Context(), c, *s)
			if err != nil {
				return err
			}
			d.reader = c.newEditor()
			return d.close((&chat{desk: d, newRoot: newRoot}).run(cmd.Context()))
		},
	}
}

// A chat is a session that answers line by line.
type chat struct {
	*desk
	newRoot func() *cobra.Command
}

func (c *chat) run(ctx context.Context) error {
	if c.inTerminal && !c.settings.quiet {
		c.say("Type a sentence. /explain tells the rules of the last answer, /help the rest, /quit ends.")
	}
	for {
		done, err := c.turn(ctx)
		if done || err != nil {
			return err
		}
	}
}

// turn reads one line and answers it. A signal stops the answer, or the waiting for a line.
func (c *chat) turn(ctx context.Context) (done bool, err error) {
	inner, release := c.signals.interruptible(ctx)
	defer release()
	line, err := c.readLine(inner, prompt)
	if errors.Is(err, io.EOF) {
		if c.inTerminal {
			_, _ = fmt.Fprintln(c.err) // the next prompt is the shell's
		}
		return true, nil
	}
	if err != nil {
		return true, err
	}
	line = strings.TrimSpace(line)
	switch {
	case line == "":
		return false, nil
	case strings.HasPrefix(line, "/"):
		return c.command(line)
	}
	err = c.one(inner, line)
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		c.say("tutor: stopped.")
		return false, nil
	}
	return false, err
}

// command does what a line that begins with / asks for.
func (c *chat) command(line string) (done bool, err error) {
	name, rest, _ := strings.Cut(line, " ")
	var args []string
	switch name {
	case "/quit", "/exit", "/q":
		return true, nil
	case "/help":
		_, err := io.WriteString(c.out, chatHelp)
		return false, err
	case "/rules":
		args = []string{"rules"}
	case "/explain":
		codes := strings.Fields(rest)
		if len(codes) == 0 {
			codes = c.lastCodes()
		}
		if len(codes) == 0 {
			c.say("There is no rule to explain yet; /explain CODE, or /rules.")
			return false, nil
		}
		args = append([]string{"explain"}, codes...)
	default:
		c.say("There is no %s; /help says what there is.", name)
		return false, nil
	}
	root := c.newRoot()
	root.SetArgs(append(args, "--explain", c.settings.explain.value))
	err = root.Execute()
	if message, ok := misuseOf(err); ok {
		c.say("tutor: %s", message)
		return false, nil
	}
	return false, err
}

// lastCodes returns the codes of the last answer, each once.
func (c *chat) lastCodes() []string {
	var list []string
	seen := map[string]bool{}
	for _, e := range c.last.Edits {
		if e.Rule != "" && !seen[e.Rule] {
			seen[e.Rule] = true
			list = append(list, e.Rule)
		}
	}
	return list
}
