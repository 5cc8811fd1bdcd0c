package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
)

// The exit codes.
const (
	exitFinal       = 0   // every run ended final
	exitFault       = 1   // our fault
	exitMisuse      = 2   // asked for something that there is not
	exitOther       = 3   // some run ended otherwise
	exitCorrected   = 10  // with --exit-code: something was corrected
	exitOutside     = 11  // with --exit-code: nothing corrected, but something was out of scope
	exitInterrupted = 130 // stopped by a signal
)

// errOther says that some run did not end final. It was told already.
var errOther = errors.New("a run did not end final")

// errCorrected and errOutside say what came of the inputs, with --exit-code.
var (
	errCorrected = errors.New("something was corrected")
	errOutside   = errors.New("something was out of scope")
)

// errInterrupted says that a signal stopped the work, which was told already.
var errInterrupted = errors.New("interrupted")

func misuse(format string, args ...any) error {
	return &tutor.Misuse{Message: fmt.Sprintf(format, args...)}
}

// exitCode tells what err says, if that was not told already, and returns the code for it.
func (c *console) exitCode(err error) int {
	if err == nil {
		return exitFinal
	}
	m, isMisuse := errors.AsType[*tutor.Misuse](err)
	f, isFault := errors.AsType[*model.Fault](err)
	switch {
	case errors.Is(err, errOther):
		return exitOther
	case errors.Is(err, errCorrected):
		return exitCorrected
	case errors.Is(err, errOutside):
		return exitOutside
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.Is(err, context.Canceled):
		c.say("tutor: stopped.")
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE): // whoever reads has had enough
		return exitFault
	case isMisuse:
		c.say("tutor: %s", m.Message)
		return exitMisuse
	case errors.Is(err, loop.ErrMisuse):
		c.say("tutor: %s", strings.TrimPrefix(err.Error(), loop.ErrMisuse.Error()+": "))
		return exitMisuse
	case isFault:
		c.say("tutor: %s", f.Message)
		return exitOther
	default:
		c.say("tutor: %v", err)
		return exitFault
	}
}

// flagError words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := e.GetSpecifiedName()
		if e.GetSpecifiedShortnames() != "" {
			return misuse("there is no flag -%s; see tutor -h", name)
		}
		if near := didyoumean.Of(name, flagNames(cmd.Flags())); near != "" {
			return misuse("there is no flag --%s; did you mean --%s?", name, near)
		}
		return misuse("there is no flag --%s; see tutor -h", name)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		_, meaning := pflag.UnquoteUsage(e.GetFlag())
		return misuse("%s wants a value, %s", "--"+e.GetFlag().Name, meaning)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return badValue("--"+e.GetFlag().Name, e.GetValue(), e.Unwrap())
	}
	return misuse("%v; see tutor -h", err)
}

// badValue words what is wrong with the value of a flag or a variable.
func badValue(name, value string, err error) error {
	if errors.Is(err, strconv.ErrSyntax) { // of the flags that are on or off
		err = errors.New("want true or false")
	}
	return misuse("%s is %q: %v", name, value, err)
}

func flagNames(flags *pflag.FlagSet) []string {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}
