// Package lookup has the commands that call the tutor's tools without a model.
package lookup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/toolset"
)

// A toolLookup is a command that asks one of the tutor's tools without a model.
type toolLookup struct {
	use, does, example string
	args               int          // how many words it wants
	tenses             []verb.Tense // of --tense; nil: it takes neither that nor --person
	ask                func(args []string, f toolset.ConjugateArgs, o toolset.Options) (found, error)
}

// A found is what a tool said: as its own JSON, as columns for people, and what is to be known beside
// them all.
type found struct {
	object  any
	columns []render.Words // none: there is nothing to show
	remark  render.Words   // zero if there is none
}

// lookups are the commands for the tools, named as in the tutor's own help.
var lookups = []toolLookup{
	{"conjugate VERB", "one form of a verb, or the whole table", "tutor conjugate goed --tense past_simple", 1, verb.AllTenses, conjugated},
	{"irregular VERB", "the three forms of a verb", "tutor irregular goed", 1, nil, threeForms},
	{"agree SUBJECT VERB", "whether a verb form fits a subject", `tutor agree "the list of items" are`, 2, nil, agreed},
	{"es VERB", "the Spanish of a verb, in one form or all", "tutor es go --tense past_simple --person 3sg", 1, verb.Tenses, inSpanish},
}

func conjugated(args []string, f toolset.ConjugateArgs, o toolset.Options) (found, error) {
	c, err := toolset.Conjugate(f, o)
	forms := append([]string{c.Form}, c.Variants...)
	form := render.Words{English: strings.Join(forms, " or "), Spanish: strings.Join(forms, " o ")}
	result := found{object: c, columns: []render.Words{render.Same(string(f.Tense)), render.Same(string(f.Person)), form, render.Same(c.Negative), render.Same(c.Question)}}
	if !c.Known {
		result.remark = notInTables(args[0])
	}
	return result, err
}

// notInTables says that a verb is not known.
func notInTables(word string) render.Words {
	return render.Words{
		English: fmt.Sprintf("%q is not in the tables; these are regular forms.", word),
		Spanish: fmt.Sprintf("%q no está en las tablas; estas formas son las regulares.", word),
	}
}

func threeForms(args []string, _ toolset.ConjugateArgs, o toolset.Options) (found, error) {
	l, err := toolset.Lookup(toolset.LookupArgs{Verb: args[0]}, o)
	if err != nil {
		return found{}, err
	}
	// The preferred form first, then the others that are right.
	all := func(first string, forms []string) string {
		rest := slices.DeleteFunc(slices.Clone(forms), func(f string) bool { return f == first })
		return strings.Join(append([]string{first}, rest...), "/")
	}
	forms := verb.Of(l.Infinitive)
	kind, result := "regular", found{object: l}
	switch {
	case l.IsIrregular:
		kind = "irregular"
	case !l.Known:
		result.remark = notInTables(args[0])
	}
	for _, text := range []string{l.Infinitive, all(l.PastSimple, forms.Past), all(l.PastParticiple, forms.Participle), kind} { // Spanish has the same words
		result.columns = append(result.columns, render.Same(text))
	}
	return result, nil
}

func agreed(args []string, _ toolset.ConjugateArgs, _ toolset.Options) (found, error) {
	a, err := toolset.CheckAgreement(toolset.AgreementArgs{Subject: args[0], Verb: args[1]})
	verdict := render.Words{English: "right", Spanish: "bien"}
	if !a.Agrees {
		verdict = render.Words{English: "wrong, ", Spanish: "mal, "}.With(a.Expected)
	}
	who := render.Same("(" + a.Head).And(render.Words{English: " is ", Spanish: " es "}).With(string(a.Person) + ")")
	return found{object: a, columns: []render.Words{verdict, who}}, err
}

func inSpanish(args []string, f toolset.ConjugateArgs, o toolset.Options) (found, error) {
	t, err := toolset.LookupSpanish(f, o)
	result := found{object: t}
	for _, text := range []string{string(f.Tense), string(f.Person), orDash(t.Form), orDash(t.Infinitive)} {
		result.columns = append(result.columns, render.Same(text))
	}
	if t.Infinitive == nil {
		result.columns, result.remark = nil, noSpanish(args[0])
	} else if t.Note != nil {
		result.remark = render.Words{English: *t.Note, Spanish: t.InSpanish}
	}
	return result, err
}

