package progress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
	"github.com/shortleash/shortleash/cmd/tutor/internal/learner"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/verb"
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
	q, ok := exerciseOf(c)
	if !ok {
		return false, nil // of a version that knew another rule
	}
	if c.Reviews%2 == 0 { // the learner's own sentence, where it was kept, and the book's, in turn
		q.own(b, c)
	}
	if _, err := fmt.Fprintln(r.Out, q.text); err != nil {
		return false, err
	}
	line, err := r.reader.Line(ctx, cli.Prompt)
	if errors.Is(err, io.EOF) && r.InTerminal {
		_, _ = fmt.Fprintln(r.Err) // the next prompt is the shell's
	}
	if err != nil {
		return false, err
	}
	right = q.accepts(line)
	text := "Right.\n"
	if !right {
		text = "It is: " + q.answers[0] + "\n" + render.Indented("  ", r.texts(q))
	}
	if _, err := io.WriteString(r.Out, text+"\n"); err != nil {
		return false, err
	}
	now := r.Now()
	err = j.Update(ctx, func(b *journal.Book) error {
		b.Add(journal.Entry{At: now, Source: journal.Reviewed, Rule: c.Rule, Verb: q.verb, Right: right})
		b.Rate(c.Key, right, now)
		return nil
	})
	if err != nil {
		return false, learner.Unreadable(err)
	}
	return right, nil
}

func (r *review) texts(q exercise) []string {
	if !r.explain.On() || q.card.Name == "" {
		return nil
	}
	return r.explain.Texts(q.card)
}

// An exercise is what a review card asks.
type exercise struct {
	text    string
	answers []string // that are right, the first to be shown
	verb    string   // its infinitive
	card    card.Card
}

// exerciseOf makes the exercise of a card: another frame of the rule at each review, or the forms of
// the verb.
func exerciseOf(c journal.Card) (exercise, bool) {
	if base, ok := strings.CutPrefix(c.Key, learner.AboutVerb); ok {
		f := verb.Of(base)
		q := exercise{text: fmt.Sprintf("The three forms: %s, ___, ___", base), verb: base}
		for _, past := range f.Past {
			for _, participle := range f.Participle {
				q.answers = append(q.answers, past+" "+participle)
			}
		}
		return q, len(q.answers) > 0
	}
	k, ok := card.Named(strings.TrimPrefix(c.Key, learner.AboutRule))
	if !ok {
		return exercise{}, false
	}
	f := k.Frames[c.Reviews%len(k.Frames)]
	words := strings.Fields(f.Infinitive)
	return exercise{
		text: f.Text, answers: []string{strings.ReplaceAll(f.Answer, ",", ""), f.Filled()},
		verb: words[len(words)-1], card: k,
	}, true
}

// own makes the exercise one about the learner's own sentence, where that was kept.
func (q *exercise) own(b *journal.Book, c journal.Card) {
	base, _ := strings.CutPrefix(c.Key, learner.AboutVerb)
	if strings.HasPrefix(c.Key, learner.AboutRule) {
		base = ""
	}
	if wrong, right, ok := b.LastText(c.Rule, base); ok {
		q.text, q.answers = "You wrote: "+cli.OneLine(wrong)+" Write it again, without the error.", []string{right}
	}
}

// accepts reports whether a line is one of the answers, whatever its case, marks and commas.
func (q exercise) accepts(line string) bool {
	plain := func(text string) string {
		text = strings.NewReplacer("’", "'", ",", " ", ".", " ", "?", " ", "!", " ").Replace(strings.ToLower(text))
		return strings.Join(strings.Fields(text), " ")
	}
	got := plain(line)
	return slices.ContainsFunc(q.answers, func(a string) bool {
		return plain(a) == got || q.verb != "" && plain(q.verb+" "+a) == got
	})
}
