package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
)

const (
	lastSession   = "last"  // what --continue is without a name
	sessionPrefix = "chat-" // of the names of logs that hold conversations
	runPrefix     = "run-"  // of those that hold one run
)

// openLog opens the log of the conversation, and goes on with the turn that was broken off.
func (ch *chat) openLog(ctx context.Context) error {
	if ch.forget {
		if ch.from != "" {
			return cli.Misuse("--no-log keeps nothing, so it does not go with --continue")
		}
		return nil
	}
	path, err := ch.session()
	if err != nil {
		return err
	}
	if err := ch.Open(path); err != nil {
		return err
	}
	ch.path = path
	return ch.restore(ctx)
}

// session returns the path of the log of the conversation.
func (ch *chat) session() (string, error) {
	if ch.from == "" {
		return NewSession(ch.Console)
	}
	files, err := Sessions(ch.Console)
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", cli.Misuse("there is no conversation yet; shortleash chat begins one")
	}
	var names []string
	for _, path := range files {
		if ch.from == lastSession && logs.Size([]string{path}) > 0 || isCalled(path, ch.from) {
			return path, nil
		}
		names = append(names, TitleOf(path))
	}
	return "", cli.Misuse("there is no conversation %q; the last ones are %s", ch.from, strings.Join(names[:min(len(names), 5)], ", "))
}

// NewSession makes the log of a new conversation and returns its path. Its name is the time.
func NewSession(c *cli.Console) (string, error) { return newLog(c, sessionPrefix) }

// newLog makes a log in the folder for logs and returns its path. Its name is prefix and the time. Logs that are too old go.
func newLog(c *cli.Console, prefix string) (string, error) {
	folder := c.LogFolder()
	if folder == "" {
		return "", cli.Misuse("there is no folder for logs, because HOME is not set; --no-log keeps nothing")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", cli.Misuse("cannot write %s: %v; --no-log keeps nothing", folder, cli.Cause(err))
	}
	_, _ = logs.Prune(folder, c.Now().Add(-logs.Lifetime)) // what cannot be deleted now will be next time
	name := c.Now().Format("2006-01-02-150405")
	for n := 2; ; n++ {
		path := filepath.Join(folder, prefix+name+logs.Extension)
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			return path, f.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", cli.Misuse("cannot write %s: %v; --no-log keeps nothing", path, cli.Cause(err))
		}
		name = fmt.Sprintf("%s-%d", c.Now().Format("2006-01-02-150405"), n)
	}
}

// Sessions returns the paths of the logs of conversations, the last first.
func Sessions(c *cli.Console) ([]string, error) {
	folder := c.LogFolder()
	if folder == "" {
		return nil, nil
	}
	files, err := logs.Files(folder)
	if err != nil {
		return nil, cli.Misuse("cannot read %s: %v", folder, cli.Cause(err))
	}
	files = slices.DeleteFunc(files, func(path string) bool { return !strings.HasPrefix(filepath.Base(path), sessionPrefix) })
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(SessionName(b), SessionName(a)) }) // names are times
	return files, nil
}

// SessionName returns the name of the conversation whose log is at path.
func SessionName(path string) string {
	return strings.TrimPrefix(strings.TrimSuffix(filepath.Base(path), logs.Extension), sessionPrefix)
}

// NameOf returns the name that a person gave the conversation whose log is at path; "" where it has none.
func NameOf(path string) string {
	name, err := os.ReadFile(path + logs.NameExtension)
	if err != nil {
		return "" // which is so of most
	}
	return string(name)
}

// TitleOf returns what a person calls the conversation whose log is at path: the name that it was given, or else its own.
func TitleOf(path string) string { return cmp.Or(NameOf(path), SessionName(path)) }

// isCalled reports whether name means the conversation whose log is at path.
func isCalled(path, name string) bool {
	return SessionName(path) == strings.TrimPrefix(name, sessionPrefix) || strings.EqualFold(NameOf(path), name)
}

// restore says what was said, and goes on with the last turn where it was broken off. The error says how it ended.
func (ch *chat) restore(ctx context.Context) error {
	if ch.Conversation.last == nil {
		return nil
	}
	task := ch.Conversation.last[0].Run.Task
	if !ch.settings.Quiet {
		ch.Say("%s so far; the last question was: %s", cli.Plural(len(ch.said.Turns()), "answer"), cli.OneLine(task))
	}
	if !ch.broken() {
		return nil
	}
	ch.Say("It was broken off, and goes on now.")
	err := ch.follow(task, func(watch func(loop.Event)) (loop.Result, error) { return ch.GoOn(ctx, watch) })
	if err == nil || ctx.Err() != nil {
		return err
	}
	if _, ended := errors.AsType[cli.Status](err); !ended {
		ch.Say("%s", cli.Problem(err))
		err = cli.StatusOther
	}
	ch.Say("The next question leaves it out.")
	return err
}
