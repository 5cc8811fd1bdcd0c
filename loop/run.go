package loop

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// classAnswerRefused marks the observation of an answer that did not stand.
const classAnswerRefused = "answer_refused"

// A run is one task under way. It belongs to one goroutine; lanes share it by taking turns.
type run struct {
	*Loop
	*reducer
	recording
	requestState

	past    *past
	task    string
	derived *planner.Cache

	caller       context.Context    // the caller's; it also ends when the watcher leaves, but not with the wall clock
	cancelCaller context.CancelFunc // ends caller; nil where the run is not watched
	clock        *wallClock         // of Budget.Wall; nil where the log has ended the run
	scheduler    *laneScheduler     // of the lanes under way; nil outside of rounds
	relay        *relay             // to the watcher; nil before the first pass and after the last

	idle      int             // decisions in a row without a request
	calls     int             // ids of calls given so far
	overruled []string        // rules that would have taken the answer away at the end
	partial   json.RawMessage // the last refused answer
	question  *Interrupt      // what a person must decide before the run can go on
	result    *Result         // nil while the run goes on
}

// requestState is what the requests of a run share.
type requestState struct {
	requests int          // sent so far
	prompts  fingerprints // of the prompts sent
	dice     *rand.Rand   // of the waits between retries; nil until they are thrown
}

func newRun(l *Loop, task string, log io.Writer, yield func(Event, error) bool) *run {
	state := newReducer()
	return &run{Loop: l, reducer: state, past: &past{reducer: state, options: l.optionsOf}, recording: recording{log: log, yield: yield},
		task: task, derived: l.derived.ForRun()}
}

// toEnd runs the task until it has a result, and says so.
func (r *run) toEnd(caller context.Context) {
	r.caller = caller
	if r.yield != nil {
		r.caller, r.cancelCaller = context.WithCancel(caller)
		defer r.cancelCaller()
	}
	ctx := r.caller
	if !r.replay.finished() { // else the clock has nothing to say any more
		left := r.config.Budget.Wall - r.replay.elapsed()
		if left <= 0 { // the end is near, and what is recorded must still be gone through
			left = r.config.Budget.Grace
		}
		r.clock = startWallClock(r.caller, left)
		defer r.clock.cancel()
		ctx = r.clock
	}
	passes := func() {
		r.emit(Event{Kind: RunStarted, Run: r.started()})
		for r.result == nil {
			r.turn(ctx)
		}
	}
	if r.yield == nil {
		passes()
	} else {
		r.apart(passes)
	}
	if !r.replay.stopped() {
		r.conclude()
	}
	if r.replay.cut {
		r.cutShort()
	}
}

// conclude completes the result of the run and says so.
func (r *run) conclude() {
	r.complete(r.result, r.question)
	if r.question == nil {
		r.emit(Event{Kind: Finished, Result: r.result})
	} else if !r.questionLogged {
		r.emit(Event{Kind: Interrupted, Interrupt: r.question, Result: r.result})
	}
}

// cutShort gives the run the result of the log that was ended from outside. How that came about only the log can say;
// what the run leaves must be the same.
func (r *run) cutShort() {
	recorded := *r.replay.next()
	now := *recorded.Result
	now.Answer, now.Forced, now.Repeat, now.Verified, r.resultRecorded = nil, "", nil, false, true
	r.complete(&now, nil)
	if r.replay.differs = difference(recorded, Event{Kind: Finished, Result: &now}); r.replay.differs == nil {
		r.result = r.advance().Result
	}
}

// complete adds to a result what the run leaves, and the question that it waits with.
func (r *run) complete(result *Result, question *Interrupt) {
	result.Run, result.Task, result.Steps, result.Earlier = r.state.Run, r.state.Task, r.state.Steps, r.state.Earlier
	result.Counters, result.Usage = r.state.Counters, r.state.Usage
	result.Plan, result.Verdicts, result.Interrupt = r.state.Plan, r.state.Verdicts, question
	if !r.resultRecorded {
		result.Warnings = append(append(result.Warnings, r.warnings...), r.cutTexts(result)...)
	}
	if r.logErr != nil {
		result.Warnings = append(result.Warnings, "the log is incomplete: "+r.logErr.Error())
	}
}

// turn passes once through the machine: it ends the run, or makes one decision and carries it out.
// ctx also ends with the wall clock.
func (r *run) turn(ctx context.Context) {
	if r.replay.stopped() {
		r.end(Cancelled, planner.ReasonReplay, "")
		return
	}
	if end := r.replay.ending(); end != nil { // also one that only the clock or the caller can explain
		r.result, r.resultRecorded = end, true
		return
	}
	if r.caller.Err() != nil {
		r.end(Cancelled, planner.ReasonNow, "the run was cancelled")
		return
	}
	if r.logErr != nil {
		r.end(Cancelled, planner.ReasonLog, r.logErr.Error())
		return
	}
	a, err := r.allow("")
	if err != nil {
		r.endWith(err)
		return
	}
	stage, err := r.stage(a)
	if err != nil {
		r.endWith(err)
		return
	}
	if bound := r.exhausted(stage.Role); bound != "" {
		r.end(BudgetExhausted, bound, "")
		return
	}
	if r.state.Counters.FatalErrors > r.may.FatalErrors {
		r.end(ToolFailure, planner.ReasonFatalErrors, r.lastError())
		return
	}
	if d, err := r.nextOpening(); err != nil {
		r.endWith(err)
		return
	} else if d != nil {
		r.perform(ctx, []planner.Decision{*d}, "")
		return
	}
	if r.takeNotes() {
		if a, err = r.allow(""); err != nil { // a rule may read them
			r.endWith(err)
			return
		}
	}
	if r.result == nil {
		r.execute(ctx, stage, a)
	}
}

