package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

const runsHelp = `PROGRAM runs shows what runs did, by their logs, and goes on with unfinished ones.

  PROGRAM runs list [FILE...]   the runs, newest first
  PROGRAM runs show ID          step by step; --json: the events
  PROGRAM runs replay ID        would this program do the same? No model is asked
  PROGRAM runs resume ID        go on where the log ends
  PROGRAM runs diff A B         what two runs did differently

ID is what list prints, or its beginning; FILE:3 is the third run in FILE.
Runs are looked for in the file that --log names, or where batches keep theirs:
$XDG_STATE_HOME/PROGRAM/runs, or else ~/.local/state/PROGRAM/runs.
replay and diff exit with 3 where they find a difference.

%s
Examples:
  PROGRAM runs show essays-0a1b2c3d:3
  PROGRAM runs resume 5f1c --reply deny --text "not that one"
The flags of PROGRAM -h work here too.
`

// A runsProgram is a program whose logged runs are looked at and gone on with.
type runsProgram struct {
	*console
	settings *Settings
	// whereRuns says how runs get into logs, where there are none yet.
	whereRuns string
	// resolve returns the model that spec names.
	resolve func(ctx context.Context, spec, host, planner string) (newModel func() model.Model, err error)
	// again returns what makes a logged run once more. newModel is nil where only a replay is wanted.
	again func(info loop.RunInfo, newModel func() model.Model) (runner, error)
}

// A runner makes one logged run once more, in the way of its program.
type runner interface {
	// Replay goes through the run without asking or calling anything. The error is a *loop.Divergence if
	// this program would have made another one.
	Replay(ctx context.Context, events []loop.Event) error
	// Resume goes on with the run. Where it waits for a person, waits says for what; else show shows
	// what it has come to, and its error says how it ended.
	Resume(ctx context.Context, events []loop.Event, reply *loop.Reply, log io.Writer, watch func(loop.Event)) (show func() error, waits *loop.Interrupt, err error)
}

// runsCommand looks into logs.
func runsCommand(p *runsProgram) *cobra.Command {
	cmd := &cobra.Command{
		Use:  "runs",
		Args: subcommand("runs wants to be told what to do. Try:  " + p.program + " runs list\nThe other ways:  " + p.program + " runs -h"),
		RunE: func(*cobra.Command, []string) error { return nil }, // Args always refuses
	}
	resume := resumeCommand(p)
	cmd.AddCommand(p.listCommand(), p.showCommand(), p.replayCommand(), resume, p.diffCommand())
	cmd.Long = fmt.Sprintf(p.named(runsHelp), flagLines(resume.Flags()))
	return cmd
}

// ids returns the check that a command gets so many IDs.
func (p *runsProgram) ids(n int, example string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return misuse("that is not how to ask. For example:  %s runs %s\n%s runs list says which there are.", p.program, example, p.program)
		}
		return nil
	}
}

// logFiles returns the files in which runs are looked for: those that are named, or else all in the
// folder for logs, and the name of the place for people.
func (p *runsProgram) logFiles(named []string) (files []string, place string, err error) {
	if len(named) == 0 && p.settings.log != "" {
		named = []string{p.settings.log}
	}
	if len(named) > 0 {
		return named, strings.Join(named, ", "), nil
	}
	folder := p.logFolder()
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

// find returns the one run that id means.
func (p *runsProgram) find(id string) (logs.Run, error) {
	files, place, nowhere := p.logFiles(nil)
	found, err := logs.Find(files, id) // an ID may name a file by itself
	switch {
	case len(found) == 1:
		return found[0], nil // damage elsewhere is not asked about
	case err != nil && len(found) == 0:
		return logs.Run{}, misuse("cannot read all of %s", damage(err))
	case nowhere != nil && len(found) == 0:
		return logs.Run{}, nowhere
	case len(found) == 0:
		return logs.Run{}, misuse("there is no run %s in %s; see %s runs list", quoted(id), place, p.program)
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
