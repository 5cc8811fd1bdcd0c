package tutor

import (
	"context"
	"encoding/json"
	"fmt"
	"text/template"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
)

// A Head is how much the prompts of a trained model explain. It pays for each word that it must read and write.
type Head string

// How much there is to read.
const (
	// HeadLong shows the schema of each tool and of the answer, has the model think, and says after each step what
	// may be chosen.
	HeadLong Head = "long"
	// HeadShort names tools and arguments, which the grammar holds anyway. There are no thoughts, unless the loop
	// sets their ceiling; so a decision without a choice is not asked for. A prompt begins with the whole one
	// before it, so that the server has to read only what is new. There is such a head for the strategy react.
	HeadShort Head = "short"
)

// ShortForm is the form of the prompt with a short head.
const ShortForm = "short"

// smallest is how many parameters a model has, at least, that gets a long head and decides itself: below, each word
// of a prompt costs more than it explains, and the analysis knows more.
const smallest = 3_000_000_000

// HeadFor returns the head for a model where none is asked for: a short one for a model that says that it is small,
// where the grammar holds what the head leaves out.
func HeadFor(m model.Model, length loop.Enforce) Head {
	if n := parametersOf(m); 0 < n && n < smallest && length.Rules() {
		return HeadShort
	}
	return HeadLong
}

// headFor returns the head that was asked for, or that of the model.
func (o Options) headFor(m model.Model) (Head, error) {
	switch react := o.Planner == Planners[0]; {
	case o.Head == HeadShort && !react:
		return "", misuse("there is a short head for the strategy react only; %s has a long one", o.Planner)
	case o.Head == HeadLong || o.Head == HeadShort:
		return o.Head, nil
	case o.Head != "":
		return "", misuse("there is no head %q; there is: %s, %s", o.Head, HeadLong, HeadShort)
	case !react:
		return HeadLong, nil
	}
	return HeadFor(m, o.Loop.Enforce), nil
}

// general returns the strategy for trained models.
func (o Options) general(p *policy) (planner.Planner, error) {
	if o.Head != HeadShort {
		return o.strategy("", p.prompts())
	}
	file := "prompts/react.short.md"
	if p.length == loop.MixedPolicy {
		file = "prompts/react.mixed.md"
	}
	words, err := prompt.Parse(p.prompts(), file, "", template.FuncMap{"doubts": p.doubts})
	short := shortReAct{strategy.ReAct{Prompt: words, NoThought: o.Loop.Thought == 0}}
	if p.length == loop.MixedPolicy {
		return rewriter{short}, err
	}
	return short, err
}

// doubts words the second opinion of the analysis at the grounded length, where the model decides: the verbs that it
// sees as wrong. It says nothing of a sentence in which it sees no fault, because that would be taken for a verdict.
func (l *policy) doubts(text string) string {
	if l.length != loop.GroundedPolicy {
		return ""
	}
	return l.study(text).Doubts()
}

// A shortReAct is ReAct with a short head, which the log says.
type shortReAct struct{ strategy.ReAct }

// Capabilities implements [planner.Capable].
func (shortReAct) Capabilities() planner.Capabilities {
	return planner.Capabilities{Settings: json.RawMessage(fmt.Sprintf(`{"head":%q}`, HeadShort))}
}

// A rewriter is a shortReAct whose model reads the sentence alone and writes it. What the tools returned stands in the
// grammar; small models that read it too change less of what is wrong.
type rewriter struct{ shortReAct }

// Next implements [planner.Planner].
func (r rewriter) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	s.Steps = nil
	return r.shortReAct.Next(ctx, s, a, ask)
}

// recordedHead returns the head that a logged run had.
func recordedHead(info loop.RunInfo) Head {
	if gjson.GetBytes(info.Planner, "head").Str == string(HeadShort) {
		return HeadShort
	}
	return HeadLong
}
