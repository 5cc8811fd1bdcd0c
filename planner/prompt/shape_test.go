package prompt

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar"
)

func described(s grammar.Schema, text string) grammar.Schema {
	s.Description = text
	return s
}

func TestShape(t *testing.T) {
	many := make([]string, 30)
	for i := range many {
		many[i] = string(rune('A' + i))
	}
	pair := grammar.Array(grammar.Integer(0, 9), 2, 2)
	pair.Prefix, pair.MaxItems = []grammar.Schema{grammar.String(0, 5), {Type: "boolean"}}, 2
	from := grammar.Schema{Type: "number", Minimum: "0"}
	upTo := grammar.Schema{Type: "number", Maximum: "1.5"}
	for _, row := range []struct {
		want string
		s    grammar.Schema
	}{
		{`{}`, grammar.Object()},
		{`object`, grammar.OpenObject()},
		{`{"id": string (of a product), "quantity": integer 1–1000}`, grammar.Object(
			grammar.Property{Name: "id", Schema: described(grammar.String(1, 8), "of\n a product")},
			grammar.Property{Name: "quantity", Schema: grammar.Integer(1, 1000)})},
		{`"red" | "blue"`, grammar.Enum("red", "blue")},
		{`string | null`, grammar.AnyOf(grammar.String(0, 9), grammar.Schema{Type: "null"})},
		{`[string, …]`, grammar.Array(grammar.String(1, 9), 0, 4)},
		{`[]`, grammar.Array(grammar.String(1, 9), 0, 0)},
		{`[string, boolean]`, pair},
		{`number ≥ 0`, from},
		{`number ≤ 1.5`, upTo},
		{`integer`, grammar.Integer(-9007199254740991, 9007199254740991)},
		{`integer ≥ 3`, grammar.Integer(3, 9007199254740991)},
		{`string like "^(?:[0-9]{4}-[0-9]{2})$"`, grammar.Pattern("[0-9]{4}-[0-9]{2}", 7, 7)},
		{`string`, grammar.Pattern(strings.Repeat("[0-9]", 20), 20, 20)},
	} {
		assert.Equal(t, row.want, shapeOf(row.s))
	}
	long := shapeOf(grammar.Enum(many...))
	assert.True(t, strings.HasSuffix(long, `"X" | …`), long)
	assert.Less(t, len(shapeOf(grammar.Object(grammar.Property{Name: "id", Schema: grammar.String(1, 8)}))),
		len(must(json.Marshal(grammar.Object(grammar.Property{Name: "id", Schema: grammar.String(1, 8)}))))/3, "that is what it is for")
}

func must(b []byte, err error) string {
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestFirstLine(t *testing.T) {
	assert.Equal(t, "Pin the note.", firstLine("\n Pin the note.\nLook first."))
	assert.Equal(t, strings.Repeat("é", maxFirst)+"…", firstLine(strings.Repeat("é", maxFirst+1)))
	assert.Empty(t, firstLine(""))
}
