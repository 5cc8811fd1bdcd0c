package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/tracing"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

const runHelp = `shortleash run [flags] TASK does one task with a model, files and other tools.

It shows each step as it happens. It asks you before a call that can change
something, unless --yes or the rules say otherwise. Runs are kept for 30 days,
and shortleash undo takes back what one changed. Rules are TOML:

  require = ["list_directory"]    # before the answer
  approve = ["read_text_file"]    # ask me before each call
  trust = ["create_directory"]    # do not ask me
  quota.write_file = 1
  prerequisite.write_file = "read_file"
  domain.write_file.path = ["notes.txt"]
  shown.read_text_file.path = '\.txt$'   # seen in the task or a result
`

const runExamples = `  shortleash run --files . "Which of the files here mention bolts?"
  shortleash run --files . --continue --json "And which of those is the oldest?"`

// Command returns the command that runs a task.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	var p pauses
	ch := chat{Console: c, settings: s}
	cmd := &cobra.Command{
		Use:     "run TASK",
		Short:   "do one task, with files and other tools",
		Long:    runHelp,
		Example: runExamples,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			task, err := taskOf(c, args)
			if err != nil {
				return err
			}
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			if ch.from == "" {
				return run(ctx, c, s, p, task, ch.forget)
			}
			for _, name := range []string{"log", "events", "pause-before", "pause-after"} {
				if cmd.Flags().Changed(name) {
					return cli.Misuse("--%s does not go with --continue: a conversation has a log of its own, and no pauses", name)
				}
			}
			return ch.talk(ctx, task)
		},
	}
	ch.continues(cmd.Flags(), "none")
	cmd.Flags().BoolVar(&ch.forget, "no-log", false, "keep nothing of the run")
	p.define(cmd.Flags())
	s.Take(cmd, settings.AgentFlags+settings.RunFlags+"log json events approve-plan strict")
	return cmd
}

// maxTask bounds a task, in bytes. No small model has room for as much.
const maxTask = 1_000_000

// taskOf returns the task that args are, or all of standard input.
func taskOf(c *cli.Console, args []string) (string, error) {
	task := strings.Join(args, " ")
	if len(args) == 0 || task == "-" {
		if c.InTerminal {
			return "", cli.Misuse(
				"there is no task. Try:  shortleash run --files . \"Which files are here?\"")
		}
		text, err := bounded.ReadAll(c.In, maxTask)
		if err != nil {
			return "", cli.Misuse("cannot read standard input: %v", err)
		}
		task = string(text)
	}
	if task = strings.TrimSpace(task); task == "" {
		return "", cli.Misuse("the task is empty")
	}
	return task, nil
}

// run runs a task and shows its answer.
func run(ctx context.Context, c *cli.Console, s *settings.Settings, stops pauses, task string, forget bool) error {
	newModel, err := s.Prepare(ctx, c)
	if err != nil {
		return err
	}
	config := s.Loop()
	person := &runs.Person{Console: c}
	var live *show.Live // nil: the run has not begun
	if c.InTerminal {
		config.Approval.Ask = func(ctx context.Context, i loop.Interrupt) (loop.Reply, error) {
			defer live.Pause()()
			return person.Approve(ctx, i)
		}
	}
	if config.Roles, err = s.RolesWith(ctx, c, s.Settings.Model); err != nil {
		return err
	}
	p, err := s.Strategy()
	if err != nil {
		return err
	}
	if err := stops.set(&config, p); err != nil {
		return err
	}
	a, err := New(ctx, c, s, p, newModel(), config)
	if err != nil {
		return err
	}
	defer a.Close()
	a.sayOnlyTalks(c, s)
	person.Check = a.CheckReply
	person.Show = func(i loop.Interrupt) {
		c.Say("%s", show.Question(i))
		if s.Quiet { // else it was just shown
			show.Plan(c, i)
		}
	}
	var kept logs.Stoppable
	path, err := logOf(c, s, forget)
	if err != nil {
		return err
	}
	if path != "" {
		w, err := cli.OpenLog(path)
		if err != nil {
			return err
		}
		defer w.Close() // each line was written, or the run's result says that it was not
		kept.Out = w
	}
	var log io.Writer = &kept
	if s.Events {
		log = io.MultiWriter(log, c.Out)
	}
	sender, err := tracing.New(c)
	if err != nil {
		return err
	}
	defer func() {
		if err := sender.Close(); err != nil && !s.Quiet {
			c.Say("%s: the spans of the run could not be sent: %v", c.Name, err)
		}
	}()
	live = show.NewLive(c, s.Quiet || s.Events, show.InOneLine)
	follow := live.Watch(tracer(c, s))
	defer live.Stop()
	result, err := runToEnd(ctx, a, config.Approval.Ask, task, log, func(e loop.Event) {
		follow(e)
		a.ShowCall(c, e, !s.Quiet)
		sender.Event(e)
	})
	if err != nil {
		return err
	}
	live.Stop()
	if ctx.Err() != nil && (result.Outcome == loop.Cancelled || result.Outcome == loop.Paused) {
		if !s.Quiet {
			c.Say("%s", howToGoOn(c, s, &kept, nil))
		}
		return ctx.Err()
	}
	return tell(c, s, &kept, task, result)
}

