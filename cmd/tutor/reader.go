package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// A lineReader returns the lines of standard input one by one, after a prompt for people. After the
// last line the error is io.EOF.
type lineReader interface {
	line(ctx context.Context, prompt string) (string, error)
}

// newStream returns a reader of lines as they come.
func (c *console) newStream() lineReader { return &stream{console: c} }

// A stream reads lines as they come, from a pipe, a file or a plain terminal.
type stream struct {
	*console
	lines   <-chan string
	failure func() error
	number  int // of the last line
}

// maxLine bounds a line of standard input, in bytes.
const maxLine = 64 << 20

func (s *stream) line(ctx context.Context, prompt string) (string, error) {
	if s.lines == nil {
		s.lines, s.failure = s.read()
	}
	if s.inTerminal {
		_, _ = fmt.Fprint(s.err, prompt) // the prompt is for people only
	}
	var line string
	var more bool
	select {
	case line, more = <-s.lines:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if !more {
		if err := s.failure(); err != nil {
			return "", misuse("cannot read standard input: %v", err)
		}
		return "", io.EOF
	}
	s.number++
	if s.number == 1 {
		line = strings.TrimPrefix(line, "\uFEFF")
	}
	if !utf8.ValidString(line) {
		return "", misuse("line %d: this is not UTF-8 text; convert it first, for example: iconv -f latin1 -t utf-8", s.number)
	}
	return line, nil
}

// read sends the lines of standard input. A read cannot be interrupted, so its goroutine is
// abandoned when a signal ends the program. Call failure after the last line.
func (c *console) read() (lines <-chan string, failure func() error) {
	scanner := bufio.NewScanner(c.in)
	scanner.Buffer(nil, maxLine)
	ch := make(chan string)
	go func() {
		defer close(ch)
		for scanner.Scan() {
			ch <- strings.TrimSuffix(scanner.Text(), "\r")
		}
	}()
	return ch, scanner.Err
}

// An editor reads lines in a terminal that can be edited and, with the arrow keys, found again. The
// terminal is raw only while a line is read, so that the keys that interrupt work during a run.
type editor struct {
	in       *os.File
	terminal *term.Terminal
}

// newEditor returns an editor for the terminal at in that echoes to out, or nil where lines cannot
// be edited.
func (c *console) newEditor() lineReader {
	in, ok := c.in.(*os.File)
	out, isFile := c.err.(*os.File)
	if !ok || !isFile || !c.inTerminal || !c.errTerminal || c.env("TERM") == "dumb" {
		return nil
	}
	e := &editor{in, term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, "")}
	if width, height, err := term.GetSize(int(out.Fd())); err == nil && width > 0 {
		_ = e.terminal.SetSize(width, height) // the usual size will do
	}
	return e
}

func (e *editor) line(ctx context.Context, prompt string) (_ string, err error) {
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	state, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return "", fmt.Errorf("cannot read the keys of this terminal: %w", err)
	}
	defer func() { err = errors.Join(err, term.Restore(int(e.in.Fd()), state)) }()
	e.terminal.SetPrompt(prompt)
	type result struct {
		line string
		err  error
	}
	read := make(chan result, 1)
	go func() { // a read cannot be interrupted: after a signal this waits until the program ends
		line, err := e.terminal.ReadLine()
		read <- result{line, err}
	}()
	select {
	case r := <-read:
		if errors.Is(r.err, term.ErrPasteIndicator) { // a pasted line is a line
			r.err = nil
		}
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// prompt stands before a line.
const prompt = "> "
