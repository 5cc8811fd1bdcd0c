package batch

import (
	"fmt"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
)

// note counts why a run did not end final, which "" says did.
func (b *batchJob) note(problem string) {
	if problem == "" {
		return
	}
	if b.problems == nil {
		b.problems = map[string]int{}
	}
	b.problems[problem]++
}

// maxProblems bounds how many different problems are listed at the end.
const maxProblems = 5

// end tells the counts, and why runs did not end final.
func (b *batchJob) end(done, now int, took time.Duration) {
	problems := cli.ByCount(b.problems)
	for _, p := range problems[:min(len(problems), maxProblems)] {
		b.Say("tutor: %s", b.explain.Inline(render.Problem(p).With(" (").And(lines(b.problems[p])).With(")")))
	}
	if b.settings.Quiet {
		return
	}
	if b.total == 0 {
		b.tell(render.Words{English: b.in + " holds no sentence.", Spanish: b.in + " no tiene ninguna oración."})
		return
	}
	whole := lines(b.total)
	b.tell(render.Words{English: fmt.Sprintf("%d of %s · ", done, whole.English),
		Spanish: fmt.Sprintf("%d de %s · ", done, whole.Spanish)}.And(b.tally.summary()))
	if len(b.tally.rules) > 0 {
		b.Say("%s", show.Frequencies(b.tally.rules))
	}
	if now > 0 && took > 0 {
		b.Say("%v · %s/s", took.Round(time.Millisecond), show.Rounded(float64(now)/took.Seconds()))
	}
}

// verdict says what has become of the batch, and how to go on.
func (b *batchJob) verdict(err error, done int) error {
	switch gone := b.health.why(); {
	case err != nil:
		return err
	case gone != "":
		b.tell(render.Words{English: "Stopped, because the model cannot be had: ", Spanish: "Se paró, porque no se puede usar el modelo: "}.
			And(render.Problem(gone)).And(render.Words{English: " To go on when it can:  ",
			Spanish: " Para seguir cuando se pueda:  "}).With(b.Command()))
		return cli.StatusOther
	case done < b.total:
		b.tell(render.Words{English: "Stopped. To go on:  ", Spanish: "Se paró. Para seguir:  "}.With(b.Command()))
		return cli.StatusInterrupted
	case b.tally.faults > 0:
		b.tell(render.Words{English: "The model could not be had for ", Spanish: "No se pudo usar el modelo para "}.
			And(lines(b.tally.faults)).With(".").And(askAgain(b.tally.faults, b.Command())))
		return cli.StatusOther
	case b.tally.others() > 0:
		command := b.Command()
		if !b.retryFailed {
			command += " --retry-failed"
		}
		b.tell(noAnswer(b.tally.others()).And(askAgain(b.tally.others(), command)))
		return cli.StatusOther
	case b.settings.ExitCode && b.tally.corrected > 0:
		return session.StatusCorrected
	case b.settings.ExitCode && b.tally.outside > 0:
		return session.StatusOutside
	}
	return nil
}
