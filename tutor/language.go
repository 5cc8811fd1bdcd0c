package tutor

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/rules"
	"github.com/shortleash/shortleash/tutor/toolset"
)

// A Gloss says when an answer has a Spanish gloss.
type Gloss string

// When there is a gloss. Even with GlossAlways there is none where a word is not known: a wrong gloss is
// worse than none.
const (
	GlossAuto   Gloss = "auto"   // where the model looked the Spanish up; with the embedded network as always, at the leash Mixed as off
	GlossAlways Gloss = "always" // no answer while the model could look it up
	GlossOff    Gloss = "off"    // the Spanish cannot be looked up
)

// A Language says which English is proposed and which Spanish is written. The log of a run keeps it, so
// that the run can be made again, unless it is the zero value.
type Language struct {
	// Dialect is whose forms are proposed where there are several. Those of the other are right too.
	Dialect verb.Dialect `json:"dialect,omitempty"`
	// Spanish is that of the glosses; "" is the Spanish of Latin America.
	Spanish spanish.Variety `json:"spanish,omitempty"`
}

// options returns the language as the tools take it.
func (l Language) options() toolset.Options {
	return toolset.Options{Dialect: l.Dialect, Spanish: l.Spanish}
}

// rules returns the rules by which a run gets its gloss, or none.
func (g Gloss) rules(l *policy) []loop.Rule {
	switch g {
	case GlossOff:
		return []loop.Rule{loop.Quota{Tool: string(sentence.Spanish)}}
	case GlossAlways:
		return []loop.Rule{glossRequired{l}}
	}
	return nil
}

// resolved returns when a run of m has a gloss. GlossAuto leaves that to the model, except for the embedded
// network: it cannot see which words the Spanish tables have, and the grammar can. A model that only writes the sentence
// looks nothing up.
func (g Gloss) resolved(m model.Model, mixed bool) Gloss {
	if g != "" && g != GlossAuto {
		return g
	}
	if _, ok := m.(*tiny.Model); ok {
		return GlossAlways
	}
	if mixed {
		return GlossOff
	}
	return g
}

// glossRequired is the rule that there is no answer before the calls that its gloss lacks.
type glossRequired struct {
	policy *policy // no part of the rule in the log
}

// Name returns "gloss".
func (glossRequired) Name() string { return "gloss" }

// Narrow implements [loop.Rule].
func (g glossRequired) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	if missing, ok := g.policy.study(s.Task).GlossCalls(observed(s.Steps)); ok && len(missing) > 0 {
		a.Answer = nil
	}
	return a
}

// withLanguage returns m with the Spanish of o, if m writes its own.
func (o Options) withLanguage(m model.Model) model.Model {
	if r, ok := m.(rules.Model); ok {
		r.Gloss, r.Spanish = r.Gloss && o.Gloss != GlossOff, o.Language.Spanish
		return r
	}
	return m
}

// recordedTerms returns the terms and the gloss of a logged run, or the default ones; then a replay reports where the
// rules differ.
func recordedTerms(info loop.RunInfo) (l terms, g Gloss) {
	for _, r := range info.Rules {
		if r.Name == (domain{}).Name() && json.Unmarshal(r.Rule, &l) != nil {
			l = terms{}
		}
	}
	for _, known := range []Gloss{GlossOff, GlossAlways} {
		for _, rule := range known.rules(nil) {
			text, err := json.Marshal(rule)
			if err != nil {
				panic("tutor: BUG: a rule is no JSON: " + err.Error())
			}
			if slices.ContainsFunc(info.Rules, func(r loop.RuleInfo) bool { return r.Name == rule.Name() && string(r.Rule) == string(text) }) {
				g = known
			}
		}
	}
	return l, g
}
