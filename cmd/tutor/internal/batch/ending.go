package batch

import (
	"fmt"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/loop"
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

// lines counts those of the input.
func lines(n int) string { return cli.Plural(n, "line") }

// alreadyThere says that lines were answered before, and how many of these are asked for again.
func alreadyThere(before, again, total int) string {
	text := fmt.Sprintf("%d of %s %s there already; ", before, lines(total), cli.PluralWord(before, "is", "are"))
	if again == 0 {
		return text + "going on."
	}
	return text + fmt.Sprintf("%s without an answer %s asked again.", lines(again), cli.PluralWord(again, "is", "are"))
}

// end tells the counts, and why runs did not end final.
func (b *batchJob) end(done, now int, took time.Duration) {
	problems := cli.ByCount(b.problems)
	for _, p := range problems[:min(len(problems), maxProblems)] {
		b.Say("tutor: %s (%s)", p, lines(b.problems[p]))
	}
	if b.settings.Quiet {
		return
	}
	if b.total == 0 {
		b.Say("%s holds no sentence.", b.in)
		return
	}
	b.Say("%d of %s · %s", done, lines(b.total), b.tally.summary())
	if len(b.tally.rules) > 0 {
		b.Say("%s", show.Frequencies(b.tally.rules))
	}
	if now > 0 && took > 0 {
		b.Say("%v · %s/s", took.Round(time.Millisecond), show.Rounded(float64(now)/took.Seconds()))
	}
}

// verdict says what has become of the batch, and how to go on.
func (b *batchJob) verdict(err error, done int) error {
	askAgain := func(n int, command string) {
		b.Say("%s. To ask again for %s:  %s", b.tally.missing(), cli.PluralWord(n, "it", "them"), command)
	}
	switch gone := b.health.why(); {
	case err != nil:
		return err
	case gone != "":
		b.Say("Stopped, because the model cannot be had: %s To go on when it can:  %s", gone, b.Command())
		return cli.StatusOther
	case done < b.total:
		b.Say("Stopped. To go on:  %s", b.Command())
		return cli.StatusInterrupted
	case b.tally.faults > 0:
		askAgain(b.tally.faults, b.Command())
		return cli.StatusOther
	case b.tally.others() > 0:
		command := b.Command()
		if !b.retryFailed {
			command += " --retry-failed"
		}
		askAgain(b.tally.others(), command)
		if b.tally.otherwise[string(loop.ProgramFailure)] > 0 {
			return cli.StatusFault
		}
		return cli.StatusOther
	case b.settings.ExitCode && b.tally.corrected > 0:
		return session.StatusCorrected
	case b.settings.ExitCode && b.tally.outside > 0:
		return session.StatusOutside
	}
	return nil
}
