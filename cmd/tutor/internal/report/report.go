// Package report has the command that makes of a batch's answers what a teacher wants to see: a page and a
// table of the errors of each pupil by rule, with examples and trends.
package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
)

const help = `tutor report shows the errors of a class, from the answers that batch wrote.

  tutor report OUT [flags]

It writes a page for the browser, which needs nothing else, and a table (CSV):
for each pupil and rule how many errors, examples, and how that changed. A pupil
is what the member "pupil", "student", "name" or "author" of the answers says,
or else a file, or its folder. Changes go by the member "date", or else from the
first quarter of a pupil's texts to the last.

%s
Examples:
  tutor batch class/ -o class.jsonl && tutor report class.jsonl
  tutor report class.jsonl -o class.html --by group --explain both
`

// Command returns the command that shows the errors of a class.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	var page, table, by, when string
	cmd := &cobra.Command{
		Use: "report OUT",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Misuse("report wants the answers of a batch:  tutor report OUT")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			in := args[0]
			stem := strings.TrimSuffix(in, filepath.Ext(in))
			if page == "" {
				page = stem + "-report.html"
			}
			if table == "" {
				table = stem + "-report.csv"
			}
			if filepath.Clean(page) == filepath.Clean(table) {
				return cli.Misuse("%s cannot be both the page and the table", page)
			}
			for _, err := range []error{mine(page, "-o", pageHead("en"), pageHead("es")), mine(table, "--table", strings.Join(columns, ","))} {
				if err != nil {
					return err
				}
			}
			return write(c, render.New(c, *s).Explain, in, page, table, by, when, s.Quiet)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&page, "out", "o", "", "`FILE`: the page")
	cli.ShowDefault(flags, "out", "OUT-report.html")
	flags.StringVar(&table, "table", "", "`FILE`: the table")
	cli.ShowDefault(flags, "table", "OUT-report.csv")
	flags.StringVar(&by, "by", "", "`MEMBER`: whose texts they are")
	cli.ShowDefault(flags, "by", "as above")
	flags.StringVar(&when, "when", "", "`MEMBER`: of when they are, such as 2026-01-31")
	cli.ShowDefault(flags, "when", "date")
	cmd.Long = fmt.Sprintf(help, cli.FlagLines(flags))
	return cmd
}

// pageHead is how a page in a language begins.
func pageHead(language string) string {
	return "<!DOCTYPE html>\n<html lang=\"" + language + "\">\n<head>\n<!-- tutor report -->"
}

// mine refuses to write over a file that begins with none of heads and so holds something else than an earlier report:
// the texts of a class, for one.
func mine(path, flag string, heads ...string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil // writing says why
	}
	defer f.Close() // it was only read
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil
	}
	for _, head := range heads {
		begins := make([]byte, len(head))
		if n, _ := f.ReadAt(begins, 0); string(begins[:n]) == head {
			return nil
		}
	}
	return cli.Misuse("%s holds something else than a report; name another file with %s", path, flag)
}

// write reads the answers and writes the page and the table.
func write(c *cli.Console, e render.Explainer, in, page, table, by, when string, quiet bool) error {
	f, err := os.Open(in)
	if err != nil {
		return cli.Misuse("cannot read %s: %v", in, cli.Cause(err))
	}
	defer f.Close() // it was only read
	class, err := read(f, by, when)
	if e, ok := errors.AsType[*lineError](err); ok {
		return cli.Misuse("%s, %v", in, e)
	}
	if errors.As(err, new(*fs.PathError)) {
		return cli.Misuse("cannot read %s: %v", in, cli.Cause(err))
	}
	if err != nil {
		return err
	}
	if class.Texts == 0 {
		return cli.Misuse("%s holds no answers; tutor batch IN -o %s makes them", in, cli.Quoted(in))
	}
	if by != "" && !class.named {
		return cli.Misuse("no answer in %s says %q; the first one says %s", in, by, strings.Join(class.members, ", "))
	}
	if when != "" && !class.dated {
		return cli.Misuse("no answer in %s has a date, such as 2026-01-31, in %q; the first one says %s", in, when, strings.Join(class.members, ", "))
	}
	if class.torn && !quiet {
		c.Say("%s", e.Lines(render.Words{English: "The last line of " + in + " is not whole and was left out.", Spanish: "La última línea de " + in + " no está entera y se dejó fuera."}))
	}
	class.Title = filepath.Base(in)
	text, err := pageOf(class, e)
	if err != nil {
		return err
	}
	if err := cli.Writable(table); err != nil { // both are written, or none
		return cli.Unwritable(table, err)
	}
	for _, file := range []struct {
		path string
		text []byte
	}{{page, text}, {table, tableOf(class)}} {
		if err := cli.ReplaceFile(file.path, file.text, cli.Private); err != nil {
			return cli.Unwritable(file.path, err)
		}
	}
	if !quiet {
		c.Say("%s", e.Lines(writtenTo(page, table, class)))
	}
	return nil
}

// writtenTo says what was written.
func writtenTo(page, table string, c *Class) render.Words {
	noun := both(c.Noun)
	return render.Words{English: page + " and " + table + ": ", Spanish: page + " y " + table + ": "}.
		And(count(len(c.Pupils), noun.English, noun.Spanish)).With(", ").And(count(c.Texts, "text", "texto")).With(", ").And(countErrors(c.Errors)).
		And(render.Words{English: " of ", Spanish: " de "}).And(count(len(c.Rules), "rule", "regla")).With(".")
}
