package strategy_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"testing/fstest"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
)

// Reports is a strategy that is not ours: it plans, carries out all plan steps that are ready at the same
// time, each with one report of the executor, plans again when one failed, and answers. It has no tools.
// It uses nothing but what planner and prompt export, and PreFlect can go around it.
type Reports struct {
	words   *prompt.Prompt
	replans int // how often another plan may be made
}

var _ strategy.Replanner = Reports{}

// reportsWords is its prompt file. Each block sees a [reportsData].
const reportsWords = `
{{define "system head"}}You write one JSON object and nothing else.{{end}}
{{define "user task"}}{{.Task}}{{range .Done}}
Known: {{.}}{{end}}{{end}}
{{define "user status"}}{{.Order}}{{end}}
{{define "user repair"}}That could not be read: {{.Problem}}{{end}}`

type reportsData struct {
	Task  string
	Done  []string
	Order string
}

func NewReports() Reports {
	words, err := prompt.Parse(fstest.MapFS{"reports.md": {Data: []byte(reportsWords)}}, "reports.md", "")
	if err != nil {
		panic(err)
	}
	return Reports{words: words, replans: 1}
}

func (r Reports) Name() string { return "reports" }

func (r Reports) Roles() []model.RoleForm {
	return []model.RoleForm{r.words.RoleForm(model.Planner), r.words.RoleForm(model.Executor)}
}

// Stage says who is asked next, and for which plan steps.
func (r Reports) Stage(s planner.State, a planner.Allowed) planner.Stage {
	switch {
	case s.Plan == nil, len(s.Plan.FailedSteps()) > 0 && s.Counters.Replans < r.replans:
		return planner.Stage{Role: model.Planner}
	case len(planner.Lanes(s)) > 0 && a.Bound == "":
		return planner.Stage{Role: model.Executor, Lanes: planner.Lanes(s)}
	}
	return planner.Stage{Role: model.Executor, Answering: true}
}

func (r Reports) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	switch {
	case a.Lane != "":
		return r.report(ctx, s, a, ask)
	case r.Stage(s, a).Role == model.Planner:
		return r.PlanFor(ctx, s, a, ask, planner.FirstPlan, "")
	}
	reply, err := ask(ctx, r.question(model.Executor, s, a, "Write the answer.", planner.DecisionSchema(a, 0, 1)))
	if err != nil {
		return planner.Decision{}, err
	}
	d, err := planner.ReadDecision(reply)
	return d, err
}

// PlanFor implements [strategy.Replanner]: the first plan, one after a failure, or one that PreFlect wants.
func (r Reports) PlanFor(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask, cause planner.Cause,
	reason string) (planner.Decision, error) {
	switch {
	case s.Plan == nil:
		reason = "first plan"
	case cause == planner.FirstPlan:
		failed := s.Plan.FailedSteps()[0]
		cause, reason = planner.Replanned, failed.ID+" failed: "+failed.Reason
	}
	form, why := r.PlanForm().For(s, a, ""), planner.Revision{By: model.Planner, Cause: cause, Reason: reason}
	q := r.question(model.Planner, s, a, "Write a plan. "+reason, form.Schema())
	q.Accept = func(reply json.RawMessage) error {
		p, err := form.Propose(reply, why)
		if err == nil {
			err = planner.RefusalOf(p.Findings)
		}
		return err
	}
	reply, err := ask(ctx, q)
	if err != nil {
		return planner.Decision{}, err
	}
	p, err := form.Propose(reply, why)
	return planner.Decision{Kind: planner.PlanDecision, Role: model.Planner, Plan: &p}, err
}

// PlanForm implements [strategy.Replanner].
func (r Reports) PlanForm() planner.PlanForm { return planner.PlanForm{MaxSteps: 3} }

// WithPlans implements [strategy.Replanner].
func (r Reports) WithPlans(_ *prompt.Prompt, replans int) strategy.Replanner {
	r.replans = replans
	return r
}

