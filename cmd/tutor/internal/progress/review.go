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
			if err := l.CheckFolder(); err != nil {
				return err
			}
			l.Explain = render.New(c, *s).Explain
			r := &review{Learner: l, reader: c.NewEditor()}
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
	reader cli.LineReader
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
		r.Tell(render.Words{English: "There is nothing to review now. ", Spanish: "Ahora no hay nada que repasar. "}.And(r.next(b)))
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
	r.Tell(render.Words{English: fmt.Sprintf("%d of %d right. ", known, asked), Spanish: fmt.Sprintf("%d de %d bien. ", known, asked)}.And(r.next(b)))
	return nil
}

// next says when the next question is due.
func (r *review) next(b *journal.Book) render.Words {
	cards := b.Cards()
	if len(cards) == 0 {
		return render.Words{English: "Errors in your sentences become questions.", Spanish: "Los errores de tus oraciones se vuelven preguntas."}
	}
	return render.Words{English: "Next: ", Spanish: "La siguiente: "}.And(when(cards[0].Due, r.Now())).With(".")
}

// when says a day as people do.
func when(day, now time.Time) render.Words {
	day = day.In(now.Location())
	switch {
	case !day.After(now):
		return render.Words{English: "now", Spanish: "ahora"}
	case day.YearDay() == now.YearDay() && day.Year() == now.Year():
		return render.Words{English: "later today", Spanish: "hoy, más tarde"}
	case day.Before(now.Add(36 * time.Hour)):
		return render.Words{English: "tomorrow", Spanish: "mañana"}
	}
	return render.Day(day, true)
}

// ask asks one question and keeps what came of it. b holds the sentences it may ask about.
func (r *review) ask(ctx context.Context, j *journal.Journal, b *journal.Book, c journal.Card) (right bool, err error) {
	q, ok := learner.ExerciseOf(b, c)
	if !ok {
		return false, nil // of a version that knew another rule
	}
	if _, err := fmt.Fprintln(r.Out, r.Explain.Lines(q.Question)); err != nil {
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
	verdict, why := render.Words{English: "Right.", Spanish: "Bien."}, ""
	if !right {
		verdict = render.Words{English: "It is: ", Spanish: "Es: "}.With(q.Answers[0])
		why = render.Indented("  ", r.texts(q), r.Width)
	}
	if _, err := io.WriteString(r.Out, r.Explain.Lines(verdict)+"\n"+why+"\n"); err != nil {
		return false, err
	}
	if err := learner.Reviewed(ctx, j, c, q, right, r.Now()); err != nil {
		return false, err
	}
	return right, nil
}

func (r *review) texts(q learner.Exercise) []string {
	if !r.Explain.On() || q.Card.Name == "" {
		return nil
	}
	return r.Explain.Texts(q.Card)
}
