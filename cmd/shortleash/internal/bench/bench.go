// Package bench has the command that finds out, on the user's machine, how a model is best asked for decisions.
//
// [Command] gives a model tasks of its own typing in a few forms, of each of which one call is right, or none. It prints what
// came, says which form to use and why, and remembers it by the weights of the model for the other commands.
package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

const help = `shortleash bench finds out how a model is best asked for decisions, here.

  shortleash bench MODEL

It gives the model up to 30 small tasks in three forms, in three minutes. For
some, one call is right; for others no tool fits, or something must be asked.

  valid     legal decisions, without asking again
  right     the right call, of the tasks that want one
  declined  no call, of the tasks that want none
  finished  the answer came after the call, of those that want one

The best form is remembered by the weights of the model, and run, chat and proxy
take it from there unless --form is given. Fewer than 12 tasks choose nothing:
give a slow machine more time, as in --within 15m. Control-C prints what there
is.
`

const examples = `  shortleash bench ollama:qwen2.5-coder:1.5b
  shortleash bench --compare ollama:qwen3:0.6b,ollama:llama3.2:1b`

// forms are those that are compared, the usual one first.
var forms = []planner.Form{planner.ThoughtForm, planner.FitForm, planner.BareForm}

// options are the flags of the command alone.
type options struct {
	compare []string
	within  cli.Span
}

// Command returns the command.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	o := options{within: cli.Span(3 * time.Minute)}
	cmd := &cobra.Command{
		Use:     "bench MODEL",
		Short:   "find out how a model is best asked for decisions",
		Long:    help,
		Example: examples,
		Args: func(_ *cobra.Command, args []string) error {
			if (len(args) == 1) == (len(o.compare) > 0) || len(args) > 1 {
				return cli.Misuse("bench wants one model, or several after --compare. For example:  %s bench ollama:qwen3:4b", c.Name)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return o.run(ctx, c, s, append(args, o.compare...))
		},
	}
	cmd.Flags().StringSliceVar(&o.compare, "compare", nil, "`M,M`: measure these models, one after the other")
	cli.ShowDefault(cmd.Flags(), "compare", "none")
	cmd.Flags().Var(&o.within, "within", "`T`: at most T for each model")
	s.Take(cmd, "host json quiet")
	return cmd
}

// A row is what came of one form.
type row struct {
	Form     planner.Form `json:"form"`
	Valid    eval.Share   `json:"valid"`
	Right    eval.Share   `json:"right"`
	Declined eval.Share   `json:"declined"`
	Finished eval.Share   `json:"finished"`
	Tokens   int          `json:"tokens"` // of all its tasks
	MS       int64        `json:"ms"`
}

// good counts the tasks that were done as they should be.
func (r row) good() eval.Share {
	s := r.Right
	s.Add(r.Declined)
	return s
}

// seconds are those of a task on average.
func (r row) seconds() float64 { return float64(r.MS) / 1000 / float64(max(r.Valid.Of, 1)) }

// A report is what came of a model. It is what --json prints.
type report struct {
	Model      string       `json:"model"`
	Weights    string       `json:"weights,omitempty"` // SHA-256
	Forms      []row        `json:"forms"`
	Use        planner.Form `json:"use,omitempty"` // "": nothing was measured
	Why        string       `json:"why,omitempty"`
	Remembered bool         `json:"remembered"`
}

