package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// The exit codes that all programs have.
const (
	exitFinal  = 0 // every run ended final
	exitFault  = 1 // our fault
	exitMisuse = 2 // asked for something that does not exist
)

// A Status is an error that ends the program with a code. The reason was printed already.
type Status int

// The statuses that all programs have.
const (
	StatusFault       Status = 1   // something failed that should not, such as a full disk
	StatusOther       Status = 3   // some run ended otherwise, a bar was missed, or a difference was found
	StatusInterrupted Status = 130 // stopped by a signal
)

// Unanswered returns the status of a run that ended without an answer: a fault in our own code is our fault.
func Unanswered(o loop.Outcome) Status {
	if o == loop.ProgramFailure {
		return StatusFault
	}
	return StatusOther
}

// Error returns the code in words.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// A misuseError says what was asked for and is not there, in plain words.
type misuseError struct{ message string }

func (m *misuseError) Error() string { return m.message }

// Misuse returns the message for people, without the name of a package.
func (m *misuseError) Misuse() string { return m.message }

// MisuseOf returns the message of an error of this package or of a library that says what was asked for
// and is not there: one that has the method Misuse.
func MisuseOf(err error) (message string, ok bool) {
	m, ok := errors.AsType[interface {
		error
		Misuse() string
	}](err)
	if !ok {
		return "", false
	}
	return m.Misuse(), true
}

// Misuse returns the error of a command that was asked for something that does not exist.
func Misuse(format string, args ...any) error {
	return &misuseError{fmt.Sprintf(format, args...)}
}

// exitCode prints what err says, if that was not printed already, and returns the code for it.
func (c *Console) exitCode(err error) int {
	if err == nil {
		return exitFinal
	}
	message, isMisuse := MisuseOf(err)
	f, isFault := errors.AsType[*model.Fault](err)
	ended, isStatus := errors.AsType[Status](err)
	switch {
	case isStatus:
		return int(ended)
	case errors.Is(err, context.Canceled):
		c.Say("%s: stopped.", c.Name)
		return int(StatusInterrupted)
	case errors.Is(err, syscall.EPIPE): // the reader has had enough
		return exitFault
	case isMisuse:
		c.Say("%s: %s", c.Name, message)
		return exitMisuse
	case isFault:
		c.Say("%s: %s", c.Name, f.Message)
		return int(StatusOther)
	default:
		c.Say("%s: %v", c.Name, err)
		return exitFault
	}
}

// flagError words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	help := "see " + cmd.Root().Name() + " -h"
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := e.GetSpecifiedName()
		if e.GetSpecifiedShortnames() != "" {
			return Misuse("there is no flag -%s; %s", name, help)
		}
		if takes(cmd.Root(), name) {
			return Misuse("--%s does nothing for %s; leave it out", name, cmd.CommandPath())
		}
		if near := didyoumean.Of(name, flagNames(cmd.Flags())); near != "" {
			return Misuse("there is no flag --%s; did you mean --%s?", name, near)
		}
		return Misuse("there is no flag --%s; %s", name, help)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		_, meaning := pflag.UnquoteUsage(e.GetFlag())
		return Misuse("%s needs a value, %s", "--"+e.GetFlag().Name, meaning)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return badValue("--"+e.GetFlag().Name, e.GetValue(), e.GetFlag(), e.Unwrap())
	}
	return Misuse("%v; %s", err, help)
}

// takes reports whether a command, or one below it, has a flag.
func takes(cmd *cobra.Command, flag string) bool {
	below := func(cmd *cobra.Command) bool { return takes(cmd, flag) }
	return cmd.Flags().Lookup(flag) != nil || slices.ContainsFunc(cmd.Commands(), below)
}

// badValue words what is wrong with the value of a flag or a variable.
func badValue(name, value string, f *pflag.Flag, err error) error {
	if f.Value.Type() == "bool" {
		err = errors.New("want true or false")
	}
	return Misuse("%s is %q: %v", name, value, err)
}

func flagNames(flags *pflag.FlagSet) []string {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}
