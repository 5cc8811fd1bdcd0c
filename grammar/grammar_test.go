package grammar_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
)

// decision is a schema in the wire format, with two tools and an answer.
func decision() grammar.Schema {
	branch := func(tool string, args grammar.Schema) grammar.Schema {
		return grammar.Object(
			grammar.Property{Name: "thought", Schema: grammar.String(0, 20)},
			grammar.Property{Name: "tool", Schema: grammar.Enum(tool)},
			grammar.Property{Name: "tool_args", Schema: args})
	}
	return grammar.AnyOf(
		branch("conjugate", grammar.Object(
			grammar.Property{Name: "person", Schema: grammar.Enum("1sg", "3sg")},
			grammar.Property{Name: "verb", Schema: grammar.String(1, 24)})),
		branch("count", grammar.Object(
			grammar.Property{Name: "n", Schema: grammar.Integer(-3, 3)})),
		branch("final_answer", grammar.Object(
			grammar.Property{Name: "corrected", Schema: grammar.Nullable(grammar.String(1, 60))},
			grammar.Property{Name: "in_scope", Schema: grammar.Boolean()},
			grammar.Property{Name: "rationale", Schema: grammar.Array(grammar.String(1, 30), 1, 3)})))
}

func compile(t testing.TB, s grammar.Schema) *grammar.Grammar {
	t.Helper()
	g, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
	require.NoError(t, err)
	return g
}

func TestCheckSaysWhereADocumentStoppedBeingLegal(t *testing.T) {
	g := compile(t, decision())
	for _, row := range []struct {
		claim, text, want string
	}{
		{"a call", `{"thought":"x","tool":"count","tool_args":{"n":3}}`, ""},
		{"members in another order", `{"tool_args":{"n":3},"tool":"count","thought":""}`, ""},
		{"white space around it", " \n{\"thought\":\"\",\"tool\":\"count\",\"tool_args\":{\"n\":0}}\n\n", ""},
		{"null where nullable", `{"thought":"","tool":"final_answer","tool_args":{"corrected":null,"in_scope":true,"rationale":["a"]}}`, ""},

		{"an unknown tool is told the known ones", `{"thought":"x","tool":"translate","tool_args":{}}`,
			`grammar: /tool: byte 23: got "translate\",\"tool_args\":{}}", want one of "conjugate", "count", "final_answer"`},
		{"the branch of the named tool is the one explained", `{"thought":"x","tool":"count","tool_args":{"n":9}}`,
			`grammar: /tool_args/n: byte 47: got "9}}", want an integer from -3 to 3 (schema /anyOf/1/properties/tool_args)`},
		{"an enum of arguments", `{"thought":"","tool":"conjugate","tool_args":{"person":"2sg","verb":"go"}}`,
			`grammar: /tool_args/person: byte 56: got "2sg\",\"verb\":\"go\"}}", want one of "1sg", "3sg" (schema ` +
				`/anyOf/0/properties/tool_args/properties/person/enum)`},
		{"an unknown member", `{"thought":"","tool":"count","tool_args":{"n":1,"m":2}}`,
			`grammar: /tool_args/n: byte 47: got ",\"m\":2}}", want one of "}", an integer from -3 to 3 (schema ` +
				`/anyOf/1/properties/tool_args/properties/n)`},
		{"a missing member", `{"thought":"","tool":"count","tool_args":{}}`,
			`grammar: /tool_args: byte 42: got "}}", want "n" (schema /anyOf/1/properties/tool_args)`},
		{"a member that occurs twice", `{"thought":"","thought":"","tool":"count","tool_args":{"n":1}}`,
			`grammar: byte 16: got "hought\":\"\",\"tool\":\"count\",\"tool_args\":{\"", want one of "tool", "tool_args"`},
		{"an escaped key that occurs twice", `{"thought":"","th\u006fught":"","tool":"count","tool_args":{"n":1}}`,
			`grammar: byte 16: got "h\\u006fught\":\"\",\"tool\":\"count\",\"tool_arg", want one of "tool", "tool_args"`},
		{"prose", `Sure! Here it is`, `grammar: byte 0: got "Sure! Here it is", want an object`},
		{"text behind it", `{"thought":"","tool":"count","tool_args":{"n":1}} ok?`, `grammar: byte 50: got "ok?", want the end`},
		{"text that ends early", `{"thought":"`, `grammar: /thought: byte 12: the text ends, want a string (schema /anyOf/0/properties/thought)`},
		{"nothing", ``, `grammar: byte 0: the text ends, want an object`},
		{"invalid UTF-8", "{\"thought\":\"\xff\"}", `grammar: /thought: byte 12: got "\"}", want a string (schema /anyOf/0/properties/thought)`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			err := g.Check(t.Context(), []byte(row.text))
			if row.want == "" {
				assert.NoError(t, err)
				return
			}
			require.Error(t, err)
			assert.Equal(t, row.want, err.Error())
			_, ok := errors.AsType[*grammar.Violation](err)
			assert.True(t, ok, "a refusal is a *Violation")
		})
	}
}

