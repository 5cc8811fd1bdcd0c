package loop_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

// Case 62.
func TestNotesAreReadBehindTheLastObservation(t *testing.T) {
	asked := 0
	notes := func(string) []string {
		if asked++; asked == 2 {
			return []string{"hurry up", "and be brief"}
		}
		return nil
	}
	m := fake.Play(replies("A B F", 0)...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), strict(loop.Config{Notes: notes}))
	require.NoError(t, err)
	with, _, events := logged(t, l)
	contents := func(i int) []string {
		var list []string
		for _, message := range m.Requests()[i].Messages[2:] {
			list = append(list, message.Content)
		}
		return list
	}
	assert.NotContains(t, contents(0), "Note: hurry up")
	second := contents(1)
	assert.Equal(t, []string{`Result: "a1"`, "Note: hurry up", "Note: and be brief",
		"Task: the task\nStep 2 of 8. If the results answer the task, or all is done, choose final_answer."}, second[1:])
	assert.Equal(t, second[:4], contents(2)[:4], "and they stay there")
	assert.NoError(t, l.Replay(t.Context(), events))

	l, err = loop.New(strategy.ReAct{}, fake.Play(replies("A B F", 0)...), lettered(t), strict(loop.Config{}))
	require.NoError(t, err)
	without, _, _ := logged(t, l)
	assert.Equal(t, essence(without), essence(with), "no counter moves")
}

func TestARunTakesSixteenNotes(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t),
		strict(loop.Config{Notes: func(string) []string { return make([]string, 9) }}))
	require.NoError(t, err)
	_, _, events := logged(t, l)
	n := 0
	for _, e := range events {
		if e.Kind == loop.Noted {
			n++
		}
	}
	assert.Equal(t, 16, n)
}
