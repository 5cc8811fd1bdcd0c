package prompt

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
)

// The example in a head must be an answer that the run would take: a model does what it sees.
func TestTheExampleIsAnAnswerOfTheRun(t *testing.T) {
	object := func(name string, s grammar.Schema) grammar.Schema {
		return grammar.Object(grammar.Property{Name: name, Schema: s})
	}
	rows := []struct {
		claim  string
		schema grammar.Schema
		want   string // "" is none
	}{
		{"a sentence", object("text", grammar.String(0, 100)), `{"text":"The capital of Peru is Lima."}`},
		{"a word where a sentence is too long", object("city", grammar.String(1, 10)), `{"city":"Lima"}`},
		{"one of several", object("letter", grammar.Enum("a", "b")), `{"letter":"a"}`},
		{"numbers, truth and lists", grammar.Object(
			grammar.Property{Name: "list", Schema: grammar.Array(grammar.String(0, 9), 0, 3)},
			grammar.Property{Name: "n", Schema: grammar.Integer(3, 5)},
			grammar.Property{Name: "sure", Schema: grammar.Boolean()}), `{"list":[],"n":3,"sure":true}`},
		{"the first alternative", grammar.AnyOf(object("a", grammar.Enum("x")), object("b", grammar.Enum("y"))), `{"a":"x"}`},
		{"a number of any size", object("n", grammar.Integer(-9007199254740991, 9007199254740991)), `{"n":1}`},
		{"a number below one", object("n", grammar.Integer(-9, 0)), `{"n":-9}`},
		{"no text is that long", object("text", grammar.String(200, 300)), ""},
		{"no text has that form", object("text", grammar.Pattern("^[0-9]+$", 1, 9)), ""},
	}
	for _, row := range rows {
		got, err := exampleAnswer(row.schema)
		require.NoError(t, err)
		assert.Equal(t, row.want, got, row.claim)
	}
}
