// Package chat corrects line by line.
//
// In a terminal that can be drawn on, a chat has a screen: answers stand above, and below them what the running sentence is doing,
// the rule of the last correction, and the line that is typed. Elsewhere, and with --plain, lines come and go one after the other.
package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
)

const help = `tutor chat corrects line by line.

  tutor chat [flags]

  --plain             no screen: lines one after the other

A terminal shows each step as it happens, and the rule of the last correction.
The arrow keys bring earlier lines back; nothing of it is kept. Ctrl-C stops a
sentence, and a second one ends. Lines may come from a pipe too. Screen readers
want --plain; TERM=dumb and ACCESSIBLE=1 do the same. Lines that begin with /
are for the tutor itself:

  /explain [CODE]     a rule; without CODE those of the last answer
  /rules              what is judged, and what is not
  /quit               so does Ctrl-D

Example:
  tutor chat --explain both
What tutor flags lists works here too.
`

// Command returns the command that corrects line by line. newRoot returns the program's own command on a console, for lines that
// ask for another one.
func Command(c *cli.Console, s *settings.Settings, newRoot func(*cli.Console) *cobra.Command) *cobra.Command {
	var plain bool
	cmd := &cobra.Command{
		Use:     "chat",
		Long:    help,
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
			t := &talk{Session: d, newRoot: newRoot}
			if keys, screen, ok := c.Screen(); ok && !plain && !s.JSON && !s.Events && !s.ApprovePlan { // an editor may open for a plan
				return d.Close(t.onScreen(cmd.Context(), keys, screen))
			}
			if !plain {
				d.Reader = c.NewEditor()
			}
			return d.Close(t.plainly(cmd.Context()))
		},
	}
	cmd.Flags().BoolVar(&plain, "plain", false, "no screen")
	return cmd
}

// A talk is a session that answers line by line.
type talk struct {
	*session.Session
	newRoot func(*cli.Console) *cobra.Command
	onKeys  bool // there is a screen, and keys do something on it
}

// plainly reads and answers lines one after the other.
func (t *talk) plainly(ctx context.Context) error {
	if t.InTerminal && !t.Settings.Quiet {
		t.say(begins)
	}
	for {
		done, err := t.turn(ctx)
		if done || err != nil {
			return err
		}
	}
}

// turn reads one line and answers it. A signal stops the answer, or the waiting for a line.
func (t *talk) turn(ctx context.Context) (done bool, err error) {
	inner, release := t.Signals.Interruptible(ctx)
	defer release()
	line, err := t.Line(inner, cli.Prompt)
	if errors.Is(err, io.EOF) {
		if t.InTerminal {
			_, _ = fmt.Fprintln(t.Err) // the next prompt is the shell's
		}
		return true, nil
	}
	if err != nil {
		return true, err
	}
	done, err = t.reply(inner, line)
	if errors.Is(err, context.Canceled) && ctx.Err() == nil && !t.Signals.Ends() {
		t.say(stopped)
		return false, nil
	}
	return done, err
}

// reply answers a line, or does what it asks for.
func (t *talk) reply(ctx context.Context, line string) (done bool, err error) {
	line = strings.TrimSpace(line)
	switch {
	case line == "":
		return false, nil
	case strings.HasPrefix(line, "/"):
		return t.command(line)
	}
	return false, t.Correct(ctx, line)
}

// What /help says, in both languages; the keys are those of the screen.
var (
	helpInside = render.Words{
		English: "  /explain [CODE]  a rule; without CODE those of the last answer\n" +
			"  /rules           what is judged, and what is not\n" +
			"  /quit            the end; so does Ctrl-D\n",
		Spanish: "  /explain [CÓDIGO]  una regla; sin CÓDIGO, las de la última respuesta\n" +
			"  /rules             qué se revisa y qué no\n" +
			"  /quit              termina; Ctrl-D también\n",
	}
	helpOnKeys = render.Words{
		English: "The arrow keys bring earlier lines back. Tab shows the next rule, Esc hides it. Ctrl-C stops a sentence.\n",
		Spanish: "Las flechas traen líneas anteriores. Tab muestra la regla siguiente, Esc la oculta. Ctrl-C detiene una oración.\n",
	}
)

// What is said between answers.
var (
	begins = render.Words{
		English: "Type a sentence. /explain tells the rules of the last answer, /help the rest, /quit ends.",
		Spanish: "Escribe una oración. /explain dice las reglas de la última respuesta, /help lo demás, /quit termina.",
	}
	noRule = render.Words{
		English: "There is no rule to explain yet; /explain CODE, or /rules.",
		Spanish: "Aún no hay ninguna regla que explicar; /explain CÓDIGO, o /rules.",
	}
	stopped = render.Words{English: "tutor: stopped.", Spanish: "tutor: detenido."}
)

// say prints words in the language of the explanations.
func (t *talk) say(w render.Words) {
	t.Say("%s", render.New(t.Console, t.Settings).Explain.Lines(w))
}

// help says what a line can ask for, and what keys do.
func (t *talk) help() error {
	w := render.New(t.Console, t.Settings).Explain
	text := w.Lines(helpInside)
	if t.onKeys {
		text += w.Lines(helpOnKeys)
	}
	_, err := io.WriteString(t.Out, cli.Reflow(text, t.Width))
	return err
}

// command does what a line that begins with / asks for.
func (t *talk) command(line string) (done bool, err error) {
	name, rest, _ := strings.Cut(line, " ")
	var args []string
	switch name {
	case "/quit", "/exit", "/q":
		return true, nil
	case "/help":
		return false, t.help()
	case "/rules":
		args = []string{"rules", "--explain", t.Settings.Explain.Value}
	case "/explain":
		codes := strings.Fields(rest)
		if len(codes) == 0 {
			codes = t.lastCodes()
		}
		if len(codes) == 0 {
			t.say(noRule)
			return false, nil
		}
		args = append([]string{"explain", "--explain", t.Settings.Explain.Value}, codes...)
	default:
		t.say(render.Words{English: "There is no " + name + "; /help says what there is.", Spanish: "No hay " + name + "; /help dice qué hay."})
		return false, nil
	}
	root := t.newRoot(t.Console)
	root.SetArgs(args)
	err = root.Execute()
	if message, ok := cli.MisuseOf(err); ok {
		t.Say("tutor: %s", t.InTheirWords(message))
		return false, nil
	}
	return false, err
}

// lastCodes returns the codes of the last answer, each once.
func (t *talk) lastCodes() []string {
	var list []string
	seen := map[string]bool{}
	for _, e := range t.Last.Edits {
		if e.Rule != "" && !seen[e.Rule] {
			seen[e.Rule] = true
			list = append(list, e.Rule)
		}
	}
	return list
}
