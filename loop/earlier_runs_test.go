package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// An earlierRun is how one log of earlierLogs was made. Its zero fields take ReAct, the lettered tools
// and a plain run to the end.
type earlierRun struct {
	planner planner.Planner
	model   model.Model
	tools   *tools.Registry
	config  loop.Config
	run     func(t *testing.T, l *loop.Loop, log *bytes.Buffer)
}

func (r earlierRun) loop(t *testing.T) *loop.Loop {
	t.Helper()
	if r.planner == nil {
		r.planner = earlierReAct()
	}
	if r.tools == nil {
		r.tools = lettered(t)
	}
	l, err := loop.New(r.planner, r.model, r.tools, strict(r.config))
	require.NoError(t, err)
	return l
}

// earlierReAct is ReAct in the words of commit 76a7716: its prompt had no worked example.
func earlierReAct() strategy.ReAct { return strategy.ReAct{Prompt: earlierPrompt("prompts/react.md")} }

// earlierPrompt is a prompt of commit 76a7716 whose words have changed since.
func earlierPrompt(file string) *prompt.Prompt {
	p, err := prompt.Parse(os.DirFS(earlierLogs), file, "")
	if err != nil {
		panic(err)
	}
	return p
}

func (r earlierRun) drive(t *testing.T, l *loop.Loop, log *bytes.Buffer) {
	t.Helper()
	if r.run == nil {
		r.run = runToEnd
	}
	r.run(t, l, log)
}

func runToEnd(t *testing.T, l *loop.Loop, log *bytes.Buffer) {
	t.Helper()
	_, err := l.Run(t.Context(), "the task", log)
	require.NoError(t, err)
}

// byKey is a model that plays a script for each role and each plan step, under a name of its own, since
// logs hold the name. Each plan step's replies take another time, so that the order of replies in lanes
// is always the same.
type byKey struct{ *cast }

func (byKey) Name() string { return "by key" }

func (b byKey) Generate(ctx context.Context, r model.Request) iter.Seq2[model.Chunk, error] {
	if n, err := strconv.ParseFloat(strings.TrimPrefix(keyOf(r), "s"), 64); err == nil {
		time.Sleep(time.Second + time.Duration(n)*300*time.Millisecond)
	}
	return b.cast.Generate(ctx, r)
}

// plays returns a model that plays scripts in the notation of spoken, by role or plan step.
func plays(t *testing.T, scripts map[string]string) model.Model {
	return byKey{&cast{t: t, scripts: scripts, used: map[string]int{}}}
}

// plainly returns a model that plays one script, for all roles.
func plainly(script string) model.Model { return fake.Play(replies(script, 0)...) }

// earlierRuns are the runs of earlierLogs by name, made anew at each call: their models count replies.
func earlierRuns(t *testing.T) map[string]earlierRun {
	all := map[string]earlierRun{}
	for _, some := range []map[string]earlierRun{endings(), policies(t), brokenOff(t), strategyRuns(t), drawnRuns()} {
		for name, run := range some {
			require.NotContains(t, all, name)
			all[name] = run
		}
	}
	return all
}

// endings are runs of ReAct that end in every outcome, for most of its reasons.
func endings() map[string]earlierRun {
	refuses := func(_ planner.State, answer json.RawMessage) error {
		if bytes.Contains(answer, []byte("refuse me")) {
			return errors.New("it asks to be refused")
		}
		return nil
	}
	slow := func(script string) model.Model {
		list := replies(script, 0)
		for i := range list {
			list[i].Delay = 2 * time.Second
		}
		return fake.Play(list...)
	}
	return map[string]earlierRun{
		"react-final-forced":   {model: plainly("A B F"), config: loop.Config{Budget: loop.Budget{Steps: 3}}},
		"react-final-repaired": {model: plainly("! A ! B F"), config: loop.Config{Allowances: loop.Allowances{Repairs: 1}}},
		"react-final-refused":  {model: plainly("F- A F"), config: loop.Config{Check: refuses}},
		"react-final-observed": {model: plainly("X X2 A F"), config: loop.Config{Allowances: loop.Allowances{RecoverableErrors: 1}}},
		"react-final-fallback": {model: named{plainly("#503 #503"), "first"},
			config: loop.Config{Fallbacks: []model.Model{named{plainly("A F"), "second"}}, Allowances: loop.Allowances{Retries: 1}}},
		"react-budget-steps": {model: plainly("A B C"), config: loop.Config{Budget: loop.Budget{Steps: 3}, OpenEnd: true}},
		"react-budget-wall":  {model: slow("A B C"), config: loop.Config{Budget: loop.Budget{Wall: 3 * time.Second, Grace: time.Second}}},
		"react-duplicate":    {model: plainly("A B B")},
		"react-cycle":        {model: plainly("A B A B")},
		"react-redirect": {model: plainly("A A B F"),
			config: loop.Config{Repeats: loop.Redirect, Allowances: loop.Allowances{Redirects: 1}}},
		"react-tool-failure":      {model: plainly("Y Z"), config: loop.Config{Allowances: loop.Allowances{FatalErrors: 1}}},
		"react-model-invalid":     {model: plainly("A ! !cut"), config: loop.Config{Allowances: loop.Allowances{Repairs: 1}}},
		"react-model-unreachable": {model: plainly("A #refused #refused"), config: loop.Config{Allowances: loop.Allowances{Retries: 1}}},
		"react-cancelled": {model: slow("A B C"), run: func(t *testing.T, l *loop.Loop, log *bytes.Buffer) {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			_, err := l.Run(ctx, "the task", log)
			require.NoError(t, err)
		}},
	}
}

