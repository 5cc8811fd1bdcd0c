package planner_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A basePlan is a sound plan with what defects are made of.
type basePlan struct {
	task, free        string
	bare, said, again string
	steps             []planner.PlanStep
	careful           int // the plan step that takes care of what the task insists on
}

// A labeledPlan is a plan of which it is known what is wrong with it.
type labeledPlan struct {
	task   string
	plan   planner.Plan
	failed []planner.PlanStep // of the run so far
	defect string             // the code of what is wrong, or ""
	hard   bool               // no check of words and shapes can see it, or a sound plan that looks bad
}

var stepLine = regexp.MustCompile(`^(!?)(s\d) (?:<(\S+) )?(?:(\w+) (\{.*?\}) )?\| (.*?) \| (.*)$`)

func basePlans(t *testing.T) []basePlan {
	t.Helper()
	text, err := os.ReadFile("testdata/plans.txt")
	require.NoError(t, err)
	var list []basePlan
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		key, value, _ := strings.Cut(line, ": ")
		if key == "task" {
			list = append(list, basePlan{})
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		b := &list[len(list)-1]
		if m := stepLine.FindStringSubmatch(line); m != nil {
			step := planner.PlanStep{ID: m[2], Tool: m[4], Args: json.RawMessage(m[5]), Description: m[6], Expected: m[7],
				Status: planner.StepPending, DependsOn: []string{}}
			if m[3] != "" {
				step.DependsOn = strings.Split(m[3], ",")
			}
			if m[1] != "" {
				b.careful = len(b.steps)
			}
			b.steps = append(b.steps, step)
			continue
		}
		field := map[string]*string{"task": &b.task, "free": &b.free, "bare": &b.bare, "said": &b.said, "again": &b.again}[key]
		require.NotNil(t, field, line)
		*field = value
	}
	return list
}

// planTools are what the plans may use.
func planTools() planner.Allowed {
	object := func(names ...string) grammar.Schema {
		var members []grammar.Property
		for _, name := range names {
			members = append(members, grammar.Property{Name: name, Schema: grammar.String(1, 80)})
		}
		return grammar.Object(members...)
	}
	found := grammar.Object(grammar.Property{Name: "found", Schema: grammar.Boolean()},
		grammar.Property{Name: "hits", Schema: grammar.Integer(0, 99)})
	offers := []planner.Offer{
		{Name: "search", Description: "pages that hold some words", Args: object("query"), Output: &found},
		{Name: "read", Description: "the text of a page", Args: object("page"), Output: &found},
		{Name: "calculate", Description: "the value of an expression", Args: object("expression"), Output: &found},
		{Name: "conjugate", Description: "one form of a verb", Args: object("person", "tense", "verb"), Output: &found},
		{Name: "list_files", Description: "the files", Args: object(), Output: &found},
		{Name: "ask", Description: "what somebody says", Args: object("question")},
		{Name: "send", Description: "sends a message", Args: object("text", "to"), Irreversible: true},
		{Name: "delete", Description: "deletes a file", Args: object("file"), Irreversible: true},
	}
	return planner.Allowed{Terms: planner.Terms{AllTools: offers}, Limits: planner.Limits{Steps: 20, Requests: 20}, Tools: offers}
}

func (b basePlan) label(defect string, hard bool, change func(l *labeledPlan)) labeledPlan {
	l := labeledPlan{task: b.task, defect: defect, hard: hard, plan: planner.Plan{Revision: 1}}
	for _, s := range b.steps {
		s.DependsOn = slices.Clone(s.DependsOn)
		l.plan.Steps = append(l.plan.Steps, s)
	}
	change(&l)
	return l
}

// more appends a plan step.
func (l *labeledPlan) more(tool, args, description string, needs ...string) {
	s := planner.PlanStep{ID: fmt.Sprintf("s%d", len(l.plan.Steps)+1), Tool: tool, Description: description,
		Status: planner.StepPending, DependsOn: append([]string{}, needs...)}
	if args != "" {
		s.Args = json.RawMessage(args)
	}
	l.plan.Steps = append(l.plan.Steps, s)
}

