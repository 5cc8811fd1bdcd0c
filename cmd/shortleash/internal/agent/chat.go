package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

const chatHelp = `shortleash chat is a conversation with a model about a folder, web pages,
commands and the tools of MCP servers.

  shortleash chat --files .
  shortleash chat --files . --write   it can change files, and asks you first

Each question can build on earlier ones. @notes.txt in a question stands for the
contents of that file. Conversations are kept with the logged runs for 30 days.
--continue continues the last one, --continue=NAME another one, and --no-log
keeps nothing. /name NAME gives it a name, and shortleash runs export NAME
prints it. /undo takes back what the last answer changed. /quit ends.
`

const chatExamples = `  shortleash chat --files ~/notes
  shortleash chat --files . --continue "And which of those is the oldest?"`

// ChatCommand returns the command that has a conversation.
func ChatCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	var ch chat
	cmd := &cobra.Command{
		Use:     "chat [QUESTION]",
		Short:   "ask questions about a folder, one after another",
		Long:    chatHelp,
		Example: chatExamples,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			ch.Console, ch.settings = c, s
			return ch.talk(ctx, strings.TrimSpace(strings.Join(args, " ")))
		},
	}
	ch.continues(cmd.Flags(), "a new one")
	cmd.Flags().BoolVar(&ch.forget, "no-log", false, "keep nothing of the conversation")
	s.Take(cmd, settings.AgentFlags+settings.RunFlags+"strict")
	return cmd
}

// A chat is a conversation at a terminal, or on pipes.
type chat struct {
	*cli.Console
	settings *settings.Settings
	from     string // the conversation to go on with
	forget   bool
	path     string // of the conversation's log; "" where nothing is kept

	*Conversation
	live  *show.Live // of the question under way
	lines cli.LineReader
}

// continues declares --continue, for a command that does something else without it.
func (ch *chat) continues(flags *pflag.FlagSet, usual string) {
	flags.StringVar(&ch.from, "continue", "", "continue the last conversation, or the one of =`NAME`")
	flags.Lookup("continue").NoOptDefVal = lastSession
	cli.ShowDefault(flags, "continue", usual)
}

