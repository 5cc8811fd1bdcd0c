package progress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
	"github.com/shortleash/shortleash/cmd/tutor/internal/learner"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
)

// ReviewCommand returns the command that asks about earlier errors.
func ReviewCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	most := cli.Count(10)
	cmd := &cobra.Command{
		Use:     "review",
		Args:    cli.NoArgs("review takes no words; it asks you"),
		Short:   "be asked about what you got wrong, at growing distances",
		Example: "tutor review --most 5",
		RunE: func(cmd *cobra.Command, _ []string) error {
			l := learner.New(c)
			if l.Folder == "" {
				return cli.Misuse("there is no place for a journal, because HOME is not set")
			}
			r := &review{Learner: l, explain: render.New(c, *s).Explain, reader: c.NewEditor()}
			if r.reader == nil {
				r.reader = c.NewStream()
			}
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return r.run(ctx, int(most))
		},
	}
	cmd.Flags().Var(&most, "most", "`N`: questions at most")
	return cmd
}

// A review is one session of questions.
type review struct {
	*learner.Learner
	explain render.Explainer
	reader  cli.LineReader
}

// run asks what is due.
func (r *review) run(ctx context.Context, most int) error {
	j, b, err := r.Kept()
	if j == nil {
		return err
	}
	if most == 0 {
		most = 10
	}
	due := b.Due(r.Now(), most)
	if len(due) == 0 {
		r.Say("There is nothing to review now. %s", r.next(b))
		return nil
	}
	asked, known := 0, 0
	for _, c := range due {
		right, err := r.ask(ctx, j, b, c)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		asked++
		if right {
			known++
		}
	}
	if b, err = j.Read(); err != nil {
		return learner.Unreadable(err)
	}
	r.Say("%d of %d right. %s", known, asked, r.next(b))
	return nil
}

// next says when the next question is due.
func (r *review) next(b *journal.Book) string {
	cards := b.Cards()
	if len(cards) == 0 {
		return "Errors in your sentences become questions."
	}
	return "Next: " + when(cards[0].Due, r.Now()) + "."
}

// when says a day as people do.
func when(day, now time.Time) string {
	day = day.In(now.Location())
	switch {
	case !day.After(now):
		return "now"
	case day.YearDay() == now.YearDay() && day.Year() == now.Year():
		return "later today"
	case day.Before(now.Add(36 * time.Hour)):
		return "tomorrow"
	}
	return day.Format("2 January 2006")
}

// ask asks one question and keeps what came of it. b holds the sentences it may ask about.
func (r *review) ask(ctx context.Context, j *journal.Journal, b *journal.Book, c journal.Card) (right bool, err error) {
	q, ok := learner.ExerciseOf(b, c)
	if !ok {
		return false, nil // of a version that knew another rule
	}
	if _, err := fmt.Fprintln(r.Out, q.Text); err != nil {
		return false, err
	}
	line, err := r.reader.Line(ctx, cli.Prompt)
	if errors.Is(err, io.EOF) && r.InTerminal {
		_, _ = fmt.Fprintln(r.Err) // the next prompt is the shell's
	}
	if err != nil {
		return false, err
	}
	right = q.Accepts(line)
	text := "Right.\n"
	if !right {
		text = "It is: " + q.Answers[0] + "\n" + render.Indented("  ", r.texts(q), r.Width)
	}
	if _, err := io.WriteString(r.Out, text+"\n"); err != nil {
		return false, err
	}
	if err := learner.Reviewed(ctx, j, c, q, right, r.Now()); err != nil {
		return false, err
	}
	return right, nil
}

func (r *review) texts(q learner.Exercise) []string {
	if !r.explain.On() || q.Card.Name == "" {
		return nil
	}
	return r.explain.Texts(q.Card)
}
