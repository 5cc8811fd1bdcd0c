// Package planner is the contract between the loop and its strategies.
//
// A [Planner] is a strategy. It looks at a [State], everything that a run has done so far, and at what
// is [Allowed] now; it asks a model through the [Ask] function that the loop provides, and returns one
// [Decision]. It has no model and keeps nothing between two decisions: budgets, repairs, the log and
// resuming belong to the loop. A strategy that asks roles other than the executor, or works on several
// plan steps at once, is a [Stager]. Its [Capabilities] tell a loop what else it must know.
//
// A [Plan] is data in State. A [PlanForm] has the grammar of plans, parses a plan and replaces the current one with
// it. [CheckPlan] checks any plan, whatever its origin. [Lanes] says which plan steps may run. [PlanForm.Salvage]
// finds plans in free text, and [FindObject] finds any other object that a model writes without a grammar. Decisions
// have a grammar too: see [DecisionSchema] and [ReadDecision]. [Question.Accept] checks what no schema can express.
//
// The strategies are in planner/strategy, and the text that models read is in planner/prompt. Both
// use only the exported names of this package, as another module would; this package imports neither.
//
// To write your own strategy, start from planner/strategy/example_minimal_strategy_test.go, a complete
// one in 25 lines that needs only [Planner], or from planner/strategy/example_own_strategy_test.go,
// which has plans, lanes and prompts. Some rules are not visible in the signatures:
//
//   - Plan steps: the loop marks a plan step as running before it asks in its lane. The strategy marks it as
//     done, failed or skipped, with [Decision].Changes.
//   - Reports: the strategy itself offers [StepDoneReport] and [StepFailedReport] in a lane, as branches
//     made by [DecisionBranch], and parses them itself. [ReadDecision] would treat them as calls.
//   - Another plan: if [Allowed].Replan is set, the strategy itself offers the executor
//     [ReplanRequest]; [DecisionSchema] has no branch for it.
//   - Waiting: a wait is a call of [WaitRequest], which the loop carries out. [DecisionBranches]
//     offers it and [Allowed.Read] checks it; the result of a wait is not evidence for anything.
//   - Memory: a strategy computes its position from [State] at each call. Anything else it must remember is its
//     memo, a value of its own type: [Remember] turns it into a [Decision].Memo, and [Recall] reads [State].Memo.
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
	// Name returns the strategy's name as flags and logs write it: "react".
	Name() string

	// Roles lists the roles that the planner uses, with the prompt form for each.
	Roles() []model.RoleForm

	// Next makes one decision from s, within a. It asks once and returns the resulting decision; it
	// returns an error of ask unchanged.
	Next(ctx context.Context, s State, a Allowed, ask Ask) (Decision, error)
}

// Ask sends one question to the model of a role. It returns a reply that fits the question's schema
// and that Accept accepted, or an error that the planner returns unchanged. If the error wraps
// [ErrInvalid], the planner may instead make another decision. Repairs and retries are already done
// when Ask returns, and the loop no longer calls the question's functions.
type Ask func(ctx context.Context, q Question) (json.RawMessage, error)

// A Question is what a planner asks a model.
type Question struct {
	Role   model.Role
	Schema grammar.Schema

	// Messages renders the conversation, with its oldest part shortened as the loop asks. Except when the folding
	// changes, it must change only at its end from one question to the next, so that a server's prefix cache helps.
	Messages func(Folding) ([]model.Message, error)

	// Accept checks what the schema cannot express; an error makes the reply invalid, and its text
	// tells the model why. Nil accepts everything that the schema accepts.
	Accept func(reply json.RawMessage) error

	// Repair returns the message that asks again after an invalid reply.
	Repair func(invalid error) (model.Message, error)
	// Repeated is the thought that the grammar writes when a call is asked for again because it was made before; "" leaves it
	// to the model.
	Repeated string
	// Seed is added to the run's seed, so that the same question can be asked again for a different reply.
	Seed int64
	// Final says that the reply is the run's answer, and is repaired if the answer is refused.
	Final bool
	// Opening says that the reply comes before a decision and is not one itself; [Form.Ask] sets it.
	Opening bool
	// Odds is that of [model.Request], for a model that can judge.
	Odds float64
	Free bool // the model is held to no grammar, and Salvage makes a document of its text
	// Salvage turns a reply that does not fit the schema into one that does, if the model was not
	// constrained by a grammar. last says that the model is not asked again. Nil means [FindObject].
	Salvage func(text string, last bool) (json.RawMessage, error)
}

// A Folding shortens a conversation that would not fit the model's context. The zero value shortens nothing. Folding
// affects only prompts. It is unrelated to the fold over events that makes a [State] (loop.Fold), which loses nothing.
type Folding struct {
	Steps       int `json:"steps,omitempty"`       // how many of the oldest steps are shown as summaries
	Observation int `json:"observation,omitempty"` // how many bytes of an observation are shown; 0: all
}

