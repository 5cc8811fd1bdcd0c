package batch

import (
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
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
		b.Say("tutor: %s (%s)", p, cli.Plural(b.problems[p], "line"))
	}
	if b.settings.Quiet {
		return
	}
	if b.total == 0 {
		b.Say("%s holds no sentence.", b.in)
		return
	}
	b.Say("%d of %s · %s", done, cli.Plural(b.total, "line"), b.tally.summary())
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
		b.Say("Stopped, because the model cannot be had: %s To go on when it can:  %s", gone, b.Command())
		return cli.StatusOther
	case done < b.total:
		b.Say("Stopped. To go on:  %s", b.Command())
		return cli.StatusInterrupted
	case b.tally.faults > 0:
		b.Say("The model could not be had for %s. To ask again for %s:  %s", cli.Plural(b.tally.faults, "line"),
			cli.PluralWord(b.tally.faults, "it", "them"), b.Command())
		return cli.StatusOther
	case b.tally.others() > 0:
		command := b.Command()
		if !b.retryFailed {
			command += " --retry-failed"
		}
		b.Say("%s %s no answer. To ask again for %s:  %s", cli.Plural(b.tally.others(), "line"), cli.PluralWord(b.tally.others(), "has", "have"),
			cli.PluralWord(b.tally.others(), "it", "them"), command)
		return cli.StatusOther
	case b.settings.ExitCode && b.tally.corrected > 0:
		return session.StatusCorrected
	case b.settings.ExitCode && b.tally.outside > 0:
		return session.StatusOutside
	}
	return nil
}