// labeled makes the plans of a base: sound ones, and one for each defect, as plain and as hard as it
// comes. n varies what is done.
func (b basePlan) labeled(n int) []labeledPlan {
	pick := func(list ...string) string { return list[n%len(list)] }
	tooled := slices.IndexFunc(b.steps, func(s planner.PlanStep) bool { return s.Tool != "" })
	last := b.steps[len(b.steps)-1].ID
	failed := func(l *labeledPlan, description string) {
		l.failed = []planner.PlanStep{{ID: "s9", Description: description, Status: planner.StepFailed, Reason: "not found"}}
	}
	return []labeledPlan{
		b.label("", false, func(*labeledPlan) {}),
		b.label("", true, func(l *labeledPlan) { l.plan.Steps[b.careful].Description = b.said }),
		b.label(planner.CodeEmptyPlan, false, func(l *labeledPlan) { l.plan.Steps = nil }),
		b.label(planner.CodeUnknownTool, false, func(l *labeledPlan) { l.plan.Steps[tooled].Tool = pick("browse", "Search", "lookup", "think") }),
		b.label(planner.CodeBadArgs, false, func(l *labeledPlan) {
			l.plan.Steps[tooled].Tool, l.plan.Steps[tooled].Args = "search",
				json.RawMessage(pick(`{}`, `{"query":7}`, `{"query":"x","page":1}`, `{"query":""}`))
		}),
		b.label(planner.CodeUnresolvedReference, false, func(l *labeledPlan) {
			l.plan.Steps[len(b.steps)-1].DependsOn = []string{pick("s7", "s0", "the page")}
		}),
		b.label(planner.CodeDependencyCycle, false, func(l *labeledPlan) { l.plan.Steps[0].DependsOn = []string{pick("s1", "s2")} }),
		b.label(planner.CodeBadCondition, false, func(l *labeledPlan) {
			l.more("search", `{"query":"more about it"}`, "search for more about it", last)
			l.more("", "", "read what was found there", fmt.Sprintf("s%d", len(b.steps)+1))
			l.plan.Steps[len(l.plan.Steps)-1].When = &planner.Condition{Of: fmt.Sprintf("s%d", len(b.steps)+1),
				Path: pick("exists", "hits.first"), Value: json.RawMessage("true")}
		}),
		b.label(planner.CodeBadCondition, true, func(l *labeledPlan) { // ask does not say what it gives
			l.more("ask", `{"question":"is that so?"}`, "ask somebody whether that is so", last)
			l.more("", "", "go on if they agree", fmt.Sprintf("s%d", len(b.steps)+1))
			l.plan.Steps[len(l.plan.Steps)-1].When = &planner.Condition{Of: fmt.Sprintf("s%d", len(b.steps)+1), Path: "agreed",
				Value: json.RawMessage("true")}
		}),
		b.label(planner.CodeRepeatedFailure, false, func(l *labeledPlan) { failed(l, strings.ToUpper(b.steps[0].Description)) }),
		b.label(planner.CodeRepeatedFailure, true, func(l *labeledPlan) { failed(l, b.again) }),
		b.label(planner.CodeDuplicateStep, false, func(l *labeledPlan) {
			l.more("", "", pick("  "+strings.ToUpper(b.steps[0].Description), strings.ReplaceAll(b.steps[0].Description, " ", "  ")), last)
		}),
		b.label(planner.CodeDuplicateStep, true, func(l *labeledPlan) { l.more(b.steps[0].Tool, "", b.again, last) }),
		b.label(planner.CodeUncheckedEffect, false, func(l *labeledPlan) {
			l.more("send", `{"text":"it is done","to":"everybody"}`, "tell everybody that it is done")
		}),
		b.label(planner.CodeUncheckedEffect, true, func(l *labeledPlan) { // what it rests on checks nothing
			l.more("", "", pick("be glad about the work so far", "take a moment to think"))
			l.more("send", `{"text":"it is done","to":"everybody"}`, "tell everybody that it is done", fmt.Sprintf("s%d", len(b.steps)+1))
		}),
		b.label(planner.CodeUncoveredConstraint, false, func(l *labeledPlan) {
			l.plan.Steps[b.careful].Description, l.plan.Steps[b.careful].Args = b.bare, nil
		}),
		b.label(planner.CodeUncoveredConstraint, true, func(l *labeledPlan) {
			l.task = b.free
			l.plan.Steps[b.careful].Description, l.plan.Steps[b.careful].Args = b.bare, nil
		}),
		b.label(planner.CodeVagueStep, false, func(l *labeledPlan) { l.more("", "", pick("go on", "finish", "check it", "do more"), last) }),
		b.label(planner.CodeVagueStep, true, func(l *labeledPlan) {
			l.more("", "", pick("do whatever is needed here", "take care of the rest", "go on as it seems best"), last)
		}),
	}
}

