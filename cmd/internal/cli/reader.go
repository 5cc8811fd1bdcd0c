package cli

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

	"github.com/shortleash/shortleash/internal/bounded"
)

// A LineReader returns the lines of standard input one by one, after a prompt for people. After the
// last line the error is io.EOF.
type LineReader interface {
	// Line returns the next line. It ends with the error of ctx when that ends.
	Line(ctx context.Context, prompt string) (string, error)
}

// NewStream returns a reader of lines as they come.
func (c *Console) NewStream() LineReader { return &stream{Console: c} }

// A stream reads lines as they come, from a pipe, a file or a plain terminal.
type stream struct {
	*Console
	scanner *bufio.Scanner // nil: nothing was read yet
	pending chan bool      // a read under way, which says whether there was a line; nil: none is
	number  int            // of the last line
}

// maxLine bounds a line of standard input, in bytes.
const maxLine = 64_000_000

// Line implements [LineReader]. Nothing is read ahead: between two lines another program may have the terminal. A read
// cannot be interrupted, so one that ctx has ended goes on, and its line is the next.
func (s *stream) Line(ctx context.Context, prompt string) (string, error) {
	if s.scanner == nil {
		s.scanner = bufio.NewScanner(s.In)
		s.scanner.Buffer(nil, maxLine)
	}
	if s.InTerminal {
		_, _ = fmt.Fprint(s.Err, prompt) // the prompt is for people only
	}
	if s.pending == nil {
		read := make(chan bool, 1)
		s.pending = read
		go func() { read <- s.scanner.Scan() }()
	}
	select {
	case more := <-s.pending:
		s.pending = nil
		err := s.scanner.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			return "", Misuse("line %d: %v", s.number+1, &bounded.TooLargeError{Most: maxLine})
		}
		if !more && err != nil {
			return "", Misuse("cannot read standard input: %v", err)
		} else if !more {
			return "", io.EOF
		}
	case <-ctx.Done():
		return "", ctx.Err()
	}
	line := strings.TrimSuffix(s.scanner.Text(), "\r")
	s.number++
	if s.number == 1 {
		line = strings.TrimPrefix(line, "\uFEFF")
	}
	if !utf8.ValidString(line) {
		return "", Misuse("line %d: this is not UTF-8 text; convert it first, for example: iconv -f latin1 -t utf-8", s.number)
	}
	return line, nil
}

// An editor reads lines that can be edited in a terminal; the arrow keys bring earlier ones back. The
// terminal is raw only while a line is read, so that the keys that interrupt work during a run.
type editor struct {
	in       *os.File
	terminal *term.Terminal
}

// NewEditor returns an editor for the terminal at in that echoes to out, or nil where lines cannot
// be edited.
func (c *Console) NewEditor() LineReader {
	in, ok := c.In.(*os.File)
	out, isFile := c.Err.(*os.File)
	if !ok || !isFile || !c.InTerminal || !c.Draws() {
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

// Line implements [LineReader].
func (e *editor) Line(ctx context.Context, prompt string) (_ string, err error) {
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

// Prompt is shown before a line.
const Prompt = "> "