func TestASchemaComesBackFromItsBytes(t *testing.T) {
	raw := decision().JSON()
	assert.Equal(t, string(raw), string(compile(t, decision()).Schema()))
	assert.True(t, json.Valid(raw))
	assert.Equal(t,
		`{"type":"object","properties":{"b":{"type":"string","enum":["<x>"]},"a":{"anyOf":[{"type":"integer","minimum":1,`+
			`"maximum":2},{"type":"null"}]}},"required":["b","a"],"additionalProperties":false}`,
		grammar.Object(
			grammar.Property{Name: "b", Schema: grammar.Enum("<x>")},
			grammar.Property{Name: "a", Schema: grammar.Nullable(grammar.Integer(1, 2))}).String())
}

func TestCompileSaysWhatItRefusesAndWhere(t *testing.T) {
	for _, row := range []struct {
		claim, schema, want string
		class               error
	}{
		{"a back-reference", `{"properties":{"a":{"pattern":"(a)\\1"}}}`, `grammar: schema: at /properties/a: pattern: `, grammar.ErrUnsupported},
		{"a format beyond automata", `{"format":"regex"}`, `grammar: schema: at the root: format: not supported: "regex"`,
			grammar.ErrUnsupported},
		{"a remote reference", `{"items":{"$ref":"https://example.com/s"}}`,
			`grammar: schema: at /items: $ref: not supported: https://example.com/s is not in the schema: give it in Options.Resources`,
			grammar.ErrUnsupported},
		{"a reference to nothing", `{"$ref":"#/$defs/a"}`,
			`grammar: schema: at the root: $ref: not supported: #/$defs/a: nothing stands there`, grammar.ErrUnsupported},
		{"a reference to itself", `{"$ref":"#"}`, `grammar: schema: at the root: it refers to itself without a member or item between`, nil},
		{"bounds that cross", `{"type":"integer","minimum":2,"maximum":1}`,
			`grammar: schema: at the root: no document can satisfy it`, grammar.ErrEmpty},
		{"bounds that hold no integer", `{"type":"integer","exclusiveMinimum":2,"exclusiveMaximum":3}`,
			`grammar: schema: at the root: no document can satisfy it`, grammar.ErrEmpty},
		{"lengths that cross", `{"type":"string","minLength":4,"maxLength":3}`,
			`grammar: schema: at the root: no document can satisfy it`, grammar.ErrEmpty},
		{"a pattern no length fits", `{"type":"string","pattern":"^(ab)*$","minLength":3,"maxLength":3}`,
			`grammar: schema: at the root: no document can satisfy it`, grammar.ErrEmpty},
		{"a contradiction deep inside",
			`{"type":"object","properties":{"a":{"type":"array","items":{"type":"null","enum":[1]},"minItems":1}},"required":["a"]}`,
			`grammar: schema: at /properties/a: no document can satisfy it`, grammar.ErrEmpty},
		{"a required member that is closed out", `{"type":"object","required":["a"],"additionalProperties":false}`,
			`grammar: schema: at the root: no document can satisfy it`, grammar.ErrEmpty},
		{"recursion without an end", `{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}`,
			`grammar: schema: at /properties/a: no document can satisfy it`, grammar.ErrEmpty},
		{"an enum without values", `{"enum":[]}`, `grammar: schema: at the root: no document can satisfy it`, grammar.ErrEmpty},
		{"no alternative", `{"anyOf":[]}`, `grammar: schema: at the root: anyOf: not a schema: no branch`, grammar.ErrMalformed},
		{"a member twice", `{"type":"null","type":"null"}`,
			`grammar: schema: at the root: type: not a schema: the member occurs twice`, grammar.ErrMalformed},
		{"an unknown type", `{"type":"date"}`, `grammar: schema: at the root: type: not a schema: "date" is not a type`, grammar.ErrMalformed},
		{"items that may run out", `{"type":"array","prefixItems":[{"enum":["a","b"]},{"enum":["a"]}],"uniqueItems":true,"minItems":2}`,
			`grammar: schema: at the root: uniqueItems: not supported: its items may run out`, grammar.ErrUnsupported},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, err := grammar.Compile(t.Context(), json.RawMessage(row.schema), grammar.Options{})
			require.Error(t, err)
			assert.Contains(t, err.Error(), row.want)
			_, ok := errors.AsType[*grammar.CompileError](err)
			assert.True(t, ok)
			if row.class != nil {
				assert.ErrorIs(t, err, row.class)
			}
		})
	}
	for _, text := range []string{``, `[]`, `{`, `{"type":3}`, `{"type":"null"} x`, "{\"type\":\"\xff\"}",
		`{"type":"string","maxLength":"3"}`, `{"required":"a"}`, `"\ud800"`} {
		_, err := grammar.Compile(t.Context(), json.RawMessage(text), grammar.Options{})
		assert.ErrorIs(t, err, grammar.ErrMalformed, text)
	}
}

