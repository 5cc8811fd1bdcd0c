// Package rules is a model without weights: it decides by the analysis of package sentence, and speaks the
// tutor's protocol like a language model. It is the teacher of the embedded network.
//
// It reads the compact prompt form: the sentence, then its own decisions with the tools' observations. It
// calls the tool that gives the evidence for each wrong verb group, or that confirms a right one, and
// answers. Its answer is one of the choices that package answer makes of the observations, so a trace shows
// where each word came from.
//
// Every reply fits the request's grammar. Where the grammar has no call left, or a tool reported
// an error, it answers with what it has; without any evidence the answer is undecided. The same
// request gives the same reply, and a [Model] is safe for concurrent use.
package rules

import (
	"context"
	"errors"
	"iter"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/spanish"
)

// CompactForm is the prompt form that the model reads.
const CompactForm = "compact"

// A Model plays the executor of the tutor. Its zero value is ready, and gives no glosses.
type Model struct {
	// Gloss asks lookup_spanish about each verb group before the answer, and gives the Spanish of
	// the sentence where every word of it is known.
	Gloss bool
	// Spanish is that of the glosses; "" is the Spanish of Latin America.
	Spanish spanish.Variety
	// Cache keeps the analysis of a sentence between decisions. nil keeps nothing.
	Cache *answer.Cache
}

var (
	_ model.Model      = Model{}
	_ model.Specialist = Model{}
)

// New returns the model without glosses.
func New() Model { return Model{} }

// Name returns "rules".
func (Model) Name() string { return "rules" }

// Roles returns the executor's role with the compact prompt form.
func (Model) Roles() []model.RoleForm {
	return []model.RoleForm{{Role: model.Executor, Form: CompactForm}}
}

// errNoReply says that none of the model's decisions fits the grammar.
var errNoReply = errors.New("rules: nothing fits the grammar of the request")

// Generate streams one decision, in one chunk.
func (m Model) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(model.Chunk{}, err)
			return
		}
		reply, err := m.reply(req)
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		if yield(model.Chunk{Text: reply}, nil) {
			yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
		}
	}
}

// reply returns the first decision, best first, that the grammar accepts: with its thought, without, or with the
// beginning of it.
func (m Model) reply(req model.Request) (string, error) {
	t, err := m.read(req.Messages)
	if err != nil {
		return "", err
	}
	t.glosses = m.Gloss
	for d := range t.decisions() {
		for _, longest := range thoughts {
			text, err := d.encode(longest)
			if err != nil {
				return "", err
			}
			if req.Grammar == nil || req.Grammar.Check(context.Background(), text) == nil {
				return string(text), nil
			}
		}
	}
	return "", errNoReply
}

// A decision is one reply in the wire format.
type decision struct {
	Thought string `json:"thought,omitempty"`
	Tool    string `json:"tool"`
	Args    any    `json:"tool_args"`
}

// thoughts are the bounds of a thought that are tried, in code points: as the loop bounds it, none, and short ones.
var thoughts = []int{200, 0, 40, 1}

func (d decision) encode(longest int) ([]byte, error) {
	if longest == 0 {
		d.Thought = ""
	} else {
		d.Thought = answer.Cut(d.Thought, longest)
	}
	return tools.Encode(d)
}
