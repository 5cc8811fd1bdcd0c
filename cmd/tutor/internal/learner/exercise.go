package learner

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An Exercise is what a review card asks.
type Exercise struct {
	Question render.Words
	Answers  []string // that are right, the first to be shown
	Card     card.Card

	verb string // its infinitive
}

// ExerciseOf makes the exercise of a card: about the learner's own sentence, where the book has kept it, and about one
// of ours, in turn. It is false of a card that a version made which knew other rules.
func ExerciseOf(b *journal.Book, c journal.Card) (Exercise, bool) {
	q, ok := exerciseOf(c)
	if ok && c.Reviews%2 == 0 {
		q.own(b, c)
	}
	return q, ok
}

// exerciseOf makes an exercise of ours: another frame of the rule at each review, or the forms of
// the verb.
func exerciseOf(c journal.Card) (Exercise, bool) {
	if base, ok := strings.CutPrefix(c.Key, AboutVerb); ok {
		f := verb.Of(base)
		forms := render.Words{English: "The three forms: ", Spanish: "Las tres formas: "}
		q := Exercise{Question: forms.With(base + ", ___, ___"), verb: base}
		for _, past := range f.Past {
			for _, participle := range f.Participle {
				q.Answers = append(q.Answers, past+" "+participle)
			}
		}
		return q, len(q.Answers) > 0
	}
	k, ok := card.Named(strings.TrimPrefix(c.Key, AboutRule))
	if !ok {
		return Exercise{}, false
	}
	f := k.Frames[c.Reviews%len(k.Frames)]
	words := strings.Fields(f.Infinitive)
	return Exercise{
		Question: render.Same(f.Text), Answers: []string{strings.ReplaceAll(f.Answer, ",", ""), f.Filled()},
		verb: words[len(words)-1], Card: k,
	}, true
}

// own makes the exercise one about the learner's own sentence, where that was kept.
func (q *Exercise) own(b *journal.Book, c journal.Card) {
	base, _ := strings.CutPrefix(c.Key, AboutVerb)
	if strings.HasPrefix(c.Key, AboutRule) {
		base = ""
	}
	if wrong, right, ok := b.LastText(c.Rule, base); ok {
		wrong = cli.OneLine(wrong)
		q.Answers = []string{right}
		q.Question = render.Words{
			English: "You wrote: " + wrong + " Write it again, without the error.",
			Spanish: "Escribiste: " + wrong + " Escríbelo otra vez, sin el error.",
		}
	}
}

// Accepts reports whether a line is one of the answers, whatever its case, marks and commas.
func (q Exercise) Accepts(line string) bool {
	plain := func(text string) string {
		text = strings.NewReplacer("’", "'", ",", " ", ".", " ", "?", " ", "!", " ").Replace(strings.ToLower(text))
		return strings.Join(strings.Fields(text), " ")
	}
	got := plain(line)
	return slices.ContainsFunc(q.Answers, func(a string) bool {
		return plain(a) == got || q.verb != "" && plain(q.verb+" "+a) == got
	})
}

// Reviewed keeps what came of an exercise.
func Reviewed(ctx context.Context, j *journal.Journal, c journal.Card, q Exercise, right bool, now time.Time) error {
	err := j.Update(ctx, func(b *journal.Book) error {
		b.Add(journal.Entry{At: now, Source: journal.Reviewed, Rule: c.Rule, Verb: q.verb, Right: right})
		b.Rate(c.Key, right, now)
		return nil
	})
	if err != nil {
		return Unreadable(err)
	}
	return nil
}
