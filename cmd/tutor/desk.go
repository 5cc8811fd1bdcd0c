package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// With --exit-code, the program ends with what became of the inputs.
const (
	statusCorrected status = 10 // something was corrected
	statusOutside   status = 11 // nothing was corrected, but something was out of scope
)

// A desk is where inputs are corrected one by one: the tutor, its log, and how answers are shown.
type desk struct {
	*console
	settings TutorSettings
	tutor    *tutor.Tutor
	reader   lineReader // nil: nobody was asked yet
	model    string     // as reports name it
	page     page
	log      io.WriteCloser // nil: none
	answered int
	other    bool // some run did not end final

	corrected, outside bool // some input was
	last               tutor.Report
	learner            *Learner // nil: errors are not remembered
	keepText           bool     // with the sentences
}

// newDesk finds the model, says which it is if that was left open, and opens the log.
func newDesk(ctx context.Context, c *console, s TutorSettings) (*desk, error) {
	if s.errorsGiven && !strings.HasPrefix(s.planner.value, "preflect:") {
		return nil, misuse("--plan-errors is for the critic of preflect; with --planner %s there is none. Add --planner preflect:%s",
			s.planner.value, s.planner.value[strings.LastIndex(s.planner.value, ":")+1:])
	}
	options, notes, err := s.options(ctx, s.model, s.planner.value)
	if err != nil {
		return nil, err
	}
	tutor, err := tutor.New(options)
	if err != nil {
		return nil, err
	}
	d := &desk{console: c, settings: s, tutor: tutor, model: options.Model().Name(), page: newPage(c, s)}
	if s.log != "" {
		if d.log, err = openLog(s.log); err != nil {
			return nil, err
		}
	}
	l := newLearner(c)
	if on, text := l.on(); on {
		d.learner, d.keepText = l, text
	}
	for _, note := range notes {
		if !s.quiet {
			c.say("%s", note)
		}
	}
	return d, nil
}

// close closes the log and returns what the work came to.
func (d *desk) close(err error) error {
	if d.log != nil {
		err = errors.Join(err, d.log.Close())
	}
	if d.learner != nil {
		err = errors.Join(err, d.learner.close())
	}
	switch {
	case err != nil:
	case d.other:
		err = statusOther
	case d.settings.exitCode && d.corrected:
		err = statusCorrected
	case d.settings.exitCode && d.outside:
		err = statusOutside
	}
	return err
}

// count notes what an answer says.
func (d *desk) count(r tutor.Report) {
	switch {
	case r.Outcome != loop.Final:
		d.other = true
	case r.Corrected != nil:
		d.corrected = true
	case !r.InScope:
		d.outside = true
	}
}

// logWriter returns where the events of runs go, or nil where they go nowhere.
func (d *desk) logWriter() io.Writer {
	switch {
	case d.settings.events && d.log != nil:
		return io.MultiWriter(d.log, d.out)
	case d.settings.events:
		return d.out
	case d.log != nil:
		return d.log
	}
	return nil
}

// one corrects one input and shows the answer. The error is that of ctx when a signal came.
func (d *desk) one(ctx context.Context, input string) error {
	var watch func(loop.Event)
	if d.settings.trace && !d.settings.quiet {
		watch = newTracer(d.err).event
	}
	r, err := d.tutor.Correct(ctx, input, d.logWriter(), watch)
	if err != nil {
		return err
	}
	if ctx.Err() != nil && r.Outcome == loop.Cancelled {
		return ctx.Err()
	}
	if d.settings.hint && hinted(r) {
		if err := d.tries(ctx, r); err != nil {
			return err
		}
	}
	if err := d.tell(r); err != nil {
		return err
	}
	if d.learner != nil {
		d.learner.remember(ctx, r, d.keepText)
	}
	return nil
}

// tell shows an answer, and says beside it what the run came to.
func (d *desk) tell(r tutor.Report) error {
	if err := d.show(r); err != nil {
		return err
	}
	d.count(r)
	d.last = r
	for _, e := range r.Escalations {
		if e.Problem != "" {
			d.say("tutor: %s was asked too: %s", e.Model, e.Problem)
		}
	}
	switch {
	case r.Outcome != loop.Final:
		d.say("tutor: %s", r.Problem)
	case !d.settings.quiet && !d.settings.json:
		d.say("%s", facts(r))
	}
	return nil
}

// show prints an answer in one piece.
func (d *desk) show(r tutor.Report) error {
	text := string(r.JSON()) + "\n"
	switch {
	case d.settings.json:
	case d.settings.events:
		text = ""
	default:
		text = d.page.report(r)
		if d.answered > 0 {
			text = "\n" + text
		}
	}
	d.answered++
	if _, err := io.WriteString(d.out, text); err != nil {
		return fmt.Errorf("cannot write to standard output: %w", err)
	}
	return nil
}

// lines corrects each line of standard input that is not blank, as it comes.
func (d *desk) lines(ctx context.Context) error {
	for {
		line, err := d.readLine(ctx, "")
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := d.one(ctx, line); err != nil {
			return err
		}
	}
	if d.answered == 0 {
		return misuse("there was no sentence on standard input")
	}
	return nil
}

// readLine returns the next line.
func (d *desk) readLine(ctx context.Context, prompt string) (string, error) {
	if d.reader == nil {
		d.reader = d.newStream()
	}
	return d.reader.line(ctx, prompt)
}

// made refuses a line that another model or planner has made: a file holds one experiment.
func (d *desk) made(line []byte) error {
	r := gjson.GetManyBytes(line, "model", "planner")
	if m := d.model; r[0].Str != m {
		return misuse("the lines in the file were made by %s, and this is %s.\nGo on with --model %s, or begin anew with --restart.", r[0].Str, m, r[0].Str)
	}
	if p := d.settings.planner.value; r[1].Str != p {
		return misuse("the lines in the file were made by planner %s, and this is %s.\nGo on with --planner %s, or begin anew with --restart.", r[1].Str, p, r[1].Str)
	}
	return nil
}
