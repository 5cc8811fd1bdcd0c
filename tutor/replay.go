package tutor

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tutor/rules"
)

// ForRun returns the tutor that would make a logged run again: with the planner and its library of
// planning errors, the limits, the language and the gloss of info in place of those of o, and with the
// tools, rules and prompts of this program. The model and the Loop.Roles of o answer when the run is
// resumed; a replay needs no model, and roles with the names of those that played them. An unknown planner is a *Misuse.
func ForRun(info loop.RunInfo, o Options) (*Tutor, error) {
	if o.Model == nil {
		absent := placeholder(ModelOf(info))
		o.Model = func() model.Model { return absent }
	}
	roles, approve := o.Loop.Roles, o.Loop.Approval.Ask
	o.Planner, o.Loop = info.Strategy, info.Config
	o.Loop.Roles, o.Loop.Approval.Ask = roles, approve
	recorded, gloss := recordedTerms(info)
	o.Language, o.Gloss, o.Loop.Leash = recorded.Language, gloss, cmp.Or(recorded.Leash, info.Config.Leash)
	var err error
	if o.PlanErrors, o.Ablation, err = strategy.RecordedCritic(info.Planner); err != nil {
		return nil, misuse("%s", strings.TrimPrefix(err.Error(), "planerrors: "))
	}
	return New(o)
}

// ModelOf returns the name of the model that made a run, as a flag spells it, or "script".
func ModelOf(info loop.RunInfo) string {
	if names := info.Models[model.Executor]; len(names) > 0 {
		return names[0]
	}
	return ""
}

// Replay goes through the logged run whose events are given without asking or calling anything. It
// returns nil if this tutor would have done the same, or a [*loop.Divergence].
func (t *Tutor) Replay(ctx context.Context, events []loop.Event) error {
	return t.loop.Replay(ctx, events)
}

// Resume goes on with the logged run whose events are given, as [loop.Loop.Resume] does, and reports
// on its sentence. A scripted model continues after the outputs that the run has used. The error is a
// [*loop.Divergence] if this tutor would not have made the run.
func (t *Tutor) Resume(ctx context.Context, events []loop.Event, reply *loop.Reply, log io.Writer,
	watch func(loop.Event)) (Report, *loop.Interrupt, error) {
	if len(events) == 0 {
		return Report{}, nil, loop.ErrNoLog
	}
	if s, ok := t.model.(*fake.Scripted); ok {
		skipReplies(ctx, s, events)
	}
	a := attempt{model: t.model, by: t}
	for _, e := range events {
		a.observe(e)
	}
	result, err := t.loop.Resume(ctx, events, reply, log, a.watching(watch))
	if err != nil {
		return Report{}, nil, err
	}
	a.result = result
	r, err := t.report(events[0].Run.Task, a)
	return r, result.Interrupt, err
}

// ReportOf returns the report on a logged run that has ended, from its events alone: it does not check
// whether this tutor would do the same.
func (t *Tutor) ReportOf(events []loop.Event) (Report, error) {
	if len(events) == 0 {
		return Report{}, loop.ErrNoLog
	}
	a := attempt{model: t.model, by: t}
	for _, e := range events {
		a.observe(e)
	}
	last := events[len(events)-1]
	if last.Result == nil {
		return Report{}, misuse("the run has not ended")
	}
	a.result = *last.Result
	return t.report(events[0].Run.Task, a)
}

// report returns the report on one sentence.
func (t *Tutor) report(sentence string, a attempt) (Report, error) {
	r := newReport(sentence)
	r.Model, r.Planner, r.ElapsedMS = t.model.Name(), t.options.Planner, a.result.Counters.WallMS
	if t.options.Trace {
		r.Trace = []TraceStep{}
	}
	r.addCost(a.result)
	p := part{sentence: r.Input}
	if err := t.conclude(&p, &r, a); err != nil {
		return r, err
	}
	if r.Outcome == loop.Final {
		r.join([]part{p})
	}
	return r, nil
}

// skipReplies drops the replies of s that events hold, so that the next request gets the next one.
func skipReplies(ctx context.Context, s *fake.Scripted, events []loop.Event) {
	used := 0
	for _, e := range events {
		if e.Reply != nil || e.Failure != nil {
			used++
		}
	}
	for range used - len(s.Requests()) {
		for range s.Generate(ctx, model.Request{}) { // the reply is dropped
		}
	}
}

// placeholder returns a model that a loop names and never asks, with the roles of the real one.
func placeholder(name string) model.Model {
	if m := (rules.Model{Gloss: true}); m.Name() == name {
		return m
	}
	if kind, _, _ := strings.Cut(name, ":"); kind == "tiny" {
		return absentNetwork{absentModel{name}}
	}
	return absentModel{name}
}

// An absentNetwork takes the place of an embedded network.
type absentNetwork struct{ absentModel }

// Roles returns those of a network.
func (absentNetwork) Roles() []model.RoleForm { return (*tiny.Model)(nil).Roles() }

// ContextTokens returns that of a network.
func (absentNetwork) ContextTokens() int { return tiny.Context }

// An absentModel has a name, and fails when it is asked.
type absentModel struct{ name string }

func (a absentModel) Name() string { return a.name }

func (a absentModel) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		yield(model.Chunk{}, errors.New("tutor: a replay asks no model"))
	}
}

// CheckReply reports whether reply can answer i, a question of one of t's runs, as [loop.Loop.CheckReply] does.
func (t *Tutor) CheckReply(reply loop.Reply, i loop.Interrupt) error {
	return t.loop.CheckReply(reply, i)
}
