package grammar

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lending is what a caller may give: a document with anchors and an $id of its own, one that refers to it by
// that name, one in an old draft, and one whose address is relative.
var lending = map[string]json.RawMessage{
	"https://x.test/library": json.RawMessage(
		`{"$defs":{"title":{"$anchor":"title","type":"string","minLength":1},"isbn":{"type":"string","pattern":"^[0-9]{3}$"}},
		"type":"object","properties":{"title":{"$ref":"#title"},"isbn":{"$ref":"#/$defs/isbn"}},"required":["title"]}`),
	"https://x.test/shelf.json": json.RawMessage(`{"$id":"https://x.test/shelves/one","type":"array","items":{"$ref":"/library"}}`),
	"https://x.test/old":        json.RawMessage(`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"library#title","maxLength":2}`),
	"beside.json":               json.RawMessage(`{"type":"integer"}`),
	"https://x.test/broken":     json.RawMessage(`{"type":}`),
	"https://x.test/wrong":      json.RawMessage(`{"properties":{"a/b":{"minimum":"x"}}}`),
}

func TestResourcesAreReferredTo(t *testing.T) {
	for schema, documents := range map[string]map[string]bool{
		`{"$ref":"https://x.test/library"}`: {`{"title":"a","isbn":"123"}`: true, `{"title":""}`: false,
			`{"title":"a","isbn":"1"}`: false},
		`{"$ref":"https://x.test/library#title"}`:                 {`"a"`: true, `""`: false},
		`{"$ref":"https://x.test/library#/$defs/isbn"}`:           {`"123"`: true, `"12"`: false},
		`{"$ref":"https://x.test/shelves/one"}`:                   {`[{"title":"a"}]`: true, `[{}]`: false},
		`{"$id":"https://x.test/here","$ref":"shelf.json"}`:       {`[{"title":"a"}]`: true, `[1]`: false},
		`{"$ref":"https://x.test/old"}`:                           {`"abc"`: true, `""`: false}, // beside $ref, draft 7 reads nothing
		`{"items":{"$ref":"beside.json"}}`:                        {`[1]`: true, `["a"]`: false},
		`{"$ref":"https://x.test/library","required":["isbn"]}`:   {`{"title":"a","isbn":"123"}`: true, `{"title":"a"}`: false},
		`{"anyOf":[{"$ref":"beside.json"},{"$ref":"#/anyOf/0"}]}`: {`1`: true, `null`: false},
	} {
		o := judging
		o.Resources = lending
		delete(o.Resources, "https://x.test/broken") // all are read where a reference names an $id
		g, err := Compile(t.Context(), []byte(schema), o)
		require.NoError(t, err, schema)
		for document, valid := range documents {
			assert.Equal(t, valid, g.Check(t.Context(), []byte(document)) == nil, "%s %s", schema, document)
		}
	}
}

func TestWhatIsMissingIsNamed(t *testing.T) {
	for _, row := range []struct{ schema, pointer, keyword, says string }{
		{`{"items":{"$ref":"https://x.test/none#/a"}}`, "/items", "$ref",
			"https://x.test/none is not in the schema: give it in Options.Resources"},
		{`{"$ref":"none.json"}`, "", "$ref", "none.json is not in the schema: give it in Options.Resources"},
		{`{"$ref":"https://x.test/broken"}`, "https://x.test/broken#", "", "not a schema"},
		{`{"$ref":"https://x.test/wrong#/properties/a~1b"}`, "https://x.test/wrong#/properties/a~1b", "minimum", "not a number"},
	} {
		o := Options{Resources: map[string]json.RawMessage{"https://x.test/wrong": lending["https://x.test/wrong"],
			"https://x.test/broken": json.RawMessage(`{"type":}`)}}
		if row.pointer == "" || row.pointer == "/items" {
			o.Resources = nil
		}
		_, err := Compile(t.Context(), []byte(row.schema), o)
		e, ok := errors.AsType[*CompileError](err)
		require.True(t, ok, row.schema)
		assert.Equal(t, row.pointer, e.Pointer, row.schema)
		assert.Equal(t, row.keyword, e.Keyword, row.schema)
		assert.ErrorContains(t, err, row.says)
	}
}
