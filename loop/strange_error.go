package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/errchain"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A strangeError stands for an error of a model, strategy or check that is not of this project: its text, and what
// the loop looks for in it. So the methods of the error itself, which may panic, run once and under a recover.
type strangeError struct {
	text string
	is   []error // what it wraps of the loop's own kinds, without anything strange within
}

func (s *strangeError) Error() string   { return s.text }
func (s *strangeError) Unwrap() []error { return s.is }

// settled returns err, or what stands for it where its methods, or those of what it wraps, are not known to be
// harmless. It runs these methods. Where one of them panics, the error says so.
func settled(err error) (out error) {
	if err == nil {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			out = &model.Fault{Kind: model.Server,
				Message: fmt.Sprintf("an error of %T panicked when it was read: %v; this is a fault in its code", err, p)}
		}
	}()
	known, n := true, 0
	errchain.Walk(err, func(e error) bool {
		n++
		known = n < maxKnown && isKnown(e)
		return known
	})
	if known {
		return err
	}
	s := &strangeError{text: err.Error()}
	errchain.Walk(err, func(e error) bool {
		switch x := e.(type) {
		case *model.Fault:
			s.is = append(s.is, &model.Fault{Kind: x.Kind, Message: x.Message, Retry: x.Retry, After: x.After})
		case *ending:
			s.is = append(s.is, &ending{x.outcome, x.reason, errors.New(x.Error())})
		case *planner.Refusal:
			s.is = append(s.is, &planner.Refusal{Code: x.Code, Problem: x.Problem})
		case *grammar.Violation, *model.Truncated:
			s.is = append(s.is, e)
		default:
			if e == planner.ErrInvalid || e == planner.ErrNoFolding || e == io.ErrUnexpectedEOF || e == context.Canceled ||
				e == context.DeadlineExceeded {
				s.is = append(s.is, e)
			}
		}
		return true
	})
	return s
}

// maxKnown is how many errors within one another may stand as they are: one that wraps itself has no last.
const maxKnown = 100

// knownPackages are those whose errors do nothing but say what they are.
var knownPackages = map[string]bool{
	"errors": true, "fmt": true, "context": true, "io": true, "io/fs": true, "os": true, "syscall": true, "net": true,
	"net/url": true, "encoding/json": true,
	reflect.TypeFor[model.Fault]().PkgPath(): true, reflect.TypeFor[grammar.Violation]().PkgPath(): true,
	reflect.TypeFor[planner.Refusal]().PkgPath(): true, reflect.TypeFor[ending]().PkgPath(): true,
}

func isKnown(err error) bool {
	t := reflect.TypeOf(err)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() != "" && knownPackages[t.PkgPath()]
}
