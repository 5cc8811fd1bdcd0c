package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/cmd/tutor/run"
	"github.com/shortleash/shortleash/loop"
)

// A desk is where inputs are corrected one by one: the tutor, its log, and how answers are shown.
type desk struct {
	*console
	settings settings
	tutor    *run.Tutor
	model    string // as reports name it
	page     page
	log      io.WriteCloser // nil: none
	answered int
	other    bool // some run did not end final
}

// newDesk finds the model, says which it is if that was left open, and opens the log.
func (c *console) newDesk(ctx context.Context, s settings) (*desk, error) {
	newModel, note, err := run.Resolve(ctx, s.model, s.host)
	if err != nil {
		return nil, err
	}
	tutor, err := run.New(run.Options{Model: newModel, Planner: s.planner.value, Loop: s.loop(), Trace: s.trace})
	if err != nil {
		return nil, err
	}
	d := &desk{console: c, settings: s, tutor: tutor, model: newModel().Name(), page: page{color: c.color(s.color.value), width: c.width}}
	if s.log != "" {
		if d.log, err = openLog(s.log); err != nil {
			return nil, err
		}
	}
	if note != "" && !s.quiet {
		c.say("%s", note)
	}
	return d, nil
}

// close closes the log and returns what the work came to.
func (d *desk) close(err error) error {
	if d.log != nil {
		err = errors.Join(err, d.log.Close())
	}
	if err == nil && d.other {
		err = errOther
	}
	return err
}

// logWriter returns the log as a writer, or nil where there is none.
func (d *desk) logWriter() io.Writer {
	if d.log == nil {
		return nil
	}
	return d.log
}

// one corrects one input and shows the answer. The error is that of ctx when a signal came.
func (d *desk) one(ctx context.Context, input string) error {
	var watch func(loop.Event)
	if d.settings.trace && !d.settings.quiet {
		watch = (&tracer{console: d.console}).event
	}
	r, err := d.tutor.Correct(ctx, input, d.logWriter(), watch)
	if err != nil {
		return err
	}
	if ctx.Err() != nil && r.Outcome == loop.Cancelled {
		return ctx.Err()
	}
	return d.tell(r)
}

// tell shows an answer, and says beside it what the run came to.
func (d *desk) tell(r run.Report) error {
	if err := d.show(r); err != nil {
		return err
	}
	switch {
	case r.Outcome != loop.Final:
		d.other = true
		d.say("tutor: %s", r.Problem)
	case !d.settings.quiet && !d.settings.json:
		d.say("%s", facts(r))
	}
	return nil
}

// show prints an answer in one piece.
func (d *desk) show(r run.Report) error {
	text := string(r.JSON()) + "\n"
	if !d.settings.json {
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

// maxLine bounds a line of standard input, in bytes.
const maxLine = 64 << 20

// lines corrects each line of standard input that is not blank, as it comes.
func (d *desk) lines(ctx context.Context) error {
	lines, failure := d.read()
	for number := 1; ; number++ {
		var line string
		var more bool
		select {
		case line, more = <-lines:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !more {
			break
		}
		if number == 1 {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !utf8.ValidString(line) {
			return misuse("line %d: this is not UTF-8 text; convert it first, for example: iconv -f latin1 -t utf-8", number)
		}
		if err := d.one(ctx, line); err != nil {
			return err
		}
	}
	if err := failure(); err != nil {
		return misuse("cannot read standard input: %v", err)
	}
	if d.answered == 0 {
		return misuse("there was no sentence on standard input")
	}
	return nil
}

// read hands on the lines of standard input. A read cannot be interrupted, so its goroutine is
// left behind when a signal ends the program. failure is to be asked after the last line.
func (d *desk) read() (lines <-chan string, failure func() error) {
	scanner := bufio.NewScanner(d.in)
	scanner.Buffer(nil, maxLine)
	c := make(chan string)
	go func() {
		defer close(c)
		for scanner.Scan() {
			c <- strings.TrimSuffix(scanner.Text(), "\r")
		}
	}()
	return c, scanner.Err
}
