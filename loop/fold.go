package loop

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// Fold computes the State after events. A run folds its own events as they happen, so the State
// that a planner saw at any point is the fold of the log up to that point.
func Fold(events iter.Seq[Event]) (last planner.State) {
	last = newReducer().state
	for _, last = range States(events) {
	}
	return last
}

// States returns each event with the State after it, in one pass. A State is valid until the next
// event is taken; its plan remains valid.
func States(events iter.Seq[Event]) iter.Seq2[Event, planner.State] {
	return func(yield func(Event, planner.State) bool) {
		l := newReducer()
		for e := range events {
			if l.apply(&e); !yield(e, l.state) {
				return
			}
		}
	}
}

// A reducer is a State and what else a run must remember between two events.
type reducer struct {
	state                       planner.State
	seq                         int                      // of the last event
	last                        time.Time                // of the last event
	elapsed                     time.Duration            // inside the run, until the last event
	largest                     int                      // tokens of the most expensive request so far
	slowest                     time.Duration            // of the requests so far
	lastPromptBytes             int                      // of the last prompt
	countedBytes, countedTokens int                      // bytes and tokens of the last prompt that was answered
	replied                     bool                     // some request has been answered
	fallbacks                   map[model.Role]int       // how many models of the role could not be had
	edited                      map[string]tools.CallKey // calls that a person edited, as they were made
	remembered                  map[string]bool          // tools that a person approved for the run
	lastInterrupt               *Interrupt
	interrupts                  int                 // so far
	folding                     planner.Folding     // how the executor's prompts are shortened by now
	nested                      map[string]*reducer // of the strategies that carry out plan steps
	unanswered                  string              // of the role that gave nothing usable since the last decision, and why
	warnings                    []string
}

func newReducer() *reducer {
	return &reducer{state: planner.State{Usage: map[model.Role]planner.RoleUsage{}}}
}

// apply folds one event. Deltas change nothing.
func (l *reducer) apply(e *Event) {
	s := &l.state
	if e.Kind == RunStarted {
		s.Run, s.Task, s.Earlier = e.Run.ID, e.Run.Task, e.Run.Earlier
		if n := e.Run.Folded; n > 0 {
			l.warnings = append(l.warnings,
				fmt.Sprintf("of the first %d questions of the conversation, the model read no more than question and answer", n))
		}
	}
	if e.Kind == Delta {
		return
	}
	if e.Result == nil { // a Result was counted before its own event
		if e.Kind != RunStarted && e.Kind != Resumed { // before that, the run was not under way
			l.elapsed += max(0, e.Time.Sub(l.last)-waited(e)) // a clock may be set back
		}
		s.Counters.WallMS = l.elapsed.Milliseconds()
	}
	l.seq, l.last = e.Seq, e.Time
	switch e.Kind {
	case Asked:
		s.Counters.ModelCalls++
		if e.Ask.Role == model.Executor {
			l.folding = e.Ask.Folded
		}
		l.lastPromptBytes = e.Ask.PromptBytes
	case Replied:
		if e.Reply.Forced {
			break
		}
		l.replied = true
		l.countedBytes, l.countedTokens = l.lastPromptBytes, e.Reply.PromptTokens
		l.addUsage(e.Reply.Role, e.Reply.Model, planner.RoleUsage{Calls: 1, PromptTokens: e.Reply.PromptTokens,
			OutputTokens: e.Reply.OutputTokens, MS: e.Reply.MS})
	case Failed:
		l.failed(e.Failure)
	case Decided:
		if l.unanswered != "" {
			l.warnings = append(l.warnings, "the run goes on without a reply of the "+l.unanswered)
			l.unanswered = ""
		}
		l.decided(e.Decision)
	case Planned:
		l.nest(e.Within, func(l *reducer) { l.planned(e.Plan) })
	case PlanStepped:
		l.nest(e.Within, func(l *reducer) { l.planStep(*e.PlanStep) })
	case Masked:
		if e.Masked.Rule == ruleDuplicate {
			s.Counters.Redirects++
			l.masked(e.Masked)
		}
	case CallStarted:
		s.Counters.ToolCalls++
		s.Open = append(s.Open, e.Call.Call)
		if e.Call.Proposed != nil {
			setEntry(&l.edited, e.Call.ID, e.Call.Key)
		}
	case Observed:
		l.observed(*e.Observation)
	case Noted:
		s.Notes = append(s.Notes, *e.Note)
		for id := range l.nested {
			l.nest(id, func(n *reducer) {
				n.state.Notes = append(n.state.Notes, planner.Note{After: len(n.state.Steps), Text: e.Note.Text})
			})
		}
	case Interrupted:
		l.interrupts++
		l.lastInterrupt = e.Interrupt
	case Resumed:
		l.sentBack(e.Resume.Reply)
		if reply := e.Resume.Reply; reply != nil && reply.Remember && l.lastInterrupt != nil && l.lastInterrupt.Call != nil {
			setEntry(&l.remembered, l.lastInterrupt.Call.Tool, true)
		}
	}
}

