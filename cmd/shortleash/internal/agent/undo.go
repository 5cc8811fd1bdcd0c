package agent

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tools/builtin"
)

const undoHelp = `shortleash undo takes back what a logged run changed in files.

  shortleash undo --files DIR [ID]

ID is what runs list prints; by default, the last run that changed files of
DIR. Another folder, and a file that is not as the run left it, are not touched.
`

// UndoCommand returns the command that takes back what a run has changed.
func UndoCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "undo [ID]",
		Short:   "take back what a run changed in files",
		Long:    undoHelp,
		Example: "  shortleash undo --files ~/notes",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if s.Files == "" {
				return cli.Misuse("undo wants the folder that was changed:  shortleash undo --files .")
			}
			folder, err := builtin.OpenFolder(s.Files, builtin.FolderOptions{Write: true})
			if err != nil {
				return cli.Misuse("--files: %s", strings.TrimPrefix(err.Error(), "builtin: "))
			}
			defer folder.Close()
			if len(args) == 1 {
				run, err := LoggedRuns(c, s).Find(args[0])
				if err != nil {
					return err
				}
				return undo(c, folder, run.Events)
			}
			files := []string{s.Log}
			if s.Log == "" {
				if files, err = logs.Files(c.LogFolder()); err != nil {
					return cli.Misuse("cannot read %s: %v", c.LogFolder(), cli.Cause(err))
				}
			}
			last := lastChange(c, files, folder)
			if last == nil {
				return cli.Misuse("no logged run has changed a file in %s", folder.Path())
			}
			return undo(c, folder, last)
		},
	}
	s.Take(cmd, "files log")
	return cmd
}

// lastChange returns the events of the run that changed files of a folder last, or nil. What cannot be read it says.
func lastChange(c *cli.Console, files []string, folder *builtin.Folder) (last []loop.Event) {
	for _, path := range files {
		for run, err := range logs.Read(path) {
			if err != nil {
				c.Say("%s is left out: %s", path, cli.Problem(cli.Cause(err)))
				break
			}
			seen := observed(run.Events)
			if builtin.WorkedIn(seen) == folder.Path() && len(builtin.Changed(seen)) > 0 &&
				(last == nil || run.Events[len(run.Events)-1].Time.After(last[len(last)-1].Time)) {
				last = run.Events
			}
		}
	}
	return last
}

// undo takes back what a run has changed in a folder, and says it.
func undo(c *cli.Console, folder *builtin.Folder, events []loop.Event) error {
	said, err := Undo(folder, events)
	if said != "" {
		c.Say("%s", said)
	}
	return err
}

// Undo takes back what a run has changed in a folder, and returns what that was.
func Undo(folder *builtin.Folder, events []loop.Event) (string, error) {
	if folder == nil {
		return "", cli.Misuse("no folder is open, so nothing can be taken back; --files opens one")
	}
	done, err := folder.Undo(observed(events))
	if err != nil {
		err = cli.Misuse("%s", strings.TrimPrefix(err.Error(), "builtin: "))
	} else if len(done) == 0 {
		done = []string{"Nothing was changed."}
	}
	return strings.Join(done, "\n"), err
}

// observed returns what the calls of a run gave.
func observed(events []loop.Event) (list []tools.Observation) {
	for _, e := range events {
		if e.Kind == loop.Observed {
			list = append(list, *e.Observation)
		}
	}
	return list
}
