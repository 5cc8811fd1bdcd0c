package run

import (
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools/english/answer"
	"github.com/shortleash/shortleash/tools/english/sentence"
	"github.com/shortleash/shortleash/tools/english/verb"
)

// maxCalls is the quota of each tool in one run.
const maxCalls = 6

// A leash is the tutor's policy: what may be asked about a sentence, and what may be answered. It
// serves many runs at once.
type leash struct {
	memory *answer.Memory

	Language // exported, because the log has what configures a rule
}

func newLeash() *leash { return &leash{memory: &answer.Memory{}} }

// rules returns the rules of the tutor's runs.
func (l *leash) rules() []loop.Rule {
	list := []loop.Rule{domain{l}, evidence{l}, loop.Grounded{Answers: func(s planner.State) grammar.Schema { return l.answers(s).Schema() }}}
	for _, tool := range []sentence.Tool{sentence.Lookup, sentence.Conjugate, sentence.Agreement, answer.Spanish} {
		list = append(list, loop.Quota{Tool: string(tool), Calls: maxCalls})
	}
	return list
}

// study returns what is known about the sentence of a run before anything is looked up.
func (l *leash) study(text string) *answer.Sentence { return l.memory.NewIn(text, l.Spanish) }

// answers returns what a run may answer.
func (l *leash) answers(s planner.State) answer.Answers {
	return l.study(s.Task).Answers(observed(s.Steps))
}

// observed returns what the tools returned in steps, as the model read it.
func observed(steps []planner.Step) []answer.Observation {
	var list []answer.Observation
	for _, step := range steps {
		for i, o := range step.Observations {
			if o.OK && i < len(step.Calls) {
				list = append(list, answer.Observation{Tool: step.Calls[i].Tool, Args: step.Calls[i].Args, Output: o.Output})
			}
		}
	}
	return list
}

// domain is the rule that the tools are asked about this sentence: its verbs, its subjects, the
// persons that these can have, the tenses that its words speak for; and lookup_spanish about what the gloss of an answer still lacks. A
// tool without anything to ask about is taken away.
type domain struct{ *leash }

// Name returns "domain".
func (domain) Name() string { return "domain" }

// Narrow implements [loop.Rule].
func (d domain) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	legal := d.study(s.Task).Domains()
	var offers []planner.Offer
	for _, o := range a.Tools {
		ok := true
		limit := func(argument string, values []string) {
			if ok = ok && len(values) > 0; ok {
				o.Args = o.Args.With(argument, grammar.Enum(values...))
			}
		}
		switch sentence.Tool(o.Name) {
		case sentence.Agreement:
			limit("subject", legal.Subjects)
			limit("verb", legal.Finite)
		case sentence.Lookup:
			limit("verb", legal.Verbs)
		case sentence.Conjugate:
			limit("person", spelled(legal.Persons))
			limit("tense", spelled(legal.Tenses))
			limit("verb", legal.Verbs)
		case answer.Spanish:
			persons, tenses, verbs := d.glossed(s, legal)
			limit("person", persons)
			limit("tense", tenses)
			limit("verb", verbs)
		}
		if ok {
			offers = append(offers, o)
		}
	}
	a.Tools = offers
	return a
}

// evidence is the rule that nobody is undecided about a verb before a tool was asked about it: while
// there is nothing else to answer, the next decision is a call.
type evidence struct {
	leash *leash // no part of the rule in the log
}

// Name returns "evidence".
func (evidence) Name() string { return "evidence" }

// Narrow implements [loop.Rule].
func (r evidence) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	about := r.leash.study(s.Task)
	var calls []answer.Observation
	for _, step := range s.Steps {
		for _, c := range step.Calls {
			calls = append(calls, answer.Observation{Tool: c.Tool, Args: c.Args})
		}
	}
	if about.Unasked(calls) && r.leash.answers(s).Undecided() {
		a.Answer = nil
	}
	return a
}

// glossed returns what lookup_spanish may be asked. Beside each other the three hold more than the
// calls themselves only where several are missing.
func (d domain) glossed(s planner.State, legal answer.Domains) (persons, tenses, verbs []string) {
	missing, ok := d.study(s.Task).GlossCalls(observed(s.Steps))
	if !ok {
		return spelled(legal.Persons), spelled(verb.Tenses), legal.Verbs
	}
	for _, c := range missing {
		persons = append(persons, string(c.Person))
		tenses = append(tenses, string(c.Tense))
		verbs = append(verbs, c.Verb)
	}
	return distinct(persons), distinct(tenses), distinct(verbs)
}

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// spelled returns persons or tenses as the schemas spell them.
func spelled[T ~string](values []T) []string {
	var list []string
	for _, p := range values {
		list = append(list, string(p))
	}
	return list
}
