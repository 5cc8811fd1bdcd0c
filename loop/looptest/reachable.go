// Package looptest helps to test the rules of an agent before a model is tried.
//
// [Reachable] looks for a run in which the agent gives the answer that its user wants. Where the rules do not let
// it through, the [Report] says at which decision the search came nearest, and which rule closed it there. A rule
// that takes away what it merely does not know is found so, and no model is needed.
package looptest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// DefaultRuns is the ceiling of runs where a search does not say.
const DefaultRuns = 200

// A Search says how to look. The zero value is the usual case.
type Search struct {
	// Calls are worth a try at every decision: those that a person would make. The search tries calls with words and
	// numbers of the task, the answer and the observations by itself.
	Calls []tools.Call
	// Runs is the ceiling of runs. 0 takes DefaultRuns.
	Runs int
}

// A Report is what a search found.
type Report struct {
	Reachable bool
	Decisions []json.RawMessage // with which the run comes to the answer, or nearest to it
	Closed    *Closed           // what kept the answer out there; nil if it is reachable
	Runs      int               // that were made
	Complete  bool              // all that the search would try was tried; else Runs was used up
}

// Closed says what keeps an answer out of one decision.
type Closed struct {
	Step    int               // the decision, from 1
	Rules   []string          // that removed or narrowed the answer there; "check" is Config.Check. Empty: none did
	Removed []planner.Removal // all that rules took away there, tools too
	Problem string            // where the grammar refuses the answer, or how the run ended
}

// String says in a few lines what was found.
func (r Report) String() string {
	var b strings.Builder
	if r.Reachable {
		fmt.Fprintf(&b, "reachable at decision %d", len(r.Decisions))
	} else {
		fmt.Fprintf(&b, "not reached in %d runs; the nearest is decision %d: %s", r.Runs, r.Closed.Step, r.Closed.Problem)
		if len(r.Closed.Rules) > 0 {
			fmt.Fprintf(&b, "\n  the answer is closed by: %s", strings.Join(r.Closed.Rules, ", "))
		}
		for _, removed := range r.Closed.Removed {
			fmt.Fprintf(&b, "\n  removed or narrowed by %s: %s", removed.Rule, strings.Join(removed.Names, ", "))
		}
	}
	for i, d := range r.Decisions {
		fmt.Fprintf(&b, "\n  %d %s", i+1, d)
	}
	return b.String()
}

// Reachable reports whether a run of an agent on task can end with answer. newLoop makes the agent around a model; it
// is called for each run of the search, and its tools must begin anew each time. The executor tries calls of every
// tool that is open, and gives the answer as soon as the grammar holds it; other roles write the shortest document
// that they may. That an answer is not reached is not proof where arguments are free text: name the calls that lead to it
// in o. The error is newLoop's, that of a run that did not start, or that of ctx.
func Reachable(ctx context.Context, newLoop func(model.Model) (*loop.Loop, error), task string, answer json.RawMessage,
	o Search) (Report, error) {
	wanted, err := tools.Canonical(answer)
	if err != nil {
		return Report{}, fmt.Errorf("looptest: the answer: %w", err)
	}
	s := search{newLoop: newLoop, task: task, answer: wanted, calls: o.Calls, seen: map[string]bool{}}
	report := Report{Complete: true}
	best := -1
	for s.open = [][]json.RawMessage{nil}; len(s.open) > 0; {
		if report.Runs == cmp.Or(o.Runs, DefaultRuns) {
			report.Complete = false
			break
		}
		decisions := s.open[0]
		s.open = s.open[1:]
		report.Runs++
		found, err := s.run(ctx, decisions)
		if err != nil {
			return report, err
		}
		if found.reached {
			report.Reachable, report.Decisions, report.Closed = true, found.decisions, nil
			return report, nil
		}
		if found.progress > best {
			best, report.Decisions, report.Closed = found.progress, found.decisions, &found.closed
			s.open = append(found.next, s.open...) // what brought the answer nearer is followed first
		} else {
			s.open = append(s.open, found.next...)
		}
	}
	return report, nil
}

// A search looks for a run that ends with an answer.
type search struct {
	newLoop func(model.Model) (*loop.Loop, error)
	task    string
	answer  json.RawMessage // canonical
	calls   []tools.Call
	open    [][]json.RawMessage // decisions of runs that are still to be made, in order
	seen    map[string]bool     // the same, and those that were made
}

// An attempt is what came of one run.
type attempt struct {
	reached   bool
	decisions []json.RawMessage
	progress  int // bytes of the answer that the grammar held
	closed    Closed
	next      [][]json.RawMessage
}

