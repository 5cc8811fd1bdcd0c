// Package planner decides what a run does next.
//
// A [Planner] looks at a [State] (all that happened so far) and at what is [Allowed] now, asks a
// model through the [Ask] function that the loop hands it, and returns one [Decision]. It holds no
// model and keeps nothing between two decisions, so budgets, repairs, the log and resume stand in one
// place, the loop. A strategy is one file that reads like its state machine: [ReAct]; [PlanExecute],
// [PlanAct] and [PlanActReflect], whose plans are data in State ([Plan]); [PreFlect] around any of
// these; and the baselines [Reflexion] and [SelfRefine]. One whose next decision is not always the
// executor's says so ([Stager]). A plan step may have a strategy of its own ([PlanExecute.Executor]).
//
// The words a model reads are in prompt files ([Prompts]); what it may write is a schema: a decision
// ([DecisionSchema]), a plan, a verdict. What a schema cannot say is checked by [Question.Accept].
// Plans are checked by [CheckPlan], whoever wrote them; [ParsePlan] reads those in free text, and
// [FindObject] whatever else a model writes that no grammar binds.
package planner

import (
	"context"
	"encoding/json"
	"errors"
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

// Ask puts one question to the model of a role and returns a reply that fits the question's schema
// and that Accept took. Repairs and retries have happened when it returns, and it calls no function of
// the question behind that.
type Ask func(ctx context.Context, q Question) (json.RawMessage, error)

// A Question is what a planner wants from a model.
type Question struct {
	Role   model.Role
	Schema grammar.Schema

	// Messages renders the conversation, with its oldest part folded as the loop asks. It only ever
	// grows at its end, a trailing line and a new folding apart.
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
	// Salvage reads the reply of a model that no grammar binds, which did not write what the schema
	// says; last says that nothing is asked again. Nil: FindObject does.
	Salvage func(text string, last bool) (json.RawMessage, error)
}

// A Folding shortens a conversation that would not fit the model's context. The zero value shortens
// nothing.
type Folding struct {
	Steps       int `json:"steps,omitempty"`       // so many of the oldest steps are digest lines
	Observation int `json:"observation,omitempty"` // bytes that are shown of an observation; 0: all
}

// ErrNoFolding says that a prompt has no words for folded steps.
var ErrNoFolding = errors.New("planner: the prompt cannot fold its oldest steps")

// An Offer is a tool that may be called now, with arguments that may be narrower than the tool's own.
type Offer struct {
	Name        string
	Description string
	Args        grammar.Schema
	Left        int // calls of it that are left; 0: as many as the run has

	Irreversible bool            // its effect cannot be undone
	Output       *grammar.Schema // what it gives, if it says so
}

// Allowed is what policy leaves open for one decision. Tools is empty and Answer is set when only
// the final answer is left; one of the two is always there.
type Allowed struct {
	AllTools     []Offer         // every tool of the run, as registered: what prompts describe once, in front
	AnswerSchema grammar.Schema  // every answer of the run, likewise
	Tools        []Offer         // what may be called now
	Answer       *grammar.Schema // nil: no answer yet
	Steps        int             // how many decisions the run has in all
	Calls        int             // how many calls are left to it
	Closing      string          // the bound that leaves only closing branches, or ""
	Removed      []Removal       // what policy took away for now, and by which rule
	Cache        *Cache          // what planners need not derive again; nil keeps nothing

	// Unconstrained lets the grammar hold nothing but JSON: what happens without a leash. Tools and
	// Answer then bind only what is checked after the fact.
	Unconstrained bool

	Lane     string // the plan step whose lane the decision is for; "" outside of lanes
	Lanes    int    // how many lanes may be open at once; 0: as many as the strategy wants
	Requests int    // how many requests are left to the run, less those that its last answer may need
	Bound    string // the bound that will end the run soon, or "": Closing, also where the grammar does not hold it
	Replan   bool   // the executor may ask for another plan
}

// Choices names what may be chosen now: tools, then final_answer.
func (a Allowed) Choices() []string {
	names := OfferNames(a.Tools)
	if a.Answer != nil {
		names = append(names, FinalAnswer)
	}
	return names
}

// Removal says what a rule took out of the grammar for one decision: names of tools, final_answer, or
// an argument as "tool.argument".
type Removal struct {
	Rule  string
	Names []string
}

// MaxParallel returns how many calls one decision may carry, of at most that many; 0 for only one.
func (a Allowed) MaxParallel(most int) int {
	if most = min(most, a.Calls); most < 2 || len(a.Tools) == 0 {
		return 0
	}
	return most
}

// The tool names that no tool may have: what a decision says beside a call.
const (
	FinalAnswer      = "final_answer" // the answer of the run
	ParallelCalls    = "parallel"     // several calls at once
	ReplanRequest    = "replan"       // the plan does not work any more
	StepDoneReport   = "step_done"    // the plan step is done
	StepFailedReport = "step_failed"  // the plan step cannot be done
)

// OfferNames returns the names of offers.
func OfferNames(offers []Offer) []string {
	names := make([]string, 0, len(offers))
	for _, o := range offers {
		names = append(names, o.Name)
	}
	return names
}

// Truncate returns the first n bytes of text, cut at the border of a character, and a mark if there is more.
func Truncate(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}