// noSpanish says that a verb is not in the tables, and what to ask for if it is Spanish itself.
func noSpanish(word string) render.Words {
	if english := spanish.English(strings.ToLower(word)); len(english) > 0 {
		return render.Words{
			English: fmt.Sprintf("%q is Spanish: in English %s. Try:  tutor es %s", word, strings.Join(english, ", "), english[0]),
			Spanish: fmt.Sprintf("%q es español: en inglés %s. Prueba:  tutor es %s", word, strings.Join(english, ", "), english[0]),
		}
	}
	return render.Words{
		English: fmt.Sprintf("the Spanish of %q is not in the tables.", word),
		Spanish: fmt.Sprintf("el español de %q no está en las tablas.", word),
	}
}

func orDash(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}

// Commands returns the commands that call one tool each.
func Commands(c *cli.Console, s *settings.Settings) []*cobra.Command {
	var list []*cobra.Command
	for _, l := range lookups {
		list = append(list, lookupCommand(c, s, l))
	}
	return list
}

// lookupCommand returns the command for l.
func lookupCommand(c *cli.Console, s *settings.Settings, l toolLookup) *cobra.Command {
	tense, person := cli.Choice{Of: cli.Words(l.tenses)}, cli.Choice{Of: cli.Words(verb.Persons)}
	cmd := &cobra.Command{
		Use: l.use,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != l.args {
				return cli.Misuse("that is not how to ask. For example:  %s", l.example)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if l.tenses == nil {
				return runLookup(c, s, l, args, []string{""}, []string{""})
			}
			return runLookup(c, s, l, args, tense.Chosen(), person.Chosen())
		},
		Short:   l.does,
		Example: l.example,
	}
	if l.tenses != nil {
		cmd.Flags().SortFlags = false
		cmd.Flags().Var(&tense, "tense", "`T`: a tense, such as past_simple")
		cmd.Flags().Var(&person, "person", "`P`: "+person.List())
		cli.ShowDefault(cmd.Flags(), "tense", "all")
		cli.ShowDefault(cmd.Flags(), "person", "all")
	}
	return cmd
}

// answer asks about each tense and person, and writes what came, as rows or as the tool's own JSON.
// What is to be known beside them is said once.
func runLookup(c *cli.Console, s *settings.Settings, l toolLookup, args, tenses, persons []string) error {
	var rows [][]string
	o := toolset.Options{Dialect: s.Language().Dialect, Spanish: s.Language().Spanish}
	explain := render.New(c, *s).Explain
	var remark render.Words
	for _, t := range tenses {
		for _, p := range persons {
			f, err := l.ask(args, toolset.ConjugateArgs{Verb: args[0], Tense: verb.Tense(t), Person: verb.Person(p)}, o)
			if e, ok := errors.AsType[*tools.Error](err); ok {
				return cli.Misuse("%s", e.Message)
			}
			if err != nil {
				return err
			}
			var row []string
			for _, column := range f.columns {
				row = append(row, explain.Inline(column))
			}
			if s.JSON {
				text, err := json.Marshal(f.object)
				if err != nil {
					return err
				}
				row = []string{string(text)}
			}
			if remark = f.remark; row != nil {
				rows = append(rows, row)
			}
		}
	}
	if _, err := io.WriteString(c.Out, layOut(rows, c.Width)); err != nil {
		return err
	}
	if remark != (render.Words{}) && !s.Quiet {
		c.Say("%s", explain.Lines(remark))
	}
	return nil
}

// layOut writes rows in columns. Where one is longer than width cells, what was found stands below what was asked for.
func layOut(rows [][]string, width int) string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		_, _ = fmt.Fprintln(table, strings.Join(row, "\t")) // into a Builder
	}
	_ = table.Flush()
	fits := true
	for line := range strings.Lines(b.String()) {
		fits = fits && cli.Cells(strings.TrimSuffix(line, "\n")) <= width
	}
	if fits || len(rows) == 0 || len(rows[0]) < 2*asked {
		return b.String()
	}
	b.Reset()
	for _, row := range rows {
		b.WriteString(strings.Join(row[:asked], " ") + "\n  " + strings.Join(row[asked:], ", ") + "\n")
	}
	return b.String()
}

// asked is how many columns of a long table say what was asked for: the tense and the person.
const asked = 2

// ToolsCommand returns the command that prints the tools as models see them.
func ToolsCommand(c *cli.Console) *cobra.Command {
	return &cobra.Command{
		Use:     "tools",
		Args:    cobra.ArbitraryArgs,
		Short:   "the tools that a model may call, with their schemas",
		Example: "tutor tools",
		RunE: func(*cobra.Command, []string) error {
			list, err := toolset.Tools(toolset.Options{})
			if err != nil {
				return err
			}
			for _, t := range list {
				if _, err := fmt.Fprintf(c.Out, "%s: %s\n  %s\n", t.Name(), t.Description(), t.Schema()); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
