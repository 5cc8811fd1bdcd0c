package ollama

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A hit is what one run came to whose server has a fault.
type hit struct {
	loop.Result
	retries, repairs int
	took             time.Duration
}

// outcome says it in a few words.
func (h hit) outcome() string {
	text := string(h.Outcome)
	if h.Outcome != loop.Final {
		text += " (" + string(h.Reason) + ")"
	}
	if h.retries > 0 {
		text += ", " + counted(h.retries, "retry", "retries")
	}
	if h.repairs > 0 {
		text += ", " + counted(h.repairs, "repair", "repairs")
	}
	return text + ", " + h.took.Round(time.Second).String()
}

// counted returns n with the noun that fits it.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// TestEveryFaultIsSurvivedOrTold runs the same task on a server with each fault, met once and met
// every time. Whatever the server does, the run ends in its time, no decision is outside the
// grammar, and an ending without an answer says in a sentence what is wrong. What came of it is
// docs/faults.md; -update rewrites that.
func TestEveryFaultIsSurvivedOrTold(t *testing.T) {
	var table strings.Builder
	table.WriteString(faultsIntro)
	for _, f := range faults {
		t.Run(f.does, func(t *testing.T) {
			every := run(t, f, true)
			once := "—"
			if !f.first {
				once = run(t, f, false).outcome()
			}
			reads := "the answer"
			if every.Outcome != loop.Final {
				reads = strings.ReplaceAll(every.Error, "|", `\|`)
				require.NotEmpty(t, reads)
				assert.NotContains(t, reads, "\n")
			}
			fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", f.does, once, every.outcome(), reads)
		})
	}
	golden := filepath.Join("..", "..", "docs", "faults.md")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(table.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.True(t, string(want) == table.String(),
		"docs/faults.md is out of date; rewrite it with: go test ./model/ollama -run EveryFault -update")
	assert.Greater(t, len(faults), 25)
}

const faultsIntro = `# When the server is at fault

This page shows how ` + "`model/ollama`" + ` and the loop react when a server does something wrong. The command
` + "`go test ./model/ollama -run EveryFault -update`" + ` writes the table. For each row, it runs one small task (look up a word, then
answer) over HTTP in fake time, against a server with exactly this fault. The loop has its default configuration: one repair and
three retries for a reply, five minutes for the run. *Once*: only the second request meets the fault. *Every time*: every request
from the second one on meets it, or every request if *once* is —. Times are how long the run took. The last column is the
message that the user sees if the fault happens every time.

| the server … | once | every time | message to the user |
| --- | --- | --- | --- |
`

type lookUp struct {
	Word string `json:"word"`
}

// run runs the task on a server with the fault and checks what must hold whatever happens.
func run(t *testing.T, f fault, every bool) (h hit) {
	synctest.Test(t, func(t *testing.T) {
		s := &faultyServer{fault: f, every: every}
		m, stop := s.start(t)
		defer stop()
		var log strings.Builder
		began := time.Now()
		h.Result = runTask(t, m, f.wall, &log)
		h.took = time.Since(began)
		for line := range strings.Lines(log.String()) {
			switch gjson.Get(line, "failure.then").Str {
			case "retry":
				h.retries++
			case "repair":
				h.repairs++
			}
		}
		wall := f.wall
		if wall == 0 {
			wall = 5 * time.Minute
		}
		assert.LessOrEqual(t, h.took, wall+10*time.Second, "the run ends in its time")
		checkDecisions(t, log.String(), s.sent())
	})
	return h
}

func runTask(t *testing.T, m *Model, wall time.Duration, log *strings.Builder) loop.Result {
	look := tools.Must(tools.New("look_up", "says what a word means", func(_ context.Context, in lookUp) (string, error) {
		return "a strap to hold a dog", nil
	}, tools.Options{}))
	registry, err := tools.NewRegistry(look)
	require.NoError(t, err)
	c := loop.Config{}
	c.Budget.Wall = wall
	c.Answer = grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(1, 60)})
	l, err := loop.New(strategy.ReAct{}, m, registry, c)
	require.NoError(t, err)
	result, err := l.Run(t.Context(), "What is a leash?", log)
	require.NoError(t, err)
	return result
}

// checkDecisions holds each reply in the log to the schema that was sent for it.
func checkDecisions(t *testing.T, log string, bodies [][]byte) {
	var legal []*grammar.Grammar
	for _, body := range bodies {
		g, err := grammar.Compile(t.Context(), json.RawMessage(gjson.GetBytes(body, "format").Raw), grammar.Options{})
		require.NoError(t, err)
		legal = append(legal, g)
	}
	for line := range strings.Lines(log) {
		text := gjson.Get(line, "reply.text")
		if !text.Exists() {
			continue
		}
		ok := false
		for _, g := range legal {
			m := g.LenientMatcher()
			_, err := m.Feed(t.Context(), []byte(text.Str))
			ok = ok || err == nil && m.CanEnd()
		}
		assert.True(t, ok, "a decision outside the grammar: %s", text.Str)
	}
}