// logOf returns the path of the log of a run: that of --log, or of a new one; "" where nothing is kept.
func logOf(c *cli.Console, s *settings.Settings, forget bool) (string, error) {
	switch {
	case forget && s.Typed("log"):
		return "", cli.Misuse("--no-log keeps nothing, so it does not go with --log")
	case forget, s.Log == "" && c.LogFolder() == "":
		return "", nil
	case s.Log == "":
		return newLog(c, runPrefix)
	}
	return s.Log, nil
}

// tracer returns what shows events; nil where only answers are wanted.
func tracer(c *cli.Console, s *settings.Settings) func(loop.Event) {
	if s.Quiet {
		return nil
	}
	return show.NewTracer(c.Lines()).Event
}

// A report is what --json prints of a run.
type report struct {
	Run       string          `json:"run"`
	Task      string          `json:"task"`
	Outcome   loop.Outcome    `json:"outcome"`
	Reason    string          `json:"reason,omitempty"`
	Forced    string          `json:"forced,omitempty"`
	Answer    json.RawMessage `json:"answer"`
	Partial   json.RawMessage `json:"partial,omitempty"`
	Error     string          `json:"error,omitempty"`
	Warnings  []string        `json:"warnings,omitempty"`
	Steps     int             `json:"steps"`
	ToolCalls int             `json:"tool_calls"`
	Tokens    int             `json:"tokens"`
	ElapsedMS int64           `json:"elapsed_ms"`
	Changed   []string        `json:"changed,omitzero"` // files, with --write
}

// tell shows what a run came to that was kept, or not. The error says that it did not end final.
func tell(c *cli.Console, s *settings.Settings, kept *logs.Stoppable, task string, r loop.Result) error {
	tokens := 0
	for _, u := range r.Usage {
		tokens += u.PromptTokens + u.OutputTokens
	}
	calls := 0
	for _, step := range r.Steps {
		calls += len(step.Calls)
	}
	switch {
	case s.JSON:
		if mark := unsupported(r); mark != "" {
			r.Warnings = append(slices.Clip(r.Warnings), mark)
		}
		line, err := tools.Encode(report{
			kept.ID, task, r.Outcome, string(r.Reason), r.Forced, answerOr(r.Answer), r.Partial, r.Error, r.Warnings, len(r.Steps), calls, tokens,
			r.Counters.WallMS, Changed(s, r),
		})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(c.Out, "%s\n", line); err != nil {
			return err
		}
	case !s.Events && r.Answer != nil:
		if _, err := fmt.Fprintln(c.Out, cli.Printable(Plain(r.Answer))); err != nil {
			return err
		}
	}
	if r.Outcome == loop.Final {
		err := remarks(c, s, r)
		if !s.Quiet && !s.JSON {
			forced := ""
			if why := Forced(r); why != "" {
				forced = fmt.Sprintf(", answered because it had to (%s)", why)
			}
			lasted := (time.Duration(r.Counters.WallMS) * time.Millisecond).Round(10 * time.Millisecond)
			c.Say("%s, %s, %s, %v%s", cli.Plural(len(r.Steps), "step"), cli.Plural(calls, "call"), cli.Plural(tokens, "token"), lasted, forced)
		}
		return err
	}
	c.Say("%s: %s", c.Name, show.Ending(r))
	if r.Outcome == loop.Paused {
		c.Say("%s", howToGoOn(c, s, kept, r.Interrupt))
	}
	return cli.Unanswered(r.Outcome)
}

func answerOr(answer json.RawMessage) json.RawMessage {
	if answer == nil {
		return json.RawMessage("null")
	}
	return answer
}

// howToGoOn says how a run goes on that waits for the answer to a question; nil: it was stopped.
func howToGoOn(c *cli.Console, s *settings.Settings, kept *logs.Stoppable, question *loop.Interrupt) string {
	switch {
	case kept.Out != nil && question != nil && question.Kind != loop.UnsureCall: // which has other replies
		return "To go on:  " + LoggedRuns(c, s).ResumeCommand(kept.ID) + " --reply approve"
	case kept.Out != nil:
		return "To go on:  " + LoggedRuns(c, s).ResumeCommand(kept.ID)
	case question == nil:
		return "It cannot go on: nothing was kept. With --log FILE it could."
	case question.Kind == loop.ToolCall:
		return "Run it in a terminal to be asked, with --yes to approve all calls, or with --log FILE to go on later."
	}
	return "Run it in a terminal to be asked, or with --log FILE to go on later."
}
