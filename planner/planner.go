// Package planner is the contract between the loop and its strategies.
//
// A [Planner] is a strategy. It looks at a [State], which is all that a run has done so far, and at what is
// [Allowed] now; it asks a model through the [Ask] function that the loop hands it, and returns one
// [Decision]. It holds no model and keeps nothing between two decisions: budgets, repairs, the log and
// resume have one place, the loop. A strategy that asks other roles than the executor, or about several
// plan steps at once, is a [Stager]. What else a loop must know of it stands in its [Capabilities].
//
// A [Plan] is data in State. A [PlanForm] has the grammar of plans, reads a plan and puts it in the place of
// the one before. [CheckPlan] checks a plan of any origin. [Lanes] says which plan steps may run.
// [PlanForm.Salvage] reads plans in free text, and [FindObject] any other object that a model writes without a
// grammar. Decisions have a grammar too: [DecisionSchema], [ReadDecision]. What no schema can say,
// [Question.Accept] checks.
//
// The strategies are in planner/strategy, and the words that a model reads in planner/prompt. Both use
// this package as code of another module would; it imports neither.
//
// To write a strategy of your own, start from planner/strategy/example_minimal_strategy_test.go, a whole one in 25 lines
// that needs [Planner] only, or from planner/strategy/example_own_strategy_test.go, which has plans, lanes and prompts.
// Some things stand in no signature:
//
//   - Plan steps: the loop marks a plan step as running before it asks in its lane. The strategy marks it as
//     done, failed or skipped, with [Decision].Changes.
//   - Reports: the strategy itself offers [StepDoneReport] and [StepFailedReport] in a lane, as branches made by
//     [DecisionBranch], and reads them itself. [ReadDecision] would take them for calls.
//   - Another plan: where [Allowed].Replan is set, the strategy itself offers the executor [ReplanRequest];
//     [DecisionSchema] has no branch for it.
//   - Waiting: a wait is a call of [WaitRequest], which the loop carries out. [DecisionBranches] offers it and
//     [Allowed.Read] checks it; what a wait gave is not evidence for anything.
//   - Memory: a strategy computes where it stands from [State] at each call. What it must remember beside that is its
//     memo, a value of a type of its own: [Remember] makes a [Decision].Memo of it, and [Recall] reads [State].Memo.
package planner

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// A Planner is a strategy. Implementations are immutable and serve many runs at once.
type Planner interface {
	// Name says which strategy this is, as flags and logs spell it: "react".
	Name() string

	// Roles lists the roles that the planner asks for, with the prompt form it speaks to each.
	Roles() []model.RoleForm

	// Next makes one decision from s, within a. It asks once and returns what came of it; an error
	// of ask is returned as it is.
	Next(ctx context.Context, s State, a Allowed, ask Ask) (Decision, error)
}

// Ask puts one question to the model of a role. It returns a reply that fits the question's schema and
// that Accept took, or an error that the planner returns as it is; one that wraps [ErrInvalid] may be
// answered with another decision. Repairs and retries have happened when it returns. After Ask has returned,
// the loop calls none of the question's functions.
type Ask func(ctx context.Context, q Question) (json.RawMessage, error)

// A Question is what a planner wants from a model.
type Question struct {
	Role   model.Role
	Schema grammar.Schema

	// Messages renders the conversation, with its oldest part shortened as the loop asks. From one
	// question to the next it changes at its end alone, so that a server's prefix cache is of use; a new
	// folding is the exception.
	Messages func(Folding) ([]model.Message, error)

	// Accept checks what the schema cannot say; an error makes the reply invalid, and its text
	// tells the model why. Nil accepts everything the schema does.
	Accept func(reply json.RawMessage) error

	// Repair words the message that asks again after an invalid reply.
	Repair func(invalid error) (model.Message, error)
	// Seed is added to the run's, so that the same question can be asked again for something else.
	Seed int64
	// Final says that the reply is an answer of the run, and is repaired if that is refused.
	Final bool
	// Opening says that the reply comes before a decision and is none; [Form.Ask] sets it.
	Opening bool
	// Salvage turns a reply that does not fit the schema into one that does, where the model was not
	// bound by a grammar. last says that it is not asked again. Nil: [FindObject] does.
	Salvage func(text string, last bool) (json.RawMessage, error)
}

// A Folding shortens a conversation that would not fit the model's context. The zero value shortens
// nothing. Folding is about prompts alone: the fold over events that makes a [State], which loop.Fold
// computes, is another thing and loses nothing.
type Folding struct {
	Steps       int `json:"steps,omitempty"`       // so many of the oldest steps are shown as summaries
	Observation int `json:"observation,omitempty"` // bytes that are shown of an observation; 0: all
}

