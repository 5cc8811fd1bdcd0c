package tutor

import (
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
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
	length    loop.Enforce
	brief     bool // models leave out the lines that the program writes

	Language // exported, because the log keeps the configuration of a rule
}

func newPolicy(length loop.Enforce) *policy {
	return &policy{sentences: &answer.Cache{}, length: length}
}

// grounded reports whether there are sentences about which the tools limit the words and the model makes the choice.
func (l *policy) grounded() bool {
	return l.length == loop.GroundedPolicy || l.length == loop.MixedPolicy
}

// leaves reports whether the choice about a sentence is the model's; else the analysis of the sentence limits words and
// choice. At the mixed length the choice is the model's where the analysis sees no error, and suspects one, or does not judge the
// sentence and has no opinion of some verb.
func (l *policy) leaves(text string) bool {
	return l.length == loop.GroundedPolicy || l.length == loop.MixedPolicy && l.study(text).Open()
}

// directs reports whether a model only writes the answer: which tool is called next is not its choice, and costs no
// request.
func (l *policy) directs() bool { return l.brief && l.length == loop.MixedPolicy }

// prompts returns the prompt files that describe the answers of the policy.
func (l *policy) prompts() prompts {
	if l.grounded() {
		return groundedPrompts
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
	var schema grammar.Schema
	switch {
	case l.directs() && l.leaves(s.Task):
		return l.groundedAnswers(s).Rewriting()
	case l.leaves(s.Task):
		schema = l.groundedAnswers(s).Schema()
	case l.directs():
		schema = l.study(s.Task).Declined(l.answers(s)).Schema()
	default:
		schema = l.answers(s).Schema()
	}
	if l.brief {
		schema = answer.Brief(schema)
	}
	return schema
}

// answerShape returns what any run may answer as a schema.
func (l *policy) answerShape() grammar.Schema {
	if l.grounded() || l.brief {
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

// groundedAnswers returns what a run may answer at the grounded length.
func (l *policy) groundedAnswers(s planner.State) answer.Grounded {
	if l.length == loop.MixedPolicy {
		return l.study(s.Task).Unsettled(observed(s.Steps))
	}
	return l.study(s.Task).Grounded(observed(s.Steps))
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
// gloss of an answer still lacks. A tool without a legal call is removed. Where the choice is the model's, the verbs
// may have any tense and person, and any words are a subject; where it only writes the answer, one call after the other is
// legal.
type domain struct{ *policy }

// Name returns "domain".
func (domain) Name() string { return "domain" }

// Narrow implements [loop.Rule].
func (d domain) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	var arguments arguments
	switch {
	case d.directs():
		arguments = d.next(s)
	case d.leaves(s.Task):
		arguments = d.any(s)
	default:
		arguments = d.analyzed(s)
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

// any returns the arguments that are about any verb of the sentence.
func (d domain) any(s planner.State) arguments {
	before := asked(s.Steps)
	return func(tool sentence.Tool, args grammar.Schema) (grammar.Schema, bool) {
		return d.study(s.Task).GroundedArguments(args, tool, before)
	}
}

// next returns the arguments of the one call whose turn it is.
func (d domain) next(s planner.State) arguments {
	call, ok := d.study(s.Task).NextCall(asked(s.Steps))
	return func(tool sentence.Tool, args grammar.Schema) (grammar.Schema, bool) {
		if !ok {
			return grammar.Schema{}, false
		}
		return answer.Arguments(args, tool, []sentence.Call{call})
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
	switch {
	case l.directs():
		_, ok := l.study(s.Task).NextCall(asked(s.Steps))
		return ok
	case l.leaves(s.Task):
		return !l.study(s.Task).Looked(observed(s.Steps))
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
