package grammar_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
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
	g, err := grammar.Compile(s.JSON())
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
			`grammar: /tool: byte 22: got "\"translate\",\"tool_args\":{}}", want one of "conjugate", "count", "final_answer"`},
		{"the branch of the named tool is the one explained", `{"thought":"x","tool":"count","tool_args":{"n":9}}`,
			`grammar: /tool_args/n: byte 47: got "9}}", want at most 3`},
		{"an enum of arguments", `{"thought":"","tool":"conjugate","tool_args":{"person":"2sg","verb":"go"}}`,
			`grammar: /tool_args/person: byte 55: got "\"2sg\",\"verb\":\"go\"}}", want one of "1sg", "3sg"`},
		{"an unknown member", `{"thought":"","tool":"count","tool_args":{"n":1,"m":2}}`,
			`grammar: /tool_args/m: byte 48: got "\"m\":2}}", want a known member`},
		{"a missing member", `{"thought":"","tool":"count","tool_args":{}}`,
			`grammar: /tool_args: byte 42: got "}}", want "n"`},
		{"a member that occurs twice", `{"thought":"","thought":"","tool":"count","tool_args":{"n":1}}`,
			`grammar: /thought: byte 14: got "\"thought\":\"\",\"tool\":\"count\",\"tool_args\":", want a member that has not occurred`},
		{"an escaped key that occurs twice", `{"thought":"","th\u006fught":"","tool":"count","tool_args":{"n":1}}`,
			`grammar: /thought: byte 14: got "\"th\\u006fught\":\"\",\"tool\":\"count\",\"tool_a", want a member that has not occurred`},
		{"prose", `Sure! Here it is`, `grammar: byte 0: got "Sure! Here it is", want JSON`},
		{"text behind it", `{"thought":"","tool":"count","tool_args":{"n":1}} ok?`, `grammar: byte 50: got "ok?", want the end`},
		{"text that ends early", `{"thought":"`, `grammar: /thought: byte 12: the text ends, want JSON`},
		{"nothing", ``, `grammar: byte 0: the text ends, want JSON`},
		{"invalid UTF-8", "{\"thought\":\"\xff\"}", `grammar: byte 12: got "\"}", want valid UTF-8`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			err := g.Check([]byte(row.text))
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
		`{"type":"object","properties":{"b":{"type":"string","enum":["<x>"]},"a":{"anyOf":[{"type":"integer","minimum":1,"maximum":2},{"type":"null"}]}},"required":["b","a"],"additionalProperties":false}`,
		grammar.Object(
			grammar.Property{Name: "b", Schema: grammar.Enum("<x>")},
			grammar.Property{Name: "a", Schema: grammar.Nullable(grammar.Integer(1, 2))}).String())
}

func TestCompileRefusesWhatItCannotEnforce(t *testing.T) {
	for _, row := range []struct{ claim, schema, want string }{
		{"a pattern", `{"type":"string","maxLength":3,"pattern":"a"}`, `grammar: schema: at /pattern: pattern: not supported`},
		{"a reference", `{"$ref":"#"}`, `grammar: schema: at /$ref: $ref: not supported`},
		{"an unbounded string", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`,
			`grammar: schema: at /properties/a: maxLength: a string needs a bound from 1 to 1999: not supported`},
		{"a string over what servers bear", `{"type":"string","maxLength":2000}`, `grammar: schema: at the root: maxLength: a string needs a bound from 1 to 1999: not supported`},
		{"an unbounded array", `{"type":"array","items":{"type":"null"}}`, `grammar: schema: at the root: maxItems: an array needs items and a bound: not supported`},
		{"an optional member", `{"type":"object","properties":{"a":{"type":"null"}},"required":[],"additionalProperties":false}`,
			`grammar: schema: at the root: required: every member must be required, 0 of 1 are: not supported`},
		{"an open object with members", `{"type":"object","properties":{"a":{"type":"null"}},"required":["a"]}`,
			`grammar: schema: at the root: additionalProperties: an object with members must be closed: not supported`},
		{"bounds that cross", `{"type":"integer","minimum":2,"maximum":1}`, `grammar: schema: at the root: minimum: 2 is over maximum 1: no document can satisfy it`},
		{"lengths that cross", `{"type":"string","minLength":4,"maxLength":3}`, `grammar: schema: at the root: minLength: 4 is over maxLength 3: no document can satisfy it`},
		{"no alternative", `{"anyOf":[]}`, `grammar: schema: at the root: anyOf: no branch: no document can satisfy it`},
		{"a type beside alternatives", `{"anyOf":[{"type":"null"}],"type":"null"}`, `grammar: schema: at the root: anyOf: a type beside it: not supported`},
		{"a member twice", `{"type":"null","type":"null"}`, `grammar: schema: at the root: type: not a schema: the member occurs twice`},
		{"an unknown type", `{"type":"date"}`, `grammar: schema: at the root: type: "date": not supported`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, err := grammar.Compile(json.RawMessage(row.schema))
			require.Error(t, err)
			assert.Equal(t, row.want, err.Error())
			_, ok := errors.AsType[*grammar.CompileError](err)
			assert.True(t, ok)
		})
	}
	for _, text := range []string{``, `[]`, `{`, `{"type":3}`, `{"type":"null"} x`, "{\"type\":\"\xff\"}", `{"type":"string","maxLength":"3"}`} {
		_, err := grammar.Compile(json.RawMessage(text))
		assert.ErrorIs(t, err, grammar.ErrMalformed, text)
	}
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
			require.NoError(t, g.Check(doc), "%s\n%s", s, doc)
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
	for _, seed := range []string{`{"thought":"x","tool":"count","tool_args":{"n":3}}`, `{"a":[1,{"b":null}]}`, `{"a":1,"a":2}`, "\xff", `[[[`, `"\ud800"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		err := g.Check(text)
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

// FuzzCompile holds the schema reader to: no panic, and what it reads it writes and reads again.
func FuzzCompile(f *testing.F) {
	f.Add([]byte(decision().JSON()))
	f.Add([]byte(`{"type":"object"}`))
	f.Add([]byte(`{"type":"integer","minimum":1e400}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := grammar.Compile(text)
		if err != nil {
			return
		}
		require.NoError(t, g.Check(g.Sample(rand.New(rand.NewPCG(1, 1)))))
	})
}

func ExampleCompile() {
	schema := grammar.Object(
		grammar.Property{Name: "tense", Schema: grammar.Enum("past_simple", "present_simple")},
		grammar.Property{Name: "verb", Schema: grammar.String(1, 24)})
	g, err := grammar.Compile(schema.JSON())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Check([]byte(`{"tense":"past_simple","verb":"go"}`)))
	fmt.Println(g.Check([]byte(`{"tense":"past_perfect","verb":"go"}`)))
	// Output:
	// <nil>
	// grammar: /tense: byte 9: got "\"past_perfect\",\"verb\":\"go\"}", want one of "past_simple", "present_simple"
}
