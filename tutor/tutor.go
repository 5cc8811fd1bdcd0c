// Package tutor is the English tutor as a library: it corrects the verbs of sentences with any model.
//
// [New] makes a [Tutor] from [Options]; [Tutor.Correct] takes one input, runs the loop once for each
// of its sentences, and returns a [Report]: the model's answer, the [Edit] list that leads from the
// input to it, and how the run ended.
//
// The tutor's policy narrows what a model can do, as far as one of [Leashes] says: at [Mixed] and full a model
// can ask only about the sentence of the run, and answer only with words that the tools returned about it and
// the small words beside them (package answer). The edits applied to the input give the corrected text, byte
// for byte. A run that did not end final makes no claim: its report corrects nothing. The package prints
// nothing.
package tutor

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/rules"
	"github.com/shortleash/shortleash/tutor/toolset"
)

// CompactForm is the prompt form of models that were made for the tutor: the sentence and the
// observations, without a word of explanation.
const CompactForm = "compact"

// TerseForm is the compact form of models that decide without a thought.
const TerseForm = "terse"

// maxSentences bounds one input. A page goes in line by line.
const maxSentences = 200

// Options says how a tutor works.
type Options struct {
	// Model returns the model for one input. Required; the same one each time, or one that starts anew.
	Model func() model.Model
	// Planner is one of Planners. "" is the first.
	Planner string
	// PlanErrors is what the critic of preflect knows of planning errors; nil is planerrors.Core. Other
	// strategies take no notice of it.
	PlanErrors *planerrors.Library
	// Ablation is what preflect goes without, to measure its parts. Other strategies take no notice of it.
	Ablation strategy.Ablation
	// Loop is how each run goes; the zero value is where to start. New sets its Answer, and puts the
	// tutor's rules before its own. Its Leash is one of Leashes; "" is that of LeashFor.
	Loop loop.Config
	// Language is which English is proposed and which Spanish is written.
	Language Language
	// Gloss says when there is a Spanish gloss. "" is GlossAuto.
	Gloss Gloss
	// Trace keeps the steps of the runs in the reports.
	Trace bool
	// MinConfidence is the confidence, from 0 to 1, below which an answer is unsure. nil takes what the
	// model says of itself, which only weights do that were measured. Zero is never.
	MinConfidence *float64
	// Escalate returns the model that a sentence is run with again if its answer is unsure or its run
	// did not end final. nil is none. Its leash is that of LeashFor, unless a looser one was asked for:
	// held as the first model was, a better one could say nothing else.
	Escalate func() model.Model
}

// A Tutor corrects sentences. It is immutable and safe for concurrent use.
type Tutor struct {
	options  Options
	registry *tools.Registry
	general  planner.Planner
	compact  planner.Planner
	terse    planner.Planner
	policy   *policy

	model model.Model // that of New
	loop  *loop.Loop  // of first; a loop keeps the grammars it has compiled

	escalated *Tutor // that Options.Escalate makes; nil: none
}

// A Misuse is an error that says what was asked for and is not there, in plain words.
type Misuse struct{ Message string }

// Error returns the message.
func (m *Misuse) Error() string { return m.Message }

// Misuse returns the message. Programs know by this method that the error is meant for their user.
func (m *Misuse) Misuse() string { return m.Message }

func misuse(format string, args ...any) error { return &Misuse{fmt.Sprintf(format, args...)} }

// New returns a tutor. An error that is a *Misuse or wraps [loop.ErrMisuse] says what does not fit.
func New(o Options) (_ *Tutor, err error) {
	if o.Planner == "" {
		o.Planner = Planners[0]
	}
	if !slices.Contains(Planners, o.Planner) {
		return nil, misuse("there is no planner %q; there is: %s", o.Planner, strings.Join(Planners, ", "))
	}
	if o.Model == nil {
		return nil, misuse("a model is required")
	}
	if c := o.MinConfidence; c != nil && !(*c >= 0 && *c <= 1) {
		return nil, misuse("the least confidence is %v, want a number from 0 to 1", *c)
	}
	given := o
	if newModel := o.Model; o.Gloss != "" || o.Language != (Language{}) {
		o.Model = func() model.Model { return o.withLanguage(newModel()) }
	}
	first := o.Model()
	policy := newPolicy(cmp.Or(o.Loop.Leash, LeashFor(first)), o.Language)
	if o.Loop.Leash = cmp.Or(o.Loop.Leash, loop.Full); policy.mixed() {
		o.Loop.Leash = loop.Full
	}
	o.Gloss = o.Gloss.resolved(first, policy.mixed())
	o.Loop.Answer = policy.answerShape()
	o.Loop.Rules = slices.Concat(o.Gloss.rules(policy), policy.rules(), o.Loop.Rules)
	tooling := o.Language.options()
	tooling.AllForms = policy.mixed()
	four, err := toolset.Tools(tooling)
	if err != nil {
		return nil, err
	}
	t := &Tutor{options: o, policy: policy, model: first}
	if t.registry, err = tools.NewRegistry(four...); err != nil {
		return nil, err
	}
	if t.general, err = o.general(policy); err != nil {
		return nil, err
	}
	if t.compact, err = o.strategy(CompactForm, promptFiles); err != nil {
		return nil, err
	}
	if t.terse, err = terse(o.Planner); err != nil {
		return nil, err
	}
	if t.loop, err = t.newLoop(t.model); err != nil { // an error shows before the first input
		return nil, err
	}
	if given.Escalate != nil {
		given.Model, given.Escalate = given.Escalate, nil
		given.Loop.Leash = escalatedLeash(given.Loop.Leash)
		t.escalated, err = New(given)
	}
	return t, err
}

