// Package session corrects inputs one by one for a person or a pipe.
//
// A [Session] has a tutor, its log, the reader of lines and the renderer of answers. [LoggedRuns] lets
// the commands about logged runs make the tutor's runs once more.
package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/internal/show"
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

// A Session corrects inputs one by one: it has the tutor, its log, and how answers are shown.
type Session struct {
	*cli.Console
	Settings settings.Settings
	Tutor    *tutor.Tutor
	reader   cli.LineReader // nil: none was needed yet
	Model    string         // as reports name it
	renderer render.Renderer
	Log      io.WriteCloser // nil: none
	kept     logs.Stoppable // what goes into it
	answered int
	other    cli.Status // of the runs that did not end final; 0: all did
	unkept   bool       // a log could not be written

	corrected, outside bool // some input was
	advice             bool // one more answer that may be wrong is followed by what may know better

	live *show.Live // of the run under way, or of the last one; nil: none has begun
}

// New finds the model, says which it is if that was left open, and opens the log.
func New(ctx context.Context, c *cli.Console, s settings.Settings) (*Session, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	options, notes, err := s.Options(ctx, s.Model, s.Planner.Value)
	if err != nil {
		return nil, err
	}
	session := &Session{Console: c, Settings: s, Model: options.Model().Name(), renderer: render.New(c, s)}
	if s.ApprovePlan && c.InTerminal {
		options.Loop.Approval.Ask = session.approve
	}
	if session.Tutor, err = tutor.New(options); err != nil {
		return nil, err
	}
	if s.Log != "" {
		if session.Log, err = cli.OpenLog(s.Log); err != nil {
			return nil, err
		}
	}
	session.advice = s.Escalate == "" && (session.Model == settings.BuiltIn || session.Model == "rules")
	for _, note := range notes {
		if !s.Quiet {
			c.Say("%s", note)
		}
	}
	return session, nil
}

// approve asks the person at the terminal about a plan.
func (s *Session) approve(ctx context.Context, i loop.Interrupt) (loop.Reply, error) {
	defer s.live.Pause()()
	p := runs.Person{Console: s.Console, Lines: s, Check: s.Tutor.CheckReply, Show: func(i loop.Interrupt) {
		s.Say("%s", show.Question(i))
		if !s.Settings.Trace || s.Settings.Quiet { // else it was just shown
			show.Plan(s.Console, i)
		}
	}}
	return p.Approve(ctx, i)
}

// NewLog opens only the log, for answers that others make.
func NewLog(c *cli.Console, s settings.Settings) (*Session, error) {
	session := &Session{Console: c, Settings: s, Model: s.Model}
	var err error
	if s.Log != "" {
		session.Log, err = cli.OpenLog(s.Log)
	}
	return session, err
}

// Close closes the log and returns what the work came to.
func (s *Session) Close(err error) error {
	if s.Log != nil {
		err = errors.Join(err, s.Log.Close())
	}
	switch {
	case err != nil:
	case s.unkept:
		err = cli.StatusFault // the report said why
	case s.other != 0:
		err = s.other
	case s.Settings.ExitCode && s.corrected:
		err = StatusCorrected
	case s.Settings.ExitCode && s.outside:
		err = StatusOutside
	}
	return err
}

// count notes what an answer says.
func (s *Session) count(r tutor.Report) {
	switch {
	case r.Outcome != loop.Final && s.other != cli.StatusFault:
		s.other = cli.Unanswered(r.Outcome)
	case r.Outcome != loop.Final:
	case r.Corrected != nil:
		s.corrected = true
	case !r.InScope:
		s.outside = true
	}
}

// Correct corrects one input and shows the answer. The error is that of ctx when a signal came; then what was known
// was shown.
func (s *Session) Correct(ctx context.Context, input string) error {
	r, err := s.answer(ctx, input)
	if err != nil {
		return err
	}
	return s.tell(r)
}

// tell shows an answer, and says beside it what the run came to.
func (s *Session) tell(r tutor.Report) error {
	if err := s.show(r); err != nil {
		return err
	}
	s.count(r)
	for _, e := range r.Escalations {
		if e.Problem != "" {
			s.Say("tutor: %s was asked too: %s", e.Model, e.Problem)
		}
	}
	switch {
	case r.Outcome != loop.Final:
		s.Say("tutor: %s", r.Problem)
	case !s.Settings.Quiet && !s.Settings.JSON:
		s.Say("%s", render.Facts(r))
		if r.Unsure && r.InScope && s.advice {
			s.Say("A larger model may know better: --escalate ollama: asks the newest one of your Ollama, if it has one.")
			s.advice = false // once is enough
		}
	}
	return nil
}

// show prints an answer in one piece.
func (s *Session) show(r tutor.Report) error {
	text := string(r.JSON()) + "\n"
	switch {
	case s.Settings.JSON:
	case s.Settings.Events:
		text = ""
	default:
		text = s.renderer.Report(r)
		if s.answered > 0 {
			text = "\n" + text
		}
	}
	s.answered++
	if _, err := io.WriteString(s.Out, text); err != nil {
		return fmt.Errorf("cannot write to standard output: %w", err)
	}
	return nil
}

// CorrectLines corrects each line of standard input that is not blank, as it comes.
func (s *Session) CorrectLines(ctx context.Context) error {
	for {
		line, err := s.Line(ctx, "")
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := s.Correct(ctx, line); err != nil {
			return err
		}
	}
	if s.answered == 0 {
		return cli.Misuse("there was no sentence on standard input")
	}
	return nil
}

// Line implements [cli.LineReader]: it returns the next line of standard input.
func (s *Session) Line(ctx context.Context, prompt string) (string, error) {
	if s.reader == nil {
		s.reader = s.NewStream()
	}
	return s.reader.Line(ctx, prompt)
}

// CheckOrigin refuses a line that another model or planner has made: a file holds one experiment.
func (s *Session) CheckOrigin(line []byte) error {
	r := gjson.GetManyBytes(line, "model", "planner")
	if m := s.Model; r[0].Str != m {
		return cli.Misuse("the lines in the file were made by %s, and this is %s.\nGo on with --model %s, or begin anew with --restart.",
			r[0].Str, m, r[0].Str)
	}
	if p := s.Settings.Planner.Value; r[1].Str != p {
		return cli.Misuse(
			"the lines in the file were made by planner %s, and this is %s.\nGo on with --planner %s, or begin anew with --restart.",
			r[1].Str, p, r[1].Str)
	}
	return nil
}