// report makes the one decision in a lane: the plan step is done, or it cannot be.
func (r Reports) report(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	text := func(name string) grammar.Schema {
		return grammar.Object(grammar.Property{Name: name, Schema: grammar.String(1, 200)})
	}
	schema := grammar.AnyOf(planner.DecisionBranch(planner.StepDoneReport, text("output"), 0),
		planner.DecisionBranch(planner.StepFailedReport, text("reason"), 0))
	reply, err := ask(ctx, r.question(model.Executor, s, a, "Report on: "+s.Plan.Step(a.Lane).Description, schema))
	if err != nil {
		return planner.Decision{}, err
	}
	var said struct {
		Tool string             `json:"tool"`
		Args planner.StepChange `json:"tool_args"`
	}
	err = json.Unmarshal(reply, &said)
	report := said.Args
	report.ID, report.Status = a.Lane, planner.StepFailed
	if said.Tool == planner.StepDoneReport {
		report.Status = planner.StepDone
	}
	return planner.Decision{Kind: planner.StepDecision, Role: model.Executor, Lane: a.Lane, Changes: []planner.StepChange{report}}, err
}

// question words an order to a role, after the task and what is known.
func (r Reports) question(role model.Role, s planner.State, a planner.Allowed, order string, schema grammar.Schema) planner.Question {
	data := reportsData{Task: s.Task, Order: order}
	if s.Plan != nil {
		for _, step := range s.Plan.StepsWith(planner.StepDone) {
			data.Done = append(data.Done, string(step.Output))
		}
	}
	return planner.Question{Role: role, Schema: schema, Repair: r.words.Repair, Messages: func(planner.Folding) ([]model.Message, error) {
		return r.words.Messages(prompt.CacheOf(a.Cache), nil, data)
	}}
}

// A librarian knows what the roles of the example say.
type librarian struct{}

func (librarian) Name() string { return "librarian" }

func (librarian) Generate(_ context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	plan := func(steps ...string) string {
		for i, s := range steps {
			steps[i] = fmt.Sprintf(`{"depends_on":[],"description":"find %s","expected":"","tool":null}`, s)
		}
		return `{"facts":"","steps":[` + strings.Join(steps, ",") + `]}`
	}
	order := req.Messages[len(req.Messages)-1].Content
	var text string
	switch {
	case req.Role == model.Critic && strings.Contains(order, "a better plan"):
		text = plan("the author of the book", "the publisher of the book")
	case req.Role == model.Critic && strings.Contains(order, "the publisher"):
		text = `{"analysis":"","errors":[]}`
	case req.Role == model.Critic:
		text = `{"analysis":"a part is missing","errors":[{"detail":"nothing finds the publisher","severity":"critical",` +
			`"steps":["s1"],"type":"insufficient_constraint_verification"}]}`
	case order == "Write a plan. s2 failed: the shelf is empty":
		text = plan("the publisher in the catalog")
	case req.Role == model.Planner:
		text = plan("the author of the book")
	case order == "Report on: find the publisher of the book":
		text = `{"tool":"step_failed","tool_args":{"reason":"the shelf is empty"}}`
	case strings.HasPrefix(order, "Report on: "):
		text = `{"tool":"step_done","tool_args":{"output":"found ` + strings.TrimPrefix(order, "Report on: find ") + `"}}`
	default:
		text = `{"tool":"final_answer","tool_args":{"text":"both were found"}}`
	}
	return func(yield func(model.Chunk, error) bool) {
		_ = yield(model.Chunk{Text: text}, nil) && yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
	}
}

// A strategy of another package plans, opens two lanes, plans again after a failure, and PreFlect
// examines its plans: it needs nothing that the strategies of this module would not use too.
func ExampleReplanner() {
	l, err := loop.New(strategy.PreFlect{Inner: NewReports()}, librarian{}, nil, loop.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for e, err := range l.Watch(context.Background(), "Who wrote the book, and who published it?", nil) {
		switch {
		case err != nil:
			fmt.Println(err)
		case e.Decision != nil && e.Decision.Lane != "":
			fmt.Println("lane", e.Decision.Lane, "is", e.Decision.Report().Status)
		case e.Plan != nil:
			last := e.Plan.Plan.LastRevision()
			fmt.Printf("plan %d by the %s: %d open, since %q\n", last.N, last.By, len(e.Plan.Plan.OpenSteps()), last.Reason)
		case e.Result != nil:
			fmt.Println(e.Result.Outcome, string(e.Result.Answer))
		}
	}
	// Output:
	// plan 1 by the critic: 2 open, since "first plan"
	// lane s1 is done
	// lane s2 is failed
	// plan 2 by the planner: 1 open, since "s2 failed: the shelf is empty"
	// lane s3 is done
	// final {"text":"both were found"}
}