// maxNotes is how many notes a run takes.
const maxNotes = 16

// takeNotes records what came from outside since the last decision, and reports whether anything did.
func (r *run) takeNotes() bool {
	before := len(r.state.Notes)
	for n := r.replay.next(); n != nil; n = r.replay.next() {
		if n.Kind != Noted {
			return len(r.state.Notes) > before
		}
		r.advance()
	}
	if r.config.Notes == nil || r.replay.readOnly {
		return len(r.state.Notes) > before
	}
	var texts []string
	if err := asking(planner.ReasonCallback, "Config.Notes", func() error { texts = r.config.Notes(r.state.Run); return nil }); err != nil {
		r.endWith(err)
		return false
	}
	for _, text := range texts {
		if len(r.state.Notes) == maxNotes {
			break
		}
		r.emit(Event{Kind: Noted, Note: &planner.Note{After: len(r.state.Steps), Text: text}})
	}
	return len(r.state.Notes) > before
}

// final accepts the answer of d, or refuses it and goes on.
func (r *run) final(ctx context.Context, d *planner.Decision, closing string) {
	refusal := r.refusal(ctx, d.Answer)
	if refusal == nil {
		if d.Kind == planner.DraftDecision {
			r.partial = d.Answer
			return
		}
		end := planner.Ending{}
		if d.End != nil {
			end = *d.End
		}
		r.end(Final, cmp.Or(end.Reason, planner.ReasonAnswered), "")
		r.result.Answer, r.result.Forced, r.result.Verified = d.Answer, end.Forced, end.Reason == planner.ReasonVerified
		if r.result.Forced == "" && d.Role == model.Executor {
			r.result.Forced = closing
		}
		for _, rule := range r.overruled {
			r.result.Warnings = append(r.result.Warnings, "the answer was given although the rule "+rule+" was not met")
		}
		return
	}
	r.partial = d.Answer
	if _, failed := errors.AsType[*ending](refusal); failed {
		r.endWith(refusal)
		return
	}
	if refusal == ctx.Err() { // it was not read to its end
		r.endWith(r.contextEnding(ctx))
		return
	}
	if len(r.state.Steps) == 0 {
		r.endWith(r.strategyFailed(fmt.Errorf("it answered before any step, and its answer was refused: %w", refusal)))
		return
	}
	r.emit(Event{Kind: Observed, Observation: &tools.Observation{
		Error: &tools.Error{Class: classAnswerRefused, Recoverable: true, Message: refusal.Error()}}})
}

// refusal says why an answer cannot stand, or nil; or that ctx ended before it was read.
func (r *run) refusal(ctx context.Context, answer json.RawMessage) error {
	if err := r.answer.Check(ctx, answer); err != nil {
		return err
	}
	if bytes.Contains(answer, []byte(planner.ExampleAnswer())) && len(Faithful(r.state, answer).Unfounded()) > 0 {
		return phrases.Error("example answer")
	}
	if r.config.Check == nil {
		return nil
	}
	return asking(planner.ReasonCheck, "Config.Check", func() error { return r.config.Check(r.state, answer) })
}

func (r *run) lastError() string {
	for _, s := range slices.Backward(r.state.Steps) {
		for _, o := range slices.Backward(s.Observations) {
			if o.Error != nil {
				return o.Error.Message
			}
		}
	}
	return ""
}

// started describes the run at its start.
func (r *run) started() *RunInfo {
	text := append(append(strconv.AppendInt(nil, r.config.Seed, 10), 0), r.task...)
	if r.config.Parent != "" {
		text = append(append(text, 0), r.config.Parent...)
	}
	if n := len(r.runInfo.Earlier); n > 0 { // a question may come twice
		text = append(strconv.AppendInt(append(text, 0), int64(n), 10), r.runInfo.Earlier[n-1].Task...)
	}
	sum := sha256.Sum256(text)
	info := *r.runInfo
	info.ID, info.Task = "r"+hex.EncodeToString(sum[:4]), r.task
	return &info
}

// info describes what all runs of l have in common.
func (l *Loop) info() *RunInfo {
	info := &RunInfo{Version: LogVersion, Strategy: l.strategy, Config: l.config, Models: map[model.Role][]string{}, Tools: l.toolInfos,
		Planner: l.capabilities.Settings}
	for _, binding := range l.bindings {
		for _, m := range binding.models {
			info.Models[binding.role] = append(info.Models[binding.role], m.Name())
		}
		if own, differs := binding.info(l.config); differs {
			if info.Roles == nil {
				info.Roles = map[model.Role]RoleInfo{}
			}
			info.Roles[binding.role] = own
		}
	}
	for _, rule := range l.config.Rules {
		data, err := json.Marshal(rule)
		if err != nil {
			data = nil // a rule of the caller's that is not a data: its name must do
		}
		info.Rules = append(info.Rules, RuleInfo{Name: rule.Name(), Rule: data})
	}
	return info
}
