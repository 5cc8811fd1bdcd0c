package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/internal/didyoumean"
)

const runsHelp = `tutor runs shows what runs did, by their logs, and goes on with unfinished ones.

  tutor runs list [FILE...]   the runs, newest first
  tutor runs show ID          step by step; --json: the events
  tutor runs replay ID        would this program do the same? No model is asked
  tutor runs resume ID        go on where the log ends
  tutor runs diff A B         what two runs did differently

ID is what list prints, or its beginning; FILE:3 is the third run in FILE.
Runs are looked for in the file that --log names, or where batches keep theirs:
$XDG_STATE_HOME/tutor/runs, or else ~/.local/state/tutor/runs.
replay and diff exit with 3 where they find a difference.

%s
Examples:
  tutor runs show essays-0a1b2c3d:3
  tutor runs resume 5f1c --reply deny --text "not that one"
The flags of tutor -h work here too.
`

// runsCommand looks into logs.
func runsCommand(c *console, s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use: "runs",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misuse("runs wants to be told what to do. Try:  tutor runs list\nThe other ways:  tutor runs -h")
			}
			var names []string
			for _, sub := range cmd.Commands() {
				names = append(names, sub.Name())
			}
			if near := didyoumean.Of(args[0], names); near != "" {
				return misuse("there is no tutor runs %s; did you mean tutor runs %s?", args[0], near)
			}
			return misuse("there is no tutor runs %s; see tutor runs -h", args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // Args always refuses
	}
	resume := resumeCommand(c, s)
	cmd.AddCommand(listCommand(c, s), showCommand(c, s), replayCommand(c, s), resume, diffCommand(c, s))
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) { cmd.Print(runsHelpOf(cmd)) })
	return cmd
}

// runsHelpOf returns the help of all commands about runs, given one of them.
func runsHelpOf(cmd *cobra.Command) string {
	resume, _, err := cmd.Root().Find([]string{"runs", "resume"})
	if err != nil {
		panic("tutor: BUG: " + err.Error())
	}
	return fmt.Sprintf(runsHelp, flagLines(resume.LocalNonPersistentFlags()))
}

// ids returns the check that a command gets so many IDs.
func ids(n int, example string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return misuse("that is not how to ask. For example:  %s\ntutor runs list says which there are.", example)
		}
		return nil
	}
}

// logFiles returns the files in which runs are looked for: those that are named, or else all in the
// folder for logs, and the name of the place for people.
func logFiles(c *console, s *settings, named []string) (files []string, place string, err error) {
	if len(named) == 0 && s.log != "" {
		named = []string{s.log}
	}
	if len(named) > 0 {
		return named, strings.Join(named, ", "), nil
	}
	folder := logs.Folder(c.env)
	if folder == "" {
		return nil, "", misuse("there is no folder for logs, because HOME is not set; name a file with --log")
	}
	files, err = logs.Files(folder)
	if err != nil {
		return nil, "", misuse("cannot read %s: %v", folder, cause(err))
	}
	return files, folder, nil
}

// maxCandidates bounds how many runs are listed where a name may mean several.
const maxCandidates = 5

// findRun returns the one run that id means.
func findRun(c *console, s *settings, id string) (logs.Run, error) {
	files, place, nowhere := logFiles(c, s, nil)
	found, err := logs.Find(files, id) // an ID may name a file by itself
	switch {
	case len(found) == 1:
		return found[0], nil // damage elsewhere is not asked about
	case err != nil && len(found) == 0:
		return logs.Run{}, misuse("cannot read all of %s", damage(err))
	case nowhere != nil && len(found) == 0:
		return logs.Run{}, nowhere
	case len(found) == 0:
		return logs.Run{}, misuse("there is no run %s in %s; see tutor runs list", quoted(id), place)
	}
	text := fmt.Sprintf("%s may be any of %d runs; say more of its ID:", quoted(id), len(found))
	for _, r := range found[:min(len(found), maxCandidates)] {
		text += fmt.Sprintf("\n  %s  %s  %s", r.ID, r.Name(), clipped(r.Info().Task))
	}
	if len(found) > maxCandidates {
		text += "\n  …"
	}
	return logs.Run{}, misuse("%s", text)
}

// damage says what is wrong with logs, for people.
func damage(err error) string {
	return strings.ReplaceAll(err.Error(), "loop: log: ", "")
}

// maxClipped is how much of a task a list shows, in characters.
const maxClipped = 48

// clipped returns the beginning of a task, in one line.
func clipped(task string) string {
	text := []rune(oneLine(task))
	if len(text) > maxClipped {
		return strings.TrimSpace(string(text[:maxClipped-1])) + "…"
	}
	return string(text)
}

// openLog opens a log to add to it.
func openLog(path string) (*logs.Writer, error) {
	w, err := logs.Open(path)
	switch {
	case errors.Is(err, logs.ErrHeld):
		return nil, misuse("cannot write the log %s: another process writes it. Wait until it ends, or name another file.", path)
	case errors.Is(err, logs.ErrForeign):
		return nil, misuse("cannot write the log %s: it does not end like a log. Name another file.", path)
	case err != nil:
		return nil, misuse("cannot write the log: %v", err)
	}
	return w, nil
}

// keepRuns has a batch keep its runs in the folder for logs, unless it keeps them elsewhere or shall
// not. Where that cannot be done, the batch goes on without.
func (b *batchJob) keepRuns(d *desk) error {
	folder := logs.Folder(b.env)
	if d.log != nil || b.unlogged || folder == "" {
		return nil
	}
	path, err := logs.ForBatch(folder, b.out)
	if err != nil {
		return err
	}
	w, err := logs.OpenIn(path)
	switch {
	case errors.Is(err, logs.ErrHeld):
		return misuse("another process writes %s; wait until it ends.", filepath.Clean(b.out))
	case err == nil && b.restart:
		err = w.Clear()
	}
	if err != nil {
		b.say("tutor: the runs are not kept for tutor runs: %v", err)
		return nil
	}
	d.log = w
	return nil
}
