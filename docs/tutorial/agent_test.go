package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/loop/looptest"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// rightReplies is what a model writes that does the task as a person would.
var rightReplies = []string{
	`{"thought":"count them first","tool":"count_part","tool_args":{"part":"bolt"}}`,
	`{"thought":"20, so 80 are missing","tool":"order_part","tool_args":{"number":80,"part":"bolt"}}`,
	`{"thought":"done","tool":"final_answer","tool_args":{"ordered":80,"text":"80 bolts are ordered; then there are 100."}}`,
}

const task = "Make sure that there are 100 bolts."

// The rules let the right answer through: a model that knows it can write it.
func TestTheRightAnswerIsAllowed(t *testing.T) {
	stock := map[string]int{"bolt": 20}
	m := fake.Script(rightReplies...)
	agent, err := newAgent(stock, m)
	require.NoError(t, err)
	result, err := agent.Run(t.Context(), task, nil)
	require.NoError(t, err)
	assert.Equal(t, loop.Final, result.Outcome, result.Error)
	assert.JSONEq(t, `{"ordered":80,"text":"80 bolts are ordered; then there are 100."}`, string(result.Answer))
	assert.Equal(t, 100, stock["bolt"])
	assert.Zero(t, m.Left(), "every reply was used")
}

// Where no script is at hand, a search looks for the way to the answer, and names the rule that closes it.
func TestTheRightAnswerIsReachable(t *testing.T) {
	for answer, reachable := range map[string]bool{
		`{"ordered":80,"text":"80 bolts are ordered; then there are 100."}`: true,
		`{"ordered":900,"text":"900 bolts are ordered."}`:                   false, // the schema of the answer says at most 500
	} {
		report, err := looptest.Reachable(t.Context(), func(m model.Model) (*loop.Loop, error) {
			return newAgent(map[string]int{"bolt": 20}, m)
		}, task, json.RawMessage(answer), looptest.Search{Runs: 20})
		require.NoError(t, err)
		assert.Equal(t, reachable, report.Reachable, report)
	}
}

// The rules hold: a model that writes anything the grammar allows orders at most once, and only what it
// has counted.
func TestARandomModelDoesNoHarm(t *testing.T) {
	ordered := 0
	for seed := range int64(100) {
		agent, err := newAgent(map[string]int{"bolt": 20}, fake.Random(seed))
		require.NoError(t, err)
		result, err := agent.Run(t.Context(), task, nil)
		require.NoError(t, err)
		assert.NotEmpty(t, result.Outcome, "every run ends")
		counted, orders := map[string]bool{}, 0
		for _, step := range result.Steps {
			for _, call := range step.Calls {
				part := string(call.Args[strings.LastIndex(string(call.Args), `:`):])
				if call.Tool == "order_part" {
					orders++
					assert.True(t, counted[part], "seed %d: %s was ordered and not counted", seed, part)
				}
				counted[part] = true
			}
		}
		assert.LessOrEqual(t, orders, 1, "seed %d", seed)
		ordered += orders
	}
	assert.Positive(t, ordered, "some seeds order, or this test shows nothing")
}

// The log is enough to go through the run again.
func TestTheLogReplays(t *testing.T) {
	agent, err := newAgent(map[string]int{"bolt": 20}, fake.Script(rightReplies...))
	require.NoError(t, err)
	var log bytes.Buffer
	_, err = agent.Run(t.Context(), task, &log)
	require.NoError(t, err)
	events, _, err := loop.ReadLog(&log)
	require.NoError(t, err)
	assert.NoError(t, agent.Replay(t.Context(), events))
	var story strings.Builder
	for _, e := range events {
		fmt.Fprintf(&story, "%d %s", e.Seq, e.Kind)
		if e.Masked != nil {
			fmt.Fprintf(&story, " by %s: %s", e.Masked.Rule, strings.Join(e.Masked.Names, ", "))
		}
		if e.Ask != nil {
			fmt.Fprintf(&story, " allowed: %s", strings.Join(e.Ask.Choices, ", "))
		}
		story.WriteString("\n")
	}
	quoted(t, "events", story.String())
}

// The page quotes this folder. -update makes it do so again.
func TestThePageQuotesTheCode(t *testing.T) {
	code, err := os.ReadFile("agent.go")
	require.NoError(t, err)
	quoted(t, "agent.go", string(code))
	test, err := os.ReadFile("agent_test.go")
	require.NoError(t, err)
	_, check, _ := strings.Cut(string(test), "// rightReplies is")
	check, rest, _ := strings.Cut(check, "// Where no script")
	quoted(t, "agent_test.go", "// rightReplies is"+check)
	search, _, _ := strings.Cut(rest, "// The rules hold")
	quoted(t, "reachable", "// Where no script"+search)
}

var update = flag.Bool("update", false, "rewrite what docs/tutorial.md quotes")

// quoted compares a text with the block of docs/tutorial.md below the comment that names it.
func quoted(t *testing.T, name, text string) {
	t.Helper()
	const path = "../tutorial.md"
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(page), "<!-- "+name+" -->\n```")
	require.True(t, found, "a block for %s", name)
	language, rest, _ := strings.Cut(rest, "\n")
	block, after, _ := strings.Cut(rest, "\n```")
	text = strings.TrimSpace(text)
	if *update {
		whole := before + "<!-- " + name + " -->\n```" + language + "\n" + text + "\n```" + after
		require.NoError(t, os.WriteFile(path, []byte(whole), 0o644))
		return
	}
	assert.Equal(t, block, text, "go test ./docs/tutorial -update rewrites the page")
}