// ErrNoFolding is the error of Question.Messages if a prompt has no block for summaries.
var ErrNoFolding = errors.New("planner: the prompt cannot fold its oldest steps")

// An Offer is a tool that may be called. Its arguments may be narrower than the tool's own.
type Offer struct {
	Name        string
	Description string
	Args        grammar.Schema
	Left        int // how many calls of it are left; 0: as many as the run has

	Irreversible bool            // its effect cannot be undone
	Output       *grammar.Schema // the schema of its output, if it declares one
}

// Allowed is what policy allows for one decision. There is always at least one tool, or Answer is set.
type Allowed struct {
	Terms
	Limits
	Tools   []Offer         // what may be called now
	Answer  *grammar.Schema // nil: no answer yet
	Removed []Removal       // what rules removed for this decision
	Lane    string          // the plan step whose lane the decision is for; "" outside lanes
	Replan  bool            // the executor may ask for another plan: the strategy offers ReplanRequest
}

// Terms are the same for every decision of a run, so the beginning of a prompt can contain them.
type Terms struct {
	AllTools     []Offer        // every tool of the run, as registered
	AnswerSchema grammar.Schema // of every answer of the run
	Instructions string         // from the caller, for all roles that act or plan
	Lanes        int            // the maximum number of open lanes; 0: as many as the strategy wants
	Thought      int            // the limit on a thought in characters, or EmptyThought; 0: the strategy's own
	Replans      bool           // the executor may ask for another plan at some decisions
	Cache        *Cache         // for what planners need not derive again; nil keeps nothing

	// Unconstrained says that the grammar allows any JSON, to measure the value of the constraints. A
	// reply is then checked against Tools and Answer afterward.
	Unconstrained bool
}

// Limits are what is left of the limits of a run.
type Limits struct {
	Steps    int    // how many decisions the run has in all
	Calls    int    // how many calls are left
	Requests int    // how many requests are left, minus those that the final answer may need
	Wait     int    // the maximum seconds of a wait; 0: there is nothing to wait for
	Closing  string // the limit that leaves only closing branches, or ""
	Bound    string // the limit that ends the run soon, or "": like Closing, but also set if Unconstrained
}

// EmptyThought is the limit that makes a thought the empty string. This keeps the shape of a
// decision, which prompts show, but saves the tokens of a thought.
const EmptyThought = -1

// ThoughtCeiling returns the limit on a thought for a strategy whose own limit is usual; [EmptyThought]
// if the run wants no thoughts. If usual is 0, the strategy leaves the thought out, and it stays out.
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

// Waiting names the tools that cannot be called yet because an argument has no legal value so far,
// in the order of registration. The result of another tool may provide a value.
func (a Allowed) Waiting() []string { return OfferNames(a.removedBy(RuleDomain)) }

// UsedUp names the tools that were called with every value that their arguments can have, in the order of registration.
func (a Allowed) UsedUp() []string {
	return OfferNames(slices.DeleteFunc(a.removedBy(RuleRepeats), func(o Offer) bool { return len(o.Args.Properties) == 0 }))
}

// removedBy returns the tools that a rule has removed.
func (a Allowed) removedBy(rule string) (list []Offer) {
	for _, offer := range a.AllTools {
		if slices.ContainsFunc(a.Removed, func(r Removal) bool { return r.Rule == rule && slices.Contains(r.Names, offer.Name) }) {
			list = append(list, offer)
		}
	}
	return list
}

// The names of rules that prompts tell of.
const (
	RuleDomain  = "domain"  // an argument must be one of the values known so far
	RuleRepeats = "repeats" // a call that was made is not made again while nothing has changed
)

// A Removal says what a rule removed from the grammar for one decision: names of tools,
// final_answer, or an argument as "tool.argument".
type Removal struct {
	Rule  string
	Names []string
}

// MaxParallel returns how many calls one decision may make, up to most; a most of 0 means one call.
func (a Allowed) MaxParallel(most int) int {
	if most = min(most, a.Calls); most < 2 || len(a.Tools) == 0 {
		return 0
	}
	return most
}

// The reserved tool names, which a decision uses if it does not call a single tool.
const (
	FinalAnswer      = "final_answer" // the answer of the run
	ParallelCalls    = "parallel"     // several calls at once
	ReplanRequest    = "replan"       // the plan no longer works
	StepDoneReport   = "step_done"    // the plan step is done
	StepFailedReport = "step_failed"  // the plan step cannot be done
	WaitRequest      = "wait"         // work is in progress, and the model wants to wait
)

// CallsMember is the member of a decision that has its calls as a list; see [CallsBranch].
const CallsMember = "tool_calls"

// OfferNames returns the names of offers.
func OfferNames(offers []Offer) []string {
	names := make([]string, 0, len(offers))
	for _, o := range offers {
		names = append(names, o.Name)
	}
	return names
}

// Truncate returns text cut to at most n bytes, without splitting a character, and adds "…" if it cut anything.
func Truncate(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}