func TestALenientCompilationListsWhatItDoesNotEnforce(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","properties":{"a":{"type":"string","format":"hostname","maxLength":3}}}`)
	_, err := grammar.Compile(t.Context(), schema, grammar.Options{})
	require.ErrorIs(t, err, grammar.ErrUnsupported)
	g, err := grammar.Compile(t.Context(), schema, grammar.Options{Lenient: true})
	require.NoError(t, err)
	assert.Equal(t, []grammar.Gap{{Pointer: "/properties/a", Keyword: "format", Why: `not supported: "hostname"`}}, g.Unenforced())
	assert.NoError(t, g.Check(t.Context(), []byte(`{"a":"-"}`)))
	assert.Error(t, g.Check(t.Context(), []byte(`{"a":"4242"}`)))
}

func TestTheLimitOfAFormatCountsBesideOthers(t *testing.T) {
	address := `"a@` + strings.Repeat("b.", 125) + `bb"` // 254 characters
	for _, row := range []struct {
		schema, doc string
		want        bool
	}{
		{`{"format":"email","maxLength":300}`, address, true},
		{`{"format":"email","maxLength":300}`, address[:len(address)-1] + `b"`, false},
		{`{"maxLength":253,"format":"email"}`, address, false},
		{`{"not":{"format":"email"}}`, address, false},
		{`{"not":{"format":"email"}}`, address[:len(address)-1] + `b"`, true},
		{`{"not":{"format":"email","maxLength":253}}`, address, true},
	} {
		g, err := grammar.Compile(t.Context(), json.RawMessage(row.schema), grammar.Options{})
		require.NoError(t, err)
		assert.Equal(t, row.want, g.Check(t.Context(), []byte(row.doc)) == nil, "%s %s", row.schema, row.doc)
	}
}

func TestAFormatThatNoDraftDefinesAssertsNothingAndIsListed(t *testing.T) {
	g, err := grammar.Compile(t.Context(), json.RawMessage(`{"type":"string","format":"shoe-size"}`), grammar.Options{})
	require.NoError(t, err)
	assert.Equal(t, []grammar.Gap{{Keyword: "format", Why: `"shoe-size": no draft defines it`}}, g.Unenforced())
	assert.NoError(t, g.Check(t.Context(), []byte(`"42"`)))
}

