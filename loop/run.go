package loop

import (
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
	"time"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// classAnswerRefused marks the observation of an answer that did not stand.
const classAnswerRefused = "answer_refused"

// A run is one task under way. It belongs to one goroutine.
type run struct {
	*Loop
	*ledger
	task  string
	log   io.Writer
	yield func(Event, error) bool // nil: nobody watches
	dice  *rand.Rand              // nil until they are thrown
	tape  tape                    // what is already recorded, gone through before anything new happens

	asks        int // requests so far
	calls       int // call ids so far
	result      *Result
	recorded    bool               // result is what the tape says, with its warnings
	question    *Interrupt         // what a person must decide before the run can go on
	changes     []string           // what is not as the log says
	askedBefore bool               // the log ends with that question already
	watched     context.Context    // the caller's, which also ends when the watcher leaves; not the wall clock's
	stop        context.CancelFunc // ends it
	clock       *wallClock         // of Budget.Wall; nil where the log has ended the run
	crew        *crew              // the lanes of the round under way; nil outside of rounds
	idle        int                // decisions without a model in a row
	left        bool               // the watcher has left; yield must not be called again
	logErr      error              // the log could not be written

	derived *planner.Cache
	said    fingerprints // of prompts
	keys    []actKey     // of the acts so far
	keyed   int          // steps that keys covers

	partial   json.RawMessage // the last refused answer
	overruled []string        // rules that would have taken the answer away at the end
}

func newRun(l *Loop, task string, log io.Writer, yield func(Event, error) bool) *run {
	r := &run{Loop: l, ledger: newLedger(), task: task, log: log, yield: yield, derived: l.derived.ForRun()}
	return r
}

// toEnd runs the task until it has a result, and says so.
func (r *run) toEnd(caller context.Context) {
	r.watched = caller
	if r.yield != nil {
		r.watched, r.stop = context.WithCancel(caller)
		defer r.stop()
	}
	ctx := r.watched
	if !r.tape.finished() { // else the clock has nothing to say any more
		left := r.config.Budget.Wall - r.tape.elapsed()
		if left <= 0 { // the end is near, and what is recorded must still be gone through
			left = r.config.Grace
		}
		r.clock = startWallClock(r.watched, left)
		defer r.clock.cancel()
		ctx = r.clock
	}
	r.emit(Event{Kind: RunStarted, Run: r.started()})
	for r.result == nil {
		r.turn(ctx)
	}
	if r.tape.cut {
		r.result = r.pass().Result
		return
	}
	if r.tape.stopped() {
		return
	}
	r.result.Run, r.result.Steps = r.state.Run, r.state.Steps
	r.result.Counters, r.result.Usage = r.state.Counters, r.state.Usage
	r.result.Plan, r.result.Verdicts = r.state.Plan, r.state.Verdicts
	if !r.recorded {
		r.result.Warnings = append(r.result.Warnings, r.state.Warnings...)
	}
	if r.logErr != nil {
		r.result.Warnings = append(r.result.Warnings, "the log is incomplete: "+r.logErr.Error())
	}
	if r.result.Interrupt = r.question; r.question == nil {
		r.emit(Event{Kind: Finished, Result: r.result})
	} else if !r.askedBefore {
		r.emit(Event{Kind: Interrupted, Interrupt: r.question, Result: r.result})
	}
}

// turn passes once through the machine: it ends the run, or makes one decision and carries it out.
// ctx also ends with the wall clock.
func (r *run) turn(ctx context.Context) {
	if r.tape.stopped() {
		r.end(Cancelled, planner.ReasonReplay, "")
		return
	}
	if end := r.tape.ending(); end != nil { // also one that only the clock or the caller can explain
		r.result, r.recorded = end, true
		return
	}
	if r.watched.Err() != nil {
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
	if r.state.Counters.FatalErrors > r.config.MaxFatal {
		r.end(ToolFailure, planner.ReasonFatalErrors, r.lastError())
		return
	}
	if r.takeNotes() {
		if a, err = r.allow(""); err != nil { // a rule may read them
			r.endWith(err)
			return
		}
	}
	r.carryOut(ctx, stage, a)
}

// maxNotes is how many notes a run takes.
const maxNotes = 16

// takeNotes records what came from outside since the last decision, and reports whether anything did.
func (r *run) takeNotes() bool {
	before := len(r.state.Notes)
	for n := r.tape.next(); n != nil; n = r.tape.next() {
		if n.Kind != Noted {
			return len(r.state.Notes) > before
		}
		r.pass()
	}
	if r.config.Notes == nil || r.tape.replay {
		return len(r.state.Notes) > before
	}
	for _, text := range r.config.Notes(r.state.Run) {
		if len(r.state.Notes) == maxNotes {
			break
		}
		r.emit(Event{Kind: Noted, Note: &planner.Note{After: len(r.state.Steps), Text: text}})
	}
	return len(r.state.Notes) > before
}

// final accepts the answer of d, or refuses it and goes on.
func (r *run) final(d *planner.Decision, closing string) {
	refusal := r.refusal(d.Answer)
	if refusal == nil {
		if d.Draft {
			r.partial = d.Answer
			return
		}
		r.end(Final, planner.Reason(cmp.Or(d.Reason, string(planner.ReasonAnswered))), "")
		r.result.Answer, r.result.Forced, r.result.Verified = d.Answer, r.state.Forced, d.Reason == string(planner.ReasonVerified)
		if r.result.Forced == "" && d.Role == model.Executor {
			r.result.Forced = closing
		}
		for _, rule := range r.overruled {
			r.result.Warnings = append(r.result.Warnings, "the answer was given although the rule "+rule+" was not met")
		}
		return
	}
	r.partial = d.Answer
	if len(r.state.Steps) == 0 {
		r.endWith(r.strategyFailed(fmt.Errorf("it answered before any step, and its answer was refused: %w", refusal)))
		return
	}
	r.emit(Event{Kind: Observed, Observation: &tools.Observation{
		Error: &tools.Error{Class: classAnswerRefused, Recoverable: true, Message: refusal.Error()}}})
}

// refusal says why an answer cannot stand, or nil.
func (r *run) refusal(answer json.RawMessage) error {
	if err := r.answer.Check(answer); err != nil {
		return err
	}
	if r.config.Check != nil {
		return r.config.Check(r.state, answer)
	}
	return nil
}

// An ending is the error by which ask tells that the run is over.
type ending struct {
	outcome Outcome
	reason  planner.Reason
	err     error
}

func (e *ending) Error() string { return e.err.Error() }
func (e *ending) Unwrap() error { return e.err }

// endWith ends the run because no decision was had.
func (r *run) endWith(err error) {
	if e, ok := errors.AsType[*ending](err); ok {
		r.end(e.outcome, e.reason, e.err.Error())
		return
	}
	if r.watched.Err() != nil {
		r.end(Cancelled, planner.ReasonNow, "the run was cancelled")
		return
	}
	r.end(ModelFailure, planner.ReasonPlanner, err.Error())
}

// end sets the result; the first ending counts.
func (r *run) end(o Outcome, reason planner.Reason, problem string) {
	if r.result == nil {
		r.result = &Result{Outcome: o, Reason: reason, Error: problem}
		if o != Final {
			r.result.Partial = r.partial
		}
	}
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

// emit records an event, or goes through the one that the tape holds in its place.
func (r *run) emit(e Event) {
	if r.tape.stopped() {
		return
	}
	for n := r.tape.next(); n != nil && e.Kind != Delta; n = r.tape.next() {
		switch {
		case n.Kind == Resumed: // a run may have been broken off and resumed anywhere
			r.pass()
			continue
		case r.leftOver(n, e):
		case r.config.AllowChanged && n.Kind == Masked && e.Kind != Masked:
			r.pass()
			continue
		case n.Kind == Finished && n.Result.fromOutside():
			r.tape.cut = true // the clock or the caller ended it here
		default:
			r.again(e)
		}
		return
	}
	switch {
	case len(r.tape.events) == 0 || r.tape.live:
	case r.tape.replay:
		r.tape.ended = true
		return
	default:
		r.goLive()
	}
	r.record(&e)
}

// record makes an event: the fold first, then the log, then the watcher, so that whoever reads of
// an event can rely on its being written.
func (r *run) record(e *Event) {
	e.Time = time.Now().UTC()
	if e.Kind != Delta {
		e.Seq = r.seq + 1
		r.apply(e)
		r.write(e)
	}
	switch {
	case r.yield == nil:
	case r.crew != nil:
		r.crew.tell(*e)
	default:
		r.show(*e)
	}
}

// show passes an event to the watcher. It runs on the goroutine of the run.
func (r *run) show(e Event) {
	if !r.left && !r.yield(e, nil) {
		r.left = true
		r.stop()
	}
}

func (r *run) write(e *Event) {
	if r.log == nil || r.logErr != nil {
		return
	}
	line, err := e.encode()
	if err == nil {
		_, err = r.log.Write(line)
	}
	if err != nil {
		r.logErr = fmt.Errorf("the log ends before event %d: %w", e.Seq, err)
	}
}

// started describes the run at its start.
func (r *run) started() *RunInfo {
	text := append(append(strconv.AppendInt(nil, r.config.Seed, 10), 0), r.task...)
	if r.config.Parent != "" {
		text = append(append(text, 0), r.config.Parent...)
	}
	sum := sha256.Sum256(text)
	info := *r.about
	info.ID, info.Task = "r"+hex.EncodeToString(sum[:4]), r.task
	return &info
}

// info describes what all runs of l have in common.
func (l *Loop) info() *RunInfo {
	info := &RunInfo{Version: LogVersion, Strategy: l.strategy, Config: l.config, Models: map[model.Role][]string{}, Tools: l.offered,
		Planner: l.capabilities.Settings}
	for _, seat := range l.seats {
		for _, m := range seat.models {
			info.Models[seat.role] = append(info.Models[seat.role], m.Name())
		}
	}
	for _, rule := range l.config.Rules {
		data, err := json.Marshal(rule)
		if err != nil {
			data = nil // a rule of the caller's that is no data: its name must do
		}
		info.Rules = append(info.Rules, RuleInfo{Name: rule.Name(), Rule: data})
	}
	return info
}
