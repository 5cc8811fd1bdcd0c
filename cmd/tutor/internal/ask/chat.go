package ask

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
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

// ChatCommand returns the command that corrects line by line. newRoot returns the program's own command, for lines that ask for
// another one.
func ChatCommand(c *cli.Console, s *settings.Settings, newRoot func() *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "chat",
		Long:    chatHelp,
		Aliases: []string{"repl"},
		Args:    cli.NoArgs("chat takes no sentence: you type them, or they come from a pipe:  tutor chat < IN"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.Talks(); err != nil {
				return err
			}
			d, err := session.New(cmd.Context(), c, *s)
			if err != nil {
				return err
			}
			d.Reader = c.NewEditor()
			return d.Close((&chat{Session: d, newRoot: newRoot}).run(cmd.Context()))
		},
	}
}

// A chat is a session that answers line by line.
type chat struct {
	*session.Session
	newRoot func() *cobra.Command
}

func (c *chat) run(ctx context.Context) error {
	if c.InTerminal && !c.Settings.Quiet {
		c.Say("Type a sentence. /explain tells the rules of the last answer, /help the rest, /quit ends.")
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
	inner, release := c.Signals.Interruptible(ctx)
	defer release()
	line, err := c.ReadLine(inner, cli.Prompt)
	if errors.Is(err, io.EOF) {
		if c.InTerminal {
			_, _ = fmt.Fprintln(c.Err) // the next prompt is the shell's
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
	err = c.Correct(inner, line)
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		c.Say("tutor: stopped.")
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
		_, err := io.WriteString(c.Out, chatHelp)
		return false, err
	case "/rules":
		args = []string{"rules"}
	case "/explain":
		codes := strings.Fields(rest)
		if len(codes) == 0 {
			codes = c.lastCodes()
		}
		if len(codes) == 0 {
			c.Say("There is no rule to explain yet; /explain CODE, or /rules.")
			return false, nil
		}
		args = append([]string{"explain", "--explain", c.Settings.Explain.Value}, codes...)
	default:
		c.Say("There is no %s; /help says what there is.", name)
		return false, nil
	}
	root := c.newRoot()
	root.SetArgs(args)
	err = root.Execute()
	if message, ok := cli.MisuseOf(err); ok {
		c.Say("tutor: %s", message)
		return false, nil
	}
	return false, err
}

// lastCodes returns the codes of the last answer, each once.
func (c *chat) lastCodes() []string {
	var list []string
	seen := map[string]bool{}
	for _, e := range c.Last.Edits {
		if e.Rule != "" && !seen[e.Rule] {
			seen[e.Rule] = true
			list = append(list, e.Rule)
		}
	}
	return list
}
