package agent

import (
	"context"
	"errors"
	"fmt"
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
)

// openLog opens the log of the conversation, and reads what it holds.
func (ch *chat) openLog(ctx context.Context) (name string, closeLog func(), err error) {
	nothing := func() {}
	if ch.forget {
		if ch.from != "" {
			return "", nothing, cli.Misuse("--no-log keeps nothing, so it does not go with --continue")
		}
		return "", nothing, nil
	}
	folder := ch.LogFolder()
	if folder == "" {
		return "", nothing, cli.Misuse("there is no folder for logs, because HOME is not set; --no-log keeps nothing")
	}
	path, err := ch.session(folder)
	if err != nil {
		return "", nothing, err
	}
	w, err := logs.OpenIn(path)
	if errors.Is(err, logs.ErrHeld) {
		return "", nothing, cli.Misuse("another program has the conversation %s open; end it first, or begin a new one", sessionName(path))
	}
	if err != nil {
		return "", nothing, cli.Misuse("cannot write %s: %v", path, cli.Cause(err))
	}
	ch.kept.Out = w
	if ch.settings.JSON {
		ch.settings.Log = path // tell says how a run that waits goes on
	}
	if err := ch.restore(ctx, path); err != nil {
		return "", nothing, errors.Join(err, w.Close())
	}
	return sessionName(path), func() { w.Close() }, nil // each line was written, or the run's result says that it was not
}

// session returns the path of the log of the conversation.
func (ch *chat) session(folder string) (string, error) {
	if ch.from == "" {
		name := ch.Now().Format("2006-01-02-150405")
		for n := 2; ; n++ {
			path := filepath.Join(folder, sessionPrefix+name+logs.Extension)
			if _, err := os.Stat(path); err != nil {
				return path, nil
			}
			name = fmt.Sprintf("%s-%d", ch.Now().Format("2006-01-02-150405"), n)
		}
	}
	files, err := logs.Files(folder)
	if err != nil {
		return "", cli.Misuse("cannot read %s: %v", folder, cli.Cause(err))
	}
	files = slices.DeleteFunc(files, func(path string) bool { return !strings.HasPrefix(filepath.Base(path), sessionPrefix) })
	if len(files) == 0 {
		return "", cli.Misuse("there is no conversation yet; shortleash chat begins one")
	}
	var names []string
	for _, path := range slices.Backward(files) { // names are times: the last first
		if ch.from == lastSession || sessionName(path) == strings.TrimPrefix(ch.from, sessionPrefix) {
			return path, nil
		}
		names = append(names, sessionName(path))
	}
	return "", cli.Misuse("there is no conversation %q; the last ones are %s", ch.from, strings.Join(names[:min(len(names), 5)], ", "))
}

func sessionName(path string) string {
	return strings.TrimPrefix(strings.TrimSuffix(filepath.Base(path), logs.Extension), sessionPrefix)
}

// restore takes the turns that the log holds, and goes on with the last one where it was broken off.
func (ch *chat) restore(ctx context.Context, path string) error {
	var last logs.Run
	for run, err := range logs.Read(path) {
		if err != nil {
			return cli.Misuse("%s: %s", path, cli.Problem(err))
		}
		last = run
		if err := ch.talks.Add(run.Events); err != nil && !errors.Is(err, loop.ErrFailedTurn) {
			return err
		}
	}
	if ch.last = last.Events; last.Events == nil {
		return nil
	}
	if !ch.settings.Quiet {
		ch.Say("%s so far; the last question was: %s", cli.Plural(len(ch.talks.Turns()), "answer"), cli.OneLine(last.Info().Task))
	}
	if last.Result() != nil && last.Waiting() == nil {
		return nil
	}
	ch.Say("It was broken off, and goes on now.")
	ch.kept.ID, ch.resumed = last.ID, last.Events
	defer func() { ch.resumed = nil }()
	return ch.follow(last.Info().Task, func(watch func(loop.Event)) (loop.Result, error) {
		all := slices.Clone(last.Events)
		result, err := ch.agent.Resume(ctx, last.Events, nil, &ch.kept, func(e loop.Event) {
			if e.Kind != loop.Delta && e.Seq > len(last.Events) {
				all = append(all, e)
			}
			watch(e)
		})
		if err == nil && result.Outcome == loop.Final {
			err = ch.talks.Add(all)
		}
		return result, err
	})
}
