package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tools/english"
	"github.com/shortleash/shortleash/tools/english/verb"
)

// A lookup is a command that asks one of the tutor's tools without a model.
type lookup struct {
	use, does, example string
	args               int  // how many words it wants
	forms              bool // it takes --tense and --person
	ask                func(args []string, f english.ConjugateArgs) (object any, columns []string, err error)
}

// lookups are the commands for the tools, named as in the tutor's own help.
var lookups = []lookup{
	{"conjugate VERB", "one form of a verb, or the whole table", "tutor conjugate goed --tense past_simple", 1, true,
		func(_ []string, f english.ConjugateArgs) (any, []string, error) {
			c, err := english.Conjugate(f, english.Options{})
			return c, []string{string(f.Tense), string(f.Person), c.Form, c.Negative, c.Question}, err
		}},
	{"irregular VERB", "the three forms of a verb", "tutor irregular goed", 1, false,
		func(args []string, _ english.ConjugateArgs) (any, []string, error) {
			l, err := english.Lookup(english.LookupArgs{Verb: args[0]}, english.Options{})
			return l, []string{l.Infinitive, l.PastSimple, l.PastParticiple}, err
		}},
	{"agree SUBJECT VERB", "whether a verb form fits a subject", `tutor agree "the list of items" are`, 2, false,
		func(args []string, _ english.ConjugateArgs) (any, []string, error) {
			a, err := english.CheckAgreement(english.AgreementArgs{Subject: args[0], Verb: args[1]})
			verdict := "right"
			if !a.Agrees {
				verdict = "wrong, " + a.Expected
			}
			return a, []string{verdict, "(" + a.Head + " is " + string(a.Person) + ")"}, err
		}},
	{"es VERB", "the Spanish of a verb, in one form or all", "tutor es go --tense past_simple --person 3sg", 1, true,
		func(_ []string, f english.ConjugateArgs) (any, []string, error) {
			t, err := english.LookupSpanish(f, english.Options{})
			return t, []string{string(f.Tense), string(f.Person), orDash(t.Form), orDash(t.Infinitive)}, err
		}},
}

func orDash(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}

// lookupCommand returns the command for l.
func (c *console) lookupCommand(s *settings, l lookup) *cobra.Command {
	tense, person := choice{of: words(verb.Tenses)}, choice{of: words(verb.Persons)}
	cmd := &cobra.Command{
		Use: l.use,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != l.args {
				return misuse("that is not how to ask. For example:  %s", l.example)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
			for _, t := range tense.chosen() {
				for _, p := range person.chosen() {
					f := english.ConjugateArgs{Verb: args[0], Tense: verb.Tense(t), Person: verb.Person(p)}
					if err := c.answer(table, s.json, l, args, f); err != nil {
						return err
					}
					if !l.forms {
						return table.Flush()
					}
				}
			}
			return table.Flush()
		},
		Short:   l.does,
		Example: l.example,
	}
	if l.forms {
		cmd.Flags().SortFlags = false
		cmd.Flags().Var(&tense, "tense", "`T`: a tense, such as past_simple")
		cmd.Flags().Var(&person, "person", "`P`: "+person.list())
	}
	return cmd
}

// answer asks once and writes what came, as a row or as the tool's own JSON.
func (c *console) answer(table io.Writer, asJSON bool, l lookup, args []string, f english.ConjugateArgs) error {
	object, columns, err := l.ask(args, f)
	if e, ok := errors.AsType[*tools.Error](err); ok {
		return misuse("%s", e.Message)
	}
	if err != nil {
		return err
	}
	row := strings.Join(columns, "\t")
	if asJSON {
		text, err := json.Marshal(object)
		if err != nil {
			return err
		}
		row = string(text)
	}
	_, err = fmt.Fprintln(table, row)
	return err
}

// chosen returns the value, or all of them if none was given.
func (c *choice) chosen() []string {
	if c.value == "" {
		return c.of
	}
	return []string{c.value}
}

func words[T ~string](list []T) []string {
	var texts []string
	for _, t := range list {
		texts = append(texts, string(t))
	}
	return texts
}

// toolsCommand prints the tools as models see them.
func (c *console) toolsCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "tools",
		Args:    cobra.ArbitraryArgs,
		Short:   "the tools that a model may call, with their schemas",
		Example: "tutor tools",
		RunE: func(*cobra.Command, []string) error {
			list, err := english.Tools(english.Options{})
			if err != nil {
				return err
			}
			for _, t := range list {
				if _, err := fmt.Fprintf(c.out, "%s: %s\n  %s\n", t.Name(), t.Description(), t.Schema()); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
