package loop_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A text that ends exactly where its bound ends it may be half of what the model meant.
func TestATextThatEndsAtItsBoundIsWarnedOf(t *testing.T) {
	of := func(s grammar.Schema) grammar.Schema {
		return grammar.Object(grammar.Property{Name: "text", Schema: s})
	}
	text, either := grammar.String(0, 5), grammar.AnyOf(grammar.String(0, 5), grammar.String(0, 9), grammar.Null())
	list := grammar.Array(grammar.Object(grammar.Property{Name: "a", Schema: text}), 0, 3)
	const full = " has 5 characters, the most that it may have, and may have been cut there"
	for _, row := range []struct {
		claim  string
		schema grammar.Schema
		value  string
		want   []string
	}{
		{"a full text", text, `"The t"`, []string{"answer.text" + full}},
		{"characters count, not bytes", text, `"ééééé"`, []string{"answer.text" + full}},
		{"an escape is one character", text, `"a\nb\u00e9\""`, []string{"answer.text" + full}},
		{"a shorter one", text, `"Yes."`, nil},
		{"one that can have no other length", grammar.String(5, 5), `"abcde"`, nil},
		{"a pattern ends by itself", grammar.Pattern("[a-e]*", 0, 5), `"abcde"`, nil},
		{"one of a set", grammar.Enum("abcde"), `"abcde"`, nil},
		{"an alternative has more room", either, `"abcde"`, nil},
		{"the last one has not", either, `"abcdefghi"`,
			[]string{"answer.text has 9 characters, the most that it may have, and may have been cut there"}},
		{"null", either, `null`, nil},
		{"within a list", list, `[{"a":"x"},{"a":"abcde"}]`, []string{"answer.text[1].a" + full}},
	} {
		m := fake.Script(`{"thought":"","tool":"final_answer","tool_args":{"text":` + row.value + `}}`)
		l, err := loop.New(strategy.ReAct{}, m, nil, strict(loop.Config{Answer: of(row.schema)}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome, row.claim)
		assert.Equal(t, row.want, r.Warnings, row.claim)
	}
}

func TestAnArgumentThatEndsAtItsBoundIsWarnedOf(t *testing.T) {
	type note struct {
		Text string `json:"text" jsonschema:"maxLength=5"`
	}
	noted := tools.Must(tools.New("note", "does it", func(_ context.Context, in note) (string, error) { return in.Text, nil },
		tools.Options{}))
	registry, err := tools.NewRegistry(noted)
	require.NoError(t, err)
	l, err := loop.New(strategy.ReAct{}, fake.Script(`{"thought":"","tool":"note","tool_args":{"text":"Buy m"}}`, answer("done")),
		registry, strict(loop.Config{}))
	require.NoError(t, err)
	var log bytes.Buffer
	r, err := l.Run(t.Context(), "task", &log)
	require.NoError(t, err)
	assert.Equal(t, []string{"call c1: note.text has 5 characters, the most that it may have, and may have been cut there"}, r.Warnings)
	events, _, err := loop.ReadLog(&log)
	require.NoError(t, err)
	require.NoError(t, l.Replay(t.Context(), events))
}
