package tutor_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/toolset"
)

// call reads a call from a short notation: tool letter, then its arguments. "c like 3sg
// present_simple", "l swim", "a are The list of items", "s go 3sg past_simple".
func call(t testing.TB, short string) sentence.Call {
	f := strings.Fields(short)
	switch f[0] {
	case "c":
		return sentence.Call{Tool: sentence.Conjugate, Verb: f[1], Person: verb.Person(f[2]), Tense: verb.Tense(f[3])}
	case "s":
		return sentence.Call{Tool: sentence.Spanish, Verb: f[1], Person: verb.Person(f[2]), Tense: verb.Tense(f[3])}
	case "l":
		return sentence.Call{Tool: sentence.Lookup, Verb: f[1]}
	case "a":
		return sentence.Call{Tool: sentence.Agreement, Verb: f[1], Subject: strings.Join(f[2:], " ")}
	}
	t.Fatal("no such call: " + short)
	return sentence.Call{}
}

// registry returns the real tools.
func registry(t testing.TB) *tools.Registry {
	four, err := toolset.Tools(toolset.Options{})
	require.NoError(t, err)
	r, err := tools.NewRegistry(four...)
	require.NoError(t, err)
	return r
}

// observe makes a call with the real tools.
func observe(t testing.TB, r *tools.Registry, c sentence.Call) answer.Observation {
	args := map[string]string{"verb": c.Verb}
	switch c.Tool {
	case sentence.Conjugate, sentence.Spanish:
		args["person"], args["tense"] = string(c.Person), string(c.Tense)
	case sentence.Agreement:
		args["subject"] = c.Subject
	}
	text, err := json.Marshal(args)
	require.NoError(t, err)
	o := r.Call(context.Background(), tools.Call{Tool: string(c.Tool), Args: text})
	return answer.Observation{Tool: string(c.Tool), Args: text, Output: o.Output}
}

// play makes calls in short notation, one a line.
func play(t testing.TB, r *tools.Registry, calls ...string) []answer.Observation {
	var list []answer.Observation
	for _, short := range calls {
		list = append(list, observe(t, r, call(t, short)))
	}
	return list
}
