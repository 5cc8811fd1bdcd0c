package runs

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// A Row is one run of the list of runs, and one object of its JSON.
type Row struct {
	ID      string       `json:"id"`
	Name    string       `json:"name"` // file and place
	Log     string       `json:"log"`
	Run     string       `json:"run"`              // the same for the same sentence
	Parent  string       `json:"parent,omitempty"` // the run that this one made again, with another model
	Time    time.Time    `json:"time"`
	Outcome loop.Outcome `json:"outcome"`
	Steps   int          `json:"steps"`
	Model   string       `json:"model"`
	Planner string       `json:"planner"`
	Task    string       `json:"task"`

	Conversation string `json:"conversation,omitempty"` // its name, where the run is a turn of one
}

// RowOf returns the row of a run.
func RowOf(r logs.Run) Row {
	info, steps := r.Info(), 0
	for _, e := range r.Events {
		if e.Kind == loop.Decided {
			steps++
		}
	}
	return Row{
		ID: r.ID, Name: r.Name(), Log: r.File, Run: info.ID, Parent: info.Config.Parent, Time: r.Events[0].Time, Outcome: r.Outcome(),
		Steps: steps, Model: logs.ModelOf(info), Planner: info.Strategy, Task: info.Task,
	}
}

// listCommand lists runs.
func (p *Program) listCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list [FILE...]",
		Short:   "list the runs, newest first",
		Example: p.Named("PROGRAM runs list\nPROGRAM runs list --log runs.ndjson"),
		Args:    cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			files, place, err := p.logFiles(args)
			if err != nil {
				return err
			}
			for _, file := range args {
				if _, err := os.Stat(file); err != nil {
					return cli.Misuse("cannot read %s: %v", file, cli.Cause(err))
				}
			}
			rows, problems := p.readRows(files)
			for _, problem := range problems {
				p.Say("%s: %s", p.Name, problem)
			}
			damaged := problems != nil
			if len(rows) == 0 && !damaged && !p.Settings.Quiet {
				p.Say("There is no run in %s.\n%s", place, p.WhereRuns)
			}
			if err := p.printRows(rows, p.Settings.JSON); err != nil {
				return err
			}
			if len(rows) > 0 && place == p.LogFolder() && !p.Settings.Quiet && !p.Settings.JSON {
				p.Say("%s, %s, in %s.  %s runs prune  deletes old ones.", cli.Plural(len(files), "log"),
					humanize.Bytes(uint64(logs.Size(files))), place, p.Name)
			}
			if damaged {
				return cli.StatusOther
			}
			return nil
		},
	}
	p.Settings.Take(cmd, "log json")
	return cmd
}

// List returns the rows of all runs in the logs, newest first, and says of which files a part cannot be read.
// place names where the runs were looked for.
func (p *Program) List() (rows []Row, problems []string, place string, err error) {
	files, place, err := p.logFiles(nil)
	if err != nil {
		return nil, nil, "", err
	}
	rows, problems = p.readRows(files)
	return rows, problems, place, nil
}

// readRows lists the runs in files, newest first, and says what cannot be read.
func (p *Program) readRows(files []string) (rows []Row, problems []string) {
	for _, path := range files {
		for r, err := range logs.Read(path) {
			if err != nil {
				problems = append(problems, fmt.Sprintf("%s: %s", path, cli.Problem(cli.Cause(err))))
				continue
			}
			row := RowOf(r)
			if p.Conversation != nil {
				row.Conversation = p.Conversation(path)
			}
			rows = append(rows, row)
		}
	}
	slices.Reverse(rows) // those of one moment, too
	slices.SortStableFunc(rows, func(a, b Row) int { return b.Time.Compare(a.Time) })
	return rows, problems
}

// printRows prints rows.
func (p *Program) printRows(rows []Row, asJSON bool) error {
	if asJSON {
		for _, r := range rows {
			line, err := tools.Encode(r)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(p.Out, "%s\n", line); err != nil {
				return err
			}
		}
		return nil
	}
	if len(rows) == 0 {
		return nil
	}
	older := 0
	if p.OutTerminal && len(rows) > maxRows {
		rows, older = rows[:maxRows], len(rows)-maxRows
	}
	if _, err := io.WriteString(p.Out, p.table(rows)); err != nil {
		return err
	}
	if older > 0 && !p.Settings.Quiet {
		p.Say("… and %s before these:  %s runs list | less", cli.Plural(older, "run"), p.Name)
	}
	return nil
}

// maxRows bounds what a terminal shows of a list: the newest stand first, and a batch has made one for each line.
const maxRows = 40

// narrow is the width of a terminal, in cells, below which only the columns are shown that one looks for.
const narrow = 100

// table writes rows in columns, fewer in a narrow terminal. No line is longer than a terminal is wide.
func (p *Program) table(rows []Row) string {
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	small := p.OutTerminal && p.Width < narrow
	talks := slices.ContainsFunc(rows, func(r Row) bool { return r.Conversation != "" })
	line := func(id, started, outcome, steps, model, planner, conversation, task string) {
		columns := []string{id, started, outcome, steps, model, planner}
		if small {
			columns = []string{id, outcome}
		}
		if talks {
			columns = append(columns, conversation)
		}
		columns = append(columns, task)
		_, _ = fmt.Fprintln(t, strings.Join(columns, "\t")) // into a Builder
	}
	line("ID", "STARTED", "OUTCOME", "STEPS", "MODEL", "PLANNER", "CONVERSATION", "TASK")
	for _, r := range rows {
		line(r.ID, moment(r.Time), cli.OneLine(string(r.Outcome)), strconv.Itoa(r.Steps), cli.OneLine(r.Model),
			cli.OneLine(r.Planner), r.Conversation, cli.Clip(r.Task, maxTask))
	}
	_ = t.Flush()
	if !p.OutTerminal {
		return text.String()
	}
	var b strings.Builder
	for row := range strings.Lines(text.String()) {
		row = strings.TrimSuffix(row, "\n")
		if cli.Cells(row) > p.Width {
			row = cli.Cut(row, p.Width-1) + "…"
		}
		b.WriteString(row + "\n")
	}
	return b.String()
}

// moment writes a time as people here do.
func moment(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }
