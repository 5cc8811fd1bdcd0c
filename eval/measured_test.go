package eval

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	sentences = `{"model":"rules","planner":"react","leash":"full","jobs":1,"suite":"pairs","items":4,"fixed":{"hits":1,` +
		`"of":2},"harm":{"hits":0,"of":2},"detected":{"hits":0,"of":0},"final":{"hits":4,"of":4},"missed":["p2"],` +
		`"misses":[{"id":"p2","input":"He goed.","wanted":["He went."],"got":"nothing was changed","trace":"tutor ` +
		`--trace"}],"bars_missed":["fixed"]}`
	tasks = `{"model":"m","planner":"plan-act","leash":"enum","toolset":"files","tasks":3,"done":{"hits":1,"of":3},` +
		`"unended":1,"missed":["a","b"],"wrong":[{"id":"a","task":"Count.","why":"no answer","outcome":"budget_exhausted",` +
		`"reason":"steps"},{"id":"b","why":"another number","outcome":"final"}]}`
)

func TestReadMeasured(t *testing.T) {
	list, err := ReadMeasured([]byte(sentences + "\n\n" + tasks + "\n"))
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, Measured{
		Suite: "pairs", Model: "rules", Planner: "react", Leash: "full", Items: 4, MissedBars: []string{"fixed"},
		Shares: []Counted{{Right, Share{Hits: 3, Of: 4}}, {"fixed", Share{Hits: 1, Of: 2}}, {"harm", Share{Of: 2}},
			{Final, Share{Hits: 4, Of: 4}}},
		Misses: []Miss{{ID: "p2", Input: "He goed.", Wanted: []string{"He went."}, Got: "nothing was changed", Trace: "tutor --trace"}},
	}, list[0])
	assert.Equal(t, "m · plan-act · enum", list[1].Title())
	assert.Equal(t, []Miss{
		{ID: "a", Input: "Count.", Got: "no answer (budget_exhausted, steps)", Task: true},
		{ID: "b", Got: "another number", Task: true},
	}, list[1].Misses)
	done, ok := list[1].Share(Right)
	assert.True(t, ok)
	assert.Equal(t, Share{Hits: 1, Of: 3}, done)
	_, ok = list[1].Share("harm")
	assert.False(t, ok, "what was not counted is not there")
}

func TestReadMeasuredOfOtherLines(t *testing.T) {
	rows := []struct{ claim, text, want string }{
		{"an earlier version said only ids", strings.Replace(strings.Replace(sentences, `,"leash":"full"`, "", 1), `"misses":[{`,
			`"x":[{`, 1), ""},
		{"a leash of --ceiling and a part of --ablation stand for the leash",
			strings.Replace(sentences, `"leash"`, `"rung":"+ budget","leash"`, 1), ""},
		{"no JSON", sentences + "\nx", "line 2: this is no score"},
		{"another object", `{"id":"p2","input":"He goed."}`, "line 1: this is no score"},
		{"a share that is no share", strings.Replace(sentences, `"hits":1,"of":2`, `"hits":3,"of":2`, 1),
			"line 1: this score counts more hits than there are items"},
		{"less than none", strings.Replace(sentences, `"hits":1,"of":2`, `"hits":-1,"of":2`, 1),
			"line 1: this score counts more hits than there are items"},
		{"more missed than there are", strings.Replace(sentences, `"items":4`, `"items":0`, 1),
			"line 1: this score counts more hits than there are items"},
		{"nothing", "", ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			list, err := ReadMeasured([]byte(row.text))
			if row.want != "" {
				assert.EqualError(t, err, row.want)
				return
			}
			require.NoError(t, err)
			for _, m := range list {
				assert.NotEmpty(t, m.Misses[0].ID)
			}
		})
	}
	list, err := ReadMeasured([]byte(rows[0].text))
	require.NoError(t, err)
	assert.Equal(t, []Miss{{ID: "p2"}}, list[0].Misses)
	list, err = ReadMeasured([]byte(rows[1].text))
	require.NoError(t, err)
	assert.Equal(t, "rules · react · + budget", list[0].Title())
}

func TestWant(t *testing.T) {
	assert.Equal(t, "a  or  b", Miss{Wanted: []string{"a", "b"}}.Want())
	assert.Equal(t, "that nothing is changed", Miss{}.Want())
	assert.Equal(t, "that the task is done", Miss{Task: true}.Want())
	assert.Equal(t, "any change", Miss{Wanted: []string{"a"}, AnyChange: true}.Want())
}
