// Package runs has the commands about logged runs: list, show, replay, resume, diff and prune.
//
// [Command] finds runs by their IDs in the logs of a [Program]. The program gives a [Runner] that makes
// a run once more in its own way, for a replay or to resume it; questions that a run asks a person are
// answered at the terminal or by flags.
package runs

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

const runsHelp = `PROGRAM runs shows from logs what runs did, and resumes runs.

ID is what list prints, or its beginning, or FILE:2, the second run in FILE.
Runs are in the file that --log names; otherwise they are kept for 30 days in
$XDG_STATE_HOME/PROGRAM/runs or ~/.local/state/PROGRAM/runs.
`

// A Program is what the commands need of the program whose runs they show, replay and resume.
type Program struct {
	*cli.Console
	Settings *cli.Settings
	// ReplayFlags and ResumeFlags are the shared flags of the program, with blanks between them, that a run which is made once
	// more needs besides those that all programs have.
	ReplayFlags, ResumeFlags string
	// WhereRuns says how runs get into logs, where there are none yet.
	WhereRuns string
	// Conversation returns the name of the conversation whose log is at path; "" for another log. Nil: there is none.
	Conversation func(path string) string
	// Doing says in one line what a run is doing.
	Doing func(show.Doing) string
	// Resolve returns the model that spec names.
	Resolve func(ctx context.Context, spec string) (newModel func() model.Model, err error)
	// Again returns what makes a logged run once more. newModel is nil where only a replay is wanted.
	Again func(run logs.Run, newModel func() model.Model) (Runner, error)
}

// A Runner makes one logged run once more, in the way of its program.
type Runner interface {
	// Replay goes through the run without asking or calling anything. The error is a *loop.Divergence if
	// this program would have made another one.
	Replay(ctx context.Context, events []loop.Event) error
	// Resume goes on with the run. Where it waits for a person, waits says for what; else show shows
	// what it has come to, and its error says how it ended.
	Resume(ctx context.Context, events []loop.Event, reply *loop.Reply, log io.Writer,
		watch func(loop.Event)) (show func() error, waits *loop.Interrupt, err error)
	// Close gives up what the Runner has opened. It is called once, after the last of the others.
	Close()
}

// Command returns the command that shows, compares, replays and resumes logged runs.
func Command(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "runs",
		Short:   "work with logs: list, show, replay, resume, diff, prune",
		Long:    p.Named(runsHelp),
		Example: p.Named("PROGRAM runs list\nPROGRAM runs resume 5f1c --reply deny --text \"not that one\""),
		Args:    cli.Subcommand("runs wants to be told what to do. Try:  " + p.Name + " runs list\nThe other ways:  " + p.Name + " runs -h"),
		RunE:    func(*cobra.Command, []string) error { return nil }, // Args always refuses
	}
	cmd.AddCommand(p.listCommand(), p.showCommand(), p.replayCommand(), resumeCommand(p), p.diffCommand(), p.pruneCommand())
	return cmd
}

// ids returns the check that a command gets so many IDs.
func (p *Program) ids(n int, example string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return cli.Misuse("that is not how to ask. For example:  %s runs %s\n%s runs list says which there are.", p.Name, example, p.Name)
		}
		return nil
	}
}

// logFiles returns the files in which runs are looked for: those that are named, or else all in the
// folder for logs, and the name of the place for people.
func (p *Program) logFiles(named []string) (files []string, place string, err error) {
	if len(named) == 0 && p.Settings.Log != "" {
		named = []string{p.Settings.Log}
	}
	if len(named) > 0 {
		return named, strings.Join(named, ", "), nil
	}
	folder := p.LogFolder()
	if folder == "" {
		return nil, "", cli.Misuse("there is no folder for logs, because HOME is not set; name a file with --log")
	}
	files, err = logs.Files(folder)
	if err != nil {
		return nil, "", cli.Misuse("cannot read %s: %v", folder, cli.Cause(err))
	}
	return files, folder, nil
}

// resumed are the flags without which a run may not go on as it began. The rest is in its log.
var resumed = []string{"files", "write", "web", "run", "instructions", "model", "host", "role", "mcp", "rules", "answer", "yes"}

// ResumeCommand is the command line that goes on with a run of this one.
func (p *Program) ResumeCommand(run string) string {
	command := p.Name + " runs resume " + run
	if p.Settings.Log != "" {
		command += " --log " + cli.Quoted(p.Settings.Log)
	}
	return command + p.Settings.Retyped(resumed...)
}

// maxTask is how much of a task a list shows, in characters.
const maxTask = 48

// maxCandidates bounds how many runs are listed where a name may mean several.
const maxCandidates = 5

// Find returns the one run that id means. The error says in plain words why there is none, or which it may be.
func (p *Program) Find(id string) (logs.Run, error) {
	files, place, nowhere := p.logFiles(nil)
	found, err := logs.Find(files, id) // an ID may name a file by itself
	switch {
	case len(found) == 1:
		return found[0], nil // damage elsewhere is not asked about
	case err != nil && len(found) == 0:
		return logs.Run{}, cli.Misuse("cannot read all of %s", cli.Problem(err))
	case nowhere != nil && len(found) == 0:
		return logs.Run{}, nowhere
	case len(found) == 0:
		return logs.Run{}, cli.Misuse("there is no run %s in %s; see %s runs list", cli.Quoted(id), place, p.Name)
	}
	text := fmt.Sprintf("%s may be any of %d runs; say more of its ID:", cli.Quoted(id), len(found))
	for _, r := range found[:min(len(found), maxCandidates)] {
		text += fmt.Sprintf("\n  %s  %s  %s", r.ID, r.Name(), cli.Clip(r.Info().Task, maxTask))
	}
	if len(found) > maxCandidates {
		text += "\n  …"
	}
	return logs.Run{}, cli.Misuse("%s", text)
}
