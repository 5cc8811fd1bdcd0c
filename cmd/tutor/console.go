package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/shortleash/shortleash/internal/didyoumean"
)

// A console is what a command talks to: the three streams, what is known about them, the environment
// and the signals.
type console struct {
	program  string // its name
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	signals  *signals
	args     []string // of the program, as given
	now      func() time.Time

	inTerminal, outTerminal, errTerminal bool
	width                                int // of the terminal at out, in cells
}

func newConsole(program string, in io.Reader, out, err io.Writer, env func(string) string, received <-chan os.Signal) *console {
	c := &console{program: program, in: in, out: out, err: err, env: env, signals: newSignals(received), width: 80, now: time.Now}
	c.inTerminal, c.outTerminal, c.errTerminal = isTerminal(in), isTerminal(out), isTerminal(err)
	if c.outTerminal {
		if w, _, e := term.GetSize(descriptor(out)); e == nil && w > 0 {
			c.width = w
		}
	}
	return c
}

// prepare has the root of a program read and write here, and words its help and its errors.
func (c *console) prepare(root *cobra.Command) {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { cmd.Print(helpOf(cmd)) })
}

// run runs the command that args name below root, and returns the code to exit with. It leaves a command
// that is stuck when a signal ends the program.
func (c *console) run(ctx context.Context, root *cobra.Command, args []string) int {
	root.SetArgs(append([]string{}, args...)) // of nil, cobra would take those of the process
	stop := c.signals.watch()
	defer stop()
	code := make(chan int, 1)
	go func() { code <- c.exitCode(root.ExecuteContext(ctx)) }()
	select {
	case n := <-code:
		return n
	case <-c.signals.end:
		return int(statusInterrupted)
	}
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

// named puts the name of the program where text says PROGRAM.
func (c *console) named(text string) string { return strings.ReplaceAll(text, "PROGRAM", c.program) }

// subcommand returns the check of a command that only has commands below it: it always refuses, with
// none if there are no arguments.
func subcommand(none string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return misuse("%s", none)
		}
		var names []string
		for _, sub := range cmd.Commands() {
			names = append(names, sub.Name())
		}
		if near := didyoumean.Of(args[0], names); near != "" {
			return misuse("there is no %s %s; did you mean %s %s?", cmd.CommandPath(), args[0], cmd.CommandPath(), near)
		}
		return misuse("there is no %s %s; see %s -h", cmd.CommandPath(), args[0], cmd.CommandPath())
	}
}

// noArgs returns the check that there are no arguments.
func noArgs(message string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return misuse("%s", message)
		}
		return nil
	}
}

// command is the command that was given, as it continues what was stopped.
func (c *console) command() string {
	words := []string{c.program}
	for _, a := range c.args {
		if !strings.HasPrefix(a, "--restart") {
			words = append(words, quoted(a))
		}
	}
	return strings.Join(words, " ")
}
