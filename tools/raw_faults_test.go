package tools_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// called makes a call of a tool with a schema of elsewhere and returns the arguments that reach it.
func called(t *testing.T, schema, args string) string {
	t.Helper()
	got := "not called"
	tool, err := tools.NewRaw(t.Context(), "act", "acts.", json.RawMessage(schema),
		func(_ context.Context, a json.RawMessage) (json.RawMessage, error) {
			got = string(a)
			return json.RawMessage(`1`), nil
		}, tools.Options{})
	require.NoError(t, err)
	g, err := grammar.Compile(t.Context(), tool.Schema().JSON(), grammar.Options{})
	require.NoError(t, err)
	assert.NoError(t, g.Check(t.Context(), []byte(args)), "it is offered")
	registry, err := tools.NewRegistry(tool)
	require.NoError(t, err)
	canon, err := tools.Canonical(json.RawMessage(args)) // as of a decision
	require.NoError(t, err)
	if o := registry.Call(t.Context(), tools.Call{ID: "c1", Tool: "act", Args: canon}); o.Error != nil {
		t.Log(o.Error.Message)
	}
	return got
}

// What is legal in a schema of elsewhere is offered, and reaches its tool as it was written.
func TestWhatASchemaAllowsReachesItsTool(t *testing.T) {
	const list = `{"type":"array","items":{"type":"object","properties":{"k":{"type":"string"},"o":{"type":"integer"}},"required":["k"]}}`
	const maps = `{"type":"array","items":{"type":"object","additionalProperties":{"type":"string"}}}`
	const k = `{"type":"object","properties":{"k":{"type":"integer"}},"required":["k"]}`
	of := func(a, more string) string {
		return `{"type":"object","properties":{"a":` + a + `},"required":["a"]` + more + `}`
	}
	for _, row := range []struct{ claim, schema, args string }{
		{"an empty list of objects with an optional member", of(list, ``), `{"a":[]}`},
		{"an empty list of maps", of(maps, ``), `{"a":[]}`},
		{"an empty list in a list", of(`{"type":"array","items":`+list+`}`, ``), `{"a":[[]]}`},
		{"an empty list in a union", of(`{"anyOf":[`+list+`,{"type":"null"}]}`, ``), `{"a":[]}`},
		{"an empty list in an object", of(`{"type":"object","properties":{"b":`+maps+`},"required":["b"]}`, ``), `{"a":{"b":[]}}`},
		{"an empty list where the schema cannot be checked", `{"type":"object","properties":{"a":` + list +
			`,"n":{"type":"integer","minimum":"1"}},"required":["a","n"]}`, `{"a":[],"n":1}`},
		{"nullable of OpenAPI", of(`{"type":"string","nullable":true}`, ``), `{"a":null}`},
		{"nullable beside an enum", of(`{"type":"string","enum":["x"],"nullable":true}`, ``), `{"a":null}`},
		{"nullable beside allOf", of(`{"nullable":true,"allOf":[{"$ref":"#/$defs/P"}]}`, `,"$defs":{"P":{"type":"string"}}`), `{"a":null}`},
		{"nullable items", of(`{"type":"array","items":{"type":"number","nullable":true}}`, ``), `{"a":[null,1]}`},
		{"a reference below what is nullable",
			of(`{"type":"object","nullable":true,"properties":{"b":{"type":"boolean"},`+
				`"c":{"$ref":"#/properties/a/properties/b"}},"required":["b","c"]}`, ``),
			`{"a":{"b":true,"c":false}}`},
		{"a percent-encoded reference", of(`{"$ref":"#/$defs/Page%3CUser%3E"}`, `,"$defs":{"Page<User>":`+k+`}`), `{"a":{"k":1}}`},
		{"a reference by a relative $id",
			of(`{"$id":"T0","type":"object","properties":{"nodes":{"type":"array","items":{"$ref":"T0"}}},"required":["nodes"]}`, ``),
			`{"a":{"nodes":[{"nodes":[]}]}}`},
		{"a reference by an anchor", of(`{"$ref":"#p"}`,
			`,"$defs":{"P":{"$anchor":"p","type":"object","properties":{"k":{"type":"integer"}},"required":["k"]}}`), `{"a":{"k":1}}`},
		{"a reference by an absolute $id", of(`{"$ref":"https://example.org/s#/$defs/P"}`,
			`,"$id":"https://example.org/s","$defs":{"P":`+k+`}`), `{"a":{"k":1}}`},
		{"a reference by the $id of a definition", of(`{"$ref":"/p.json"}`,
			`,"$id":"https://example.org/s","$defs":{"P":{"$id":"/p.json","$ref":"#/$defs/Q","$defs":{"Q":`+k+`}}}`), `{"a":{"k":1}}`},
		{"a dynamic reference", of(`{"$dynamicRef":"#p"}`,
			`,"$defs":{"P":{"$dynamicAnchor":"p","type":"object","properties":{"k":{"type":"integer"}},"required":["k"]}}`), `{"a":{"k":1}}`},
		{"a reference to where no schema is looked for",
			of(`{"$ref":"#/components/schemas/A%20B"}`, `,"components":{"schemas":{"A B":{"$ref":"#/components/schemas/C"},"C":`+k+
				`}}`), `{"a":{"k":1}}`},
		{"a member that is called $ref", `{"type":"object","properties":{"$ref":{"type":"string"}},"required":["$ref"]}`, `{"$ref":"x"}`},
		{"a const beyond 53 bits", of(`{"const":1234567890123456789}`, ``), `{"a":1234567890123456789}`},
		{"an enum beyond 53 bits", of(`{"enum":[1234567890123456789,-9007199254740993,5]}`, ``), `{"a":-9007199254740993}`},
		{"limits beyond 53 bits", of(`{"type":"integer","minimum":0,"maximum":9223372036854775807}`, ``), `{"a":9007199254740993}`},
		{"a number of many digits", of(`{"type":"number"}`, ``), `{"a":9007199254740993}`},
		{"a fraction of many digits", of(`{"type":"number"}`, ``), `{"a":0.12345678901234567}`},
		{"a number in any value", of(`{}`, ``), `{"a":12345678901234567890}`},
		{"a constant object", of(`{"const":{"x":1,"b":[1,{}]}}`, ``), `{"a":{"b":[1,{}],"x":1}}`},
		{"a list of an enum", of(`{"enum":[[1,2],"x"]}`, ``), `{"a":[1,2]}`},
		{"Python's names of types",
			`{"type":"dict","properties":{"f":{"type":"float"},"x":{"type":"any"},"t":{"type":"tuple","items":{"type":"str"}}},` +
				`"required":["f","t","x"]}`, `{"f":1.5,"t":["a"],"x":"y"}`},
		{"a type that is none", of(`{"type":"File"}`, ``), `{"a":"x"}`},
		{"a type that is none beside one that is", of(`{"type":["File","null"]}`, ``), `{"a":null}`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			assert.Equal(t, row.args, called(t, row.schema, row.args))
		})
	}
}

