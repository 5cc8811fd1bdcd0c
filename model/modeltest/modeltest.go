// Package modeltest checks that a model keeps the contract of [model.Model].
//
// [Run] runs every check as a subtest, with a request that any model can take; [RunRequest] does so
// with the caller's request, for models that want prompts of their own form. [Check] is the same
// without subtests, for use inside a testing/synctest bubble.
//
// The checks ask whether a stream ends as it must, stops when it is left or its context ends,
// leaves no goroutine running, and bears concurrent use; run them with the race detector. They do
// not ask whether a reply is any good: a stream that ends in an error passes, so a test that
// expects replies must look for them itself.
package modeltest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// MaxRequests is how many requests one check makes of one model at most: a scripted model needs as
// many replies.
const MaxRequests = 40

// Run checks the models that newModel returns, with a small decision as the request. newModel is called
// once for each check, and must return a model that can answer MaxRequests requests.
func Run(t *testing.T, newModel func(t *testing.T) model.Model) {
	t.Helper()
	RunRequest(t, request(), newModel)
}

// RunRequest is Run with the given request.
func RunRequest(t *testing.T, req model.Request, newModel func(t *testing.T) model.Model) {
	t.Helper()
	for _, r := range rules {
		t.Run(r.claim, func(t *testing.T) {
			if err := r.check(t.Context(), newModel(t), req); err != nil {
				t.Error(err)
			}
		})
	}
}

// Check makes every check, each with a model from newModel, and returns what they found, joined.
func Check(t *testing.T, newModel func() model.Model) error {
	var errs []error
	for _, r := range rules {
		if err := r.check(t.Context(), newModel(), request()); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", r.claim, err))
		}
	}
	return errors.Join(errs...)
}

// request returns the request of Run: one tool and an answer, in the wire format.
func request() model.Request {
	branch := func(tool, arg string) grammar.Schema {
		return grammar.Object(
			grammar.Property{Name: "thought", Schema: grammar.String(0, 60)},
			grammar.Property{Name: "tool", Schema: grammar.Enum(tool)},
			grammar.Property{Name: "tool_args", Schema: grammar.Object(
				grammar.Property{Name: arg, Schema: grammar.String(1, 40)})})
	}
	schema := grammar.AnyOf(branch("look_up", "word"), branch("final_answer", "text"))
	g, err := grammar.Compile(context.Background(), schema.JSON(), grammar.Options{})
	if err != nil {
		panic("modeltest: BUG: " + err.Error())
	}
	return model.Request{
		Role: model.Executor,
		Messages: []model.Message{
			{Author: model.System, Content: "Write one JSON object: " + schema.String()},
			{Author: model.User, Content: "Task: find out what a leash is, then answer."},
		},
		Grammar:   g,
		MaxTokens: 200,
	}
}
