// Package batch has the command that corrects a file: one line of JSON for each input, in order. The same
// command continues after a stop.
package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/answers"
	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/job"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/cmd/tutor/internal/texts"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

const batchHelp = `tutor batch corrects a file: one line of JSON for each input, in order.

  tutor batch IN -o OUT [flags]

IN has a text on each line, or JSON objects with "input", whose other members
are copied to the answers. Or it is a table (--csv COLUMN). - is standard input.
Answers name the file and the line.
Run the same command again to continue where OUT ends. It repeats only lines for
which the model was not available ("fault"). With --retry-failed, it also
repeats lines that had no answer for another reason. It stops with exit code 3
if the model is not available.
`

const batchExamples = `  tutor batch essays.txt -o essays.jsonl
  tutor batch class.csv --csv text -o class.jsonl
  tutor batch essays.txt -o essays.jsonl --jobs 4 --model rules`

// Command returns the command that corrects a file.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	b := &batchJob{Console: c}
	cmd := &cobra.Command{
		Use:     "batch IN -o OUT",
		Short:   "correct a file of sentences, or a column of a table",
		Long:    batchHelp,
		Example: batchExamples,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || b.out == "" {
				return cli.Misuse("batch wants a file to read and one to write:  tutor batch IN -o OUT")
			}
			if b.out == "-" {
				return cli.Misuse("batch writes a file; for standard output:  tutor --json < IN")
			}
			if kind := strings.ToLower(filepath.Ext(args[0])); b.column == "" && (kind == ".csv" || kind == ".tsv") {
				return cli.Misuse(
					"%[1]s is a table: --csv says which column holds the texts, by its name or number:  tutor batch %[1]s --csv COLUMN -o %[2]s",
					cli.Quoted(args[0]), cli.Quoted(b.out))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			b.in, b.settings = args[0], *s
			if err := b.check(); err != nil {
				return err
			}
			if b.queue.On() {
				fit, err := job.Fit(cmd, s.Model)
				if err != nil {
					return err
				}
				b.spread = &spread{fit: fit}
			}
			return b.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&b.out, "out", "o", "", "`OUT`: the file of answers")
	flags.Var(&b.jobs, "jobs", "`N`: inputs at the same time")
	cli.ShowDefault(flags, "out", "")
	cli.ShowDefault(flags, "jobs", "the cores; 1 with Ollama")
	flags.BoolVar(&b.restart, "restart", false, "start OUT from the beginning")
	flags.BoolVar(&b.retryFailed, "retry-failed", false, "try inputs without an answer again")
	flags.BoolVar(&b.unlogged, "no-log", false, "do not keep a log for tutor runs")
	flags.StringVar(&b.column, "csv", "", "`COLUMN`: IN is a table, and this column has the texts")
	cli.ShowDefault(flags, "csv", "")
	b.queue.Define(flags)
	s.Take(cmd, cli.RunFlags+settings.Answers+"log trace exit-code")
	return cmd
}

// check refuses flags of the command line that do nothing beside the others.
func (b *batchJob) check() error {
	err := b.settings.Refuse(
		cli.Beside{Flags: []string{"retry-failed"}, Idle: b.restart, Why: "with --restart, which asks again for all"},
		cli.Beside{Flags: []string{"no-log"}, Idle: b.settings.Typed("log"), Why: "with --log"},
		cli.Beside{Flags: []string{"host", "jobs", "trace"}, Idle: b.queue.On(), Why: "with --queue, whose workers have their own"},
	)
	if err != nil {
		return err
	}
	return b.settings.CheckPlanners(b.settings.Planner.Value) // what is made here is checked with its session
}

// A batchJob is one batch of the command line.
type batchJob struct {
	*cli.Console
	settings settings.Settings
	in, out  string
	jobs     cli.Count // 0: not said
	restart  bool
	unlogged bool
	queue    queue.Flag
	spread   *spread // nil: the answers are made here
	logPath  string  // of the runs
	// retryFailed asks again also the lines whose run failed for other reasons than the transport.
	retryFailed bool

	column string // of a table; "": it is none

	inputs   iter.Seq2[answers.Input, error]
	total    int // of them
	health   health
	tally    tally // of the lines written; touched by one goroutine at a time
	progress *show.Progress

	mu       sync.Mutex
	problems map[string]int // why runs did not end final
}

// run does the batch from reading to the closing counts.
func (b *batchJob) run(ctx context.Context) error {
	if err := b.read(); err != nil {
		return err
	}
	if cli.SameFile(b.in, b.out) {
		return cli.Misuse("%s would be written over itself; name another file with -o", b.in)
	}
	d, err := b.session(ctx)
	if err != nil {
		return err
	}
	if err := b.keepRuns(d); err != nil {
		return d.Close(err)
	}
	out, err := b.open(d)
	if err != nil {
		return d.Close(err)
	}
	start, before := time.Now(), out.Done()
	if !b.settings.Quiet && (out.Again() > 0 || before > 0 && before < b.total) {
		b.Say("%s", alreadyThere(before, out.Again(), b.total))
	}
	b.progress = show.NewProgress(b.Console, b.settings.Quiet, b.total, before)
	err = b.answer(ctx, d, out)
	b.progress.Stop()
	done := out.Done()
	if e := out.Close(); err == nil && e != nil {
		err = b.unwritable(e)
	}
	if err == nil || done > before { // else there is nothing to count
		b.end(done, done-before, time.Since(start))
	}
	return d.Close(b.verdict(err, done))
}

