package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"golang.org/x/term"
)

// A console is what a command talks to: the three streams, what is known about them, and the keys
// that interrupt.
type console struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	signals  *signals
	args     []string // of the program, as given
	now      func() time.Time

	inTerminal, outTerminal, errTerminal bool
	width                                int // of the terminal at out, in cells
}

func newConsole(in io.Reader, out, err io.Writer, env func(string) string, received <-chan os.Signal) *console {
	c := &console{in: in, out: out, err: err, env: env, signals: newSignals(received), width: 80, now: time.Now}
	c.inTerminal, c.outTerminal, c.errTerminal = isTerminal(in), isTerminal(out), isTerminal(err)
	if c.outTerminal {
		if w, _, e := term.GetSize(descriptor(out)); e == nil && w > 0 {
			c.width = w
		}
	}
	return c
}

// descriptor returns the file descriptor of a stream, or -1 if it has none.
func descriptor(stream any) int {
	if f, ok := stream.(*os.File); ok {
		return int(f.Fd())
	}
	return -1
}

func isTerminal(stream any) bool { return term.IsTerminal(descriptor(stream)) }

// color reports whether answers are printed in color, given the setting auto, always or never.
func (c *console) color(setting string) bool {
	switch setting {
	case "always":
		return true
	case "never":
		return false
	default:
		return c.outTerminal && c.env("NO_COLOR") == "" && c.env("TERM") != "dumb"
	}
}

// say prints one line for people. A failure is not reported: this is where it would be.
func (c *console) say(format string, args ...any) {
	_, _ = fmt.Fprintln(c.err, printable(fmt.Sprintf(format, args...)))
}

// printable takes the power out of text that comes from a model or a file: characters that would
// steer a terminal or turn the reading direction are shown as a replacement mark.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// oneLine is printable text without line breaks and tabs, for the words of a model.
func oneLine(text string) string {
	return printable(strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(text))
}
