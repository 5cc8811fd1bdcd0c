// Package cli holds what command line programs that run the loop share.
//
// A [Console] has the streams, the environment and the name of the program; [Console.Run] runs a command
// of a cobra tree and returns the exit code. [Signals] end every command: one that listens is told, any
// other ends at once. [Settings] are the flags that all programs have; flags come before environment
// variables, and those before the configuration file. Help and completion are made from
// the same flags.
//
// An error with the method Misuse says what the user asked for and is not there (exit code 2), a
// [Status] ends the program with a code of its own, and text from models or files is printed through
// [Printable] or [OneLine].
package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/shortleash/shortleash/internal/didyoumean"
)

// A Console is what a command talks to: the three streams, what is known about them, the environment
// and the signals.
type Console struct {
	Name     string // of the program
	In       io.Reader
	Out, Err io.Writer // Out never gets a raw character that steers a terminal, except for colors
	Signals  *Signals
	Args     []string // of the program, as given
	Now      func() time.Time
	helpErr  error               // of printing help
	env      func(string) string // looks up a variable; "" is one that is not set

	InTerminal, OutTerminal, ErrTerminal bool
	Width                                int      // of the terminal at out, in cells
	errWidth                             int      // of that at err; 0 if there is none
	drawn                                *drawing // at err
}

// NewConsole returns the console of a program. env looks up a variable of the environment; nil has none. received
// gets the signals that ask the program to stop.
func NewConsole(program string, in io.Reader, out, err io.Writer, env func(string) string, received <-chan os.Signal) *Console {
	if env == nil {
		env = func(string) string { return "" }
	}
	c := &Console{Name: program, In: in, Err: err, env: env, Signals: newSignals(received), Width: 80, Now: time.Now, drawn: new(drawing)}
	c.Out = escaper{out}
	c.InTerminal, c.OutTerminal, c.ErrTerminal = isTerminal(in), isTerminal(out), isTerminal(err)
	if c.OutTerminal {
		if w, _, e := term.GetSize(descriptor(out)); e == nil && w > 0 {
			c.Width = w
			c.Out = escaper{&wrapper{out: out, width: w}}
		}
	}
	if c.ErrTerminal {
		c.errWidth, _, _ = term.GetSize(descriptor(err)) // 0 is a width that is not known
	}
	return c
}

// ErrWidth returns the width of the terminal at standard error, in cells; of what is none, that of standard output.
func (c *Console) ErrWidth() int { return cmp.Or(c.errWidth, c.Width) }

// Draws reports whether what stands at standard error can be drawn over: in a terminal, unless it is a plain one, or its user
// wants lines one after the other, as screen readers do, by a variable that several programs share.
func (c *Console) Draws() bool {
	return c.ErrTerminal && c.env("TERM") != "dumb" && c.env("ACCESSIBLE") == ""
}

// Env returns a variable of the environment; "" is one that is not set.
func (c *Console) Env(name string) string { return c.env(name) }

// Prepare has the root of a program read and write here, and words its help and its errors.
func (c *Console) Prepare(root *cobra.Command) {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetIn(c.In)
	root.SetOut(c.Out)
	root.SetErr(c.Err)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.Version = Version()
	root.SetVersionTemplate(c.versionLine())
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		_, c.helpErr = io.WriteString(c.Out, helpOf(cmd))
	})
}

// Run runs the command that args name below root, and returns the code to exit with. It leaves a command
// that is stuck when a signal ends the program.
func (c *Console) Run(ctx context.Context, root *cobra.Command, args []string) int {
	root.SetArgs(append([]string{}, args...)) // of nil, cobra would take those of the process
	log.SetOutput(libraryLog{c})
	stop := c.Signals.watch()
	defer stop()
	code := make(chan int, 1)
	go func() {
		err := root.ExecuteContext(ctx)
		if err == nil {
			err = c.helpErr
		}
		code <- c.exitCode(err)
	}()
	select {
	case n := <-code:
		return n
	case <-c.Signals.end:
		return int(StatusInterrupted)
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

// Color reports whether answers are printed in color, given the setting auto, always or never.
func (c *Console) Color(setting string) bool {
	switch setting {
	case "always":
		return true
	case "never":
		return false
	default:
		return c.OutTerminal && c.env("NO_COLOR") == "" && c.env("TERM") != "dumb"
	}
}

// Say prints one line for people, without secrets; several goroutines may. A failure is not reported: this is where it would be.
func (c *Console) Say(format string, args ...any) {
	_, _ = fmt.Fprintln(c.Lines(), Redact(Printable(fmt.Sprintf(format, args...))))
}

// Named puts the name of the program where text says PROGRAM.
func (c *Console) Named(text string) string { return strings.ReplaceAll(text, "PROGRAM", c.Name) }

// Subcommand returns the check of the arguments of a command that only has commands below it: it always
// refuses, with the message none if there are no arguments.
func Subcommand(none string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Misuse("%s", none)
		}
		var names []string
		for _, sub := range cmd.Commands() {
			names = append(names, sub.Name())
		}
		if near := didyoumean.Of(args[0], names); near != "" {
			return Misuse("there is no %s %s; did you mean %s %s?", cmd.CommandPath(), args[0], cmd.CommandPath(), near)
		}
		return Misuse("there is no %s %s; see %s -h", cmd.CommandPath(), args[0], cmd.CommandPath())
	}
}

// NoArgs returns the check that a command gets no arguments.
func NoArgs(message string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return Misuse("%s", message)
		}
		return nil
	}
}

// Command returns the command line that was given, as it continues what was stopped.
func (c *Console) Command() string {
	words := []string{c.Name}
	for _, a := range c.Args {
		if !strings.HasPrefix(a, "--restart") {
			words = append(words, Quoted(a))
		}
	}
	return strings.Join(words, " ")
}
