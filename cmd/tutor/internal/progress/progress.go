// Package progress has the commands about a learner's own errors: progress shows and controls what is
// remembered, and review asks about it at growing intervals.
package progress

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
	"github.com/shortleash/shortleash/cmd/tutor/internal/learner"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

const progressHelp = `tutor progress remembers your errors, if you want it to, on this machine alone.

  tutor progress on           begin: rule, verb, form and date of each error
  tutor progress off          stop; what was kept stays
  tutor progress [show]       errors for each rule and week
  tutor progress export       all that is kept, as JSON
  tutor progress import FILE  add what an export holds and the journal lacks
  tutor progress forget       delete what fits the flags; one of them at least
  tutor review                be asked about what you got wrong

The file is $XDG_DATA_HOME/tutor/learner.jsonl, or else in ~/.local/share.
No model reads it: the same sentence gets the same answer, whoever asks.

%s
Examples:
  tutor progress on --keep-text
  tutor progress forget --before 2026-01-01
`

// Command returns the command that shows and controls what is remembered of a learner's errors.
func Command(c *cli.Console) *cobra.Command {
	p := &progressJob{Learner: learner.New(c)}
	deeds := map[string]func(context.Context) error{
		"on": p.turnOn, "off": p.turnOff, "show": p.show, "export": p.export, "import": p.importFile, "forget": p.forget,
	}
	names := slices.Sorted(maps.Keys(deeds))
	cmd := &cobra.Command{
		Use:       "progress [on|off|show|export|import FILE|forget]",
		ValidArgs: names,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 0 && args[0] == "import":
				if len(args) != 2 {
					return cli.Misuse("progress import wants one file, which progress export made")
				}
				p.file = args[1]
			case len(args) > 1 || len(args) == 1 && deeds[args[0]] == nil:
				return cli.Misuse("progress knows %s; see tutor progress -h", strings.Join(names, ", "))
			}
			if p.Folder == "" {
				return cli.Misuse("there is no place for a journal, because HOME is not set")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := "show"
			if len(args) > 0 {
				name = args[0]
			}
			return deeds[name](cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&p.keepText, "keep-text", false, "on: keep the sentences too")
	flags.StringVar(&p.rule, "rule", "", "`CODE`: forget: what is about this rule")
	flags.StringVar(&p.before, "before", "", "`DATE`: forget: what is older, such as 2026-01-31")
	flags.BoolVar(&p.all, "all", false, "forget: everything")
	cmd.Long = fmt.Sprintf(progressHelp, cli.FlagLines(flags))
	return cmd
}

// A progressJob is one command line about what is remembered.
type progressJob struct {
	*learner.Learner
	keepText     bool
	rule, before string
	all          bool
	file         string // import: the export
}

func (p *progressJob) turnOn(ctx context.Context) error {
	if err := p.TurnOn(ctx, p.keepText); err != nil {
		return err
	}
	text := "Your sentences are not kept."
	if p.keepText {
		text = "Your sentences are kept too."
	}
	p.Say("From now on your errors are remembered in %s. %s\nNothing leaves this machine. tutor progress off stops it.", p.File(), text)
	return nil
}

func (p *progressJob) turnOff(context.Context) error {
	if err := p.TurnOff(); err != nil {
		return err
	}
	p.Say("Errors are not remembered any more. What was kept stays; tutor progress forget --all deletes it.")
	return nil
}

func (p *progressJob) export(context.Context) error {
	j, b, err := p.Kept()
	if j == nil {
		return err
	}
	return learner.Export(p.Out, b)
}

// maxExport bounds the bytes of an export that is read.
const maxExport = 256 << 20

func (p *progressJob) importFile(ctx context.Context) error {
	data, err := cli.ReadFile(p.file, maxExport)
	if err != nil {
		return cli.Misuse("cannot read %s: %v", p.file, cli.Cause(err))
	}
	var e learner.Contents
	if err := json.Unmarshal(data, &e); err != nil || e.Entries == nil || e.Cards == nil {
		return cli.Misuse("%s is no export: want the JSON object that  tutor progress export  prints", p.file)
	}
	n := 0
	err = journal.At(p.File()).Update(ctx, func(b *journal.Book) error {
		if n, err = b.Import(e.Entries, e.Cards); err != nil {
			return cli.Misuse("%s: %v; nothing was taken from it", p.file, err)
		}
		return nil
	})
	if err != nil {
		return learner.Unreadable(err)
	}
	p.Say("Took %s from %s.", cli.PluralOf(n, "entry", "entries"), p.file)
	return nil
}

func (p *progressJob) forget(ctx context.Context) error {
	what := journal.What{Rule: strings.ToUpper(p.rule)}
	switch {
	case !p.all && p.rule == "" && p.before == "":
		return cli.Misuse("what shall be forgotten? --rule CODE, --before DATE, or --all")
	case p.all && (p.rule != "" || p.before != ""):
		return cli.Misuse("--all forgets everything; without it --rule and --before choose")
	case p.rule != "" && !slices.Contains(sentence.Codes, sentence.Code(what.Rule)):
		return cli.Misuse("there is no rule %s; tutor rules lists them", p.rule)
	}
	if p.before != "" {
		at, err := time.ParseInLocation(time.DateOnly, p.before, p.Now().Location())
		if err != nil {
			return cli.Misuse("--before is %q: want a date such as 2026-01-31", p.before)
		}
		what.Before = at
	}
	j, _, err := p.Kept()
	if j == nil {
		return err
	}
	n := 0
	err = j.Update(ctx, func(b *journal.Book) error {
		n = b.Forget(what)
		return nil
	})
	if err != nil {
		return learner.Unreadable(err)
	}
	p.Say("Forgot %s.", cli.PluralOf(n, "entry", "entries"))
	return nil
}

// maxVerbs bounds how many verbs are named.
const maxVerbs = 8

// show prints the errors for each rule and week.
func (p *progressJob) show(context.Context) error {
	j, b, err := p.Kept()
	if j == nil {
		return err
	}
	now := p.Now()
	due := b.Due(now, 1000)
	if _, err := fmt.Fprint(p.Out, summary(b.Entries(), now)); err != nil {
		return err
	}
	if on, _ := p.On(); !on {
		p.Say("Remembering is off; tutor progress on begins it again.")
	}
	switch len(due) {
	case 0:
	case 1:
		p.Say("There is 1 question to review:  tutor review")
	default:
		p.Say("There are %d questions to review:  tutor review", len(due))
	}
	return nil
}

// shownWeeks is how many weeks have a column; older ones share one.
const shownWeeks = 4

// summary is the table of errors: a line for each rule, a column for each week, which begins on
// Monday.
func summary(entries []journal.Entry, now time.Time) string {
	year, month, day := now.Date()
	monday := time.Date(year, month, day-(int(now.Weekday())+6)%7, 0, 0, 0, 0, now.Location())
	counts := map[sentence.Code]*[shownWeeks + 1]int{}
	verbs := map[string]int{}
	right := 0
	for _, e := range entries {
		switch {
		case e.Source == journal.Reviewed: // a question is not the learner's own writing
			continue
		case e.Right:
			right++
			continue
		}
		week := 0
		for week < shownWeeks && e.At.Before(monday.AddDate(0, 0, -7*week)) {
			week++
		}
		code := sentence.Code(e.Rule)
		if counts[code] == nil {
			counts[code] = &[shownWeeks + 1]int{}
		}
		counts[code][week]++
		if e.Verb != "" {
			verbs[e.Verb]++
		}
	}
	if len(entries) == 0 {
		return "No errors so far.\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-14s%10s", "Week of", "earlier")
	for week := shownWeeks - 1; week >= 0; week-- {
		fmt.Fprintf(&b, "%10s", monday.AddDate(0, 0, -7*week).Format("2 Jan"))
	}
	b.WriteByte('\n')
	for _, code := range sentence.Codes {
		if c := counts[code]; c != nil {
			fmt.Fprintf(&b, "%-14s", code)
			for _, n := range slices.Backward(c[:]) {
				fmt.Fprintf(&b, "%10d", n)
			}
			b.WriteByte('\n')
		}
	}
	if len(verbs) > 0 {
		var list []string
		for _, v := range cli.ByCount(verbs) {
			list = append(list, fmt.Sprintf("%s (%d)", v, verbs[v]))
		}
		fmt.Fprintf(&b, "Verbs: %s\n", strings.Join(list[:min(len(list), maxVerbs)], ", "))
	}
	if right > 0 {
		fmt.Fprintf(&b, "Wrong before and right later: %s\n", cli.Plural(right, "time"))
	}
	return b.String()
}
