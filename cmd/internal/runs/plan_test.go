package runs

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// An edit that was refused is in the editor again, and what it changed is refused again.
func TestARefusedEditIsKept(t *testing.T) {
	settled := planner.PlanStep{ID: "s1", Description: "Count the files.", Status: planner.StepDone, Output: json.RawMessage(`3`)}
	open := planner.PlanStep{ID: "s2", Description: "Tell the count.", DependsOn: []string{"s1"}, Status: planner.StepPending}
	question := loop.Interrupt{ID: "i1", Kind: loop.PlanReview, Plan: &planner.Plan{Steps: []planner.PlanStep{settled, open}}}
	var stderr bytes.Buffer
	editor := map[string]string{"EDITOR": "sed -i s/ount/OUNT/"}
	c := cli.NewConsole("tutor", strings.NewReader("edit\nedit\ny\n"), &bytes.Buffer{}, &stderr,
		func(name string) string { return editor[name] }, nil)
	var edits []string
	p := Person{Console: c, Show: func(loop.Interrupt) {}, Check: func(reply loop.Reply, i loop.Interrupt) error {
		if reply.Do != loop.Edit {
			return nil
		}
		edits = append(edits, string(reply.Plan))
		_, err := planner.EditPlan(*i.Plan, reply.Plan, nil)
		return err
	}}
	reply, err := p.Approve(t.Context(), question)
	require.NoError(t, err)
	assert.Equal(t, loop.Approve, reply.Do)
	require.Len(t, edits, 2)
	assert.Contains(t, edits[0], "Tell the cOUNT.")
	assert.JSONEq(t, edits[0], edits[1])
	assert.Equal(t, 2, strings.Count(stderr.String(), "s1 is settled (done) and cannot be changed"), stderr.String())
}