// What a schema forbids is not offered, or is listed; what is read otherwise than it stands is listed.
func TestWhatIsReadOtherwiseIsListed(t *testing.T) {
	for _, row := range []struct{ claim, schema, refused, listed string }{
		{"a listed value that is too short", `{"type":"string","enum":["a","abc"],"minLength":2}`, `"a"`, ""},
		{"a listed fraction beside integers", `{"type":"integer","enum":[1,1.5]}`, `1.5`, ""},
		{"a listed value that a pattern refuses", `{"enum":["a","b"],"pattern":"^b"}`, `"a"`, ""},
		{"a type that people write", `{"type":"float"}`, `"x"`, "/properties/a type: float is not a type of JSON; read as number"},
		{"a type that no one knows", `{"type":"File"}`, "", "/properties/a type: File is not a type of JSON; read as any"},
		{"values of another type", `{"type":"array","enum":["x"]}`, `"x"`,
			"/properties/a enum: any value: none that it lists is of its type and within its bounds"},
		{"no values", `{"enum":[]}`, `"x"`, "/properties/a enum: any value: none that it lists is of its type and within its bounds"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			f, err := echo(`{"type":"object","properties":{"a":` + row.schema + `}}`)
			require.NoError(t, err)
			if row.refused != "" {
				g, err := grammar.Compile(t.Context(), f.Schema().JSON(), grammar.Options{})
				require.NoError(t, err)
				assert.Error(t, g.Check(t.Context(), []byte(`{"a":`+row.refused+`}`)))
			}
			if row.listed != "" {
				assert.Contains(t, gaps(append(f.Unenforced(), f.Unwritable()...)), row.listed)
			}
		})
	}
}
