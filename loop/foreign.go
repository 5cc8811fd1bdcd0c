package loop

import (
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/planner"
)

// Strategies, rules, hooks and the functions of a [Config] are not the loop's code. None of them ends the process or
// the goroutine of the caller: where one panics or ends its goroutine, the run ends as [ProgramFailure].

// errGoexit says that code ended its goroutine.
var errGoexit = errors.New("it ended its goroutine with runtime.Goexit")

// broken says how code ended that is not the loop's: nil if it returned.
func broken(returned bool, panicked any) error {
	switch {
	case returned:
		return nil
	case panicked != nil:
		return fmt.Errorf("it panicked: %v", panicked)
	default:
		return errGoexit
	}
}

// protected runs code that is not the loop's on a goroutine of its own, and waits. A panic in it, or
// runtime.Goexit, is an error.
func protected(f func()) error {
	done := make(chan error, 1)
	go func() {
		returned := false
		defer func() { done <- broken(returned, recover()) }()
		f()
		returned = true
	}()
	return <-done
}

// asking runs code that is not the loop's and that gives an error, as protected does. who names it where it fails.
func asking(reason planner.Reason, who string, f func() error) (given error) {
	if err := protected(func() { given = settled(f()) }); err != nil {
		return programFailed(reason, who, err)
	}
	return given
}

// protect runs code that is not the loop's on the run's own goroutine, which costs less. A panic in it is the ending
// that blame makes of it; so is runtime.Goexit, which exited finds.
func (r *run) protect(blame func(error) *ending, f func()) (err error) {
	r.blame = blame
	returned := false
	defer func() {
		p := recover()
		if p != nil {
			err = blame(broken(false, p))
		}
		if returned || p != nil {
			r.blame = nil
		}
	}()
	f()
	returned = true
	return nil
}

// exited returns the ending of a run whose goroutine some code has ended.
func (r *run) exited() *ending {
	if r.blame != nil {
		return r.blame(errGoexit)
	}
	return programFailed(planner.ReasonCallback, "a function of the caller", errGoexit)
}
