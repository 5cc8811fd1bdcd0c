package tutor

import (
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// maxCalls is the quota of each tool in one run.
const maxCalls = 6

// A policy says what may be asked about a sentence, and what may be answered. One policy serves many runs
// at once.
type policy struct {
	sentences *answer.Cache
	terms
}

// terms are what the log keeps of a policy, as the configuration of the rule domain.
type terms struct {
	Language
	// Leash is Mixed, or "" for any other: the loop's own configuration has that.
	Leash loop.Leash `json:"leash,omitempty"`
}

func newPolicy(leash loop.Leash, l Language) *policy {
	p := &policy{sentences: &answer.Cache{}, terms: terms{Language: l}}
	if leash == Mixed {
		p.Leash = Mixed
	}
	return p
}

// mixed reports whether a model is asked only where it may know more than the analysis of a sentence, and for the
// sentence alone: which tool is called next is not its choice, and costs no request.
func (l *policy) mixed() bool { return l.Leash == Mixed }

// opens reports whether a sentence is the model's to write: the analysis sees no error, and suspects one, or does not
// judge the sentence and has no opinion of some verb.
func (l *policy) opens(text string) bool { return l.mixed() && l.study(text).Open() }

// prompts returns the prompt files that describe the answers of the policy.
func (l *policy) prompts() prompts {
	if l.mixed() {
		return mixedPrompts
	}
	return promptFiles
}

// rules returns the rules of the tutor's runs.
func (l *policy) rules() []loop.Rule {
	list := []loop.Rule{domain{l}}
	for _, tool := range append([]sentence.Tool{sentence.Spanish}, verbTools...) {
		list = append(list, loop.Quota{Tool: string(tool), Calls: maxCalls})
	}
	return append(list, evidence{l}, loop.Grounded{Answers: l.answerSchema})
}

// answerSchema returns what a run may answer as a schema.
func (l *policy) answerSchema(s planner.State) grammar.Schema {
	if !l.mixed() {
		return l.answers(s).Schema()
	}
	about := l.study(s.Task)
	if about.Open() {
		if schema, ok := about.Rewritings(observed(s.Steps)); ok {
			return schema
		}
	}
	return answer.Brief(about.Declined(l.answers(s)).Schema())
}

// answerShape returns what any run may answer as a schema.
func (l *policy) answerShape() grammar.Schema {
	if l.mixed() {
		return answer.OpenSchema()
	}
	return answer.Schema()
}

// study returns what is known about the sentence of a run before anything is looked up.
func (l *policy) study(text string) *answer.Sentence { return l.sentences.Sentence(text, l.Spanish) }

// answers returns what a run may answer.
func (l *policy) answers(s planner.State) answer.Answers {
	return l.study(s.Task).Answers(observed(s.Steps))
}

// asked returns the calls in steps, with what the tools returned, as the model read it; one that failed, or has not come
// back, has no output.
func asked(steps []planner.Step) []answer.Observation {
	var list []answer.Observation
	for _, step := range steps {
		for i, c := range step.Calls {
			made := answer.Observation{Tool: c.Tool, Args: c.Args}
			if i < len(step.Observations) && step.Observations[i].OK {
				made.Output = step.Observations[i].Output
			}
			list = append(list, made)
		}
	}
	return list
}

// observed returns those of asked that were answered.
func observed(steps []planner.Step) []answer.Observation {
	return slices.DeleteFunc(asked(steps), func(o answer.Observation) bool { return o.Output == nil })
}

// domain is the rule that the tools are asked about this sentence only, and nothing twice: about its
// verbs, the tenses and persons that these can have, and its subjects; and lookup_spanish about what the
// gloss of an answer still lacks. A tool without a legal call is removed. At the leash Mixed one call after the other is
// legal.
type domain struct{ *policy }

// Name returns "domain".
func (domain) Name() string { return "domain" }

// Narrow implements [loop.Rule].
func (d domain) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	arguments := d.analyzed(s)
	if d.mixed() {
		arguments = d.next(s)
	}
	var offers []planner.Offer
	for _, o := range a.Tools {
		ok := true
		if tool := sentence.Tool(o.Name); tool == sentence.Spanish || slices.Contains(verbTools, tool) {
			o.Args, ok = arguments(tool, o.Args)
		}
		if ok {
			offers = append(offers, o)
		}
	}
	a.Tools = offers
	return a
}

