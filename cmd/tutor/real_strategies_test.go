package main

import (
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

// wall is the time of each run on a real server: with the tutor's prompts, of one token for each byte,
// two seconds end many a run before its first decision.
//
//	OLLAMA_BIN=… go test -run TestRealServerEndsEveryStrategyOfTheProgram -wall 1m -v ./cmd/tutor
var wall = flag.Duration("wall", 2*time.Second, "how long a strategy may take on a real server")

// TestRealServerEndsEveryStrategyOfTheProgram: with each strategy the program comes back in its time
// with a typed outcome, whatever random weights write. The server is this test's own, because one
// that is left when the time is over may hang (ollama #17131).
func TestRealServerEndsEveryStrategyOfTheProgram(t *testing.T) {
	server := ollamatest.StartOwn(t, "every strategy of the program on a real server")
	m, err := ollama.New(ollamatest.WideModel, ollama.Config{Host: server.Host})
	require.NoError(t, err)
	_, err = model.Collect(m.Generate(t.Context(),
		model.Request{Messages: []model.Message{{Author: model.User, Content: "Hello."}}, MaxTokens: 1}))
	require.NoError(t, err, "the model is loaded")
	outcomes := []string{string(loop.Final), string(loop.BudgetExhausted), string(loop.DuplicateAction), string(loop.Cycle),
		string(loop.CouldNotPlan), string(loop.ToolFailure), string(loop.ModelFailure)}
	for _, name := range []string{"react", "plan-execute", "plan-act", "plan-act-reflect", "preflect:plan-act",
		"reflexion:react", "self-refine:react"} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			code, stdout, stderr := s.exec("--json", "--steps", "2", "--timeout", wall.String(), "--planner", name, "--model", wide,
				"--host", server.Host, "He goed to school.")
			answer := gjson.Parse(stdout)
			require.True(t, answer.IsObject(), "%s", stderr)
			assert.Equal(t, name, answer.Get("planner").Str)
			assert.Equal(t, wide, answer.Get("model").Str)
			assert.LessOrEqual(t, answer.Get("steps").Int(), int64(2))
			outcome := answer.Get("outcome").Str
			assert.Contains(t, outcomes, outcome)
			want := 3
			if outcome == string(loop.Final) {
				want = 0
			}
			assert.Equal(t, want, code, "%s", stderr)
			t.Log(outcome, stderr)
		})
	}
}