func labeledPlans(t *testing.T) []labeledPlan {
	t.Helper()
	var list []labeledPlan
	for n, b := range basePlans(t) {
		list = append(list, b.labeled(n)...)
	}
	require.Greater(t, len(list), 200)
	return list
}

// state is that of a run in which the plan is examined.
func (l labeledPlan) state() planner.State {
	s := planner.State{Task: l.task}
	if l.failed != nil {
		s.Plan = &planner.Plan{Revision: 1, Steps: l.failed}
	}
	return s
}

// codes are the checks, in the order of the page.
var codes = []string{planner.CodeEmptyPlan, planner.CodeUnknownTool, planner.CodeBadArgs, planner.CodeUnresolvedReference,
	planner.CodeDependencyCycle,
	planner.CodeBadCondition, planner.CodeRepeatedFailure, planner.CodeDuplicateStep, planner.CodeUncheckedEffect,
	planner.CodeUncoveredConstraint, planner.CodeVagueStep}

// A tally counts what one judge said of the plans.
type tally struct{ plain, plainOf, hard, hardOf, alarms, flagged int }

func (c *tally) count(l labeledPlan, defective, flagged bool) {
	b := map[bool]int{true: 1}
	c.flagged += b[flagged]
	switch {
	case !defective:
		c.alarms += b[flagged]
	case l.hard:
		c.hardOf++
		c.hard += b[flagged]
	default:
		c.plainOf++
		c.plain += b[flagged]
	}
}

func (c tally) row(name string) string {
	share := func(n, of int) string {
		if of == 0 {
			return "–"
		}
		return fmt.Sprintf("%d of %d", n, of)
	}
	percent := func(n, of int) string {
		if of == 0 {
			return "–"
		}
		return fmt.Sprintf("%.1f", 100*float64(n)/float64(of))
	}
	return fmt.Sprintf("| %s | %s | %s | %d | %s | %s |\n", name, share(c.plain, c.plainOf), share(c.hard, c.hardOf), c.alarms,
		percent(c.plain+c.hard, c.flagged), percent(c.plain+c.hard, c.plainOf+c.hardOf))
}

const checksHead = `# Plan checks, measured

Made by ` + "`go test ./planner -run PlanChecksAreMeasured -update`" + `; do not edit.

%d plans of known quality: %d sound ones, written by hand (` + "`planner/testdata/plans.txt`" + `), half of them in
words that look as if something were missing; and %d with one defect each, put in by a program. *plain*
defects are those that words and shapes show. *hard* ones are the same defects where they do not: the same
thing said in other words, a condition on a tool that does not say what it gives, an effect that rests on
a plan step without any check in it, a limit in words that no list of words holds. *false alarms*: plans without the
defect that a check finds it in; a few of them are so, because a defect that was put in brought it along.
*precision*: of what was found, the part that is so, in percent; *recall*: of what is so, the part that was
found. The hard plans were made to show what the checks cannot see, and most plans have a defect, so neither is
that of plans as they come.

| check | plain, found | hard, found | false alarms | precision | recall |
| --- | ---: | ---: | ---: | ---: | ---: |
`