// talk has the conversation: one question, or one after the other.
func (ch *chat) talk(ctx context.Context, question string) error {
	newModel, err := ch.settings.Prepare(ctx, ch.Console)
	if err != nil {
		return err
	}
	if ch.lines = ch.NewEditor(); ch.lines == nil {
		ch.lines = ch.NewStream()
	}
	if err := ch.open(ctx, newModel); err != nil {
		return err
	}
	defer ch.Conversation.Close()
	left := ch.openLog(ctx)
	if _, ended := errors.AsType[cli.Status](left); left != nil && !ended {
		return left
	}
	if question != "" {
		ch.sayOnlyTalks(ch.Console, ch.settings)
		return ch.ask(ctx, question)
	}
	if !ch.settings.Quiet {
		ch.Say("%s", ch.greeting())
	}
	warmed := func() {}
	if ch.InTerminal && ch.reading != nil && len(ch.said.Turns()) == 0 && !strings.HasPrefix(ch.settings.Settings.Model, "script:") {
		warmed = ch.warm(ctx)
	}
	for {
		line, err := ch.lines.Line(ctx, cli.Prompt)
		warmed()
		line = strings.TrimSpace(line)
		switch {
		case errors.Is(err, io.EOF), line == "/quit":
			if ch.path != "" && len(ch.said.Turns()) > 0 && !ch.settings.Quiet {
				ch.Say("To go on:  %s", ch.again())
			}
			return left
		case err != nil:
			return err
		case line == "":
			continue
		case line == "/undo":
			err = ch.undo()
		case strings.HasPrefix(line, "/name "):
			err = ch.rename(strings.Join(strings.Fields(line)[1:], " "))
		case line[0] == '/' && !strings.Contains(line, " "):
			err = cli.Misuse("there is no %s; there are /name NAME, /undo and /quit", line)
		default:
			left, err = nil, ch.ask(ctx, line)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, ended := errors.AsType[cli.Status](err); err != nil && !ended {
			ch.Say("%s: %s", ch.Name, cli.Problem(err))
		}
	}
}

// again is the command line that goes on with this conversation.
func (ch *chat) again() string {
	return "shortleash chat --continue=" + cli.Quoted(TitleOf(ch.path)) +
		ch.settings.Retyped(strings.Fields(settings.AgentFlags+settings.RunFlags)...)
}

// open makes the agent and its conversation.
func (ch *chat) open(ctx context.Context, newModel func() model.Model) (err error) {
	asking := &runs.Person{Console: ch.Console, Lines: ch.lines}
	var p Person
	if ch.InTerminal {
		p.Approve = func(ctx context.Context, i loop.Interrupt) (loop.Reply, error) {
			defer ch.live.Pause()()
			return asking.Approve(ctx, i)
		}
		p.Answer = func(ctx context.Context, question string) (string, error) {
			defer ch.live.Pause()()
			ch.Say("%s", question)
			return ch.lines.Line(ctx, "answer> ")
		}
	}
	if ch.Conversation, err = NewConversation(ctx, ch.Console, ch.settings, ch.settings.Settings.Model, newModel, p); err != nil {
		return err
	}
	asking.Check = ch.CheckReply
	asking.Show = func(i loop.Interrupt) { ch.Say("%s", show.Question(i)) }
	return nil
}

// greeting says what can be done, in one line.
func (ch *chat) greeting() string {
	var what []string
	for _, t := range ch.toolbox.Tools {
		what = append(what, t.Name())
	}
	if len(what) == 0 && len(ch.settings.MCP) == 0 {
		return onlyTalks
	}
	return fmt.Sprintf("Ask a question. The model has %s. /quit ends.", strings.Join(append(what, ch.settings.MCP...), ", "))
}

// ask asks a question and shows what comes.
func (ch *chat) ask(ctx context.Context, question string) error {
	return ch.follow(question, func(watch func(loop.Event)) (loop.Result, error) { return ch.Ask(ctx, question, watch) })
}

// follow shows a run as it happens, and what it came to: the answer as it is written, on a terminal.
func (ch *chat) follow(task string, run func(watch func(loop.Event)) (loop.Result, error)) error {
	ch.live = show.NewLive(ch.Console, ch.settings.Quiet, show.InOneLine)
	defer ch.live.Stop()
	w := writer{chat: ch}
	result, err := run(ch.live.Watch(w.event))
	ch.live.Stop()
	if err != nil {
		return err
	}
	if ch.settings.JSON {
		return tell(ch.Console, ch.settings, &ch.kept, task, result)
	}
	if result.Outcome != loop.Final {
		w.newLine()
		ch.Say("%s", show.Ending(result))
		if result.Outcome == loop.Paused {
			if ch.path != "" && !ch.InTerminal {
				ch.Say("To go on, in a terminal:  %s", ch.again())
			} else {
				ch.Say("%s", howToGoOn(ch.Console, ch.settings, &ch.kept, result.Interrupt))
			}
		}
		return cli.Unanswered(result.Outcome)
	}
	if err := w.finish(Plain(result.Answer)); err != nil {
		return err
	}
	err = remarks(ch.Console, ch.settings, result)
	if why := Forced(result); why != "" && !ch.settings.Quiet {
		ch.Say("Answered because it had to: %s.", why)
	}
	return err
}

// maxName bounds the name of a conversation, in characters.
const maxName = 60

// rename gives the conversation a name.
func (ch *chat) rename(name string) error {
	name = cli.Cut(name, maxName)
	if ch.path == "" {
		return cli.Misuse("nothing is kept of this conversation, so it can have no name")
	}
	if err := os.WriteFile(ch.path+logs.NameExtension, []byte(name), 0o600); err != nil {
		return cli.Misuse("the name cannot be kept: %v", cli.Cause(err))
	}
	ch.Say("This conversation is now called %s.", name)
	return nil
}

// undo takes back what the last turn has changed.
func (ch *chat) undo() error {
	return undo(ch.Console, ch.toolbox.Folder, ch.last)
}
