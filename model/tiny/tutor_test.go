package tiny_test

import (
	"context"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/rules"
	"github.com/shortleash/shortleash/tutor/weights"
)

// A recorder plays rules and keeps what it was asked and said, without the thoughts.
type recorder struct {
	rules.Model
	seen *[]exchange
}

// An exchange is one decision of a run.
type exchange struct {
	request model.Request
	reply   string
}

func (r recorder) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		reply, err := model.Collect(r.Model.Generate(ctx, req))
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		*r.seen = append(*r.seen, exchange{req, reply.Text})
		yield(model.Chunk{Text: reply.Text, Done: true, Finish: reply.Finish, Usage: reply.Usage}, nil)
	}
}

// withoutThought cuts the thought out of a decision.
func withoutThought(decision string) string {
	if _, rest, ok := strings.Cut(decision, `,"tool":`); ok {
		return `{"tool":` + rest
	}
	return decision
}

// exchanges returns the decisions of the tutor about sentences, as a model without thoughts sees them.
func exchanges(t testing.TB, sentences ...string) []exchange {
	t.Helper()
	var seen []exchange
	tutor, err := tutor.New(tutor.Options{Model: func() model.Model { return recorder{rules.New(), &seen} }, Loop: loop.Config{}})
	require.NoError(t, err)
	for _, s := range sentences {
		report, err := tutor.Correct(t.Context(), s, nil, nil)
		require.NoError(t, err)
		require.Equal(t, loop.Final, report.Outcome)
	}
	for i := range seen {
		e := &seen[i]
		e.reply = withoutThought(e.reply)
		schema := string(e.request.Grammar.Schema())
		schema = strings.ReplaceAll(schema, `"thought":{"type":"string","maxLength":200},`, "")
		schema = strings.ReplaceAll(schema, `"thought",`, "")
		require.NotContains(t, schema, "thought")
		e.request.Grammar, err = grammar.Compile(t.Context(), json.RawMessage(schema), grammar.Options{})
		require.NoError(t, err)
		e.request.Messages = slices.Clone(e.request.Messages)
		for j := range e.request.Messages {
			if m := &e.request.Messages[j]; m.Author == model.Assistant {
				m.Content = withoutThought(m.Content)
			}
		}
	}
	return seen
}

var sentences = []string{
	"He goed to school.", "She don't like tea.", "The list of items are long.", "She is happy.",
	"He go home and she cook dinner.", "I've forgot your name.", "Good morning!", "Yesterday he stoped the car.",
	"The cats was hungry yesterday, and they has two informations.", `He say "no" again.`,
}

// Whatever is legal, the walk cuts it as the encoder does: the cache of a next decision then holds
// the very tokens that were generated.
func TestTheWalkCutsAsTheEncoderDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tokens, choices := 0, 0
	for _, e := range exchanges(t, sentences...) {
		spelled, err := weights.Tokenizer().MatchTokens(e.request.Grammar, e.reply)
		require.NoError(t, err, e.reply)
		var ids []uint16
		for _, s := range spelled {
			ids = append(ids, s.ID)
			if s.Choices > 1 {
				choices++
			}
		}
		tokens += len(ids)
		require.Equal(t, weights.Tokenizer().EncodeText(e.reply), ids)
		for range 5 {
			document := string(e.request.Grammar.Sample(r))
			_, err := weights.Tokenizer().MatchTokens(e.request.Grammar, document)
			assert.NoError(t, err, document)
		}
	}
	t.Logf("%d tokens, %d choices", tokens, choices)
	assert.Less(t, choices*2, tokens)
}

func TestSpellSaysWhereADocumentLeavesTheGrammar(t *testing.T) {
	e := exchanges(t, "He goed to school.")[0]
	for document, want := range map[string]string{
		`{"tool":"fly"}`: `tiny: after "{\"tool\":\"" cannot come "f"`,
		`{"Tool":"fly"}`: `tiny: after "" must come "{\"tool\":\""`,
		`{"tool":"lookup_irregular_verb","tool_args":{"verb":"go"}} `: "",
		`{"tool":"lookup_irregular_verb","tool_args":{"verb":"go`:     "",
	} {
		_, err := weights.Tokenizer().MatchTokens(e.request.Grammar, document)
		if assert.Error(t, err) && want != "" {
			assert.EqualError(t, err, want)
		}
	}
}

func TestAPieceAgainstItsFirstByteIsNoChoice(t *testing.T) {
	e := exchanges(t, "He goed to school.")[0]
	spelled, err := weights.Tokenizer().MatchTokens(e.request.Grammar,
		`{"tool":"conjugate","tool_args":{"person":"3sg","tense":"past_simple","verb":"go"}}`)
	require.NoError(t, err)
	var got []string
	for _, s := range spelled {
		got = append(got, weights.Tokenizer().Decode([]uint16{s.ID})+strings.Repeat(" ?", s.Choices-1))
	}
	assert.Equal(t, []string{
		`{"tool":"`, `conjugate","tool_args":{"person":" ?`, `3sg","tense":"`, `past_simple`, `","verb":"`, `g`, `o`, `"}}`,
	}, got)
}
