package distill

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop/distill"
)

// mixedCommand keeps the items that were solved in one run and not in another.
func mixedCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd, _ := stageCommand(c, s, "mixed", "keep what was solved in one run and not in another", "runs.jsonl", "mixed.jsonl",
		func(_ context.Context, d *distillation) (stageEnd, error) {
			kept, dropped, err := distill.Mixed(d.in, d.out)
			end := stageEnd{
				counts: struct {
					Stage   string `json:"stage"`
					Kept    int    `json:"kept"`
					Dropped int    `json:"dropped"`
				}{"mixed", kept, dropped},
				text: fmt.Sprintf("%s kept · %d dropped, solved in all runs or in none", cli.Plural(kept, "item"), dropped),
				next: "Next:  tutor distill diagnose " + cli.Quoted(d.out) + " -o " + d.beside("diagnoses.jsonl") + " --model ollama:NAME",
			}
			if kept == 0 {
				end.next = "There is nothing to compare. More runs, or another model, may give some of each:  tutor distill collect -h"
			}
			return end, err
		})
	return cmd
}

// diagnoseCommand has a model compare the runs of each item.
func diagnoseCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd, _ := stageCommand(c, s, "diagnose", "have a model compare the runs of each item", "mixed.jsonl", "diagnoses.jsonl",
		func(ctx context.Context, d *distillation) (stageEnd, error) {
			d.unit = "item"
			critic, err := d.critic(ctx)
			if err != nil {
				return stageEnd{}, err
			}
			diagnoses, err := critic.Diagnose(ctx, d.in, d.out)
			found, problems := 0, []string{}
			for _, one := range diagnoses {
				found += len(one.Errors)
				if one.Problem != "" {
					problems = append(problems, one.Problem)
				}
			}
			if err != nil {
				return stageEnd{}, err
			}
			if d.unusable(problems); len(problems) > 0 {
				d.Say("To ask again, remove the lines with a \"problem\" from %s first.", d.out)
			}
			end := stageEnd{
				counts: struct {
					Stage    string `json:"stage"`
					Items    int    `json:"items"`
					Errors   int    `json:"errors"`
					Unusable int    `json:"unusable"`
				}{"diagnose", len(diagnoses), found, len(problems)},
				text: fmt.Sprintf("%s · %s found", cli.Plural(len(diagnoses), "item"), cli.Plural(found, "planning error")),
				next: "Next:  tutor distill aggregate " + cli.Quoted(d.out) + " -o " + d.beside("merged.jsonl") + " --model " +
					cli.Quoted(d.settings.Model),
				partly: len(problems) > 0,
			}
			if found == 0 {
				end.next = "There is nothing to learn."
			}
			return end, nil
		})
	s.Take(cmd, asked)
	return cmd
}

// aggregateCommand has a model put together what was found.
func aggregateCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd, d := stageCommand(c, s, "aggregate", "have it put together what it has found", "diagnoses.jsonl", "merged.jsonl",
		func(ctx context.Context, d *distillation) (stageEnd, error) {
			d.unit = "error"
			critic, err := d.critic(ctx)
			if err != nil {
				return stageEnd{}, err
			}
			known, err := d.known()
			if err != nil {
				return stageEnd{}, err
			}
			merges, err := critic.Aggregate(ctx, known, d.in, d.out)
			count, problems := map[string]int{}, []string{}
			for _, m := range merges {
				count[m.Decision]++
				if m.Problem != "" {
					problems = append(problems, m.Problem)
				}
			}
			if err != nil {
				return stageEnd{}, err
			}
			d.unusable(problems)
			next := "Next:  tutor distill review " + cli.Quoted(d.out) + " -o " + d.beside("review.json")
			if d.library != "" {
				next += " --library " + cli.Quoted(d.library)
			}
			return stageEnd{
				counts: struct {
					Stage    string `json:"stage"`
					New      int    `json:"new"`
					Merged   int    `json:"merged"`
					Discard  int    `json:"discarded"`
					Unusable int    `json:"unusable"` // of the discarded
				}{"aggregate", count[distill.New], count[distill.Merged], count[distill.Discard], len(problems)},
				text:   fmt.Sprintf("%d new · %d merged · %d discarded", count[distill.New], count[distill.Merged], count[distill.Discard]),
				next:   next,
				partly: len(problems) > 0,
			}, nil
		})
	d.libraryFlag(cmd)
	s.Take(cmd, asked)
	return cmd
}

// asked are the flags of the stages that ask a model.
const asked = "model host timeout"

// critic returns the model that compares runs.
func (d *distillation) critic(ctx context.Context) (distill.Critic, error) {
	if err := models.CheckHost(&d.settings.Settings, d.settings.Model); err != nil {
		return distill.Critic{}, err
	}
	newModel, note, err := settings.Models.Resolve(ctx, d.settings.Model, d.settings.Hosts, "")
	if err != nil {
		return distill.Critic{}, err
	}
	if note != "" && !d.settings.Quiet {
		d.Say("%s", note)
	}
	return distill.Critic{Model: newModel(), Wait: time.Duration(d.settings.Timeout), Progress: d.show}, nil
}

// maxUnusable bounds how many different problems are listed.
const maxUnusable = 5

// unusable tells why replies could not be used.
func (d *distillation) unusable(problems []string) {
	count := map[string]int{}
	for _, p := range problems {
		count[strings.ReplaceAll(p, "grammar: ", "")]++
	}
	list := cli.ByCount(count)
	for _, p := range list[:min(len(list), maxUnusable)] {
		d.Say("tutor: no reply could be used: %s (%s)", cli.OneLine(p), cli.Plural(count[p], "time"))
	}
}
