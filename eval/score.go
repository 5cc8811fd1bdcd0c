package eval

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/shortleash/shortleash/loop"
)

// An Answer is the result for one sentence.
type Answer struct {
	Corrected  *string       `json:"corrected"` // nil: the sentence stays
	InScope    bool          `json:"in_scope"`
	Rules      []string      `json:"rules"` // of the edits, in their order
	Reason     *string       `json:"reason"`
	Gloss      *string       `json:"gloss"`
	Outcome    loop.Outcome  `json:"outcome"`
	Decisions  int           `json:"decisions"`
	ModelCalls int           `json:"model_calls"` // requests of all roles, including repairs and retries
	ToolCalls  int           `json:"tool_calls"`
	Tokens     int           `json:"tokens"`  // read and written, of all roles
	Read       int           `json:"read"`    // tokens of prompts, cached or not
	Written    int           `json:"written"` // tokens of replies
	Elapsed    time.Duration `json:"elapsed"` // in nanoseconds; set by Measure
	// Plans counts how a critic judged the plans.
	Plans Reflection `json:"plans,omitzero"`
	// Values counts the values of the answer, and those that occur in the input or in the results of calls.
	Values Share `json:"values,omitzero"`
	// Trace has the steps in lines, if they were requested. It does not affect the score.
	Trace []string `json:"trace,omitempty"`
	// NotRun says why the run did not happen, for example because its server is down; all other fields
	// are then ignored. "" means that it did happen.
	NotRun string `json:"not_run,omitempty"`
}

// output returns the sentence that the answer leaves. What did not end final changed nothing.
func (a Answer) output(input string) string {
	if a.Corrected == nil || a.Outcome != loop.Final {
		return input
	}
	return *a.Corrected
}

// A Score counts the results for the items of a suite.
type Score struct {
	Suite string `json:"suite"`
	Items int    `json:"items"`

	Fixed    Share `json:"fixed"`     // of the errors: became an accepted sentence
	WrongFix Share `json:"wrong_fix"` // of the errors: became another sentence
	Detected Share `json:"detected"`  // of the items where any change counts: changed
	Harm     Share `json:"harm"`      // of the right sentences: changed
	Contract Share `json:"contract"`  // of the contracts: kept to the letter
	Final    Share `json:"final"`     // of all runs: ended final

	// Edits counts the edits made in right sentences.
	Edits int `json:"edits"`
	// Rules holds the results for each rule, in the order in which the rules occurred.
	Rules []RuleScore `json:"rules,omitempty"`
	// Missed holds the ids of the items that were not right, in the order of the suite.
	Missed []string `json:"missed"`

	Decisions  Spread `json:"decisions"`
	ModelCalls Spread `json:"model_calls"`
	ToolCalls  Spread `json:"tool_calls"`
	Tokens     Spread `json:"tokens"`
	Read       Spread `json:"read"`
	Written    Spread `json:"written"`
	ElapsedMS  Spread `json:"elapsed_ms"`

	// Plans counts how a critic judged the plans.
	Plans Reflection `json:"plans,omitzero"`
	// Faithful says whether the values of answers occur in the inputs or in the results of calls.
	Faithful Faithful `json:"faithful,omitzero"`
}

// A RuleScore counts the results for the items that name a rule, and the edits that name it.
type RuleScore struct {
	Rule  string `json:"rule"`
	Fixed Share  `json:"fixed"` // of the errors with the rule: became an accepted sentence
	Named Share  `json:"named"` // of the errors with the rule: an edit named it
	Edits int    `json:"edits"` // in right sentences
}

// EditsPer1000 returns how many edits were made in 1,000 right sentences; 0 if there was none.
func (s Score) EditsPer1000() float64 {
	if s.Harm.Of == 0 {
		return 0
	}
	return 1000 * float64(s.Edits) / float64(s.Harm.Of)
}

// Right returns how many of the suite's items were fully right.
func (s Score) Right() Share { return Share{s.Items - len(s.Missed), s.Items} }