// policies are runs under each policy, with every built-in rule, with parallel calls, and with a prompt
// that outgrows its context.
func policies(t *testing.T) map[string]earlierRun {
	returned := func(s planner.State) grammar.Schema {
		values := []string{"I do not know."}
		for _, step := range s.Steps {
			for _, o := range step.Observations {
				values = append(values, strings.Trim(string(o.Output), `"`))
			}
		}
		return grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum(values...)})
	}
	rules := []loop.Rule{loop.Require{Tool: "b"}, loop.Prerequisite{Tool: "b", After: "a"}, loop.Quota{Tool: "a", Calls: 2},
		loop.Grounded{Answers: returned}}
	says := func(script string) model.Model {
		return plainly(script + ` {"thought":"","tool":"final_answer","tool_args":{"text":"b1"}}`)
	}
	listed := func(s planner.State) []string {
		if s.Succeeded("list") == 0 {
			return nil
		}
		return []string{"a.txt", "b.txt"}
	}
	domain := loop.Config{Rules: []loop.Rule{loop.Domain{Tool: "read", Argument: "name", Values: listed}}}
	proseAround := map[string][]string{"executor": {"I look first. " + act("a1"), "```json\n" + done + "\n```"}}
	several := earlierReAct()
	several.Parallel = 3
	return map[string]earlierRun{
		"policy-full":        {model: says("A A2 B"), config: loop.Config{Rules: rules}},
		"policy-full-domain": {model: fake.Script(callList, callReadB, sayText), tools: listAndRead(t), config: domain},
		"policy-enum":        {model: says("A A2"), config: loop.Config{Leash: loop.Enum, Rules: rules}},
		"policy-off-prose":   {model: free{&cast{t: t, used: map[string]int{}, texts: proseAround}}, config: loop.Config{Leash: loop.Off}},
		"parallel-calls": {planner: several, tools: staggered(t),
			model:  fake.Script(act("a1", "b2", "d3"), act("c1"), act("b9", "a2"), done),
			config: loop.Config{Allowances: loop.Allowances{FatalErrors: 2}}},
		"folded-prompt": {model: boundedModel{plainly("A A2 A3 A4 F"), 1400}, tools: wordy(t)},
	}
}

// listAndRead is a registry of two tools: list names the files that read reads.
func listAndRead(t *testing.T) *tools.Registry {
	t.Helper()
	r, err := tools.NewRegistry(
		tools.Must(tools.New("list", "the files", func(context.Context, struct{}) (string, error) { return "a.txt b.txt", nil },
			tools.Options{})),
		tools.Must(tools.New("read", "a file", func(_ context.Context, f file) (string, error) { return "text of " + f.Name, nil },
			tools.Options{})))
	require.NoError(t, err)
	return r
}

// staggered is a registry of tools of which the first in a row takes longest. All but c may run together.
func staggered(t *testing.T) *tools.Registry {
	t.Helper()
	var list []tools.Tool
	for i, name := range []string{"a", "b", "c", "d"} {
		f := func(_ context.Context, in number) (string, error) {
			time.Sleep(time.Duration(9-i) * time.Second)
			if in.N == 9 {
				return "", errors.New("broken")
			}
			return fmt.Sprint(name, in.N), nil
		}
		list = append(list, tools.Must(tools.New(name, "tool "+name, f, tools.Options{ParallelSafe: name != "c"})))
	}
	r, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	return r
}

// wordy is a registry of one tool with long outputs.
func wordy(t *testing.T) *tools.Registry {
	t.Helper()
	r, err := tools.NewRegistry(tools.Must(tools.New("a", "tool a", func(_ context.Context, in number) (string, error) {
		return strings.Repeat(fmt.Sprint("word", in.N, " "), 120), nil
	}, tools.Options{})))
	require.NoError(t, err)
	return r
}

