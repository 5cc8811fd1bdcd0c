package loop_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A cast is a scripted model for several roles: a script for each, by role, or by plan step for the
// executor's lanes. A script that runs out fails the test.
type cast struct {
	t       testing.TB
	scripts map[string]string
	used    map[string]int // replies that are taken already
	before  func(key string)
	texts   map[string][]string // replies as they are said, in place of a script

	mu       sync.Mutex
	requests []asked
}

type asked struct {
	key string
	model.Request
}

var ownStep = regexp.MustCompile(`Your plan step: (s[0-9.]+) `)

func (c *cast) Name() string { return "cast" }

func keyOf(r model.Request) string {
	for _, m := range r.Messages {
		if found := ownStep.FindStringSubmatch(m.Content); found != nil {
			return found[1]
		}
	}
	return string(r.Role)
}

func (c *cast) Generate(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		key := keyOf(r)
		c.mu.Lock()
		script := spoken(c.scripts[key])
		for _, text := range c.texts[key] {
			script = append(script, fake.Reply{Text: text})
		}
		n := c.used[key]
		c.used[key]++
		c.requests = append(c.requests, asked{key, r})
		c.mu.Unlock()
		if n >= len(script) {
			c.t.Errorf("%s is asked %d times, and its script has %d replies", key, n+1, len(script))
			yield(model.Chunk{}, &model.Fault{Kind: model.Exhausted, Message: "the script of " + key + " has run out"})
			return
		}
		if c.before != nil {
			c.before(key)
		}
		for chunk, err := range fake.Play(script[n]).Generate(ctx, r) {
			if !yield(chunk, err) {
				return
			}
		}
	}
}

// of returns the requests with a key.
func (c *cast) of(key string) []asked {
	var list []asked
	for _, r := range c.requests {
		if r.key == key {
			list = append(list, r)
		}
	}
	return list
}

