package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools/builtin"
)

// A Conversation is one under way: an agent, what was said, and the log. Close it.
type Conversation struct {
	*Agent
	settings *settings.Settings
	said     *loop.Conversation
	kept     logs.Stoppable
	file     *logs.Writer // nil: nothing is kept
	last     []loop.Event // of the last run
	person   bool         // one is there to be asked
	folded   int          // turns of which the last run read less

	resumed []loop.Event // of the turn that goes on, which has the tools that it began with
}

// A Person is asked about calls, and by a model. Without its functions no one is there.
type Person struct {
	Approve func(context.Context, loop.Interrupt) (loop.Reply, error)
	Answer  func(ctx context.Context, question string) (string, error)
}

// NewConversation returns a conversation without turns, with the model that spec names. p is asked.
func NewConversation(ctx context.Context, c *cli.Console, s *settings.Settings, spec string, newModel func() model.Model,
	p Person) (*Conversation, error) {
	t := &Conversation{settings: s, person: p.Answer != nil}
	config := s.Loop()
	config.Form, _ = s.FormOf(ctx, c, newModel(), false)
	config.Approval.Ask = p.Approve
	var err error
	if config.Roles, err = s.RolesWith(ctx, c, spec); err != nil {
		return nil, err
	}
	strategy, err := s.Strategy()
	if err != nil {
		return nil, err
	}
	if t.Agent, err = New(ctx, c, s, strategy, newModel(), config,
		talkTools(p.Answer, func() *loop.Conversation { return t.said }, t.has)...); err != nil {
		return nil, err
	}
	t.said = t.Converse()
	return t, nil
}

// has reports whether the model can choose a tool of the conversation.
func (t *Conversation) has(tool string) bool {
	if tool == askUser {
		return had(t.resumed, tool, t.person)
	}
	return had(t.resumed, tool, t.said != nil && t.said.Folded() > 0)
}

// Open opens the log of the conversation to add to it, and takes the turns that it holds.
func (t *Conversation) Open(path string) error {
	w, err := logs.OpenIn(path)
	if errors.Is(err, logs.ErrHeld) {
		return cli.Misuse("another program has the conversation %s open; end it first, or begin a new one", SessionName(path))
	}
	if err != nil {
		return cli.Misuse("cannot write %s: %v", path, cli.Cause(err))
	}
	t.file, t.kept.Out = w, w
	for run, err := range logs.Read(path) {
		if err != nil {
			return cli.Misuse("%s: %s", path, cli.Problem(err))
		}
		t.kept.ID, t.last = run.ID, run.Events
		if err := t.Take(run.Events); err != nil {
			return err
		}
	}
	return nil
}

// Take takes a turn that was made before. One without an answer leaves nothing behind.
func (t *Conversation) Take(events []loop.Event) error {
	if err := t.said.Add(events); err != nil && !errors.Is(err, loop.ErrFailedTurn) {
		return err
	}
	t.folded = events[0].Run.Folded
	return nil
}

// Keep has the events of the next turns written to w.
func (t *Conversation) Keep(w io.Writer) { t.kept.Out = w }

// Close releases the log and the agent.
func (t *Conversation) Close() {
	if t.file != nil {
		t.file.Close() // each line was written, or the run's result says that it was not
	}
	t.Agent.Close()
}

// Ask asks the next question. watch gets the events of its run.
func (t *Conversation) Ask(ctx context.Context, question string, watch func(loop.Event)) (loop.Result, error) {
	question, err := t.withFiles(question)
	if err != nil {
		return loop.Result{}, err
	}
	t.last = nil
	return t.said.Ask(ctx, question, &t.kept, t.noting(watch))
}

// noting returns what keeps the events of the last run, each once, and passes all on to watch.
func (t *Conversation) noting(watch func(loop.Event)) func(loop.Event) {
	return func(e loop.Event) {
		if e.Kind != loop.Delta && e.Seq > len(t.last) {
			t.last = append(t.last, e)
		}
		watch(e)
	}
}

// broken reports whether the log ends with a turn that has no end.
func (t *Conversation) broken() bool {
	return len(t.last) > 0 && t.last[len(t.last)-1].Kind != loop.Finished
}

// GoOn goes on with the turn that the log ends with, where it was broken off.
func (t *Conversation) GoOn(ctx context.Context, watch func(loop.Event)) (loop.Result, error) {
	t.resumed = t.last
	defer func() { t.resumed = nil }()
	result, err := t.Resume(ctx, slices.Clone(t.last), nil, &t.kept, t.noting(watch))
	if err == nil {
		err = t.Take(t.last)
	}
	if d, ok := errors.AsType[*loop.Divergence](err); ok {
		with := "--model " + cli.Quoted(logs.ModelOf(*t.last[0].Run))
		if folder := builtin.WorkedIn(observed(t.last)); folder != "" {
			with += " --files " + cli.Quoted(folder)
		}
		err = cli.Misuse("It cannot go on here: %s. It was begun with %s; with the same flags and instructions it goes on.",
			d.What, with)
	}
	return result, err
}

// named matches @file in a question.
var named = regexp.MustCompile(`(?:^|\s)@(\S*[^\s.,;:!?)])`)

// maxNamed bounds a file that a question names, in bytes.
const maxNamed = 8000

// withFiles returns a question with the text of the files that it names.
func (t *Conversation) withFiles(question string) (string, error) {
	text := question
	for _, m := range named.FindAllStringSubmatch(question, -1) {
		if t.toolbox.Folder == nil {
			return "", cli.Misuse("@%s names a file, and no folder is open; --files . opens this one", m[1])
		}
		content, err := t.toolbox.Folder.Text(m[1], maxNamed)
		if err != nil {
			return "", cli.Misuse("@%s: %v", m[1], err)
		}
		text += fmt.Sprintf("\n\n%s:\n%s", m[1], content)
	}
	return text, nil
}