// brokenOff are runs that wait for a person, that a person has answered, and that were killed and went
// on. Their models answer by the request alone, since a second process would not have heard the first.
func brokenOff(t *testing.T) map[string]earlierRun {
	registry := func(asks string) *tools.Registry { return timed(t, "", asks, func(string) {}) }
	approve := func(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
		switch i.ID {
		case "i1":
			return loop.Reply{Do: loop.Deny, Text: "not that one"}, nil
		case "i2":
			return loop.Reply{Do: loop.Edit, Args: json.RawMessage(`{"n":7}`)}, nil
		}
		return loop.Reply{Do: loop.Approve, Remember: true}, nil
	}
	decisions := 0
	notes := func(string) []string {
		if decisions++; decisions == 2 {
			return []string{"Take the shorter way."}
		}
		return nil
	}
	killed := func(kind loop.EventKind) earlierRun {
		return earlierRun{model: fake.Random(4), tools: counted(t, false, map[string]int{}), config: forgiving(), run: killedAfter(kind)}
	}
	return map[string]earlierRun{
		"paused-for-approval": {model: fake.Script(act("b1"), act("a1")), tools: registry("a")},
		"approved-at-once": {model: fake.Script(act("a1"), act("a2"), act("a3"), act("a4"), done), tools: registry("a"),
			config: loop.Config{Notes: notes, Approval: loop.Approval{Ask: approve}}},
		"plan-sent-back": {planner: strategy.PlanExecute{}, config: loop.Config{Approval: loop.Approval{Plans: true}},
			model: plays(t, map[string]string{"planner": "P(a) P(b)", "s1": "D", "synthesizer": "F"}),
			run:   answering(loop.Reply{Do: loop.Reject, Text: "ask the library first"}, loop.Reply{Do: loop.Approve})},
		"paused-at-roles": {model: fake.Random(4), config: loop.Config{Budget: loop.Budget{Steps: 3},
			Approval: loop.Approval{Before: executors()}, Allowances: loop.Allowances{FatalErrors: 3}},
			run: func(t *testing.T, l *loop.Loop, log *bytes.Buffer) {
				runToEnd(t, l, log)
				patiently(t, l, log)
			}},
		"killed-in-a-request": killed(loop.Asked),
		"killed-in-a-call":    killed(loop.CallStarted),
	}
}

// answering runs to the first question, then answers one after the other.
func answering(replies ...loop.Reply) func(*testing.T, *loop.Loop, *bytes.Buffer) {
	return func(t *testing.T, l *loop.Loop, log *bytes.Buffer) {
		runToEnd(t, l, log)
		for _, reply := range replies {
			events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
			require.NoError(t, err)
			reply.Interrupt = events[len(events)-1].Interrupt.ID
			_, err = l.Resume(t.Context(), events, &reply, log, nil)
			require.NoError(t, err)
		}
	}
}

// killedAfter cuts the log of a run after its second event of a kind, and resumes it an hour later. If
// the call may have had its effect, it is made again.
func killedAfter(kind loop.EventKind) func(*testing.T, *loop.Loop, *bytes.Buffer) {
	return func(t *testing.T, l *loop.Loop, log *bytes.Buffer) {
		var whole bytes.Buffer
		runToEnd(t, l, &whole)
		events, _, err := loop.ReadLog(&whole)
		require.NoError(t, err)
		at := slices.IndexFunc(events, func(e loop.Event) bool { return e.Kind == kind })
		at += 1 + slices.IndexFunc(events[at+1:], func(e loop.Event) bool { return e.Kind == kind })
		log.WriteString(written(t, events[:at+1]))
		time.Sleep(time.Hour)
		result, err := l.Resume(t.Context(), events[:at+1], nil, log, nil)
		require.NoError(t, err)
		if result.Outcome == loop.Paused {
			events, _, err = loop.ReadLog(bytes.NewReader(log.Bytes()))
			require.NoError(t, err)
			_, err = l.Resume(t.Context(), events, &loop.Reply{Interrupt: result.Interrupt.ID, Do: loop.Rerun}, log, nil)
			require.NoError(t, err)
		}
	}
}