// loopFor returns a loop for m: the tutor's own, where m is the model that New asked for.
func (t *Tutor) loopFor(m model.Model) (*loop.Loop, error) {
	if reflect.TypeOf(m).Comparable() && m == t.model {
		return t.loop, nil
	}
	return t.newLoop(m)
}

// newLoop returns a loop for m, with prompts in the form that m reads.
func (t *Tutor) newLoop(m model.Model) (*loop.Loop, error) {
	p := t.general
	if s, ok := m.(model.Specialist); ok {
		for _, role := range s.Roles() {
			switch role.Form {
			case CompactForm:
				p = t.compact
			case TerseForm:
				if p = t.terse; p == nil {
					return nil, misuse("the model %s plays the strategy react only; with %s, take another, such as rules", m.Name(), t.options.Planner)
				}
			}
		}
	}
	if r, ok := m.(rules.Model); ok && t.options.Planner != Planners[0] {
		m = allRoles{r, t.registry}
	}
	return loop.New(p, m, t.registry, t.options.Loop)
}

// Correct corrects one input: each of its sentences is a run. log gets the events of the runs, one
// after the other; nil keeps none. watch, if it is not nil, sees each event as it happens, also
// those that are not logged. input must be valid UTF-8. However the runs end, it is in the report;
// the error is not nil only if a run could not start.
func (t *Tutor) Correct(ctx context.Context, input string, log io.Writer, watch func(loop.Event)) (Report, error) {
	if !utf8.ValidString(input) {
		return Report{}, misuse("the input is not UTF-8 text")
	}
	start := time.Now()
	m := t.options.Model()
	r := newReport(input)
	r.Model, r.Planner = m.Name(), t.options.Planner
	if t.options.Trace {
		r.Trace = []TraceStep{}
	}
	if t.escalated != nil {
		r.Escalations = []Escalation{}
	}
	l, err := t.loopFor(m)
	if err != nil {
		return r, err
	}
	var parts []part
	for _, p := range split(input) {
		if reason := refusal(p.sentence); reason != "" {
			p.answer.Rationale = []string{reason}
		} else if err := t.correct(ctx, l, m, &p, &r, log, watch); err != nil {
			return r, err
		}
		if r.Outcome != loop.Final { // then it is the outcome of the whole input
			break
		}
		parts = append(parts, p)
	}
	if r.Outcome == loop.Final {
		r.join(parts)
	}
	if r.Outcome != loop.Final || len(parts) > 1 {
		r.Parts = r.split(parts)
	}
	r.ElapsedMS = time.Since(start).Milliseconds()
	return r, nil
}

// correct runs the loop on one sentence, and the loop of the second model where the first is unsure.
func (t *Tutor) correct(ctx context.Context, l *loop.Loop, m model.Model, p *part, r *Report, log io.Writer, watch func(loop.Event)) error {
	first, err := attemptRun(ctx, l, m, p.sentence, log, watch)
	if err != nil {
		return err
	}
	first.by = t
	r.addCost(first.result)
	final, err := t.escalate(ctx, first, p, r, log, watch)
	if err != nil {
		return err
	}
	return t.conclude(p, r, final)
}

// conclude writes into p and r how the run on one sentence ended.
func (t *Tutor) conclude(p *part, r *Report, a attempt) (err error) {
	result, least := a.result, t.threshold(a.model)
	r.setOutcome(a, least)
	p.confidence, p.unsure = a.least, a.below(least)
	if result.Outcome != loop.Final {
		r.Problem = problem(result)
		if result.Reason == planner.ReasonTransport {
			r.Fault = string(result.Reason)
		}
		return nil
	}
	if p.answer, err = answer.ReadObject(p.sentence, result.Answer); err != nil {
		return err
	}
	about, seen := t.policy.study(p.sentence), observed(result.Steps)
	switch by := a.by; {
	case by.policy.opens(p.sentence) && p.answer.InScope:
		p.answer = about.CompleteRewriting(p.answer, seen)
	case by.options.Loop.Leash.Rules():
		p.answer.Rationale = about.Answers(seen).CompleteRationale(p.answer.Corrected, p.answer.InScope, p.answer.Rationale)
	}
	if p.answer.Corrected != nil {
		p.edits = Diff(p.sentence, *p.answer.Corrected)
		addCodes(p.edits, t.policy.study(p.sentence).Analysis())
	}
	return nil
}

// split cuts an input into its sentences. White space around them is kept apart; an input without
// a sentence has one empty part.
func split(input string) []part {
	sentences := sentence.Split(input)
	if len(sentences) > maxSentences || len(sentences) == 0 {
		sentences = []string{input}
	}
	var parts []part
	for _, s := range sentences {
		trimmed := strings.TrimSpace(s)
		before := s[:strings.Index(s, trimmed)]
		parts = append(parts, part{before: before, sentence: trimmed, after: s[len(before)+len(trimmed):]})
	}
	return parts
}

// refusal returns the rationale line of a sentence that no model is asked about, or "".
func refusal(text string) string {
	switch {
	case utf8.RuneCountInString(text) > answer.MaxText:
		return fmt.Sprintf("%s: only sentences of at most %d characters are judged.", sentence.TooLong, answer.MaxText)
	case text == "" || strings.Contains(text, "<|"):
		// prompts of small models mark the author of a message with "<|"
		return fmt.Sprintf("%s: there is no sentence to judge.", sentence.NotASentence)
	}
	return ""
}
