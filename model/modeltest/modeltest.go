// Package modeltest checks that a model keeps the contract of [model.Model].
//
// [Run] runs every check as a subtest, with a request that any model can take. [RunRequest] does
// the same with the caller's request, for models that need a special prompt form. [Check] runs
// without subtests, for use inside a testing/synctest bubble.
//
// The checks verify that a stream ends correctly, stops when the caller leaves it or its context ends,
// leaks no goroutine, and supports concurrent use; run them with the race detector. They do not judge the
// reply: a stream that ends in an error passes, so a test that expects replies must check for them itself.
package modeltest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// MaxRequests is the maximum number of requests that one check sends to one model. A scripted model
// needs that many replies.
const MaxRequests = 40

// Run checks the models that newModel returns, with a small decision as the request. newModel is called
// once for each check, and must return a model that can answer MaxRequests requests.
func Run(t *testing.T, newModel func(t *testing.T) model.Model) {
	t.Helper()
	RunRequest(t, request(), newModel)
}

// RunRequest is like [Run], with the given request.
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

// Check runs every check, each with a model from newModel, and returns their errors, joined.
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
