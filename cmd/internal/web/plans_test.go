package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// plansLog returns the path of a log of a run that had several plans, in a folder of its own.
func plansLog(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../../loop/testdata/logs", name+".ndjson"))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "runs.ndjson")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// drawn words the plans that the rows of a log draw: of each the marks, ids and statuses of its nodes.
func drawn(t *testing.T, path string) []string {
	t.Helper()
	var list []string
	for run, err := range logs.Read(path) {
		require.NoError(t, err)
		var rows show.Rows
		for _, e := range run.Events {
			row, _ := rows.Row(e)
			if row.Plan == nil {
				continue
			}
			var nodes []string
			for _, n := range newRow(row, 0).Graph.Nodes {
				nodes = append(nodes, n.Mark.Sign()+n.ID+" "+string(n.Status))
			}
			list = append(list, fmt.Sprintf("%d: %s", row.Plan.Revision, strings.Join(nodes, ", ")))
		}
	}
	return list
}

func TestPlansOfARunOneAfterAnother(t *testing.T) {
	rows := []struct {
		claim, log string
		want       []string
	}{
		{"what failed is replaced, and what was open is dropped", "plan-execute", []string{
			"1: s1 pending, s2 pending, s3 pending", "2: s1 done, s2 failed, −s3 skipped, +s4 pending"}},
		{"a plan step is planned in detail; what a condition skipped is not dropped by the plan", "plan-execute-switches", []string{
			"1: s1 pending, s2 pending, s3 pending", "1: s1 done, s2 running, +s2.1 pending, s3 skipped"}},
		{"a plan that only guides does not name the one before it", "plan-act-reflect", []string{
			"1: s1 pending", "2: +s2 pending, −s1 pending"}},
		{"the plan of a plan step does not follow one of the run", "plan-execute-nested", []string{"1: s1 pending", "1: s1 pending, s2 pending"}},
		{"one plan", "plan-sent-back", []string{"1: s1 pending"}},
		{"none", "react-cycle", nil},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) { assert.Equal(t, row.want, drawn(t, plansLog(t, row.log))) })
	}
}

func TestThePageOfARunShowsItsPlans(t *testing.T) {
	s := newSite(t, program(t, plansLog(t, "plan-execute"), five))
	id := s.listed("")[0]
	_, _, text := s.do(http.MethodGet, "/runs/"+id, "")
	assert.Equal(t, 2, strings.Count(text, "<figure"))
	assert.Contains(t, text, `<span class="chip mark new">&#43; new</span>`)
	assert.Contains(t, text, `<span class="chip mark dropped">− dropped</span>`)
	_, _, text = s.do(http.MethodGet, "/runs/"+id+"?step=6", "")
	assert.Equal(t, 1, strings.Count(text, "<figure"), "step by step, nothing is shown that comes later")
}

func TestMarks(t *testing.T) {
	step := func(id, does string, on ...string) planner.PlanStep {
		return planner.PlanStep{ID: id, Description: does, DependsOn: on, Status: planner.StepPending}
	}
	skipped := step("s1", "count")
	skipped.Status = planner.StepSkipped
	rows := []struct {
		claim string
		was   *planner.Plan
		now   planner.PlanStep
		want  mark
	}{
		{"a first plan has no marks", nil, step("s1", "count"), unmarked},
		{"the same", &planner.Plan{Steps: []planner.PlanStep{step("s1", "count")}}, step("s1", "count"), unmarked},
		{"another description", &planner.Plan{Steps: []planner.PlanStep{step("s1", "count")}}, step("s1", "look"), changed},
		{"other dependencies", &planner.Plan{Steps: []planner.PlanStep{step("s1", "count")}}, step("s1", "count", "s0"), changed},
		{"one more", &planner.Plan{Steps: []planner.PlanStep{step("s1", "count")}}, step("s2", "count"), added},
		{"skipped now", &planner.Plan{Steps: []planner.PlanStep{step("s1", "count")}}, skipped, dropped},
		{"skipped before", &planner.Plan{Steps: []planner.PlanStep{skipped}}, skipped, unmarked},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			assert.Equal(t, row.want, markOf(row.now, planner.Plan{Steps: []planner.PlanStep{row.now}}, row.was))
		})
	}
}

// Many plans, and a log that makes up what plans say, cost no more than some.
func TestPlansOfAHostileLog(t *testing.T) {
	events := []loop.Event{{Seq: 1, Kind: loop.RunStarted, Run: &loop.RunInfo{}}}
	for n := range 200 {
		p := planner.Plan{Revision: n, Steps: []planner.PlanStep{{ID: "</text>", Tool: strings.Repeat("x", 500),
			Status: `"><script>`, DependsOn: []string{"</text>", "s9"}}, {ID: "</text>"}}}
		events = append(events, loop.Event{Seq: n + 2, Kind: loop.Planned, Plan: &planner.Proposal{Plan: p}})
	}
	server := &Server{program: &Program{}}
	v := server.runView(httptest.NewRequest("GET", "/runs/x", nil), logs.Run{Logged: loop.Logged{Events: events}}, "", false)
	var list []*graph
	for _, r := range v.data.(runPage).Rows {
		if r.Graph != nil {
			list = append(list, r.Graph)
		}
	}
	require.Len(t, list, maxPlans)
	s, err := New(t.Context(), program(t, "", five))
	require.NoError(t, err)
	defer s.Close()
	for _, g := range list {
		text := s.looks["en"].part("plan", g)
		harmless(t, text, "plan")
		assert.NotContains(t, text, "</text> xxx")
	}
	assert.LessOrEqual(t, len([]rune(list[0].Nodes[0].Label())), labelSize)
}
