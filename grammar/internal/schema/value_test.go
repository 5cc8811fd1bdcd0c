package schema

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// normalForm returns what the root of a schema comes to, one alternative a line.
func normalForm(t *testing.T, schema string) string {
	t.Helper()
	c, err := newCompiler(nil, []byte(schema), Options{})
	require.NoError(t, err)
	root, err := c.literalAt(c.document)
	require.NoError(t, err)
	v, err := c.valueOf(c.set(root))
	if err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(strings.TrimSpace(c.dump(v)), "\n", " | ")
}

const anyButObject = "null | false | true | num | str | arr | "

func TestNormalForms(t *testing.T) {
	for _, row := range []struct{ claim, schema, want string }{
		{"true is everything", `true`, anyButObject + "obj"},
		{"false is nothing", `false`, ""},
		{"a keyword constrains its own type only", `{"minLength":2}`, "null | false | true | num | str min 2 | arr | obj"},
		{"integers are multiples of one", `{"type":["integer","null"]}`, "null | num of 1"},
		{"an enum is cut down by its siblings", `{"enum":[1,2.5,"a","bcd",null],"type":["integer","string"],"maxLength":1}`,
			`num in 1 | str "a"`},
		{"equal bounds tighten", `{"type":"number","minimum":1,"exclusiveMinimum":1,"maximum":9}`, "num >1 <=9"},
		{"an exclusive bound of draft-04", `{"type":"number","minimum":1,"exclusiveMinimum":true}`, "num >1"},
		{"multiples meet in their least common one", `{"allOf":[{"multipleOf":1.5},{"multipleOf":1}],"type":"number"}`, "num of 3"},
		{"siblings of a reference count", `{"$ref":"#/$defs/a","maxLength":3,"$defs":{"a":{"type":"string","minLength":1}}}`, "str min 1 max 3"},
		{"but not in draft-07",
			`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","maxLength":3,` +
				`"definitions":{"a":{"type":"string"}}}`, "str"},
		{"allOf intersects", `{"allOf":[{"type":"string","maxLength":5},{"minLength":2},{"enum":["a","abc","abcdef"]}]}`, `str "abc"`},
		{"allOf of objects keeps all members",
			`{"type":"object","properties":{"a":{"type":"null"}},"allOf":[{"properties":{"b":true,"a":{"enum":[null]}},"required":["b"]}]}`,
			"obj a?:#/properties/a&#/allOf/0/properties/a b:any"},
		{"a combination written first comes first", `{"type":"object","allOf":[{"properties":{"b":true}}],"properties":{"a":true}}`,
			"obj b?:any a?:any"},
		{"closed to one is closed to both",
			`{"type":"object","properties":{"a":true},"additionalProperties":false,"allOf":[{"properties":{"b":true}}]}`,
			"obj a?:any b?:never rest:never"},
		{"branches of an anyOf of one kind join", `{"anyOf":[{"enum":["b"]},{"enum":["a","b"]},{"type":"null"}]}`, `null | str "a" "b"`},
		{"lengths that touch join", `{"type":"string","anyOf":[{"maxLength":2},{"minLength":3,"maxLength":4}]}`, "str max 4"},
		{"everything absorbs", `{"anyOf":[true,{"type":"string"}]}`, anyButObject + "obj"},
		{"disjoint branches of a oneOf stay as they are", `{"oneOf":[{"type":"string"},{"type":"null"}]}`, "null | str"},
		{"overlapping branches exclude each other", `{"type":"integer","oneOf":[{"minimum":5},{"maximum":7}]}`, "num >7 of 1 | num <5 of 1"},
		{"objects told apart by a required literal",
			`{"type":"object","oneOf":[{"properties":{"t":{"const":1}},"required":["t"]},{"properties":{"t":{"const":2}},"required":["t"]}]}`,
			"obj t:#/oneOf/0/properties/t | obj t:#/oneOf/1/properties/t"},
		{"objects told apart by what is missing", `{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}]}`,
			"obj b?:never a:any | obj a?:never b:any"},
		{"not of a type is the other types", `{"not":{"type":["object","array","string"]}}`, "null | false | true | num"},
		{"not of integers", `{"type":"number","not":{"type":"integer"}}`, "num not of 1"},
		{"not of an enum", `{"type":"string","not":{"enum":["a"]}}`, `str not "a"`},
		{"not of bounds", `{"type":"number","not":{"minimum":1,"maximum":2}}`, "num <1 | num >2"},
		{"not of not", `{"not":{"not":{"type":"null"}}}`, "null"},
		{"not of required", `{"type":"object","not":{"required":["a"]}}`, "obj a?:never"},
		{"not of a property", `{"type":"object","not":{"properties":{"a":{"type":"null"}}}}`, "obj a:!#/not/properties/a"},
		{"not of items is a bad item somewhere", `{"type":"array","not":{"items":{"type":"null"}}}`, "arr contains[1..] !#/not/items from 0"},
		{"a dependency is two alternatives", `{"type":"object","dependentRequired":{"a":["b"]}}`, "obj a:any b:any | obj a?:never"},
		{"if, then, else", `{"type":"integer","if":{"minimum":5},"then":{"multipleOf":2},"else":{"multipleOf":3}}`, "num >=5 of 2 | num <5 of 3"},
		{"constants are taken apart", `{"const":{"a":[1]}}`, "obj a:=/const/a rest:never"},
		{"items behind a prefix", `{"type":"array","prefixItems":[true,{"type":"null"}],"items":false}`,
			"arr 0:any 1:#/prefixItems/1 rest:never"},
		{"a list under items is a prefix", `{"type":"array","items":[{"type":"null"}],"additionalItems":false}`, "arr 0:#/items/0 rest:never"},
		{"unevaluated members",
			`{"type":"object","properties":{"a":true},"anyOf":[{"properties":{"b":true}}],"unevaluatedProperties":false}`,
			"obj a?:any b?:any rest:never"},
		{"a word that no draft defines is an annotation", `{"type":"null","x-order":3}`, "null"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			assert.Equal(t, strings.ReplaceAll(row.want, `" "`, `", "`),
				strings.ReplaceAll(strings.NewReplacer("[\"", "\"", "\"]", "\"").Replace(normalForm(t, row.schema)), `" "`, `", "`))
		})
	}
}
