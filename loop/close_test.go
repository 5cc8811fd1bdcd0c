package loop_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

// One repeat too many leaves only the answer, so a model that goes in circles ends with one.
func TestMaskEndsWithAnAnswer(t *testing.T) {
	for _, row := range []struct {
		claim   string
		replies string
		change  func(*loop.Config)
		outcome loop.Outcome
		closed  bool
	}{
		{"the third repeat leaves the answer", "A1 A1 B1 B1 C1 C1 F", nil, loop.Final, true},
		{"two repeats leave everything", "A1 A1 B1 B1 C1 F", nil, loop.Final, false},
		{"a pattern is a repeat too", "A1 B1 A1 B1 F", func(c *loop.Config) { c.Allowances.Redirects = -1 }, loop.Final, true},
		{"Redirect ends the run", "A1 A1 B1 B1 C1 C1", func(c *loop.Config) { c.Repeats = loop.Redirect }, loop.DuplicateAction, false},
		{"so does Mask where nothing is held", "A1 A1 B1 B1 C1 C1", func(c *loop.Config) { c.Leash = loop.Off }, loop.DuplicateAction, false},
	} {
		t.Run(row.claim, func(t *testing.T) {
			c := loop.Config{Allowances: loop.Allowances{Repairs: -1}} // else a repeat is asked for again first
			if row.change != nil {
				row.change(&c)
			}
			l, err := loop.New(strategy.ReAct{Thought: 40}, fake.Play(replies(row.replies, 0)...), lettered(t), c)
			require.NoError(t, err)
			var log bytes.Buffer
			r, err := l.Run(t.Context(), "task", &log)
			require.NoError(t, err)
			assert.Equal(t, row.outcome, r.Outcome, r.Error)
			assert.Equal(t, row.closed, bytes.Contains(log.Bytes(), []byte(`"rule":"budget"`)), "tools were taken away")
			events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
			require.NoError(t, err)
			assert.NoError(t, l.Replay(t.Context(), events))
		})
	}
}

// What was closed opens again: a trial that follows may call tools until it repeats itself too.
func TestMaskLeavesTheNextTrialItsTools(t *testing.T) {
	c := loop.Config{Allowances: none}
	p := reflexion(func(p *strategy.Reflexion) { p.Inner = strategy.ReAct{Thought: 40} })
	m := &cast{t: t, used: map[string]int{}, scripts: map[string]string{"executor": "A A F:a B C F:b",
		"reflector": lesson("look in the table,") + " V+"}}
	l, err := loop.New(p, m, lettered(t), c)
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	assert.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.Equal(t, 3, r.Counters.ToolCalls)
}
