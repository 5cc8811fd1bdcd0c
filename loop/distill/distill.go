// Package distill learns planning errors from runs: what plans got wrong in tasks that some runs solved
// and others did not.
//
// It is a pipeline of six stages, each from one file to the next, each a function:
//
//	Collect           tasks -> runs        each task is run several times; the caller's judge says which are right
//	Mixed             runs -> mixed        the tasks with a success and a failure; the others are counted and dropped
//	Critic.Diagnose   mixed -> diagnoses   a model compares the runs of a task: planning errors alone
//	Critic.Aggregate  diagnoses -> merged  one error at a time: new, merged into a known one, or discarded
//	Review            merged -> review     for a person, who says of each entry whether to keep it
//	Finish            review -> library    a planerrors library
//
// Files are lines of JSON. A stage that is stopped goes on after its last whole line, and one that is
// given a file of something else says so and leaves it alone. What is right is the judge's word, never
// the model's, and a task of the evaluation list is refused.
package distill

import (
	"errors"
	"fmt"
)

// ErrMisuse is wrapped by every error that says that what was given does not fit: a file that another
// stage wrote, a task of the evaluation list, a model that is not a critic, an entry without a word.
var ErrMisuse = errors.New("distill: misuse")

func misuse(format string, args ...any) error { return &misuseError{fmt.Errorf(format, args...)} }

// A misuseError says what does not fit.
type misuseError struct{ err error }

// Error returns the reason after the words of ErrMisuse.
func (m *misuseError) Error() string { return ErrMisuse.Error() + ": " + m.err.Error() }

// Unwrap returns ErrMisuse and the reason.
func (m *misuseError) Unwrap() []error { return []error{ErrMisuse, m.err} }

// Misuse returns the reason. Programs know by this method that the error is meant for their user.
func (m *misuseError) Misuse() string { return m.err.Error() }
