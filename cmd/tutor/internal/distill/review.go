package distill

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// reviewStageCommand writes what was found for a person to decide on.
func reviewStageCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd, d := stageCommand(c, s, "review", "write it down for you, to set each keep", "merged.jsonl", "review.json",
		func(_ context.Context, d *distillation) (stageEnd, error) {
			known, err := d.known()
			if err != nil {
				return stageEnd{}, err
			}
			entries, err := distill.Review(known, d.in, d.out)
			return stageEnd{
				counts: struct {
					Stage   string `json:"stage"`
					Entries int    `json:"entries"`
				}{"review", entries},
				text: cli.Plural(entries, "planning error") + " to review",
				next: "Set \"keep\" of each to true or false, and mend the words. Then:\n  tutor distill finish " + cli.Quoted(d.out) +
					" -o " + d.beside("library.json") + " --name NAME",
			}, err
		})
	d.libraryFlag(cmd)
	return cmd
}

// finishCommand makes the library of what a person keeps.
func finishCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	var name string
	cmd, _ := stageCommand(c, s, "finish", "make a library of what you keep", "review.json", "library.json",
		func(_ context.Context, d *distillation) (stageEnd, error) {
			if name == "" {
				return stageEnd{}, cli.Misuse("a library wants a name:  %s --name mine", d.Command())
			}
			l, err := distill.Finish(name, d.in, d.out)
			if err != nil {
				return stageEnd{}, err
			}
			end := stageEnd{
				counts: struct {
					Stage  string `json:"stage"`
					Name   string `json:"name"`
					Errors int    `json:"errors"`
				}{"finish", name, len(l.Errors)},
				text: fmt.Sprintf("library %s, %s", name, cli.Plural(len(l.Errors), "planning error")),
				next: "Use it:  tutor --planner preflect:plan-act --plan-errors " + cli.Quoted(d.out) + ` "He goed to school."`,
			}
			if len(l.Errors) == 0 {
				end.next = "Nothing is kept, so it is of no use to a critic."
			}
			return end, nil
		})
	cmd.Flags().StringVar(&name, "name", "", "`N`: what the library is called")
	cli.ShowDefault(cmd.Flags(), "name", "")
	return cmd
}

// known returns the library of --library; nil is none.
func (d *distillation) known() (*planerrors.Library, error) {
	if d.library == "" {
		return nil, nil
	}
	return cli.ReadLibrary(d.library)
}

func (d *distillation) libraryFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&d.library, "library", "", "`F`: what is known, such as core")
}