const checksMiddle = `
A check that is an error refuses the plan, a critical one makes PreFlect's critic revise it, a minor one is only shown.

## Judges of whole plans

Here a plan is defective if it has any defect, and flagged if the judge has found one: the checks with a
finding that is critical or an error, the checks with any finding, and models as PreFlect's critic in its first turn with a
critical error. A judge that flags plans at random has a precision of about %.0f here. No model with a mind of its own ` +
	`has been measured: *sound* finds every plan sound,
as the built-in rules do, and *random* writes any diagnosis that the grammar holds.

| judge | plain, found | hard, found | false alarms | precision | recall |
| --- | ---: | ---: | ---: | ---: | ---: |
`

// TestPlanChecksAreMeasured holds the page to what the checks find in plans of known quality, and what
// a model finds that plays the critic.
func TestPlanChecksAreMeasured(t *testing.T) {
	plans := labeledPlans(t)
	byCode := map[string]*tally{}
	for _, code := range codes {
		byCode[code] = &tally{}
	}
	var strict, any tally
	sound := 0
	for _, l := range plans {
		findings := planner.CheckPlan(&l.plan, l.state(), planTools())
		found, critical := map[string]bool{}, false
		for _, f := range findings {
			require.Contains(t, byCode, f.Code)
			found[f.Code] = true
			critical = critical || f.Severity != planner.SeverityMinor
		}
		for _, code := range codes {
			byCode[code].count(l, l.defect == code, found[code])
		}
		strict.count(l, l.defect != "", critical)
		any.count(l, l.defect != "", len(findings) > 0)
		if l.defect == "" {
			sound++
		}
	}
	var page strings.Builder
	fmt.Fprintf(&page, checksHead, len(plans), sound, len(plans)-sound)
	for _, code := range codes {
		c := byCode[code]
		assert.Equal(t, c.plainOf, c.plain, "%s finds every plain defect", code)
		page.WriteString(c.row("`" + code + "`"))
	}
	fmt.Fprintf(&page, checksMiddle, 100*float64(len(plans)-sound)/float64(len(plans)))
	page.WriteString(strict.row("checks, critical or an error"))
	page.WriteString(any.row("checks, any finding"))
	for _, m := range []model.Model{saysSound{}, fake.Random(1)} {
		c := criticized(t, m, plans)
		page.WriteString(c.row("critic: " + m.Name()))
	}
	const path = "../docs/evidence/plan-checks.md"
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(page.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), page.String())
}

// saysSound is a critic that finds every plan sound.
type saysSound struct{ model.Model }

func (saysSound) Name() string { return "sound" }

// criticized has a model play the critic's first turn about each plan. A plan without plan steps has
// nothing to point at, and is left out.
func criticized(t *testing.T, m model.Model, plans []labeledPlan) tally {
	t.Helper()
	var c tally
	p := strategy.PreFlect{Inner: strategy.PlanAct{}}
	for _, l := range plans {
		if len(l.plan.Steps) == 0 {
			continue
		}
		s := l.state()
		s.Plan = nil
		s.Memo = planner.Remember(map[string]any{"proposed": planner.Proposal{Plan: l.plan, Cause: planner.FirstPlan, Held: true}})
		d, err := p.Next(t.Context(), s, planTools(), func(ctx context.Context, q planner.Question) (json.RawMessage, error) {
			if m.Name() == "sound" {
				return json.RawMessage(`{"analysis":"","errors":[]}`), nil
			}
			messages, err := q.Messages(planner.Folding{})
			require.NoError(t, err)
			g, err := grammar.Compile(t.Context(), q.Schema.JSON(), grammar.Options{})
			require.NoError(t, err)
			reply, err := model.Collect(m.Generate(ctx, model.Request{Role: q.Role, Messages: messages, Grammar: g}))
			return json.RawMessage(reply.Text), err
		})
		require.NoError(t, err)
		require.NotNil(t, d.Verdict)
		flagged := slices.ContainsFunc(d.Verdict.Errors, func(f planner.Finding) bool { return f.Severity == planner.SeverityCritical })
		c.count(l, l.defect != "", flagged)
	}
	return c
}