// strategyRuns are runs of every strategy, each with its turns: re-plans, reviews, candidates, lanes,
// nested strategies, verdicts, trials.
func strategyRuns(t *testing.T) map[string]earlierRun {
	one := func(p *strategy.PlanExecute) { p.ParallelPlanSteps = 1 }
	switched := planExecute(func(p *strategy.PlanExecute) {
		p.Binding, p.Conditions, p.Depth, p.ReviewPlanSteps = true, true, 1, true
	})
	chooses := planAct(func(p *strategy.PlanAct) { p.Candidates, p.ReviewPlanSteps = 3, true })
	detail := `{"facts":"","steps":[{"depends_on":[],"description":"the first half","expected":"","tool":null,"when":null}]}`
	rows := map[string]struct {
		planner planner.Planner
		scripts map[string]string
	}{
		"plan-execute": {planExecute(one), map[string]string{"planner": "P(a b<1 c<2) P(d<1)", "s1": "A D(c1)", "s2": "X",
			"s4": "D", "synthesizer": "F"}},
		"plan-execute-lanes": {planExecute(nil), map[string]string{"planner": "P(a b c<1,2)", "s1": "A D(c1)", "s2": "B C D",
			"s3": "D", "synthesizer": "F"}},
		"plan-execute-switches": {switched, map[string]string{"planner": "P(a@a b<1+ c<1?1=no) " + detail, "s1": "A D(c1) D(c1)",
			"s2.1": "D", "reflector": "M- M+ M+", "synthesizer": "F"}},
		"plan-execute-nested": {over(strategy.PlanAct{}),
			map[string]string{"planner": "P(a)", "s1": "P(x y) A D(c1) B D(c2) O", "synthesizer": "F"}},
		"plan-execute-none": {planExecute(func(p *strategy.PlanExecute) { p.Replans = -1 }), map[string]string{"planner": "P(a)", "s1": "X"}},
		"plan-act": {planAct(nil), map[string]string{"planner": "P(a b) P(c)", "s1": "A D(c1)", "s2": "A R",
			"s3": "A D(c3)", "executor": "F"}},
		"plan-act-candidates": {chooses, map[string]string{"planner": "P(a) P(b) P(c)", "critic": scores(1, 9, 2), "s1": "X",
			"s2": "D D", "reflector": "M- M+", "executor": "F"}},
		"plan-act-reflect": {reflecting(func(p *strategy.PlanActReflect) { p.Prompts.Executor = earlierReAct().Prompt }),
			map[string]string{"planner": "P(a) P(b)", "executor": "A F F:better", "reflector": "V- V+"}},
		"preflect-react": {inEarlierWords(t, preflect(func(p *strategy.PreFlect) { p.Inner = earlierReAct() })),
			map[string]string{"planner": "P(a) P(d)", "executor": "A R F", "critic": "C(s1) P(b) C0"}},
		"preflect-plan-act": {inEarlierWords(t, strategy.PreFlect{Inner: strategy.PlanAct{}}),
			map[string]string{"planner": "P(a)", "critic": "Cm(s1)", "s1": "A D(c1)", "executor": "F"}},
		"reflexion-react": {reflexion(func(p *strategy.Reflexion) { p.Inner = earlierReAct() }),
			map[string]string{"executor": "A F:a F:b", "reflector": lesson("look in the table,") + " V+"}},
		"self-refine-react": {strategy.SelfRefine{Inner: earlierReAct()}, map[string]string{"executor": "A F:a F:b", "reflector": "V- V+"}},
	}
	all := map[string]earlierRun{}
	for name, row := range rows {
		all[name] = earlierRun{planner: row.planner, model: plays(t, row.scripts), config: loop.Config{Budget: loop.Budget{Grace: time.Second}}}
	}
	return all
}

// forgiving has allowances, and ends at the first repeat.
func forgiving() loop.Config {
	return loop.Config{Repeats: loop.Halt, Allowances: loop.Allowances{Repairs: 1, Retries: 3, Redirects: 2, RecoverableErrors: 3,
		FatalErrors: 2}}
}

// drawnRuns are runs of models that say anything that fits, and of a hostile one.
func drawnRuns() map[string]earlierRun {
	redirects := forgiving()
	redirects.Repeats, redirects.Seed, redirects.Budget.Steps = loop.Redirect, 7, 4
	return map[string]earlierRun{
		"random-react": {model: fake.Random(2), config: redirects},
		"random-plan-act": {planner: planAct(func(p *strategy.PlanAct) {
			p.Parallel, p.Prompts.Answer = 3,
				earlierPrompt("prompts/answer.md")
		}), model: fake.Random(5), config: redirects},
	}
}

// inEarlierWords returns p with a critic and a planner, and plan steps of its inner strategy, in the words of that time: the
// hashes in a log are those of its prompts.
func inEarlierWords(t *testing.T, p strategy.PreFlect) strategy.PreFlect {
	t.Helper()
	words := prompt.General()
	for name, to := range map[string]**prompt.Prompt{"lane": &words.Lane, "critic": &words.Critic, "planner": &words.Planner} {
		read, err := prompt.Parse(os.DirFS(earlierLogs), "prompts/"+name+".md", "")
		require.NoError(t, err)
		*to = read
	}
	p.Prompts = words
	if inner, ok := p.Inner.(strategy.PlanAct); ok {
		inner.Prompts = words
		p.Inner = inner
	}
	return p
}
