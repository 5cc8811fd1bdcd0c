package tutor

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// A sized model is one that knows how many parameters it has.
type sized struct {
	model.Model
	parameters int64
}

func (s sized) Parameters() int64 { return s.parameters }

// A wrapped model is found by Unwrap.
type wrapped struct{ model.Model }

func (w wrapped) Unwrap() model.Model { return w.Model }

func TestTheHeadFollowsTheSizeOfTheModel(t *testing.T) {
	of := func(n int64) model.Model { return sized{fake.Script(), n} }
	for _, row := range []struct {
		claim  string
		m      model.Model
		length loop.Enforce
		want   Head
	}{
		{"a small model", of(134_520_000), loop.GroundedPolicy, HeadShort},
		{"a small model within another", wrapped{of(smallest - 1)}, loop.Full, HeadShort},
		{"a larger one", of(smallest), loop.GroundedPolicy, HeadLong},
		{"a size that is not known", of(0), loop.GroundedPolicy, HeadLong},
		{"a model that says nothing", fake.Script(), loop.GroundedPolicy, HeadLong},
		{"where the grammar does not hold the words", of(1), loop.Enum, HeadLong},
		{"where it holds nothing", of(1), loop.Off, HeadLong},
	} {
		assert.Equal(t, row.want, HeadFor(row.m, row.length), row.claim)
	}
	for _, o := range []Options{{Planner: "plan-act", Head: HeadShort}, {Head: "tiny"}} {
		o.Model, o.Loop = shared(fake.Script()), loop.Usual()
		_, err := New(o)
		assert.ErrorContains(t, err, "head")
	}
	planned, err := New(Options{Model: shared(of(1)), Planner: "plan-act", Loop: loop.Usual()})
	require.NoError(t, err)
	assert.Equal(t, HeadLong, planned.options.Head)
}

// short returns the options of a small model at a length.
func short(m model.Model, length loop.Enforce) Options {
	o := Options{Model: shared(m), Loop: loop.Usual(), Head: HeadShort}
	o.Loop.Enforce = length
	return o
}

// askedOf returns what a model was asked in one run.
func askedOf(t *testing.T, o Options, sentence string, replies ...string) []model.Request {
	t.Helper()
	m := fake.Script(replies...)
	o.Model = shared(m)
	tutor, err := New(o)
	require.NoError(t, err)
	correct(t, tutor, sentence)
	return m.Requests()
}

func TestAShortHeadCostsLessThanHalf(t *testing.T) {
	replies := []string{
		`{"tool":"lookup_irregular_verb","tool_args":{"verb":"goed"}}`,
		`{"tool":"conjugate","tool_args":{"person":"1sg","tense":"past_perfect","verb":"be"}}`,
		`{"tool":"final_answer","tool_args":{"corrected":"He went to school and is late.","in_scope":true,"rationale":[],"spanish_gloss":null}}`,
	}
	asked := askedOf(t, short(nil, loop.GroundedPolicy), "He goed to school and is late.", replies...)
	require.Len(t, asked, len(replies))
	last := asked[len(asked)-1].Messages
	golden(t, "prompt_short.golden", transcript(t, last))

	long := short(nil, loop.GroundedPolicy)
	long.Head = HeadLong
	head := askedOf(t, long, "He goed to school and is late.", "{}")[0].Messages[0].Content
	assert.Less(t, 2*len(last[0].Content), len(head))
}

// The server keeps what it has read and written: the next prompt begins with both.
func TestPromptsWithAShortHeadOnlyGrow(t *testing.T) {
	for _, length := range []loop.Enforce{loop.GroundedPolicy, loop.Full} {
		grown := 0
		for seed := range int64(8) {
			for _, sentence := range fifty()[:12] {
				g := &recorder{Model: fake.Random(seed)}
				tutor, err := New(short(g, length))
				require.NoError(t, err)
				correct(t, tutor, sentence)
				for i := 1; i < len(g.asked); i++ {
					before, after := g.asked[i-1], g.asked[i]
					require.Greater(t, len(after), len(before))
					assert.Equal(t, before, after[:len(before)])
					assert.Equal(t, model.Assistant, after[len(before)].Author)
					assert.Contains(t, g.replies[i-1], after[len(before)].Content)
					grown++
				}
				assert.LessOrEqual(t, g.heads(), 1, "the head is the same for each sentence")
			}
		}
		assert.Greater(t, grown, 50, length)
	}
}

func TestTheExamplesOfAHeadCannotBeCopied(t *testing.T) {
	for _, head := range []Head{HeadShort, HeadLong} {
		o := short(nil, loop.GroundedPolicy)
		o.Head = head
		const sentence = "The cat goed home."
		text := askedOf(t, o, sentence, "{}")[0].Messages[0].Content
		copied := 0
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if !strings.HasPrefix(line, `{"tool":"`) && !strings.HasPrefix(line, `{"thought":"`) {
				continue
			}
			copied++
			first := ""
			if head == HeadLong {
				first = `"thought":"",`
			}
			look := `{` + first + `"tool":"lookup_irregular_verb","tool_args":{"verb":"goed"}}`
			for _, replies := range [][]string{{line, line}, {look, line, line}} {
				m := fake.Script(replies...)
				o.Model = shared(m)
				tutor, err := New(o)
				require.NoError(t, err)
				r := correct(t, tutor, sentence)
				assert.Equal(t, loop.ModelFailure, r.Outcome, "%s was taken over", line)
			}
		}
		assert.GreaterOrEqual(t, copied, 2)
	}
}

func TestARunWithAShortHeadReplays(t *testing.T) {
	for seed := range int64(4) {
		o := short(fake.Random(seed), loop.GroundedPolicy)
		for _, sentence := range fifty()[:6] {
			list, _ := events(t, o, sentence)
			again, err := ForRun(*list[0].Run, Options{})
			require.NoError(t, err)
			assert.NoError(t, again.Replay(t.Context(), list), sentence)
		}
	}
}

// A recorder keeps what a model was asked, and what it said.
type recorder struct {
	model.Model
	asked   [][]model.Message
	replies []string
}

func (r *recorder) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		r.asked, r.replies = append(r.asked, req.Messages), append(r.replies, "")
		for c, err := range r.Model.Generate(ctx, req) {
			r.replies[len(r.replies)-1] += c.Text
			if !yield(c, err) {
				return
			}
		}
	}
}

// heads returns how many different heads there were.
func (r *recorder) heads() int {
	var all []string
	for _, messages := range r.asked {
		if !slices.Contains(all, messages[0].Content) {
			all = append(all, messages[0].Content)
		}
	}
	return len(all)
}
