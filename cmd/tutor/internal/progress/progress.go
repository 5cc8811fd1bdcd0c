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
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/internal/bounded"
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
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
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
			return p.CheckFolder()
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Explain = render.New(c, *s).Explain
			name := "show"
			if len(args) > 0 {
				name = args[0]
			}
			if err := s.Refuse(
				cli.Beside{Flags: []string{"keep-text"}, Idle: name != "on", Why: "for progress " + name},
				cli.Beside{Flags: []string{"rule", "before", "all"}, Idle: name != "forget", Why: "for progress " + name},
			); err != nil {
				return err
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
	text := render.Words{English: "Your sentences are not kept.", Spanish: "Tus oraciones no se guardan."}
	if p.keepText {
		text = render.Words{English: "Your sentences are kept too.", Spanish: "Tus oraciones se guardan también."}
	}
	p.Tell(render.Words{English: "From now on your errors are remembered in ", Spanish: "Desde ahora se recuerdan tus errores en "}.With(p.File() + ". ").And(text).
		And(render.Words{
			English: "\nNothing leaves this machine. tutor progress off stops it.",
			Spanish: "\nNada sale de esta máquina. Se termina con tutor progress off.",
		}))
	return nil
}

func (p *progressJob) turnOff(context.Context) error {
	if err := p.TurnOff(); err != nil {
		return err
	}
	p.Tell(render.Words{
		English: "Errors are not remembered any more. What was kept stays; tutor progress forget --all deletes it.",
		Spanish: "Ya no se recuerdan los errores. Lo guardado se queda; tutor progress forget --all lo borra.",
	})
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
	data, err := bounded.ReadFile(p.file, maxExport)
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
	p.Tell(render.Words{English: "Took ", Spanish: "Tomado de " + p.file + ": "}.And(entries(n)).And(render.Words{English: " from " + p.file + ".", Spanish: "."}))
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
	p.Tell(render.Words{English: "Forgot ", Spanish: "Olvidado: "}.And(entries(n)).With("."))
	return nil
}

// entries counts those of a journal.
func entries(n int) render.Words {
	return render.Words{English: cli.PluralOf(n, "entry", "entries"), Spanish: cli.PluralOf(n, "entrada", "entradas")}
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
	if _, err := fmt.Fprint(p.Out, summary(b.Entries(), now, p.Width, p.Explain)); err != nil {
		return err
	}
	if on, _ := p.On(); !on {
		p.Tell(render.Words{
			English: "Remembering is off; tutor progress on begins it again.",
			Spanish: "No se recuerda nada nuevo; se vuelve a empezar con tutor progress on.",
		})
	}
	if n := len(due); n > 0 {
		p.Tell(render.Words{
			English: fmt.Sprintf("There %s %s to review:  tutor review", cli.PluralWord(n, "is", "are"), cli.Plural(n, "question")),
			Spanish: fmt.Sprintf("Hay %s para repasar:  tutor review", cli.PluralOf(n, "pregunta", "preguntas")),
		})
	}
	return nil
}

// The table of errors: how many weeks have a column at most, where older ones share one, and how wide its columns are.
const (
	maxWeeks   = 4
	codeCells  = 14
	weekCells  = 8
	codeFormat = "%-14s"
	weekFormat = "%8v"
)

// summary is the table of errors: a line for each rule, a column for each week, which begins on
// Monday, as many as a width has room for.
func summary(entries []journal.Entry, now time.Time, width int, in render.Explainer) string {
	weeks := max(1, min(maxWeeks, (width-codeCells)/weekCells-1))
	counts := map[sentence.Code]*[maxWeeks + 1]int{}
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
		week := learner.WeeksAgo(e.At, now, weeks)
		code := sentence.Code(e.Rule)
		if counts[code] == nil {
			counts[code] = &[maxWeeks + 1]int{}
		}
		counts[code][week]++
		if e.Verb != "" {
			verbs[e.Verb]++
		}
	}
	if len(entries) == 0 {
		return in.Lines(render.Words{English: "No errors so far.", Spanish: "Ningún error hasta ahora."}) + "\n"
	}
	var b strings.Builder
	head := render.Words{English: fmt.Sprintf(codeFormat+weekFormat, "Week of", "earlier"), Spanish: fmt.Sprintf(codeFormat+weekFormat, "Semana del", "antes")}
	for week := weeks - 1; week >= 0; week-- {
		day := render.Day(learner.Monday(now, week), false)
		head = head.And(render.Words{English: fmt.Sprintf(weekFormat, day.English), Spanish: fmt.Sprintf(weekFormat, day.Spanish)})
	}
	b.WriteString(in.Lines(head) + "\n")
	for _, code := range sentence.Codes {
		if c := counts[code]; c != nil {
			fmt.Fprintf(&b, codeFormat, code)
			for _, n := range slices.Backward(c[:weeks+1]) {
				fmt.Fprintf(&b, weekFormat, n)
			}
			b.WriteByte('\n')
		}
	}
	if len(verbs) > 0 {
		var list []string
		for _, v := range cli.ByCount(verbs) {
			list = append(list, fmt.Sprintf("%s (%d)", v, verbs[v]))
		}
		verbs := render.Words{English: "Verbs: ", Spanish: "Verbos: "}
		b.WriteString(in.Lines(verbs.With(strings.Join(list[:min(len(list), maxVerbs)], ", "))) + "\n")
	}
	if right > 0 {
		b.WriteString(in.Lines(render.Words{
			English: "Wrong before and right later: " + cli.Plural(right, "time"),
			Spanish: "Mal antes y bien después: " + cli.PluralOf(right, "vez", "veces"),
		}) + "\n")
	}
	return b.String()
}