// score counts the answers to a suite; they are in the order of its items.
func score(suite Suite, answers []Answer) Score {
	s := Score{Suite: suite.Name, Items: len(suite.Items), Missed: []string{}}
	var decisions, requests, calls, tokens, read, written, elapsed []float64
	for i, item := range suite.Items {
		a := answers[i]
		if !s.add(item, a) {
			s.Missed = append(s.Missed, item.ID)
		}
		s.Plans.Join(a.Plans)
		s.Faithful.Add(a.Values)
		decisions = append(decisions, float64(a.Decisions))
		requests = append(requests, float64(a.ModelCalls))
		calls = append(calls, float64(a.ToolCalls))
		tokens = append(tokens, float64(a.Tokens))
		read = append(read, float64(a.Read))
		written = append(written, float64(a.Written))
		elapsed = append(elapsed, float64(a.Elapsed.Microseconds())/1000)
	}
	s.Decisions, s.ModelCalls, s.ToolCalls = spread(decisions), spread(requests), spread(calls)
	s.Tokens, s.Read, s.Written, s.ElapsedMS = spread(tokens), spread(read), spread(written), spread(elapsed)
	return s
}

// Right reports whether an answer is fully right for the item, as [Score.Right] counts it.
func (i Item) Right(a Answer) bool { return new(Score).add(i, a) }

// add counts one answer, and reports whether it is all that the item wants.
func (s *Score) add(item Item, a Answer) bool {
	got := normal(a.output(item.Input))
	changed := got != normal(item.Input)
	s.Final.Count(a.Outcome == loop.Final)
	fixed, right := false, false
	switch {
	case item.Clean:
		s.Harm.Count(changed)
		right = !changed
		if changed {
			s.Edits += len(a.Rules)
			for _, rule := range a.Rules {
				s.rule(rule).Edits++
			}
		}
	case item.DetectOnly:
		s.Detected.Count(changed)
		right = changed
	default:
		fixed = slices.ContainsFunc(item.Accept, func(text string) bool { return normal(text) == got })
		s.Fixed.Count(fixed)
		s.WrongFix.Count(changed && !fixed)
		right = fixed
	}
	if c := item.Contract; c != nil {
		right = c.keptBy(item.Input, a)
		s.Contract.Count(right)
		for _, rule := range c.Rules {
			r := s.rule(rule)
			r.Fixed.Count(fixed)
			r.Named.Count(slices.Contains(a.Rules, rule))
		}
	}
	return right
}

// rule returns the score of a rule. It is good until the next call.
func (s *Score) rule(name string) *RuleScore {
	i := slices.IndexFunc(s.Rules, func(r RuleScore) bool { return r.Rule == name })
	if i < 0 {
		s.Rules = append(s.Rules, RuleScore{Rule: name})
		i = len(s.Rules) - 1
	}
	return &s.Rules[i]
}

// keptBy reports whether an answer is what the contract says.
func (c Contract) keptBy(input string, a Answer) bool {
	want := input
	if c.Corrected != nil {
		want = *c.Corrected
	}
	glossed := a.Gloss == nil || c.Gloss != nil && (*c.Gloss == "" || normal(*c.Gloss) == normal(*a.Gloss))
	return a.Outcome == loop.Final &&
		(a.Corrected == nil) == (c.Corrected == nil) &&
		normal(a.output(input)) == normal(want) &&
		a.InScope == c.InScope &&
		reflect.DeepEqual(a.Reason, c.Reason) &&
		sameSet(a.Rules, c.Rules) &&
		glossed
}

func sameSet(a, b []string) bool {
	set := func(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }
	return slices.Equal(set(a), set(b))
}

// A Bar is what a suite should reach, in percent; nil means no bar. Harm must not be above its bar.
type Bar struct{ Fixed, Detected, Harm, Contract *float64 }

// Missed describes which bars a score does not reach. Without measurements, no bar is missed.
func (b Bar) Missed(s Score) []string {
	list := []string{}
	for _, x := range []struct {
		what  string
		share Share
		bar   *float64
		most  bool // the bar is not to be exceeded
	}{{"fixed", s.Fixed, b.Fixed, false}, {"detected", s.Detected, b.Detected, false},
		{"contract", s.Contract, b.Contract, false}, {"harm", s.Harm, b.Harm, true}} {
		if x.bar == nil || x.share.Of == 0 {
			continue
		}
		if got := x.share.Percent(); !x.most && got < *x.bar || x.most && got > *x.bar {
			list = append(list, fmt.Sprintf("%s %.1f %%, the bar is %g %%", x.what, got, *x.bar))
		}
	}
	return list
}
