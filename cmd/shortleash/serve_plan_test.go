package main

import (
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

const (
	slippedPlan = `{"facts":"","steps":[{"id":"s1","description":"count","depends_on":[]}]}`
	ownPlan     = `{"facts":"","steps":[{"id":"s1","description":"count the bolts twice","depends_on":[],"tool":"count_part"}]}`
)

// adoptedPlan returns the first step of the plan that a log adopted.
func adoptedPlan(t *testing.T, log string) (description string) {
	t.Helper()
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if gjson.Get(line, "kind").Str == "planned" {
			description = gjson.Get(line, "plan.plan.steps.0.description").Str
		}
	}
	return description
}

// A person is asked about plans in the page, as at the terminal: also where a run waits in a log.
func TestPlansAreApprovedInThePage(t *testing.T) {
	s := openShop(t)
	model := script(t, planCount, countBolts, countedStep, answered)
	waits := func(t *testing.T, at, text string) string {
		for got := ""; ; _, got = page(t, at, nil) {
			if strings.Contains(got, text) {
				return html.UnescapeString(got)
			}
		}
	}
	reply := func(do, plan string) url.Values {
		return url.Values{"lane": {"0"}, "interrupt": {"i1"}, "do": {do}, "plan": {plan}}
	}
	t.Run("of a task", func(t *testing.T) {
		log := filepath.Join(t.TempDir(), "log.ndjson")
		base, _ := serving(t, "--mcp", s.url, "--planner", "plan-act", "--approve-plan", "--model", model, "--log", log)
		at, _ := page(t, base+"jobs", url.Values{"task": {"Count."}})
		at, _, _ = strings.Cut(at, "#")
		assert.Contains(t, waits(t, at, "May this plan be carried out?"), "<b>s1</b> count the bolts · <code>count_part</code>")
		page(t, at+"/reply", reply("edit", slippedPlan))
		assert.Contains(t, waits(t, at, `role="alert"`), "s1: description: want at least 8 characters")
		page(t, at+"/reply", reply("edit", ownPlan))
		stream := over(t, at)
		assert.Contains(t, stream, "There are 100 bolts.")
		assert.Equal(t, "count the bolts twice", adoptedPlan(t, log))
	})
	t.Run("of a run that waits in a log", func(t *testing.T) {
		log := filepath.Join(t.TempDir(), "log.ndjson")
		_, said, code := app(t, "run", "--mcp", s.url, "--model", model, "--planner", "plan-act", "--approve-plan", "--log", log, "Count.")
		require.Equal(t, 3, code, said)
		base, _ := serving(t, "--mcp", s.url, "--model", model, "--log", log)
		_, list := page(t, base+"runs", nil)
		run := base + "runs/" + regexp.MustCompile(`href="/runs/([0-9a-f]{8})"`).FindStringSubmatch(list)[1]
		_, text := page(t, run, nil)
		assert.Contains(t, text, "<b>s1</b> count the bolts · <code>count_part</code>")
		at, _ := page(t, run+"/reply", reply("edit", slippedPlan))
		text = waits(t, at, `role="alert"`)
		assert.Contains(t, text, "s1: description: want at least 8 characters")
		assert.Contains(t, text, `"description": "count",`, "what was written stays")
		page(t, at+"/reply", reply("edit", ownPlan))
		stream := over(t, at)
		assert.Contains(t, stream, "There are 100 bolts.")
		assert.Equal(t, "count the bolts twice", adoptedPlan(t, log))
	})
	_, said, code := app(t, "serve", "--mcp", s.url, "--model", model, "--approve-plan")
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "--approve-plan is for plans that are carried out step by step")
}
