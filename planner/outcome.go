package planner

// An Outcome says how a run ended. Every ending keeps the work done until then.
type Outcome string

// The outcomes of a run. Its strategy ends it with [OutcomeBudgetExhausted], [OutcomeCouldNotPlan],
// [OutcomeCycle] or [OutcomeModelFailure] (see [Ending]), or with an answer; the rest are the loop's.
const (
	OutcomeFinal           Outcome = "final"            // a fitting answer that was not refused
	OutcomeBudgetExhausted Outcome = "budget_exhausted" // a limit was reached before the answer
	OutcomeDuplicateAction Outcome = "duplicate_action" // the same call twice in a row
	OutcomeCycle           Outcome = "cycle"            // a repeating pattern of calls, plans or answers
	OutcomeCouldNotPlan    Outcome = "could_not_plan"   // no workable plan
	OutcomeToolFailure     Outcome = "tool_failure"     // more fatal tool errors than allowed
	OutcomeModelFailure    Outcome = "model_failure"    // the model was unavailable, or wrote nothing legal
	OutcomeProgramFailure  Outcome = "program_failure"  // the code of a strategy, rule, check or callback failed
	OutcomeCancelled       Outcome = "cancelled"        // the caller stopped it
	OutcomePaused          Outcome = "paused"           // it waits for a person; loop.Resume continues it
)

// A Reason says more about an outcome: which limit, fault or pattern it was. The constants below are grouped by outcome;
// for example, "go doc planner ReasonFatalErrors" prints the reasons for a failure. A strategy may define its own reasons.
type Reason string

// Why an answer was accepted, with [OutcomeFinal].
const (
	ReasonAnswered Reason = "answered" // nothing refused it
	ReasonVerified Reason = "verified" // a declared call has verified the work
	ReasonAccepted Reason = "accepted" // a judge accepted it
)

// Which limit was reached, with [OutcomeBudgetExhausted]. The first five are those of the loop's Budget.
const (
	ReasonSteps      Reason = "steps"       // decisions
	ReasonModelCalls Reason = "model_calls" // requests
	ReasonToolCalls  Reason = "tool_calls"  // calls started
	ReasonTokens     Reason = "tokens"      // prompt and output tokens
	ReasonWall       Reason = "wall"        // time inside the run
	ReasonReplans    Reason = "replans"     // plans after the first; also with [OutcomeCouldNotPlan]
	ReasonCycles     Reason = "cycles"      // verdicts on answers
	ReasonTrials     Reason = "trials"      // of Reflexion
	ReasonRounds     Reason = "rounds"      // of Self-Refine
)

// What was repeated, with [OutcomeDuplicateAction] and [OutcomeCycle].
const (
	ReasonDuplicate Reason = "duplicate" // a call, twice in a row
	ReasonActions   Reason = "actions"   // a pattern of calls
	ReasonPlans     Reason = "plans"     // a plan: the new plan equals the one it should replace
	ReasonAnswers   Reason = "answers"   // an answer that was not accepted
)

// Why there is no plan, with [OutcomeCouldNotPlan].
const (
	ReasonNotAPlan  Reason = CodeNotAPlan  // the planner wrote something else
	ReasonEmptyPlan Reason = CodeEmptyPlan // it has no plan steps
	ReasonBadPlan   Reason = "bad_plan"    // the plan checks refused it
	ReasonRejected  Reason = "rejected"    // a person sent it back
)

// What failed, with [OutcomeToolFailure] and [OutcomeModelFailure].
const (
	ReasonFatalErrors     Reason = "fatal_errors"     // of tools, more than Allowances.FatalErrors
	ReasonInvalidOutput   Reason = "invalid_output"   // no legal reply, and no repairs left
	ReasonTransport       Reason = "transport"        // no reply arrived
	ReasonContextOverflow Reason = "context_overflow" // the prompt does not fit the model's context
	ReasonPromptTruncated Reason = "prompt_truncated" // the server cut the prompt
	ReasonRefused         Reason = "refused"          // a model of the caller did not send the request
)

// Whose code failed, with [OutcomeProgramFailure].
const (
	ReasonStrategy Reason = "strategy" // the strategy's: it broke its contract, returned an error, or panicked
	ReasonRule     Reason = "rule"     // a rule's
	ReasonCheck    Reason = "check"    // Config.Check
	ReasonCallback Reason = "callback" // another function of the Config
)

// Who stopped the run, with [OutcomeCancelled].
const (
	ReasonNow    Reason = "now"    // the caller
	ReasonLog    Reason = "log"    // the log could not be written
	ReasonReplay Reason = "replay" // a replay reached the end of its log
)

// With [OutcomePaused] the reason is what the run waits for: the loop's InterruptKind.
