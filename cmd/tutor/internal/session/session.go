package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/learner"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// With --exit-code, the program ends with what became of the inputs.
const (
	StatusCorrected cli.Status = 10 // something was corrected
	StatusOutside   cli.Status = 11 // nothing was corrected, but something was out of scope
)

// A Session is where inputs are corrected one by one: the tutor, its log, and how answers are shown.
type Session struct {
	*cli.Console
	Settings settings.Settings
	Tutor    *tutor.Tutor
	Reader   cli.LineReader // nil: nobody was asked yet
	Model    string         // as reports name it
	page     render.Renderer
	Log      io.WriteCloser // nil: none
	answered int
	other    bool // some run did not end final

	corrected, outside bool // some input was
	Last               tutor.Report
	learner            *learner.Learner // nil: errors are not remembered
	keepText           bool             // with the sentences
}

// New finds the model, says which it is if that was left open, and opens the log.
func New(ctx context.Context, c *cli.Console, s settings.Settings) (*Session, error) {
	if s.ErrorsGiven && !strings.HasPrefix(s.Planner.Value, "preflect:") {
		return nil, cli.Misuse("--plan-errors is for the critic of preflect; with --planner %s there is none. Add --planner preflect:%s",
			s.Planner.Value, s.Planner.Value[strings.LastIndex(s.Planner.Value, ":")+1:])
	}
	options, notes, err := s.Options(ctx, s.Model, s.Planner.Value)
	if err != nil {
		return nil, err
	}
	tutor, err := tutor.New(options)
	if err != nil {
		return nil, err
	}
	d := &Session{Console: c, Settings: s, Tutor: tutor, Model: options.Model().Name(), page: render.New(c, s)}
	if s.Log != "" {
		if d.Log, err = cli.OpenLog(s.Log); err != nil {
			return nil, err
		}
	}
	l := learner.New(c)
	if on, text := l.On(); on {
		d.learner, d.keepText = l, text
	}
	for _, note := range notes {
		if !s.Quiet {
			c.Say("%s", note)
		}
	}
	return d, nil
}

// Close closes the log and returns what the work came to.
func (d *Session) Close(err error) error {
	if d.Log != nil {
		err = errors.Join(err, d.Log.Close())
	}
	if d.learner != nil {
		err = errors.Join(err, d.learner.Close())
	}
	switch {
	case err != nil:
	case d.other:
		err = cli.StatusOther
	case d.Settings.ExitCode && d.corrected:
		err = StatusCorrected
	case d.Settings.ExitCode && d.outside:
		err = StatusOutside
	}
	return err
}

// Count notes what an answer says.
func (d *Session) count(r tutor.Report) {
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
func (d *Session) logWriter() io.Writer {
	switch {
	case d.Settings.Events && d.Log != nil:
		return io.MultiWriter(d.Log, d.Out)
	case d.Settings.Events:
		return d.Out
	case d.Log != nil:
		return d.Log
	}
	return nil
}

// One corrects One input and shows the answer. The error is that of ctx when a signal came.
func (d *Session) One(ctx context.Context, input string) error {
	var watch func(loop.Event)
	if d.Settings.Trace && !d.Settings.Quiet {
		watch = show.NewTracer(d.Err).Event
	}
	r, err := d.Tutor.Correct(ctx, input, d.logWriter(), watch)
	if err != nil {
		return err
	}
	if ctx.Err() != nil && r.Outcome == loop.Cancelled {
		return ctx.Err()
	}
	if d.Settings.Hint && hinted(r) {
		if err := d.tries(ctx, r); err != nil {
			return err
		}
	}
	if err := d.tell(r); err != nil {
		return err
	}
	if d.learner != nil {
		d.learner.Remember(ctx, r, d.keepText)
	}
	return nil
}

// tell shows an answer, and says beside it what the run came to.
func (d *Session) tell(r tutor.Report) error {
	if err := d.show(r); err != nil {
		return err
	}
	d.count(r)
	d.Last = r
	for _, e := range r.Escalations {
		if e.Problem != "" {
			d.Say("tutor: %s was asked too: %s", e.Model, e.Problem)
		}
	}
	switch {
	case r.Outcome != loop.Final:
		d.Say("tutor: %s", r.Problem)
	case !d.Settings.Quiet && !d.Settings.JSON:
		d.Say("%s", render.Facts(r))
	}
	return nil
}

// show prints an answer in one piece.
func (d *Session) show(r tutor.Report) error {
	text := string(r.JSON()) + "\n"
	switch {
	case d.Settings.JSON:
	case d.Settings.Events:
		text = ""
	default:
		text = d.page.Report(r)
		if d.answered > 0 {
			text = "\n" + text
		}
	}
	d.answered++
	if _, err := io.WriteString(d.Out, text); err != nil {
		return fmt.Errorf("cannot write to standard output: %w", err)
	}
	return nil
}

// Lines corrects each line of standard input that is not blank, as it comes.
func (d *Session) Lines(ctx context.Context) error {
	for {
		line, err := d.ReadLine(ctx, "")
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := d.One(ctx, line); err != nil {
			return err
		}
	}
	if d.answered == 0 {
		return cli.Misuse("there was no sentence on standard input")
	}
	return nil
}

// ReadLine returns the next line.
func (d *Session) ReadLine(ctx context.Context, prompt string) (string, error) {
	if d.Reader == nil {
		d.Reader = d.NewStream()
	}
	return d.Reader.Line(ctx, prompt)
}

// Made refuses a line that another model or planner has Made: a file holds one experiment.
func (d *Session) Made(line []byte) error {
	r := gjson.GetManyBytes(line, "model", "planner")
	if m := d.Model; r[0].Str != m {
		return cli.Misuse("the lines in the file were made by %s, and this is %s.\nGo on with --model %s, or begin anew with --restart.", r[0].Str, m, r[0].Str)
	}
	if p := d.Settings.Planner.Value; r[1].Str != p {
		return cli.Misuse("the lines in the file were made by planner %s, and this is %s.\nGo on with --planner %s, or begin anew with --restart.", r[1].Str, p, r[1].Str)
	}
	return nil
}
