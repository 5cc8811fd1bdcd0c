package runs

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/tools"
)

// pruneCommand deletes old logs.
func (p *Program) pruneCommand() *cobra.Command {
	const usual = cli.Count(logs.Lifetime / (24 * time.Hour))
	days := usual
	all := false
	cmd := &cobra.Command{
		Use:     "prune",
		Short:   "delete old logs",
		Example: p.Named("PROGRAM runs prune --older 7"),
		Args:    cli.NoArgs("prune takes no words; it deletes old logs in the folder for logs"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder := p.LogFolder()
			switch {
			case p.Settings.Log != "":
				return cli.Misuse("prune deletes logs in the folder for logs; a file that --log names is yours to delete")
			case folder == "":
				return cli.Misuse("there is no folder for logs, because HOME is not set")
			case all && cmd.Flags().Changed("older"):
				return cli.Misuse("--all deletes every log; without it --older chooses")
			}
			if days == 0 {
				days = usual
			}
			before := p.Now().Add(-time.Duration(days) * 24 * time.Hour)
			if all {
				before = p.Now().Add(time.Hour) // clocks of file systems may be ahead
			}
			return p.prune(folder, before)
		},
	}
	cmd.Flags().Var(&days, "older", "`DAYS`: logs last written at least this many days ago")
	cmd.Flags().BoolVar(&all, "all", false, "delete every log")
	p.Settings.Take(cmd, "log json")
	return cmd
}

func (p *Program) prune(folder string, before time.Time) error {
	done, err := logs.Prune(folder, before)
	if err != nil {
		return cli.Misuse("%s were deleted, but not all: %v", cli.Plural(done.Files, "log"), err)
	}
	left, err := logs.Files(folder)
	if err != nil {
		return cli.Misuse("cannot read %s: %v", folder, cli.Cause(err))
	}
	if p.Settings.JSON {
		line, err := tools.Encode(done)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.Out, "%s\n", line)
		return err
	}
	p.Say("Deleted %s (%s); %s (%s) left in %s.", cli.Plural(done.Files, "log"), humanize.Bytes(uint64(done.Bytes)),
		cli.Plural(len(left), "log"), humanize.Bytes(uint64(logs.Size(left))), folder)
	return nil
}
