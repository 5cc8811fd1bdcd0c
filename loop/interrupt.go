package loop

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// InterruptKind says what question a person is asked.
type InterruptKind string

// The kinds of interrupts. They are also the reasons of paused runs.
const (
	ToolCall   InterruptKind = "tool"        // may this call be made?
	PlanReview InterruptKind = "plan"        // may this plan be carried out?
	UnsureCall InterruptKind = "unsure_call" // a call was started but not finished; may it be made again?
	BeforeRole InterruptKind = "before"      // the role is asked next; Approve continues
	AfterRole  InterruptKind = "after"       // the role's decision has been carried out; Approve continues
	AfterStep  InterruptKind = "after_step"  // the caller stopped the run; it can be resumed with or without a reply
)

// An Interrupt is a question to a person that pauses a run. [Loop.Resume] takes the [Reply].
type Interrupt struct {
	ID   string        `json:"id"` // i1, i2, …
	Kind InterruptKind `json:"kind"`
	Call *tools.Call   `json:"call,omitempty"` // with ToolCall and UnsureCall
	Plan *planner.Plan `json:"plan,omitempty"` // with PlanReview
	Role model.Role    `json:"role,omitempty"` // with BeforeRole and AfterRole
}

// complete reports whether what belongs to i's kind is set.
func (i *Interrupt) complete() bool {
	switch i.Kind {
	case ToolCall, UnsureCall:
		return i.Call != nil
	case PlanReview:
		return i.Plan != nil
	}
	return true
}

// Do is what a person decided.
type Do string

// The decisions about a call that needs approval, a pause, a plan, and an unfinished call.
const (
	Approve Do = "approve" // make the call; for a pause: continue
	Deny    Do = "deny"    // do not make it; Text says why, and the model reads it
	Edit    Do = "edit"    // make it with Args, even if the same call was just made

	Reject Do = "reject" // for a plan: make another; Text says what it should be like

	Rerun Do = "rerun"  // make it again
	Use   Do = "result" // the call returned this output
	Skip  Do = "skip"   // the call returned nothing, and is not made again
)

// A Reply answers an Interrupt.
type Reply struct {
	Interrupt string          `json:"interrupt"` // its ID
	Do        Do              `json:"do"`
	Text      string          `json:"text,omitempty"`     // with Deny
	Args      json.RawMessage `json:"args,omitempty"`     // with Edit; they must fit the tool
	Output    json.RawMessage `json:"output,omitempty"`   // with Use
	Plan      json.RawMessage `json:"plan,omitempty"`     // with Edit of a plan: the whole plan, as planner.EditPlan reads it
	Remember  bool            `json:"remember,omitempty"` // also approve later calls of the tool in this run
}
