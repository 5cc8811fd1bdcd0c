package strategy

import (
	"encoding/json"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A planMemo is what a strategy remembers that carries out plan steps.
type planMemo struct {
	Forced     string         `json:"forced,omitempty"`     // the first bound that left no choice
	Candidates []planner.Plan `json:"candidates,omitempty"` // plans to choose from
}

// forcedReplans is the bound of plans after the first.
const forcedReplans = "replans"

// force returns d as a decision by which a bound leaves no choice; the first such bound is remembered.
func (m planMemo) force(d planner.Decision, bound string) planner.Decision {
	if bound != "" && m.Forced == "" {
		m.Forced = bound
		d.Memo = planner.Remember(m)
	}
	return d
}

// final returns d, an answer, with the reason why it stands and the bound that led to it.
func (m planMemo) final(d planner.Decision, reason planner.Reason) planner.Decision {
	if reason != "" || m.Forced != "" {
		d.End = &planner.Ending{Reason: reason, Forced: m.Forced}
	}
	return d
}

// An innerMemo is what a strategy remembers of the one that it goes around and judges.
type innerMemo struct {
	Inner json.RawMessage `json:"inner,omitempty"`  // the memo of the inner strategy
	End   *planner.Ending `json:"ending,omitempty"` // how the inner strategy came to its end
	At    int             `json:"at,omitempty"`     // so many steps there were with that
}

// ending returns how the inner strategy came to its end, or nil: an answer that was refused is none.
func (m innerMemo) ending(s planner.State) *planner.Ending {
	if m.End != nil && m.End.Outcome == planner.OutcomeFinal && !s.Steps[m.At-1].Draft {
		return nil
	}
	return m.End
}

// judged returns a decision of the inner strategy as one that its wrapper judges where it ends, and what the wrapper
// remembers then. Of two decisions by which the inner strategy ends, an end is only taken where ends is set.
func (m innerMemo) judged(s planner.State, d planner.Decision, ends bool) (planner.Decision, innerMemo) {
	if d.Memo != nil {
		m.Inner = d.Memo
	}
	switch {
	case d.Kind == planner.FinalDecision:
		e := planner.Ending{Outcome: planner.OutcomeFinal, Partial: d.Answer}
		if d.End != nil {
			e.Reason, e.Forced = d.End.Reason, d.End.Forced
		}
		d.Kind, d.End, m.End, m.At = planner.DraftDecision, nil, &e, len(s.Steps)+1
	case d.Kind == planner.EndDecision && ends:
		m.End, m.At = d.End, len(s.Steps)
		d = planner.Decision{Kind: planner.StepDecision, Role: d.Role}
		if d.Role == model.Executor {
			m.At++
		}
	}
	return d, m
}
