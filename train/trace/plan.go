package trace

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/train/corpus"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/toolset"
)

// A truthPlanner finds the calls after which the truth of an example may be answered.
type truthPlanner struct{ registry *tools.Registry }

func newTruthPlanner() (*truthPlanner, error) {
	list, err := toolset.Tools(toolset.Options{})
	if err != nil {
		return nil, err
	}
	registry, err := tools.NewRegistry(list...)
	return &truthPlanner{registry}, err
}

// A decision is one reply in the wire format, without a thought.
type decision struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"tool_args"`
}

// plan returns the replies of a run that answers the truth, and whether there is one.
func (p *truthPlanner) plan(ctx context.Context, e corpus.Example, glosses bool) ([]string, bool) {
	if !e.InScope {
		return []string{final(nil, false, []string{answer.ReasonLine(e.Reason)}, "")}, true
	}
	s := answer.New(e.Text)
	var corrected *string
	if e.Corrected != "" {
		corrected = &e.Corrected
	}
	for calls := range callSequences(e) {
		var replies []string
		var observed []answer.Observation
		if !p.all(ctx, calls, &replies, &observed) {
			continue
		}
		answers := s.Answers(observed)
		choice, ok := answers.Find(corrected)
		if !ok {
			continue
		}
		if missing, ok := s.GlossCalls(observed); ok && glosses && p.all(ctx, missing, &replies, &observed) {
			choice, _ = s.Answers(observed).Find(corrected)
		}
		lines := answers.CompleteRationale(corrected, true, choice.Lines) // with notes, as the teacher writes them
		return append(replies, final(corrected, true, lines, choice.Gloss)), true
	}
	return nil, false
}

// maxConfirmed is how many right groups a run confirms: no answer waits for more.
const maxConfirmed = 3

// callSequences yields the calls that may support the truth: one for each wrong group, and one for some of
// the right ones, the fewest first.
func callSequences(e corpus.Example) iter.Seq[[]sentence.Call] {
	return func(yield func([]sentence.Call) bool) {
		lists := [maxConfirmed + 1][][]sentence.Call{{nil}} // by how many right groups they are about
		for _, g := range e.Groups {
			if g.Code != "" {
				lists[0] = extended(lists[0], g)
			}
		}
		for _, g := range e.Groups {
			for k := maxConfirmed; k > 0 && g.Code == ""; k-- {
				lists[k] = append(lists[k], extended(lists[k-1], g)...)
			}
		}
		for _, some := range lists {
			for _, list := range some {
				if !yield(list) {
					return
				}
			}
		}
	}
}

// extended returns each of the lists with each call about g. One call may serve two groups.
func extended(lists [][]sentence.Call, g corpus.Fact) [][]sentence.Call {
	var all [][]sentence.Call
	for _, list := range lists {
		for _, c := range evidence(g) {
			if slices.Contains(list, c) {
				all = append(all, list)
			} else {
				all = append(all, append(slices.Clone(list), c))
			}
		}
	}
	return all
}

// evidence returns the calls that may give the evidence about a group, the likeliest first.
func evidence(f corpus.Fact) []sentence.Call {
	var calls []sentence.Call
	if f.Subject != "" && f.Finite != "" {
		calls = append(calls, sentence.Call{Tool: sentence.Agreement, Subject: f.Subject, Verb: strings.ToLower(f.Finite)})
	}
	if f.Person != "" && f.Tense != "" {
		conjugation := sentence.Call{Tool: sentence.Conjugate, Person: f.Person, Tense: f.Tense, Verb: f.Verb}
		calls = append(calls, conjugation)
		if f.Code == "" || f.Code == sentence.SubjectPronoun || f.Code == sentence.TenseAdverb || f.Code == sentence.DoSupport {
			slices.Reverse(calls)
		}
	}
	look := sentence.Call{Tool: sentence.Lookup, Verb: f.Verb}
	switch f.Code {
	case sentence.Overregular, sentence.PastParticiple, sentence.ParticipleBefore, sentence.ModalBase, sentence.ToBase:
		return append([]sentence.Call{look}, calls...)
	}
	return append(calls, look)
}

// all makes calls, and reports whether each was answered.
func (p *truthPlanner) all(ctx context.Context, calls []sentence.Call, replies *[]string, observed *[]answer.Observation) bool {
	for _, c := range calls {
		args := encode(arguments{Person: string(c.Person), Subject: c.Subject, Tense: string(c.Tense), Verb: c.Verb})
		o := p.registry.Call(ctx, tools.Call{Tool: string(c.Tool), Args: args})
		if !o.OK {
			return false
		}
		*replies = append(*replies, string(encode(decision{string(c.Tool), args})))
		*observed = append(*observed, answer.Observation{Tool: string(c.Tool), Args: args, Output: o.Output})
	}
	return true
}

// arguments are those of all tools together.
type arguments struct {
	Person  string `json:"person,omitempty"`
	Subject string `json:"subject,omitempty"`
	Tense   string `json:"tense,omitempty"`
	Verb    string `json:"verb"`
}

// final returns the last decision.
func final(corrected *string, inScope bool, rationale []string, gloss string) string {
	var spanish *string
	if gloss != "" {
		spanish = &gloss
	}
	args := encode(answer.Object{Corrected: corrected, InScope: inScope, Rationale: rationale, SpanishGloss: spanish})
	return string(encode(decision{planner.FinalAnswer, args}))
}

func encode(v any) json.RawMessage {
	text, err := tools.Encode(v)
	if err != nil {
		panic("trace: BUG: " + err.Error()) // values of our own, all of which are JSON
	}
	return text
}
