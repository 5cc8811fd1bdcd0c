package rules

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// decisions yields what could be done next, the best first: the calls that the next group without
// evidence needs, calls for later groups, the answer. A call that was made is not made again. Where
// no answer may be given before the Spanish was looked up, that is done last.
func (t *transcript) decisions() iter.Seq[decision] {
	return func(yield func(decision) bool) {
		for _, i := range t.openGroups() {
			for _, c := range t.analysis.Calls(i) {
				if t.answerTo(c) != nil {
					continue
				}
				if !yield(t.askAbout(i, c)) {
					return
				}
			}
		}
		if c, ok := t.nextGloss(); ok && !yield(decision{"the Spanish of " + c.Verb, string(c.Tool),
			arguments{Person: c.Person, Tense: c.Tense, Verb: c.Verb}}) {
			return
		}
		for _, d := range t.finals() {
			if !yield(d) {
				return
			}
		}
		if t.answers().Undecided() { // a verb lacks evidence, and the calls above were not legal
			for _, c := range t.about.RemainingCalls(t.observations()) {
				if !yield(decision{"what is known of " + c.Verb, string(c.Tool),
					arguments{Person: c.Person, Subject: c.Subject, Tense: c.Tense, Verb: c.Verb}}) {
					return
				}
			}
		}
		for i, g := range t.analysis.Groups {
			for _, p := range t.analysis.Persons(i) {
				if !yield(decision{"the Spanish of " + g.Verb, string(sentence.Spanish),
					arguments{Person: p, Tense: cmp.Or(g.Tense, verb.PresentSimple), Verb: g.Verb}}) {
					return
				}
			}
		}
	}
}

// nextGloss returns the next call that the gloss of the answer needs, if a gloss is wanted and can be
// composed, and the answer judges.
func (t *transcript) nextGloss() (sentence.Call, bool) {
	if !t.glosses {
		return sentence.Call{}, false
	}
	corrected := t.sentence
	if groups := t.correctable(); len(groups) > 0 {
		corrected = t.corrected(groups)
	} else if t.anyWrong() || t.answers().Clean == nil {
		return sentence.Call{}, false
	}
	g, ok := t.about.Gloss(corrected)
	if !ok {
		return sentence.Call{}, false
	}
	for _, c := range g.Calls {
		if t.answerTo(c) == nil {
			return c, true
		}
	}
	return sentence.Call{}, false
}

// openGroups returns the groups that need evidence: all wrong ones, and then right ones until the answer may
// be given.
func (t *transcript) openGroups() []int {
	var wrong, right []int
	for i, g := range t.analysis.Groups {
		_, known := t.evidence(i)
		switch g.Judgment.Verdict {
		case sentence.Wrong:
			if !known {
				wrong = append(wrong, i)
			}
		case sentence.Right:
			if !known {
				right = append(right, i)
			}
		}
	}
	if len(wrong) > 0 {
		return wrong
	}
	possible := t.answers()
	if _, ok := t.correction(possible); ok || !t.anyWrong() && possible.Clean != nil {
		return nil
	}
	return right
}

func (t *transcript) anyWrong() bool {
	return slices.ContainsFunc(t.analysis.Groups, func(g sentence.Group) bool { return g.Judgment.Verdict == sentence.Wrong })
}

// evidence returns the turn whose observation decides group i, and whether there is one.
func (t *transcript) evidence(i int) (int, bool) {
	wrong := t.analysis.Groups[i].Judgment.Verdict == sentence.Wrong
	for _, c := range t.analysis.Calls(i) {
		for at, turn := range t.turns {
			if turn.call != c || turn.failed {
				continue
			}
			edits, ok := t.analysis.Realize(i, turn.observation)
			if ok && wrong == (len(edits) > 0) {
				return at, true
			}
		}
	}
	return 0, false
}

// askAbout returns the decision to call a tool about group i.
func (t *transcript) askAbout(i int, c sentence.Call) decision {
	args := arguments{Person: c.Person, Subject: c.Subject, Tense: c.Tense, Verb: c.Verb}
	return decision{Thought: t.thought(i, c), Tool: string(c.Tool), Args: args}
}

// thought says in a few words, with words of the sentence, why the tool is called.
func (t *transcript) thought(i int, c sentence.Call) string {
	g := t.analysis.Groups[i]
	now := t.analysis.Written(i)
	if g.Judgment.Verdict == sentence.Right {
		return fmt.Sprintf("%s looks right; confirm it", now)
	}
	if g.Judgment.Moment != "" {
		return fmt.Sprintf("%s asks for %s, and there is %s", g.Judgment.Moment, c.Tense, now)
	}
	switch c.Tool {
	case sentence.Lookup:
		return fmt.Sprintf("%s may be a form of %s", now, c.Verb)
	case sentence.Agreement:
		return fmt.Sprintf("does %s go with %s", now, c.Subject)
	}
	if g.Subject.Text != "" && c.Person != "" {
		return fmt.Sprintf("%s is %s, and there is %s", g.Subject.Text, c.Person, now)
	}
	return fmt.Sprintf("%s should be %s of %s", now, c.Tense, c.Verb)
}