func TestEverySampleIsADocument(t *testing.T) {
	schemas := []grammar.Schema{
		decision(), grammar.OpenObject(), grammar.Null(),
		grammar.Integer(-1<<53+1, 1<<53-1), grammar.String(0, grammar.MaxString),
		{Type: "number"}, {Type: "number", Minimum: "5.5"}, {Type: "number", Maximum: "-5.5"}, {Type: "number", Minimum: "0.2", Maximum: "0.3"},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range schemas {
		g := compile(t, s)
		for range 500 {
			doc := g.Sample(r)
			require.NoError(t, g.Check(t.Context(), doc), "%s\n%s", s, doc)
		}
	}
}

func TestASeedGivesTheSameSamples(t *testing.T) {
	g := compile(t, decision())
	a, b := rand.New(rand.NewPCG(7, 7)), rand.New(rand.NewPCG(7, 7))
	for range 50 {
		require.Equal(t, string(g.Sample(a)), string(g.Sample(b)))
	}
}

func TestWithNarrowsACopy(t *testing.T) {
	s := grammar.Object(grammar.Property{Name: "verb", Schema: grammar.String(1, 24)})
	narrow := s.With("verb", grammar.Enum("go"))
	before, _ := s.Property("verb")
	after, _ := narrow.Property("verb")
	assert.Equal(t, 24, before.MaxLength)
	assert.Equal(t, `{"type":"string","enum":["go"]}`, after.String())
	assert.Panics(t, func() { s.With("noun", grammar.Null()) })
}

// FuzzCheck holds the checker to what it promises for any text: no panic, a *Violation whose offset
// lies in the text, and nothing but JSON accepted.
func FuzzCheck(f *testing.F) {
	g := compile(f, decision())
	for _, seed := range []string{`{"thought":"x","tool":"count","tool_args":{"n":3}}`, `{"a":[1,{"b":null}]}`, `{"a":1,"a":2}`,
		"\xff", `[[[`, `"\ud800"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		err := g.Check(t.Context(), text)
		if err == nil {
			require.True(t, json.Valid(text))
			return
		}
		v, ok := errors.AsType[*grammar.Violation](err)
		require.True(t, ok)
		require.GreaterOrEqual(t, v.Offset, 0)
		require.LessOrEqual(t, v.Offset, len(text))
	})
}

// FuzzCompile holds the schema reader to: no panic, and samples that the same grammar takes, however
// documents are spelled.
func FuzzCompile(f *testing.F) {
	f.Add([]byte(decision().JSON()))
	f.Add([]byte(`{"type":"object"}`))
	f.Add([]byte(`{"type":"integer","minimum":1e400}`))
	f.Add([]byte(`{"enum":["del\u007fete","\u0000\u001f\"\\/"]}`))
	f.Add([]byte(
		`{"type":["number","object"],"multipleOf":0.25,"maximum":1e3,"patternProperties":{"^[\u007e-\u0080]":{"type":"integer","minimum":15}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for i, o := range []grammar.Options{{}, {Numbers: grammar.AnyForm}, {Whitespace: grammar.Foreign(), Order: grammar.AnyOrder}} {
			g, err := grammar.Compile(t.Context(), text, o)
			if err != nil {
				continue
			}
			for _, hostile := range []bool{false, true} {
				doc := g.SampleWith(rand.New(rand.NewPCG(1, uint64(i))), grammar.SampleOptions{Hostile: hostile, Budget: 200})
				m := g.Matcher()
				_, err := m.Feed(t.Context(), doc)
				require.NoError(t, err, "%q", doc)
				require.NoError(t, m.End(), "%q", doc)
				require.NoError(t, g.Check(t.Context(), doc), "%q", doc)
			}
		}
	})
}

func ExampleCompile() {
	schema := grammar.Object(
		grammar.Property{Name: "tense", Schema: grammar.Enum("past_simple", "present_simple")},
		grammar.Property{Name: "verb", Schema: grammar.String(1, 24)})
	g, err := grammar.Compile(context.Background(), schema.JSON(), grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Check(context.Background(), []byte(`{"tense":"past_simple","verb":"go"}`)))
	fmt.Println(g.Check(context.Background(), []byte(`{"tense":"past_perfect","verb":"go"}`)))
	// Output:
	// <nil>
	// grammar: /tense: byte 15: got "perfect\",\"verb\":\"go\"}", want "past_simple" (schema /properties/tense/enum)
}
