package loop

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// An invalidReply is the error of a reply whose last repair was used up. It is planner.ErrInvalid, and
// what made the reply invalid.
type invalidReply struct{ problem error }

func (i *invalidReply) Error() string {
	text := "the model's reply was not a legal decision: " + i.problem.Error()
	if a, ok := errors.AsType[*advised](i.problem); ok {
		return text + ". " + a.advice
	}
	return text
}

// Unwrap returns what the error is.
func (i *invalidReply) Unwrap() []error { return []error{planner.ErrInvalid, i.problem} }

// An advised error says why a reply is invalid, and what its model advises people to do about that.
type advised struct {
	error
	advice string
}

func (a *advised) Unwrap() error { return a.error }

// withAdvice returns err with the advice of the model that plays role, if it has any.
func (r *run) withAdvice(role model.Role, err error) error {
	if a, ok := capabilityOf[model.Adviser](r.currentModel(role).Model); ok {
		if advice := a.Advice(err); advice != "" {
			return &advised{err, advice}
		}
	}
	return err
}

// codeOf returns the code of a refusal, or "".
func codeOf(err error) string {
	if r, ok := errors.AsType[*planner.Refusal](err); ok {
		return r.Code
	}
	return ""
}

// withAnswerCheck returns accept and then what refuses an answer, so that an answer which is not a step of the
// run is repaired.
func (r *run) withAnswerCheck(ctx context.Context, accept func(json.RawMessage) error) func(json.RawMessage) error {
	return func(reply json.RawMessage) error {
		if accept != nil {
			if err := accept(reply); err != nil {
				return err
			}
		}
		answer, err := planner.ReadAnswer(reply)
		if err != nil {
			return err
		}
		return r.refusal(ctx, answer)
	}
}