// session returns the tutor with its log; only the log where workers have the tutor.
func (b *batchJob) session(ctx context.Context) (*session.Session, error) {
	if b.spread != nil {
		return session.NewLog(b.Console, b.settings)
	}
	return session.New(ctx, b.Console, b.settings)
}

// read finds the inputs and goes through them once, so that a line that cannot be read is told before
// anything is done. They are read again later, one by one.
func (b *batchJob) read() error {
	source, err := texts.Open(b.in, texts.Options{In: b.In, Column: b.column, Replaced: tutor.Members()})
	if err != nil {
		return err
	}
	b.inputs = source.Inputs()
	for _, err := range b.inputs {
		if err != nil {
			return err
		}
		b.total++
	}
	return nil
}

// open opens the file of answers, which must belong to the input.
func (b *batchJob) open(d *session.Session) (*answers.Output, error) {
	out, err := answers.Open(b.out, b.inputs, answers.Options{Restart: b.restart, Accept: func(line []byte) (bool, error) {
		if b.spread == nil { // else the batch's own name holds all that makes it what it is
			if err := d.CheckOrigin(line); err != nil {
				return false, err
			}
		}
		if b.again(line) {
			return true, nil
		}
		b.tally.count(line)
		return false, nil
	}})
	foreign, isForeign := errors.AsType[*answers.ForeignError](err)
	switch {
	case errors.Is(err, answers.ErrHeld):
		return nil, b.held()
	case errors.Is(err, answers.ErrNoFile):
		return nil, cli.Misuse("%s is not a regular file, and answers can only be kept in one; name another with -o", b.out)
	case isForeign:
		return nil, cli.Misuse("%s was not made from this input: %s.\nName another file with -o, or begin it anew with --restart.",
			b.out, foreign.Reason)
	case errors.As(err, new(*fs.PathError)):
		return nil, cli.Unwritable(b.out, err)
	}
	return out, err
}

func (b *batchJob) held() error {
	return cli.Misuse("another process writes %s; wait until it ends.", filepath.Clean(b.out))
}

// again reports whether the answer in a line is asked for again.
func (b *batchJob) again(line []byte) bool {
	r := gjson.GetManyBytes(line, "fault", "outcome")
	return r[0].Exists() || b.retryFailed && r[1].Str != string(loop.Final)
}

// answer answers what is left, here or at the workers of a queue.
func (b *batchJob) answer(ctx context.Context, d *session.Session, out *answers.Output) error {
	var err error
	if b.spread != nil {
		err = b.collect(ctx, d, out)
	} else {
		err = b.make(ctx, d, out)
	}
	unlogged, isLog := errors.AsType[*logError](err)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, errGone):
		return nil // what is missing tells
	case isLog:
		return unlogged
	case errors.As(err, new(*fs.PathError)):
		return b.unwritable(err)
	}
	return err
}

// make makes the answers here. The first signal lets what runs finish, the second stops it.
func (b *batchJob) make(ctx context.Context, d *session.Session, out *answers.Output) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := make(chan struct{})
	stopOnce := sync.OnceFunc(func() { close(stop) })
	release := b.Signals.Listen(func() {
		stopOnce() // also where no one reads what is told
		b.Say("Finishing what runs. Interrupt again to stop at once.")
	}, cancel)
	defer release()
	b.health.stop = stopOnce
	return answers.Run(ctx, out, answers.Job{
		Jobs:   b.atOnce(d),
		Stop:   stop,
		Answer: func(ctx context.Context, in answers.Input) ([]byte, error) { return b.correct(ctx, d, in) },
		Wrote: func(line []byte) {
			b.tally.count(line)
			b.progress.Step(b.tally.done, b.tally.inShort())
		},
	})
}

func (b *batchJob) unwritable(err error) error {
	return fmt.Errorf("cannot write %s: %w. What it holds is whole; the same command goes on", b.out, cli.Cause(err))
}

// atOnce returns how many inputs are answered at the same time. A server usually answers one.
func (b *batchJob) atOnce(d *session.Session) int {
	switch {
	case b.jobs > 0:
		return int(b.jobs)
	case strings.HasPrefix(d.Model, "ollama:"), strings.HasPrefix(d.Settings.Escalate, "ollama"):
		return 1
	}
	return runtime.NumCPU()
}

// correct answers one input. Its events go to the log in one piece.
func (b *batchJob) correct(ctx context.Context, d *session.Session, in answers.Input) ([]byte, error) {
	var log io.Writer
	var events bytes.Buffer
	if d.Log != nil {
		log = &events
	}
	var heard eval.Pulse
	watch, end := b.progress.Begin(fmt.Sprintf("line %d", in.Line))
	defer end()
	r, err := d.Tutor.Correct(ctx, in.Text, log, func(e loop.Event) {
		watch(e)
		heard.Watch(e)
	})
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil && r.Outcome == loop.Cancelled { // it is done again next time
		return nil, ctx.Err()
	}
	if err := b.keepLog(d, events.Bytes()); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.health.take(r, heard); err != nil {
		return nil, err
	}
	b.note(r.Problem)
	for _, e := range r.Escalations {
		b.note(e.Problem)
	}
	return r.JSON(), nil
}