// run makes a run whose executor makes decisions, and then says the answer if it may.
func (s *search) run(ctx context.Context, decisions []json.RawMessage) (attempt, error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	knowing := &knowing{search: s, decisions: decisions, stop: cancel}
	l, err := s.newLoop(knowing)
	if err != nil {
		return attempt{}, err
	}
	var log bytes.Buffer
	result, err := l.Run(within, s.task, &log)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return attempt{}, err
	}
	events, _, err := loop.ReadLog(&log)
	if err != nil {
		return attempt{}, err
	}
	a := attempt{decisions: made(events), progress: knowing.progress}
	if result.Outcome == loop.Final && tools.Equal(result.Answer, s.answer) {
		a.reached = true
		return a, nil
	}
	a.closed = s.closedBy(knowing, result, events)
	if knowing.asked != nil {
		for _, d := range s.candidates(knowing.asked, decisions, events) {
			next := append(slices.Clip(decisions), d)
			if key := string(bytes.Join(asBytes(next), []byte("\n"))); !s.seen[key] {
				s.seen[key] = true
				a.next = append(a.next, next)
			}
		}
	}
	return a, nil
}

// made returns the executor's decisions of a run.
func made(events []loop.Event) (decisions []json.RawMessage) {
	for _, e := range events {
		if e.Kind == loop.Replied && e.Reply.Role == model.Executor {
			decisions = append(decisions, json.RawMessage(e.Reply.Text))
		}
	}
	return decisions
}

func asBytes(list []json.RawMessage) [][]byte {
	texts := make([][]byte, len(list))
	for i, d := range list {
		texts[i] = d
	}
	return texts
}

// closedBy says why a run did not end with the answer.
func (s *search) closedBy(m *knowing, result loop.Result, events []loop.Event) Closed {
	c := Closed{Step: len(made(events)) + 1, Problem: m.problem}
	for _, e := range events { // of the last decision alone
		switch {
		case e.Kind == loop.Decided:
			c.Removed, c.Rules = nil, nil
		case e.Masked != nil:
			c.Removed = append(c.Removed, planner.Removal{Rule: e.Masked.Rule, Names: e.Masked.Names})
			if slices.Contains(e.Masked.Names, planner.FinalAnswer) && !slices.Contains(c.Rules, e.Masked.Rule) {
				c.Rules = append(c.Rules, e.Masked.Rule)
			}
		case m.answered && e.Observation != nil && e.Observation.ID == "" && e.Observation.Error != nil:
			return Closed{Step: c.Step - 1, Rules: []string{"check"}, Problem: e.Observation.Error.Message}
		}
	}
	if m.asked == nil {
		c.Problem = fmt.Sprintf("the run ended %s (%s) %s", result.Outcome, result.Reason, result.Error)
	}
	return c
}

// A knowing model makes the decisions it was told, then gives the answer where the grammar holds it, and else stops
// its run.
type knowing struct {
	*search
	decisions []json.RawMessage
	stop      context.CancelFunc

	answered bool
	asked    *grammar.Grammar // of the first decision that it was not told
	progress int
	problem  string
}

// Name implements [model.Model].
func (*knowing) Name() string { return "knowing" }

// Generate implements [model.Model].
func (m *knowing) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		reply := m.reply(req)
		if reply == nil {
			m.stop()
			yield(model.Chunk{}, ctx.Err())
			return
		}
		if yield(model.Chunk{Text: string(reply)}, nil) {
			yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
		}
	}
}

// reply returns what the model writes; nil stops the run.
func (m *knowing) reply(req model.Request) json.RawMessage {
	if req.Role == model.Executor && len(m.decisions) > 0 {
		next := m.decisions[0]
		m.decisions = m.decisions[1:]
		return next
	}
	if !m.answered {
		for _, form := range []string{`{"thought":"","tool":"final_answer","tool_args":%s}`, `{"tool":"final_answer","tool_args":%s}`} {
			text := json.RawMessage(fmt.Sprintf(form, m.answer))
			err := req.Grammar.Check(context.Background(), text)
			if err == nil {
				m.answered = true
				m.asked = cmp.Or(m.asked, req.Grammar)
				return text
			}
			if v, ok := errors.AsType[*grammar.Violation](err); ok && v.Offset >= m.progress {
				m.progress, m.problem = v.Offset, err.Error()
			}
		}
	}
	if req.Role != model.Executor {
		return req.Grammar.Matcher().MinimalCompletion()
	}
	m.asked = cmp.Or(m.asked, req.Grammar)
	return nil
}
