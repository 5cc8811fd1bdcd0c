package planner

// An Outcome says how a run ended. Every ending keeps the work done until then.
type Outcome string

// The outcomes of a run. Its strategy ends it with [OutcomeBudgetExhausted], [OutcomeCouldNotPlan],
// [OutcomeCycle] or [OutcomeModelFailure] (see [Ending]), or with an answer; the rest are the loop's.
const (
	OutcomeFinal           Outcome = "final"            // an answer that fits, and that nothing refused
	OutcomeBudgetExhausted Outcome = "budget_exhausted" // a bound came before the answer
	OutcomeDuplicateAction Outcome = "duplicate_action" // the same call twice in a row
	OutcomeCycle           Outcome = "cycle"            // a repeating pattern of calls, plans or answers
	OutcomeCouldNotPlan    Outcome = "could_not_plan"   // no workable plan
	OutcomeToolFailure     Outcome = "tool_failure"     // more fatal tool errors than allowed
	OutcomeModelFailure    Outcome = "model_failure"    // the model could not be had, or wrote nothing legal
	OutcomeProgramFailure  Outcome = "program_failure"  // the code of a strategy, rule, check or callback failed
	OutcomeCancelled       Outcome = "cancelled"        // the caller stopped it
	OutcomePaused          Outcome = "paused"           // it waits for a person; loop.Resume goes on
)

// A Reason says more about an outcome: which bound, fault or pattern it was. The groups of constants below
// explain them by outcome; "go doc planner ReasonFatalErrors", for example, prints those of a failure. A
// strategy may end a run with a reason of its own.
type Reason string

// Why an answer stands: with [OutcomeFinal].
const (
	ReasonAnswered Reason = "answered" // nothing refused it
	ReasonVerified Reason = "verified" // a declared call has proved the work
	ReasonAccepted Reason = "accepted" // a judge accepted it
)

// Which bound was used up: with [OutcomeBudgetExhausted]. The first five are those of the loop's Budget.
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

// What repeated: with [OutcomeDuplicateAction] and [OutcomeCycle].
const (
	ReasonDuplicate Reason = "duplicate" // a call, twice in a row
	ReasonActions   Reason = "actions"   // a pattern of calls
	ReasonPlans     Reason = "plans"     // a plan: the new one is the one it was to replace
	ReasonAnswers   Reason = "answers"   // an answer that was not accepted
)

// Why there is no plan: with [OutcomeCouldNotPlan].
const (
	ReasonNotAPlan  Reason = CodeNotAPlan  // the planner wrote something else
	ReasonEmptyPlan Reason = CodeEmptyPlan // it has no plan steps
	ReasonBadPlan   Reason = "bad_plan"    // the plan checks refuse it
	ReasonRejected  Reason = "rejected"    // a person sent it back
)

// What failed: with [OutcomeToolFailure] and [OutcomeModelFailure].
const (
	ReasonFatalErrors     Reason = "fatal_errors"     // of tools, more than Allowances.FatalErrors
	ReasonInvalidOutput   Reason = "invalid_output"   // no legal reply, and no repair is left
	ReasonTransport       Reason = "transport"        // no reply was had
	ReasonContextOverflow Reason = "context_overflow" // the prompt does not fit the model's context
	ReasonPromptTruncated Reason = "prompt_truncated" // the server cut the prompt
	ReasonRefused         Reason = "refused"          // a model of the caller's did not send the request on
)

// Whose code failed, by its own fault: with [OutcomeProgramFailure].
const (
	ReasonStrategy Reason = "strategy" // the strategy's: it broke its contract, gave an error, or panicked
	ReasonRule     Reason = "rule"     // a rule's
	ReasonCheck    Reason = "check"    // Config.Check
	ReasonCallback Reason = "callback" // another function of the Config
)

// Who stopped the run: with [OutcomeCancelled].
const (
	ReasonNow    Reason = "now"    // the caller
	ReasonLog    Reason = "log"    // the log could not be written
	ReasonReplay Reason = "replay" // a replay has come to the end of its log
)

// With [OutcomePaused] the reason is what the run waits for: the loop's InterruptKind.