// run measures models and prints what came. The error of ctx comes after that.
func (o options) run(ctx context.Context, c *cli.Console, s *settings.Settings, specs []string) error {
	for i, spec := range specs {
		if err := models.CheckHost(&s.Settings, spec); err != nil {
			return err
		}
		newModel, _, err := s.ModelNamed(ctx, c, spec)
		if err != nil {
			return err
		}
		m := newModel()
		r, err := o.measure(ctx, m, show.NewBar(c, s.Quiet, 20))
		if err != nil && ctx.Err() == nil {
			return err
		}
		r.Model, r.Weights = m.Name(), models.Weights(ctx, m.Name(), models.HostsOf(c, &s.Settings))
		r.choose()
		if r.Weights != "" && r.Forms[0].Valid.Of >= enough && ctx.Err() == nil {
			if err := models.Remember(c, r.Weights, models.Measured{Form: r.Use, Why: r.Why}); err != nil {
				c.Say("What was found cannot be remembered: %v", cli.Cause(err))
			} else {
				r.Remembered = true
			}
		}
		if i > 0 && !s.JSON {
			fmt.Fprintln(c.Out)
		}
		if err := r.print(c.Out, s.JSON); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// measure gives tasks to a model until they or the time are used up. All forms have the same tasks, those with the same tools one
// after the other, because a server then reads the tools once. A task that was not done in all forms does not count.
func (o options) measure(ctx context.Context, m model.Model, bar *show.Bar) (report, error) {
	r := report{Forms: make([]row, len(forms))}
	for i, f := range forms {
		r.Forms[i].Form = f
	}
	list, err := items()
	if err != nil {
		return r, err
	}
	bounded, cancel := context.WithTimeout(ctx, time.Duration(o.within))
	defer cancel()
	defer bar.Wipe()
	for n := 0; n < len(list); {
		same := 1
		for n+same < len(list) && list[n+same].set == list[n].set {
			same++
		}
		tries := make([][]try, len(forms))
		for k, f := range forms {
			for j, i := range list[n : n+same] {
				bar.Draw(float64(n*len(forms)+k*same+j)/float64(len(list)*len(forms)), func() string {
					return fmt.Sprintf("task %d of %d, in the form %s", n+j+1, len(list), f)
				})
				t, err := i.once(bounded, m, f)
				if err != nil && bounded.Err() == nil {
					return r, err
				} else if err != nil {
					break
				}
				tries[k] = append(tries[k], t)
			}
		}
		r.count(tries)
		if bounded.Err() != nil {
			return r, ctx.Err()
		}
		n += same
	}
	return r, nil
}

// count counts the tasks that were done in all forms.
func (r *report) count(tries [][]try) {
	whole := len(tries[0])
	for _, of := range tries {
		whole = min(whole, len(of))
	}
	for k := range tries {
		for _, t := range tries[k][:whole] {
			r.Forms[k].count(t)
		}
	}
}

func (r *row) count(t try) {
	r.Valid.Count(t.Valid)
	if t.Due {
		r.Right.Count(t.Right)
	} else {
		r.Declined.Count(t.Right)
	}
	if t.Follows {
		r.Finished.Count(t.Finished)
	}
	r.Tokens, r.MS = r.Tokens+t.Tokens, r.MS+t.MS
}

// How many tasks say something of a form, and how much better another one must be than the usual one: of so few tasks a tenth is
// chance. One as good must save a fifth of the time.
const (
	enough  = 12
	better  = 0.1
	quicker = 0.8
)

// choose says which form to use, and why.
func (r *report) choose() {
	usual := r.Forms[0]
	if usual.Valid.Of == 0 {
		return
	}
	if usual.Valid.Of < enough {
		r.Use = usual.Form
		r.Why = fmt.Sprintf("%d tasks were done in all forms in this time, which is too few to choose another; --within gives it more",
			usual.Valid.Of)
		return
	}
	best := usual
	for _, other := range r.Forms[1:] {
		gain := float64(other.good().Hits-best.good().Hits) / float64(usual.Valid.Of)
		if gain >= better || gain >= 0 && other.seconds() <= quicker*best.seconds() {
			best = other
		}
	}
	low, high := best.good().Interval()
	r.Use = best.Form
	r.Why = fmt.Sprintf("%d of %d tasks as they should be (%.0f to %.0f %%), %.1f s each", best.good().Hits, best.good().Of, low, high,
		best.seconds())
	if best.Form != usual.Form {
		r.Why += fmt.Sprintf("; %s %d, %.1f s", usual.Form, usual.good().Hits, usual.seconds())
	}
}

// print prints the report.
func (r report) print(w io.Writer, asJSON bool) error {
	if asJSON {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%s\n", line)
		return err
	}
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s\tvalid\tright\tdeclined\tfinished\ttokens\tseconds\n", cli.OneLine(r.Model))
	for _, f := range r.Forms {
		n := max(f.Valid.Of, 1)
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%.1f\n", f.Form, of(f.Valid), of(f.Right), of(f.Declined), of(f.Finished), f.Tokens/n,
			f.seconds())
	}
	_ = table.Flush() // into memory, which does not fail
	switch {
	case r.Use == "":
		b.WriteString("\nNot one task was done in all forms; --within gives it more time.\n")
	case r.Remembered:
		fmt.Fprintf(&b, "\nUse the form %s: %s. It is remembered.\n", r.Use, r.Why)
	default:
		fmt.Fprintf(&b, "\nUse the form %s: %s. To use it:  --form %[1]s\n", r.Use, r.Why)
	}
	_, err := io.WriteString(w, cli.Printable(b.String()))
	return err
}

func of(s eval.Share) string { return fmt.Sprintf("%d of %d", s.Hits, s.Of) }
