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
	"slices"
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

It gives the model up to 30 small tasks in three forms, in three minutes after
it is loaded. For some, one call is right; for others no tool fits, or something
must be asked. A slow machine leaves out the slowest form, and what would follow
a call.

  valid     all decisions of the task were legal, without asking again
  right     the right call, of the tasks that want one
  declined  no call, of the tasks that want none
  finished  the answer came after the call, of those that want one

The best form is remembered by the weights of the model, and run, chat and proxy
take it from there unless --form is given. Without --model they choose the model
that made more calls right than others here. A form that loses calls is not
chosen, and fewer than 11 tasks choose nothing: give a slow machine more time,
as in --within 15m. Control-C prints what there is.
`

const examples = `  shortleash bench ollama:qwen2.5-coder:1.5b
  shortleash bench --compare ollama:qwen3:0.6b,ollama:llama3.2:1b`

// forms are those that are compared, the usual one first. The last is the slowest, and is left out where there is no time for it.
var forms = []planner.Form{planner.ThoughtForm, planner.BareForm, planner.FitForm}

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
	cmd.Flags().Var(&o.within, "within", "`T`: at most T for each model, once it is loaded")
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
	Unmeasured planner.Form `json:"unmeasured,omitempty"`
	Use        planner.Form `json:"use,omitempty"` // "": none, and Why says why, or nothing was measured
	Why        string       `json:"why,omitempty"`
	Remembered bool         `json:"remembered"`
	tries      [][]try      // of each form
}

// run measures models and prints what came. The error of ctx comes after that.
func (o options) run(ctx context.Context, c *cli.Console, s *settings.Settings, specs []string) error {
	var all []report
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
			right := r.Forms[r.used()].Right
			if err := models.Remember(c, r.Weights, models.Measured{Form: r.Use, Why: r.Why, Right: right.Hits, Of: right.Of}); err != nil {
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
		all = append(all, r)
	}
	if len(all) < 2 || s.JSON {
		return nil
	}
	_, err := io.WriteString(c.Out, cli.Printable(compared(all)))
	return err
}

// compared says in a line which of several models did the most of the tasks that all did, and whether that can be chance.
func compared(all []report) string {
	whole := len(all[0].best())
	for _, r := range all {
		whole = min(whole, len(r.best()))
	}
	missed := func(r report) (tasks []string) {
		for _, t := range r.best()[:whole] {
			if !t.Right {
				tasks = append(tasks, t.Task)
			}
		}
		return tasks
	}
	slices.SortStableFunc(all, func(a, b report) int { return len(missed(a)) - len(missed(b)) })
	first, next := missed(all[0]), missed(all[1])
	change, chance := eval.Compare(next, first), "can be"
	if change.P < 0.05 {
		chance = "is hardly"
	}
	return fmt.Sprintf("\nOf the %d tasks that all did, %s did %d as they should be, and %s %d; that %s chance (%s).\n", whole,
		all[0].Model, whole-len(first), all[1].Model, whole-len(next), chance, change)
}

// measure gives tasks to a model until they or the time are used up. Before that the model is loaded, with a task that does not count.
// All forms have the same tasks, one after the other, because a server then reads the tools and the task once; which form is the first,
// and has to wait for that, changes from task to task. A task that was not done in all forms does not count.
func (o options) measure(ctx context.Context, m model.Model, bar *show.Bar) (r report, err error) {
	r.tries = make([][]try, len(forms))
	defer r.count()
	list, err := items()
	if err != nil {
		return r, err
	}
	defer bar.Wipe()
	bar.Draw(0, func() string { return "the model is loaded" })
	loading, cancel := context.WithTimeout(ctx, time.Duration(o.within))
	defer cancel()
	if _, err := list[0].once(loading, m, forms[0]); loading.Err() != nil {
		return r, ctx.Err()
	} else if err != nil {
		return r, err
	}
	ends := time.Now().Add(time.Duration(o.within))
	bounded, stop := context.WithDeadline(ctx, ends)
	defer stop()
	for n, i := range list {
		if len(r.tries) < len(forms) {
			i.Result = nil // the answer after a call takes another decision, and chooses nothing
		}
		for j := 0; j < len(r.tries); j++ {
			k := (n + j) % len(r.tries)
			bar.Draw(float64(n*len(r.tries)+j)/float64(len(list)*len(r.tries)), func() string {
				return fmt.Sprintf("task %d of %d, in the form %s", n+1, len(list), forms[k])
			})
			t, err := i.once(bounded, m, forms[k])
			if bounded.Err() != nil {
				return r, ctx.Err()
			} else if err != nil {
				return r, err
			}
			r.tries[k] = append(r.tries[k], t)
			if (n == 0 || j == len(r.tries)-1) && r.slow(time.Until(ends)) {
				r.tries = r.tries[:len(forms)-1]
			}
		}
	}
	return r, nil
}

// slow reports whether the last form has to be left out: enough tasks in all forms do not fit into the time that is left.
func (r report) slow(left time.Duration) bool {
	rest := enough - len(r.tries[len(r.tries)-1])
	return len(r.tries) == len(forms) && rest > 0 && time.Duration(rest)*r.pace(1) > left
}

// pace returns how long a task takes in all forms, if the last form takes a multiple of the usual one, or longer where it was measured.
func (r report) pace(multiple float64) time.Duration {
	ms := make([]float64, len(forms))
	for k, tries := range r.tries {
		for _, t := range tries {
			ms[k] += float64(t.MS) / float64(len(tries))
		}
	}
	last := len(forms) - 1
	sum := max(ms[last], multiple*ms[0])
	for _, of := range ms[:last] {
		sum += of
	}
	return time.Duration(sum * float64(time.Millisecond))
}

// time returns in which time all forms should be measured. A server with one slot reads much again for the last one, so it may take
// three times as long as the usual one.
func (r report) time() string { return fmt.Sprintf("%dm", 2+int((enough*r.pace(3)).Minutes())) }

// used returns the index of the form to use, or of the usual one.
func (r report) used() int {
	return max(0, slices.IndexFunc(r.Forms, func(f row) bool { return f.Form == r.Use }))
}

// best returns what was done in the form to use, or in the usual one.
func (r report) best() []try { return r.tries[r.used()] }

// count counts the tasks that were done in all forms.
func (r *report) count() {
	whole := len(r.tries[0])
	for _, of := range r.tries {
		whole = min(whole, len(of))
	}
	if len(r.tries) < len(forms) {
		r.Unmeasured = forms[len(forms)-1]
	}
	for k := range r.tries {
		r.tries[k] = r.tries[k][:whole]
		r.Forms = append(r.Forms, row{Form: forms[k]})
		for _, t := range r.tries[k] {
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
	enough  = 11
	better  = 0.1
	quicker = 0.8
	sure    = 20 // of fewer tasks, being as good as the usual form says too little: it lost calls on larger samples
)

// choose says which form to use, and why.
func (r *report) choose() {
	usual := r.Forms[0]
	if usual.Valid.Of == 0 {
		return
	}
	if usual.Valid.Of < enough {
		r.Use = usual.Form
		r.Why = fmt.Sprintf("%d tasks were done in all forms in this time, which is too few to choose another; --within %s gives it more",
			usual.Valid.Of, r.time())
		return
	}
	if !slices.ContainsFunc(r.Forms, func(f row) bool { return f.Right.Hits > 0 }) {
		r.Why = fmt.Sprintf("this model did none of the %d tasks that want a call; it is too small for tools, or has no template for chats",
			usual.Right.Of)
		return
	}
	best := usual
	for _, other := range r.Forms[1:] {
		if other.Right.Hits < usual.Right.Hits {
			continue // a call that is lost is worse than one too many
		}
		gain := float64(other.good().Hits-best.good().Hits) / float64(usual.Valid.Of)
		if gain >= better || gain >= 0 && usual.Valid.Of >= sure && other.seconds() <= quicker*best.seconds() {
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
	case r.Use == "" && r.Why != "":
		fmt.Fprintf(&b, "\nUse another model: %s.\n", r.Why)
	case r.Use == "":
		b.WriteString("\nNot one task was done in all forms; --within gives it more time.\n")
	case r.Remembered:
		fmt.Fprintf(&b, "\nUse the form %s: %s. It is remembered.\n", r.Use, r.Why)
	default:
		fmt.Fprintf(&b, "\nUse the form %s: %s. To use it:  --form %[1]s\n", r.Use, r.Why)
	}
	if r.Unmeasured != "" && r.Use != "" {
		fmt.Fprintf(&b, "The form %s was not measured: %d tasks in all forms do not fit into this time here. --within %s has room for them.\n",
			r.Unmeasured, enough, r.time())
	}
	_, err := io.WriteString(w, cli.Printable(b.String()))
	return err
}

func of(s eval.Share) string { return fmt.Sprintf("%d of %d", s.Hits, s.Of) }