// ErrNoFolding is the error of Question.Messages where a prompt has no block for summaries.
var ErrNoFolding = errors.New("planner: the prompt cannot fold its oldest steps")

// An Offer is a tool that may be called. Its arguments may be narrower than the tool's own.
type Offer struct {
	Name        string
	Description string
	Args        grammar.Schema
	Left        int // calls of it that are left; 0: as many as the run has

	Irreversible bool            // its effect cannot be undone
	Output       *grammar.Schema // what it gives, if it says so
}

// Allowed is what policy leaves open for one decision. There is always a tool, or Answer is set.
type Allowed struct {
	Terms
	Limits
	Tools   []Offer         // what may be called now
	Answer  *grammar.Schema // nil: no answer yet
	Removed []Removal       // what rules took away for this decision
	Lane    string          // the plan step whose lane the decision is for; "" outside of lanes
	Replan  bool            // the executor may ask for another plan: the strategy offers ReplanRequest
}

// Terms are the same for every decision of a run: what the head of a prompt can say.
type Terms struct {
	AllTools     []Offer        // every tool of the run, as registered
	AnswerSchema grammar.Schema // of every answer of the run
	Instructions string         // of the caller, for all that act or plan
	Lanes        int            // how many lanes may be open at once; 0: as many as the strategy wants
	Thought      int            // the ceiling of a thought in characters, or EmptyThought; 0: the strategy's own
	Replans      bool           // the executor may ask for another plan at some decisions
	Cache        *Cache         // what planners need not derive again; nil keeps nothing

	// Unconstrained: the grammar is to hold nothing but JSON, to measure what the constraints are worth.
	// A reply is then checked against Tools and Answer afterwards.
	Unconstrained bool
}

// Limits are what the bounds of a run leave.
type Limits struct {
	Steps    int    // how many decisions the run has in all
	Calls    int    // how many calls are left to it
	Requests int    // how many requests are left to it, less those that its last answer may need
	Wait     int    // seconds that a wait may take at most; 0: there is nothing to wait for
	Closing  string // the bound that leaves only closing branches, or ""
	Bound    string // the bound that ends the run soon, or "": as Closing, but also set if Unconstrained
}

// EmptyThought is the ceiling of a thought that is the empty string. It keeps the shape of a decision, which
// prompts show, and costs a model nothing to think of.
const EmptyThought = -1

// ThoughtCeiling returns the ceiling of a thought where the strategy's own is usual: [EmptyThought] if the run
// wants none. A strategy that leaves the thought out, with 0, goes on leaving it out.
func (a Allowed) ThoughtCeiling(usual int) int {
	switch {
	case usual == 0:
		return 0
	case a.Thought != 0:
		return a.Thought
	default:
		return usual
	}
}

// Choices names what may be chosen now: tools, wait, then final_answer.
func (a Allowed) Choices() []string {
	names := OfferNames(a.Tools)
	if a.Wait > 0 {
		names = append(names, WaitRequest)
	}
	if a.Answer != nil {
		names = append(names, FinalAnswer)
	}
	return names
}

// Waiting names the tools that cannot be called yet because an argument of theirs has no legal value so far, in the
// order of their registration: what another tool returns may give it one.
func (a Allowed) Waiting() []string {
	var names []string
	for _, offer := range a.AllTools {
		if slices.ContainsFunc(a.Removed, func(r Removal) bool { return r.Rule == RuleDomain && slices.Contains(r.Names, offer.Name) }) {
			names = append(names, offer.Name)
		}
	}
	return names
}

// RuleDomain is the name of the rule that an argument is one of the values that are known so far.
const RuleDomain = "domain"

// A Removal says what a rule took out of the grammar for one decision: names of tools, final_answer, or
// an argument as "tool.argument".
type Removal struct {
	Rule  string
	Names []string
}

// MaxParallel returns how many calls one decision may carry, at most most; 0 stands for one call.
func (a Allowed) MaxParallel(most int) int {
	if most = min(most, a.Calls); most < 2 || len(a.Tools) == 0 {
		return 0
	}
	return most
}

// The reserved tool names: what a decision says where it calls no single tool.
const (
	FinalAnswer      = "final_answer" // the answer of the run
	ParallelCalls    = "parallel"     // several calls at once
	ReplanRequest    = "replan"       // the plan does not work any more
	StepDoneReport   = "step_done"    // the plan step is done
	StepFailedReport = "step_failed"  // the plan step cannot be done
	WaitRequest      = "wait"         // work is under way, and time shall pass
)

// OfferNames returns the names of offers.
func OfferNames(offers []Offer) []string {
	names := make([]string, 0, len(offers))
	for _, o := range offers {
		names = append(names, o.Name)
	}
	return names
}

// Truncate returns the first n bytes of text, or fewer so that no character is cut, and "…" if that is not all.
func Truncate(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}