// waited returns the time before e in which a tool waited for a person.
func waited(e *Event) time.Duration {
	if e.Observation == nil {
		return 0
	}
	return time.Duration(e.Observation.Waited) * time.Millisecond
}

func (l *reducer) failed(f *FailureInfo) {
	u := planner.RoleUsage{Calls: 1, PromptTokens: f.PromptTokens, OutputTokens: f.OutputTokens, MS: f.MS}
	switch f.Then {
	case thenRepair:
		u.Repairs = 1
		l.state.Counters.Repairs++
	case thenRetry:
		u.Retries = 1
		l.state.Counters.Retries++
	case thenGiveUp:
		l.unanswered = string(f.Role) + ": " + f.Problem
	case thenFallback:
		setEntry(&l.fallbacks, f.Role, l.fallbacks[f.Role]+1)
	}
	l.replied = l.replied || f.Fault == ""
	l.addUsage(f.Role, f.Model, u)
}

func (l *reducer) addUsage(role model.Role, name string, u planner.RoleUsage) {
	tokens := u.PromptTokens + u.OutputTokens
	l.state.Counters.Tokens += tokens
	l.largest = max(l.largest, tokens)
	l.slowest = max(l.slowest, time.Duration(u.MS)*time.Millisecond)
	sum := l.state.Usage[role]
	sum.Calls += u.Calls
	sum.PromptTokens += u.PromptTokens
	sum.OutputTokens += u.OutputTokens
	sum.MS += u.MS
	sum.Repairs += u.Repairs
	sum.Retries += u.Retries
	if sum.Models == nil {
		sum.Models = map[string]int{}
	}
	sum.Models[name] += u.Calls
	l.state.Usage[role] = sum
}

// setEntry sets an entry of a map that is made when it is needed.
func setEntry[K ~string, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// usageOf returns a copy of what roles cost, which later events do not change.
func usageOf(s planner.State) map[model.Role]planner.RoleUsage {
	usage := maps.Clone(s.Usage)
	for role, u := range usage {
		u.Models = maps.Clone(u.Models)
		usage[role] = u
	}
	return usage
}

// observed attaches an observation to the last step, in the order of its calls.
func (l *reducer) observed(o tools.Observation) {
	s := &l.state
	s.Open = slices.DeleteFunc(s.Open, func(c tools.Call) bool { return c.ID == o.ID })
	step := l.stepOf(o.ID)
	if id, _, within := planner.SplitLane(step.Lane); within {
		l.nest(id, func(n *reducer) { n.observed(o) })
	}
	if step.Observations = append(step.Observations, o); len(step.Observations) > 1 {
		slices.SortStableFunc(step.Observations, func(a, b tools.Observation) int {
			return callIndex(step.Calls, a.ID) - callIndex(step.Calls, b.ID)
		})
	}
	if o.Error == nil || o.Cached {
		return
	}
	if o.Error.Class == classAnswerRefused {
		step.Draft = false
	}
	switch {
	case o.Error.Class == classAnswerRefused, o.Error.Class == classDenied:
	case o.Error.Recoverable:
		s.Counters.RecoverableErrors++
	default:
		s.Counters.FatalErrors++
	}
}

func callIndex(calls []tools.Call, id string) int {
	return slices.IndexFunc(calls, func(c tools.Call) bool { return c.ID == id })
}
