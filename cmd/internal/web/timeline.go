package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A row is what a page shows of one event.
type row struct {
	Into string // the id of the list that it belongs to
	Seq  int
	Kind loop.EventKind
	Unix int64         // when it happened, in milliseconds
	At   time.Duration // since the run started

	Lane    string // the plan step that it is about
	N       int    // the number of a decision; 0: none
	Thought string
	Calls   []call
	Closing string // what ends the run or a plan step: final_answer, replan, …
	Answer  string

	Output, Problem string
	Cached          bool

	Allowed []string // of a request: what may be chosen
	Effects []show.Effect
	Narrow  map[string]bool
	Ask     *loop.AskInfo
	Reply   *loop.ReplyInfo
	Failure *loop.FailureInfo

	Plan     *graph
	Note     string // one line about anything else
	Result   *loop.Result
	Question string
	Run      *loop.RunInfo
}

type call struct{ Tool, Args string }

// A timeline turns the events of one lane into rows. It takes them in their order.
type timeline struct {
	into  string
	start time.Time
	masks []loop.MaskInfo
	asked map[string]loop.AskInfo
	plans map[string]*planner.Plan // the last ones: that of the run under "", and those within plan steps
}

func newTimeline(into string) *timeline {
	return &timeline{into: into, asked: map[string]loop.AskInfo{}, plans: map[string]*planner.Plan{}}
}

// row returns what is shown of an event; false for nothing.
func (t *timeline) row(e loop.Event) (row, bool) {
	if e.Kind == loop.RunStarted || t.start.IsZero() {
		t.start, t.masks = e.Time, nil
		clear(t.asked)
		clear(t.plans)
	}
	r := row{Into: t.into, Seq: e.Seq, Kind: e.Kind, Unix: e.Time.UnixMilli(), At: max(0, e.Time.Sub(t.start))}
	switch e.Kind {
	case loop.RunStarted:
		r.Run = e.Run
	case loop.Masked:
		t.masks = append(t.masks, *e.Masked)
		return r, false
	case loop.Asked:
		t.ask(&r, *e.Ask)
	case loop.Replied:
		r.Reply, r.Lane = e.Reply, e.Reply.Lane
		if a, ok := t.asked[e.Reply.ID]; ok {
			r.Ask = &a
		}
		if e.Reply.Forced {
			t.masks = nil
		}
	case loop.Failed:
		r.Failure, r.Lane = e.Failure, e.Failure.Lane
	case loop.Decided:
		return r, t.decided(&r, *e.Decision)
	case loop.Planned:
		if r.Note = revision(*e.Plan); !e.Plan.Unchanged {
			r.Plan = newGraph(e.Plan.Plan, t.plans[e.Within])
		}
		t.plans[e.Within] = e.Plan.Plan.Clone()
	case loop.PlanStepped:
		r.Note = e.PlanStep.ID + ": " + string(e.PlanStep.Status)
		if e.PlanStep.Reason != "" {
			r.Note += ", " + e.PlanStep.Reason
		}
		if step := t.plans[e.Within].Step(e.PlanStep.ID); step != nil {
			step.Status = e.PlanStep.Status
		}
	case loop.Observed:
		r.Cached = e.Observation.Cached
		if e.Observation.OK {
			r.Output = string(e.Observation.Output)
		} else {
			r.Problem = e.Observation.Error.Class + ": " + e.Observation.Error.Message
		}
	case loop.Noted:
		r.Note = e.Note.Text
	case loop.Interrupted:
		r.Question = show.Question(*e.Interrupt)
	case loop.Resumed:
		r.Note = "resumed"
		if e.Resume.Reply != nil {
			r.Note = strings.TrimSpace(string(e.Resume.Reply.Do) + " " + e.Resume.Reply.Text)
		}
	case loop.Finished:
		r.Result = e.Result
	default: // a call that starts stands in its decision
		return r, false
	}
	return r, true
}

// ask says what the model of a request may write, and what rules took.
func (t *timeline) ask(r *row, a loop.AskInfo) {
	t.asked[a.ID] = a
	r.Ask, r.Lane, r.Allowed = &a, a.Lane, a.Choices
	if a.Attempt > 1 || a.Repair > 0 { // the same request again
		return
	}
	r.Narrow = map[string]bool{}
	for _, e := range show.Effects(t.masks, a.Choices) {
		for _, name := range e.Narrowed {
			r.Narrow[name] = true
		}
		if e.Removed != nil || e.Narrowed != nil {
			r.Effects = append(r.Effects, e)
		}
	}
	t.masks = nil
}

// decided fills the row of a decision, and reports whether there is something to show.
func (t *timeline) decided(r *row, d planner.Decision) bool {
	r.Thought, r.Lane = d.Thought, d.LaneName()
	if d.Role == model.Executor {
		r.N = d.N
	}
	for _, c := range d.Calls {
		r.Calls = append(r.Calls, call{c.Tool, string(c.Args)})
	}
	switch {
	case d.Kind == planner.FinalDecision:
		r.Closing, r.Answer = planner.FinalAnswer, string(d.Answer)
	case d.Settlement != nil && d.Settlement.Done:
		r.Closing, r.Answer = "step_done", d.Settlement.Output
	case d.Settlement != nil:
		r.Closing, r.Answer = stepFailed, d.Settlement.Reason
	case d.Kind == planner.ReplanDecision:
		r.Closing, r.Answer = "replan", d.Reason
	case d.Kind == planner.PlanDecision:
		r.Note = "proposed by the " + string(d.Role)
		if !d.Plan.Adopt { // else it is shown where it is adopted
			r.Plan = newGraph(d.Plan.Plan, t.plans[d.Within])
		}
	case d.Kind == planner.VerdictDecision:
		r.Note = verdict(*d.Verdict)
	}
	return r.Thought != "" || r.Calls != nil || r.Closing != "" || r.Plan != nil || r.Note != ""
}

const stepFailed = "step_failed"

// verdict says in one line what a reflector or a critic found.
func verdict(v planner.Verdict) string {
	text := fmt.Sprintf("%s, of the %s: ", v.By, v.Of)
	if v.Done {
		text += "done"
	} else {
		text += "not done"
	}
	for _, more := range append([]string{v.Assessment, v.Guidance}, v.Gaps...) {
		if more != "" {
			text += " · " + more
		}
	}
	return text
}

// revision says why a plan is as it is.
func revision(p planner.Proposal) string {
	last := p.Plan.LastRevision()
	text := fmt.Sprintf("plan %d", p.Plan.Revision)
	switch {
	case p.Unchanged:
		text += " stays"
	case last.By != "":
		text += fmt.Sprintf(", by the %s (%s)", last.By, last.Cause)
	}
	if last.Reason != "" && !p.Unchanged {
		text += ": " + last.Reason
	}
	return text
}

// rows returns the rows of events.
func rows(into string, events []loop.Event) []row {
	t := newTimeline(into)
	var list []row
	for _, e := range events {
		if r, ok := t.row(e); ok {
			list = append(list, r)
		}
	}
	return list
}

// indented returns JSON over several lines, and anything else as it is.
func indented(text string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	return b.String()
}
