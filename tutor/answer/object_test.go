package answer_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/answer"
)

func TestAnObjectIsWrittenAsItsSchemaSays(t *testing.T) {
	g, err := grammar.Compile(t.Context(), answer.Schema().JSON(), grammar.Options{})
	require.NoError(t, err)
	text := "He went."
	for _, o := range []answer.Object{
		{Rationale: []string{"not_english: this does not look like English."}},
		{Corrected: &text, InScope: true, Rationale: []string{"", "x"}, SpanishGloss: &text},
	} {
		written, err := tools.Encode(o)
		require.NoError(t, err)
		assert.NoError(t, g.Check(t.Context(), written), "%s", written)
		read, err := answer.ReadObject("He go.", written)
		require.NoError(t, err)
		assert.Equal(t, o, read)
	}
}

func TestWhatASchemaCannotSay(t *testing.T) {
	o, err := answer.ReadObject("He went.",
		json.RawMessage(`{"corrected":"He went.","in_scope":false,"rationale":["x"],"spanish_gloss":null}`))
	require.NoError(t, err)
	assert.Nil(t, o.Corrected, "a correction that changes nothing is none")
	assert.False(t, o.InScope)
	o, err = answer.ReadObject("He go.", json.RawMessage(`{"corrected":"He went.","in_scope":false,"rationale":["x"],"spanish_gloss":null}`))
	require.NoError(t, err)
	assert.True(t, o.InScope, "an answer that corrects has judged")
	_, err = answer.ReadObject("He go.", json.RawMessage(`[]`))
	assert.ErrorContains(t, err, "answer: the answer does not fit its schema")
}