// text is all that a request says.
func (a asked) text() string {
	var b strings.Builder
	for _, m := range a.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// spoken turns a script into replies. Besides the notation of scenarios.txt:
//
//	P(a b<1)   a plan: each word a plan step, "<1,2" depends on, "@a" its tool, "?1=x" a condition,
//	           "+" to be expanded, "#{…}" its arguments
//	D D(c1)    step_done, with evidence     X  step_failed     R  replan
//	O          the answer of a strategy that carries out a plan step
//	V+ V-      verdicts                      M+ M-  reviews      C0 C1  diagnoses
func spoken(script string) []fake.Reply {
	var out []fake.Reply
	for _, token := range words(script) {
		text, ok := strategic(token)
		if !ok {
			out = append(out, replies(token, 0)...)
			continue
		}
		out = append(out, fake.Reply{Text: text})
	}
	return out
}

// words splits at spaces that do not stand inside brackets.
func words(script string) []string {
	var list []string
	depth, start := 0, -1
	for i, r := range script + " " {
		switch {
		case strings.ContainsRune("({[", r):
			depth++
		case strings.ContainsRune(")}]", r):
			depth--
		}
		switch {
		case r == ' ' && depth == 0 && start >= 0:
			list, start = append(list, script[start:i]), -1
		case r != ' ' && start < 0:
			start = i
		}
	}
	return list
}

func strategic(token string) (string, bool) {
	name, inner, _ := strings.Cut(strings.TrimSuffix(token, ")"), "(")
	if token == "C" { // a call
		return "", false
	}
	switch name {
	case "P":
		return planText(inner), true
	case "D":
		evidence := "[]"
		if inner != "" {
			evidence = `["` + strings.ReplaceAll(inner, ",", `","`) + `"]`
		}
		return `{"thought":"","tool":"step_done","tool_args":{"evidence":` + evidence + `,"output":"what was found, in a sentence"}}`, true
	case "X":
		return `{"thought":"","tool":"step_failed","tool_args":{"reason":"it cannot be done"}}`, true
	case "O":
		return `{"thought":"","tool":"final_answer","tool_args":{"output":"what was found, in a sentence"}}`, true
	case "R":
		return `{"thought":"","tool":"replan","tool_args":{"reason":"the plan does not work any more"}}`, true
	case "V+":
		return `{"assessment":"it is [DONE]","confidence":"high","done":true,"gaps":[],"guidance":""}`, true
	case "V-":
		return `{"assessment":"not [done]","confidence":"high","done":false,"gaps":["the gap in it"],"guidance":"close the gap at last"}`, true
	case "C0":
		return `{"analysis":"secret words","errors":[]}`, true
	case "Cm", "C":
		severity := map[string]string{"Cm": "minor", "C": "critical"}[name]
		of, kind, _ := strings.Cut(inner, ",")
		if kind == "" {
			kind = "ineffective_tool_selection"
		}
		return fmt.Sprintf(`{"analysis":"secret words","errors":[{"detail":"not so","severity":%q,"steps":[%q],"type":%q}]}`,
			severity, of, kind), true
	case "M+":
		return `{"assessment":"good","guidance":"","met":true}`, true
	case "M-":
		return `{"assessment":"too thin","guidance":"look closer","met":false}`, true
	}
	if strings.HasPrefix(token, "{") {
		return token, true
	}
	if strings.HasPrefix(token, "F:") {
		return fmt.Sprintf(`{"thought":"","tool":"final_answer","tool_args":{"text":%q}}`, token[2:]), true
	}
	return "", false
}

var stepToken = regexp.MustCompile(`^([a-z]+\d*)(@[a-z]+)?(<[\d.,s]+)?(\?\d+(?:\.[a-z]+)?=[a-z0-9]+)?(\+)?(#.*)?$`)

func planText(inner string) string {
	var steps []string
	for _, word := range words(inner) {
		m := stepToken.FindStringSubmatch(word)
		deps := "[]"
		if m[3] != "" {
			deps = `["s` + strings.ReplaceAll(m[3][1:], ",", `","s`) + `"]`
		}
		s := fmt.Sprintf(`{"depends_on":%s,"description":"do the part %s"`, deps, m[1])
		if strings.Contains(inner, "+") {
			s += fmt.Sprintf(`,"expand":%t`, m[5] != "")
		}
		s += `,"expected":"","tool":` + map[bool]string{true: "null", false: `"` + strings.TrimPrefix(m[2], "@") + `"`}[m[2] == ""]
		if strings.Contains(inner, "#") {
			s += `,"tool_args":` + map[bool]string{true: "null", false: strings.TrimPrefix(m[6], "#")}[m[6] == ""]
		}
		if strings.Contains(inner, "?") {
			when := "null"
			if m[4] != "" {
				of, value, _ := strings.Cut(m[4][1:], "=")
				of, path, _ := strings.Cut(of, ".")
				if value != "true" && value != "false" {
					value = `"` + value + `"`
				}
				when = fmt.Sprintf(`{"of":"s%s","path":%q,"value":%s}`, of, path, value)
			}
			s += `,"when":` + when
		}
		steps = append(steps, s+"}")
	}
	return `{"facts":"","steps":[` + strings.Join(steps, ",") + `]}`
}

// A trial of a strategy: what it runs with, and what came of it.
type staged struct {
	result loop.Result
	events []loop.Event
	cast   *cast
}

// stage runs a strategy on scripts ("planner: P(a b)" by key) and holds the run to what every run
// promises: it is sound, it replays, and broken off after any event it resumes to the same result.
func stage(t *testing.T, p planner.Planner, c loop.Config, scripts map[string]string) staged {
	t.Helper()
	return stageWith(t, p, c, lettered(t), scripts)
}

func stageWith(t *testing.T, p planner.Planner, c loop.Config, registry *tools.Registry, scripts map[string]string) staged {
	t.Helper()
	got := playOnce(t, p, c, registry, scripts)
	m := &cast{t: t, scripts: scripts}
	l, err := loop.New(p, m, registry, c)
	require.NoError(t, err)
	require.NoError(t, l.Replay(t.Context(), got.events), "it replays")
	every := 1
	if testing.Short() {
		every = 7
	}
	for kept := 1; kept < len(got.events); kept += every {
		if got.events[kept-1].Kind == loop.CallStarted || got.events[kept-1].Kind == loop.Interrupted {
			continue // these wait for a person
		}
		used := map[string]int{}
		for _, e := range got.events[:kept] {
			switch {
			case e.Reply != nil:
				used[keyBy(e.Reply.Lane, e.Reply.Role)]++
			case e.Failure != nil:
				used[keyBy(e.Failure.Lane, e.Failure.Role)]++
			}
		}
		m.used = used
		again, err := l.Resume(t.Context(), got.events[:kept], nil, nil, nil)
		require.NoError(t, err, "broken off after event %d, %s", kept, got.events[kept-1].Kind)
		if got.events[kept-1].Kind == loop.Asked && c.Budget.ModelCalls > 0 {
			continue // the lost request counts, and the run may close earlier
		}
		require.Equal(t, whole(got.result), whole(again), "broken off after event %d, %s", kept, got.events[kept-1].Kind)
	}
	return got
}

func keyBy(lane string, role model.Role) string {
	if id, _, _ := planner.SplitLane(lane); id != "" {
		return id
	}
	return string(role)
}

// whole is what two runs must have in common to be the same.
func whole(r loop.Result) string {
	plan, err := json.Marshal(r.Plan)
	if err != nil {
		panic(err)
	}
	return essence(r) + "\n" + string(plan)
}

// playOnce runs a strategy once.
func playOnce(t *testing.T, p planner.Planner, c loop.Config, registry *tools.Registry, scripts map[string]string) staged {
	t.Helper()
	m := &cast{t: t, scripts: scripts, used: map[string]int{}}
	l, err := loop.New(p, m, registry, c)
	require.NoError(t, err)
	var log bytes.Buffer
	got := staged{cast: m}
	for e, err := range l.Watch(t.Context(), "the task", &log) {
		require.NoError(t, err)
		if e.Kind != loop.Delta {
			got.events = append(got.events, e)
		}
		if e.Result != nil {
			got.result = *e.Result
		}
	}
	if got.result.Outcome != loop.Paused {
		sound(t, got.result, got.events, log.Bytes())
		fold := loop.Fold(func(yield func(loop.Event) bool) {
			for _, e := range got.events {
				if !yield(e) {
					return
				}
			}
		})
		assert.Equal(t, got.result.Plan, fold.Plan, "the plan folded from the log is that of the run")
	}
	for key, script := range scripts {
		assert.Equal(t, len(spoken(script)), m.used[key], "replies of %s that were used", key)
	}
	return got
}

// ended asserts how a run ended: "final/answered".
func (s staged) ended(t *testing.T, want string) {
	t.Helper()
	assert.EqualValues(t, want, string(s.result.Outcome)+"/"+string(s.result.Reason), s.result.Error)
}

// statuses shows the plan: "s1 done, s2 skipped/budget".
func (s staged) statuses() string {
	var list []string
	if s.result.Plan == nil {
		return "no plan"
	}
	for _, p := range s.result.Plan.Steps {
		text := p.ID + " " + string(p.Status)
		if p.Status == planner.StepSkipped {
			text += "/" + p.Reason
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// choices returns what the grammars of a key's requests held.
func (s staged) choices(key string) []string {
	var list []string
	for _, e := range s.events {
		if e.Ask != nil && keyBy(e.Ask.Lane, e.Ask.Role) == key {
			list = append(list, strings.Join(e.Ask.Choices, ","))
		}
	}
	return list
}

// kinds lists the kinds of events from the first of a kind on.
func (s staged) kinds() string {
	var list []string
	for _, e := range s.events {
		kind := string(e.Kind)
		if e.PlanStep != nil {
			kind += ":" + e.PlanStep.ID + ":" + string(e.PlanStep.Status)
		}
		list = append(list, kind)
	}
	return strings.Join(list, " ")
}

// bare is a configuration without allowances.
func bare() loop.Config {
	return loop.Config{Repeats: loop.Halt, Allowances: none, Budget: loop.Budget{Grace: time.Second}}
}

// strict returns c without the allowances that it does not name; it ends at the first repeat unless it says otherwise.
func strict(c loop.Config) loop.Config {
	a := &c.Allowances
	for _, n := range []*int{&a.Repairs, &a.Retries, &a.Redirects, &a.RecoverableErrors, &a.FatalErrors} {
		*n = cmp.Or(*n, -1)
	}
	c.Repeats = cmp.Or(c.Repeats, loop.Halt)
	return c
}

// none are no allowances.
var none = loop.Allowances{Repairs: -1, Retries: -1, Redirects: -1, RecoverableErrors: -1, FatalErrors: -1}