// arguments narrows the arguments of a tool; it is false where no call is left.
type arguments func(tool sentence.Tool, args grammar.Schema) (_ grammar.Schema, ok bool)

// analyzed returns the arguments that the analysis of the sentence opens.
func (d domain) analyzed(s planner.State) arguments {
	answered := observed(s.Steps)
	left := d.study(s.Task).RemainingCalls(answered)
	return func(tool sentence.Tool, args grammar.Schema) (grammar.Schema, bool) {
		if tool == sentence.Spanish {
			return d.spanishArguments(s, args, answered)
		}
		return answer.Arguments(args, tool, left)
	}
}

// next returns the arguments of the one call whose turn it is, and, once the verbs have their evidence, what a gloss lacks.
func (d domain) next(s planner.State) arguments {
	call, waits := d.study(s.Task).NextCall(asked(s.Steps))
	return func(tool sentence.Tool, args grammar.Schema) (grammar.Schema, bool) {
		switch {
		case waits:
			return answer.Arguments(args, tool, []sentence.Call{call})
		case tool == sentence.Spanish:
			return d.spanishArguments(s, args, observed(s.Steps))
		}
		return grammar.Schema{}, false
	}
}

// evidence is the rule that no answer is given while it could only be "undecided" and a tool can still be
// asked about a verb that lacks evidence. It stands after the rules that remove tools.
type evidence struct {
	policy *policy // no part of the rule in the log
}

// Name returns "evidence".
func (evidence) Name() string { return "evidence" }

// Narrow implements [loop.Rule].
func (r evidence) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	asks := func(o planner.Offer) bool { return slices.Contains(verbTools, sentence.Tool(o.Name)) }
	if slices.ContainsFunc(a.Tools, asks) && r.policy.undecided(s) {
		a.Answer = nil
	}
	return a
}

// undecided reports whether nothing but "undecided" can be answered yet.
func (l *policy) undecided(s planner.State) bool {
	if l.mixed() {
		_, waits := l.study(s.Task).NextCall(asked(s.Steps))
		return waits
	}
	return l.answers(s).Undecided()
}

// verbTools are the tools that give evidence about a verb.
var verbTools = []sentence.Tool{sentence.Lookup, sentence.Conjugate, sentence.Agreement}

// spanishArguments returns what lookup_spanish may be asked: what a gloss lacks, or, where that is not
// known, anything about the verbs.
func (d domain) spanishArguments(s planner.State, args grammar.Schema, answered []answer.Observation) (grammar.Schema, bool) {
	about := d.study(s.Task)
	if missing, ok := about.GlossCalls(answered); ok {
		return answer.Arguments(args, sentence.Spanish, missing)
	}
	return answer.Arguments(args, sentence.Conjugate, about.RemainingCalls(nil))
}

// Mixed is a leash of the tutor's own: as loop.Full, but where the analysis of a sentence sees no error and is not
// sure, a model writes the sentence, whose verbs may change into forms that the tools returned.
const Mixed loop.Leash = "mixed"

// Leashes lists how short the tutor's leash can be, the longest first.
//
//	enum   the names of tools, the types of arguments
//	mixed  full, but verbs of which the analysis has no opinion are the model's choice: for trained models
//	full   what the analysis of the sentence bears out: for models that know less than it does
var Leashes = []loop.Leash{loop.Enum, Mixed, loop.Full}

// LeashFor returns the leash of a model where none is asked for. A model that was made for the tutor, that draws or
// that plays what it says knows less than the analysis of the sentence. A trained model knows less where the analysis
// sees an error, and may know more elsewhere (docs/evidence/real-models.md).
func LeashFor(m model.Model) loop.Leash {
	switch m.(type) {
	case model.Specialist, fake.Randomized, *fake.Scripted, *fake.Adversary:
		return loop.Full
	}
	if w, ok := m.(interface{ Unwrap() model.Model }); ok {
		return LeashFor(w.Unwrap())
	}
	return Mixed
}

// escalatedLeash returns the leash that is asked for where another model tries again: one that was chosen to
// hold less stays, and any other is that of the model.
func escalatedLeash(asked loop.Leash) loop.Leash {
	if asked.Rules() {
		return ""
	}
	return asked
}
