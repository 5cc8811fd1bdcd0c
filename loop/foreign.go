package loop

import (
	"fmt"

	"github.com/shortleash/shortleash/planner"
)

// Strategies, rules and the functions of a [Config] are not the loop's code. Where one panics, the run ends as
// [ProgramFailure].

// protected runs code that is not the loop's. A panic in it is an error.
func protected(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panicked: %v", p)
		}
	}()
	f()
	return nil
}

// asking runs code that is not the loop's and that gives an error, as protected does. who names it where it fails.
func asking(reason planner.Reason, who string, f func() error) (given error) {
	if err := protected(func() { given = settled(f()) }); err != nil {
		return programFailed(reason, who, err)
	}
	return given
}
