package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

// errUnfit says that a check failed, which was told already.
var errUnfit = fmt.Errorf("a check failed: %w", cli.StatusOther)

// A CheckCommand is what the command needs of its program.
type CheckCommand struct {
	*cli.Console
	Settings *cli.Settings
	// Resolve returns the model that spec names.
	Resolve func(ctx context.Context, spec string, hosts models.Hosts) (newModel func() model.Model, note string, err error)
	// Target is what is known of the program that is to run the model.
	Target Target
}

// Command returns the command that checks a server and a model.
func Command(d CheckCommand) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "test a server and its model; exit code 3: unsuitable",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Misuse("doctor takes flags only. For example:  %s doctor --model ollama:%s", d.Name, args[0])
			}
			return nil
		},
		Example: d.Named("PROGRAM doctor --host 127.0.0.1:11434 --model ollama:llama3.2"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := d.Signals.Interruptible(cmd.Context())
			defer release()
			return d.check(ctx)
		},
	}
	d.Settings.Take(cmd, "model host timeout json")
	return cmd
}

// check checks the model that the settings name on each host, and prints what was found as it is found.
func (d CheckCommand) check(ctx context.Context) error {
	hosts := models.HostsOf(d.Console, d.Settings)
	if err := hosts.Check(); err != nil {
		return err
	}
	fit := true
	for i, host := range hosts.Each() {
		target, err := d.target(ctx, host)
		if err != nil {
			return err
		}
		if i > 0 && !d.Settings.JSON {
			fmt.Fprintln(d.Out)
		}
		report, err := d.checkOne(ctx, target)
		if err != nil {
			return err
		}
		fit = fit && report.Fit
	}
	if !fit {
		return errUnfit
	}
	return nil
}

// Check checks the model that the settings name on a host. done is called with each check when it is made.
func (d CheckCommand) Check(ctx context.Context, host string, done func(Check)) (Report, error) {
	target, err := d.target(ctx, host)
	if err != nil {
		return Report{}, err
	}
	target.Done = done
	return Run(ctx, target), nil
}

// checkOne checks one model on one host.
func (d CheckCommand) checkOne(ctx context.Context, target Target) (Report, error) {
	bounded, cancel := context.WithTimeout(ctx, time.Duration(d.Settings.Timeout))
	defer cancel()
	var written error
	say := func(text string) {
		if _, err := fmt.Fprint(d.Out, cli.Printable(text)); err != nil && written == nil {
			written = fmt.Errorf("cannot write to standard output: %w", err)
		}
	}
	if !d.Settings.JSON {
		say(target.Address() + "\n\n")
		target.Done = func(c Check) {
			if c.Result != Skipped { // these follow at the end
				say(c.inWords(d.width()))
			}
		}
	}
	report := Run(bounded, target)
	hosts := models.HostsOf(d.Console, d.Settings)
	hosts.List = target.Host
	if m, ok := hosts.Measured(ctx, report.Model); ok {
		report.Remarks = append(report.Remarks, m.String())
	}
	if ctx.Err() != nil {
		return report, ctx.Err()
	}
	if !d.Settings.JSON {
		say(report.untried(d.width()) + report.ending())
		return report, written
	}
	line, err := json.Marshal(report)
	if err != nil {
		return report, err
	}
	say(string(line) + "\n")
	return report, written
}

// target returns the model that the settings name, on a host.
func (d *CheckCommand) target(ctx context.Context, host string) (Target, error) {
	t := d.Target
	t.Program, t.Host, t.Seed = d.Name, host, uint64(time.Now().UnixNano())
	t.Machine, t.Cores = models.Memory(), runtime.NumCPU()
	t.Choose = func(installed []ollama.ModelInfo) (ollama.ModelInfo, bool) {
		m, _ := models.HostsOf(d.Console, d.Settings).Fittest(ctx, host, installed)
		return m, m.Name != ""
	}
	t.Asked = d.Settings.Loop().Leash
	kind, name, _ := strings.Cut(d.Settings.Model, ":")
	switch {
	case kind == "auto", !d.Settings.Given("model"): // the usual model of a program may be one without a server
		return t, nil
	case kind == "ollama":
		t.Name = name
		return t, nil
	case kind == "openai" && name != "":
		newModel, _, err := d.Resolve(ctx, d.Settings.Model, models.Hosts{List: host})
		if err != nil {
			return t, err
		}
		t.Other, t.Server = newModel(), host
		return t, nil
	}
	return t, cli.Misuse("doctor examines models on servers: --model ollama:NAME or openai:NAME; %q is neither", d.Settings.Model)
}

// width returns the cells of the terminal that lines are broken at; 0 where there is none.
func (d CheckCommand) width() int {
	if !d.OutTerminal {
		return 0
	}
	return d.Width
}

// The columns of checks: what was found begins after the name, or below it where the terminal is narrow.
const (
	foundColumn = 21
	narrow      = 60
)

// inWords words a check for a terminal of a width in cells; 0 breaks no lines.
func (c Check) inWords(width int) string {
	result, column := string(c.Result), foundColumn
	if c.Result == Fail {
		result = "FAIL"
	}
	name := fmt.Sprintf("%-7s  %-10s  ", result, c.Name)
	if width > 0 && width < narrow {
		name, column = strings.TrimRight(name, " ")+"\n    ", 4
	}
	text := name + hanging(cli.OneLine(c.Found), width, column)
	if c.Do != "" {
		text += strings.Repeat(" ", column) + hanging("→ "+cli.OneLine(c.Do), width, column)
	}
	return text
}

// hanging breaks text, which begins at a column, so that all of it stands there.
func hanging(text string, width, column int) string {
	return strings.Join(cli.Wrap(text, width-column, ""), "\n"+strings.Repeat(" ", column)) + "\n"
}

// untried words the checks that were not made, those with one reason in one.
func (r Report) untried(width int) string {
	text := ""
	for i := 0; i < len(r.Checks); i++ {
		if r.Checks[i].Result != Skipped {
			continue
		}
		c, names := r.Checks[i], []string{r.Checks[i].Name}
		for ; i+1 < len(r.Checks) && r.Checks[i+1].Result == Skipped && r.Checks[i+1].Found == c.Found; i++ {
			names = append(names, r.Checks[i+1].Name)
		}
		if len(names) > 1 {
			c.Name, c.Found = "the rest", c.Found+" ("+strings.Join(names, ", ")+")"
		}
		text += c.inWords(width)
	}
	return text
}

// ending words what follows the checks of a report.
func (r Report) ending() string {
	text := "\n" + r.Verdict + "\n"
	for _, remark := range r.Remarks {
		text += "Good to know: " + remark + "\n"
	}
	return text
}
