package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// echo makes a tool called f that returns the arguments as they reach it.
func echo(schema string) (tools.Tool, error) {
	return tools.NewRaw(context.Background(), "f", "returns its arguments", json.RawMessage(schema),
		func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil }, tools.Options{})
}

// gaps writes gaps one in a line.
func gaps(list []grammar.Gap) string {
	var lines []string
	for _, g := range list {
		lines = append(lines, fmt.Sprintf("%s %s: %s", g.Pointer, g.Keyword, g.Why))
	}
	return strings.Join(lines, "\n")
}

// Rows say what becomes of a schema: its closed form, and what that loses.
var foreignRows = []struct{ claim, schema, closed, unenforced, unwritable string }{
	{"members keep their order and are bounded",
		`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"integer"}},"required":["a","b"]}`,
		`{"type":"object","properties":{"b":{"type":"string","maxLength":1999},` +
			`"a":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}},"required":["b","a"],"additionalProperties":false}`,
		"", " maxLength: strings of more than 1999 characters, where it gives no bound"},
	{"an optional member may be null", `{"properties":{"a":{"type":"boolean"}}}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"boolean"},{"type":"null"}]}},"required":["a"],"additionalProperties":false}`,
		"", ""},
	{"null of an optional member means that it is left out", `{"properties":{"a":{"type":["boolean","null"]}}}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"boolean"},{"type":"null"}]}},"required":["a"],"additionalProperties":false}`,
		"", "/properties/a type: null: it means that the member is left out"},
	{"an object without members takes no arguments", `{"type":"object"}`,
		`{"type":"object","properties":{},"required":[],"additionalProperties":false}`, "", ""},
	{"so does true", `true`, `{"type":"object","properties":{},"required":[],"additionalProperties":false}`, "", ""},
	{"a pattern is held", `{"properties":{"a":{"type":"string","pattern":"^x","maxLength":5}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"string","maxLength":5,"pattern":"^x"}},"required":["a"],"additionalProperties":false}`,
		"", ""},
	{"a format is checked before the call", `{"properties":{"a":{"type":"string","format":"date","maxLength":12}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"string","maxLength":12}},"required":["a"],"additionalProperties":false}`,
		"/properties/a format: not in the grammar; checked before the call", ""},
	{"what cannot be compiled is left to the tool",
		`{"properties":{"a":{"type":"string","pattern":"^(x)\\1","maxLength":5}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"string","maxLength":5}},"required":["a"],"additionalProperties":false}`,
		"/properties/a pattern: not in the grammar; left to the tool", ""},
	{"a format that no draft defines is left to the tool",
		`{"properties":{"a":{"type":"string","format":"color","maxLength":5}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"string","maxLength":5}},"required":["a"],"additionalProperties":false}`,
		"/properties/a format: not in the grammar; left to the tool", ""},
	{"exclusive limits of integers are held",
		`{"properties":{"a":{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":2.5}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"integer","minimum":1,"maximum":2}},"required":["a"],"additionalProperties":false}`, "", ""},
	{"those of numbers are checked", `{"properties":{"a":{"type":"number","exclusiveMinimum":0}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"number","minimum":0}},"required":["a"],"additionalProperties":false}`,
		"/properties/a exclusiveMinimum: not in the grammar; checked before the call", ""},
	{"an enum of several types is split", `{"properties":{"a":{"enum":["x",1,null,1.0]}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"string","enum":["x"]},{"type":"integer","enum":[1]},` +
			`{"type":"null"}]}},"required":["a"],"additionalProperties":false}`, "", ""},
	{"a const is an enum", `{"properties":{"a":{"const":"x"}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"string","enum":["x"]}},"required":["a"],"additionalProperties":false}`, "", ""},
	{"references are resolved",
		`{"properties":{"a":{"$ref":"#/$defs/b"}},"required":["a"],"$defs":{"b":{"type":"boolean","description":"a\nflag"}}}`,
		`{"type":"object","properties":{"a":{"type":"boolean","description":"a flag"}},"required":["a"],"additionalProperties":false}`, "", ""},
	{"a remote one is any value", `{"properties":{"a":{"$ref":"https://x.example/s.json"}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"string","maxLength":1999},{"type":"number"},` +
			`{"type":"boolean"},{"type":"null"}]}},"required":["a"],"additionalProperties":false}`,
		"/properties/a $ref: \"https://x.example/s.json\" is not in this schema; left to the tool",
		"/properties/a : lists and objects, where any value may stand\n maxLength: strings of more than 1999 characters, " +
			"where it gives no bound"},
	{"allOf is merged", `{"properties":{"a":{"allOf":[{"type":"integer","minimum":1},{"minimum":3,"maximum":9}],` +
		`"maximum":5}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"integer","minimum":3,"maximum":5}},"required":["a"],"additionalProperties":false}`, "", ""},
	{"branches of anyOf hold what stands beside it",
		`{"properties":{"a":{"type":"object","properties":{"x":{"type":"null"}},"required":["x"],` +
			`"anyOf":[{"properties":{"y":{"type":"null"}},"required":["y"]},{"type":"string"}]}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"object","properties":{"x":{"type":"null"},"y":{"type":"null"}},` +
			`"required":["x","y"],"additionalProperties":false}},"required":["a"],"additionalProperties":false}`, "", ""},
	{"alternatives of required members are checked",
		`{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"boolean"},{"type":"null"}]},"b":{"anyOf":[{"type":"boolean"},` +
			`{"type":"null"}]}},"required":["a","b"],"additionalProperties":false}`,
		" anyOf: not in the grammar; checked before the call", ""},
	{"an object of any members is a list",
		`{"properties":{"env":{"type":"object","additionalProperties":{"type":"boolean"}}},"required":["env"]}`,
		`{"type":"object","properties":{"env":{"type":"array","items":{"type":"object",` +
			`"properties":{"name":{"type":"string","minLength":1,"maxLength":200},"value":{"type":"boolean"}},` +
			`"required":["name","value"],"additionalProperties":false},"maxItems":32}},"required":["env"],"additionalProperties":false}`, "", ""},
	{"longer strings than models may write", `{"properties":{"a":{"type":"string","maxLength":100000}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"string","maxLength":65536}},"required":["a"],"additionalProperties":false}`,
		"", "/properties/a maxLength: strings of more than 65536 characters"},
	{"a member that nothing satisfies is left out", `{"properties":{"a":false,"b":{"type":"null"}},"required":["b"]}`,
		`{"type":"object","properties":{"b":{"type":"null"}},"required":["b"],"additionalProperties":false}`, "", ""},
}

func TestForeignSchemasAreClosedAndSayWhatTheyLose(t *testing.T) {
	for _, row := range foreignRows {
		t.Run(row.claim, func(t *testing.T) {
			f, err := echo(row.schema)
			require.NoError(t, err)
			assert.Equal(t, row.closed, f.Schema().String())
			assert.Equal(t, row.unenforced, gaps(f.Unenforced()))
			assert.Equal(t, row.unwritable, gaps(f.Unwritable()))
		})
	}
}

func TestRecursionEndsAfterAFewLevels(t *testing.T) {
	f, err := echo(
		`{"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"children":{"type":"array",` +
			`"items":{"$ref":"#/$defs/tree"}}},"required":["children"]}}}`)
	require.NoError(t, err)
	assert.Equal(t, 3, strings.Count(f.Schema().String(), `"maxItems":32`))
	assert.Contains(t, gaps(f.Unwritable()), "$ref: more than 4 levels of #/$defs/tree")
	args := `{"children":[{"children":[{"children":[]}]}]}`
	registry, err := tools.NewRegistry(f)
	require.NoError(t, err)
	assert.True(t, registry.Call(t.Context(), tools.Call{Tool: "f", Args: json.RawMessage(args)}).OK)
}

func TestSchemasThatCannotBeUsed(t *testing.T) {
	deep := strings.Repeat(`{"type":"array","minItems":1,"items":`, 40) + `{"type":"null"}` + strings.Repeat("}", 40)
	wide := `{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"object","properties":{`
	for i := range 60 {
		wide += fmt.Sprintf(`"m%d":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/b"}},`, i)
	}
	wide += `"z":true}},"b":{"type":"object","properties":{`
	for i := range 60 {
		wide += fmt.Sprintf(`"m%d":{"type":"string"},`, i)
	}
	wide += `"z":true}}}}`
	for _, row := range []struct{ claim, schema, want string }{
		{"no JSON", `{`, "not a JSON object"},
		{"no object", `[]`, "not a JSON object"},
		{"false", `false`, "not a JSON object"},
		{"arguments that are no object", `{"type":"string"}`, "it wants string"},
		{"a reference that leads to itself", `{"$ref":"#"}`, "no arguments satisfy it"},
		{"types that exclude each other", `{"properties":{"a":{"allOf":[{"type":"string"},{"type":"null"}]}},"required":["a"]}`,
			"no arguments can be written"},
		{"a string longer than may be written", `{"properties":{"a":{"type":"string","minLength":5000}},"required":["a"]}`,
			"no arguments can be written"},
		{"nesting without end", `{"properties":{"a":` + deep + `},"required":["a"]}`, "no arguments can be written"},
		{"too many parts", wide, "more than 2000 parts"},
		{"too long", `{"description":"` + strings.Repeat("x", 256<<10) + `"}`, "at most 262144 are read"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, err := echo(row.schema)
			assert.ErrorContains(t, err, "tools: arguments of f: ")
			assert.ErrorContains(t, err, row.want)
		})
	}
}

func TestArgumentsReachTheToolAsItsSchemaHasThem(t *testing.T) {
	for _, row := range []struct{ claim, schema, args, want string }{
		{"null members are left out", `{"properties":{"a":{"type":"string"},"b":{"type":"null"}},"required":["b"]}`,
			`{"a":null,"b":null}`, `{"b":null}`},
		{"also within lists", `{"properties":{"a":{"type":"array","items":{"properties":{"x":{"type":"integer"}}}}},"required":["a"]}`,
			`{"a":[{"x":null},{"x":1}]}`, `{"a":[{},{"x":1}]}`},
		{"also within alternatives",
			`{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"object","properties":{"x":{"type":"integer"}}}]}},"required":["a"]}`,
			`{"a":{"x":null}}`, `{"a":{}}`},
		{"a list of names and values is an object",
			`{"properties":{"env":{"type":"object","additionalProperties":{"type":"integer"}}},"required":["env"]}`,
			`{"env":[{"name":"A","value":1},{"name":"B","value":2}]}`, `{"env":{"A":1,"B":2}}`},
		{"large numbers stay as they are", `{"properties":{"a":{"type":"number"}},"required":["a"]}`, `{"a":0.1234567890123456}`,
			`{"a":0.1234567890123456}`},
		{"markup is not escaped", `{"properties":{"a":{"type":"string"},"b":{"type":"null"}},"required":["a"]}`,
			`{"a":"<&>","b":null}`, `{"a":"<&>"}`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			f, err := echo(row.schema)
			require.NoError(t, err)
			r, err := tools.NewRegistry(f)
			require.NoError(t, err)
			o := r.Call(t.Context(), tools.Call{Tool: "f", Args: json.RawMessage(row.args)})
			require.True(t, o.OK, "%v", o.Error)
			assert.Equal(t, row.want, string(o.Output))
		})
	}
}

func TestWhatTheGrammarDoesNotHoldIsARecoverableError(t *testing.T) {
	for _, row := range []struct{ claim, schema, args string }{
		{"a format", `{"properties":{"a":{"type":"string","format":"date"}},"required":["a"]}`, `{"a":"y"}`},
		{"one of two members",
			`{"properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":null,"b":null}`},
		{"a name that stands twice", `{"properties":{"env":{"type":"object","additionalProperties":{"type":"integer"}}},"required":["env"]}`,
			`{"env":[{"name":"A","value":1},{"name":"A","value":2}]}`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			f, err := echo(row.schema)
			require.NoError(t, err)
			r, err := tools.NewRegistry(f)
			require.NoError(t, err)
			o := r.Call(t.Context(), tools.Call{Tool: "f", Args: json.RawMessage(row.args)})
			require.NotNil(t, o.Error, "%s", o.Output)
			assert.Equal(t, tools.ClassBadArgument, o.Error.Class)
			assert.True(t, o.Error.Recoverable)
		})
	}
}

// Whatever a model writes in closed form satisfies the schema, or is refused before the call, unless a gap
// says that it is left to the tool.
func TestWhatReachesAToolSatisfiesItsSchema(t *testing.T) {
	for _, row := range foreignRows {
		if strings.Contains(row.unenforced, "left to the tool") {
			continue
		}
		t.Run(row.claim, func(t *testing.T) { reachesOnlyValid(t, row.schema, 200) })
	}
}

func reachesOnlyValid(t *testing.T, schema string, times int) {
	f, err := echo(schema)
	require.NoError(t, err)
	r, err := tools.NewRegistry(f)
	require.NoError(t, err)
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("s.json", document))
	oracle, err := c.Compile("s.json")
	require.NoError(t, err)
	g, err := grammar.Compile(t.Context(), f.Schema().JSON(), grammar.Options{})
	require.NoError(t, err)
	dice := rand.New(rand.NewPCG(1, 2))
	for range times {
		o := r.Call(t.Context(), tools.Call{Tool: "f", Args: g.Sample(dice)})
		if o.Error != nil {
			assert.Equal(t, tools.ClassBadArgument, o.Error.Class)
			continue
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(o.Output)))
		require.NoError(t, err)
		assert.NoError(t, oracle.Validate(value), "%s", o.Output)
	}
}

func TestAToolWithOtherFlags(t *testing.T) {
	f, err := echo(`{}`)
	require.NoError(t, err)
	trusted, err := f.With(tools.Options{NeedsApproval: true})
	require.NoError(t, err)
	assert.Equal(t, tools.Options{NeedsApproval: true, Timeout: tools.DefaultTimeout}, trusted.Options())
	assert.False(t, f.Options().NeedsApproval, "the tool itself stays as it is")
	_, err = f.With(tools.Options{Timeout: -1})
	assert.ErrorContains(t, err, "Timeout is negative")
}

// FuzzNewRaw: whatever the schema, the tool can be called, or the error says why not.
func FuzzNewRaw(f *testing.F) {
	for _, row := range foreignRows {
		f.Add([]byte(row.schema))
	}
	f.Fuzz(func(t *testing.T, schema []byte) {
		tool, err := echo(string(schema))
		if err != nil {
			return
		}
		g, err := grammar.Compile(t.Context(), tool.Schema().JSON(), grammar.Options{})
		require.NoError(t, err)
		r, err := tools.NewRegistry(tool)
		require.NoError(t, err)
		o := r.Call(t.Context(), tools.Call{Tool: "f", Args: g.Sample(rand.New(rand.NewPCG(1, 2)))})
		if o.Error != nil {
			require.Equal(t, tools.ClassBadArgument, o.Error.Class)
		}
	})
}

func ExampleNewRaw() {
	schema := json.RawMessage(`{"type": "object", "properties": {
		"path": {"type": "string", "pattern": "^/", "maxLength": 80},
		"lines": {"type": "integer", "multipleOf": 10}}, "required": ["path"]}`)
	read, err := tools.NewRaw(context.Background(), "read_file", "the first lines of a file", schema,
		func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil }, tools.Options{Idempotent: true})
	if err != nil {
		panic(err)
	}
	for _, gap := range read.Unenforced() {
		fmt.Println(gap.Pointer, gap.Keyword+":", gap.Why)
	}
	registry, err := tools.NewRegistry(read)
	if err != nil {
		panic(err)
	}
	for _, args := range []string{`{"lines":null,"path":"/etc/motd"}`, `{"lines":3,"path":"/etc/motd"}`} {
		o := registry.Call(context.Background(), tools.Call{Tool: "read_file", Args: json.RawMessage(args)})
		fmt.Println(o.OK, string(o.Output))
	}
	// Output:
	// /properties/lines multipleOf: not in the grammar; checked before the call
	// true {"path":"/etc/motd"}
	// false
}

// A stranger's schema may be made to cost much. Then it costs as much as a few such patterns, and the caller's context ends it.
func TestASchemaThatIsMeantToCostMuch(t *testing.T) {
	var schema strings.Builder
	schema.WriteString(`{"type":"object","properties":{`)
	for i := range 1500 {
		if i > 0 {
			schema.WriteByte(',')
		}
		fmt.Fprintf(&schema, `"m%d":{"type":"string","pattern":"^(?:a|b)*a(?:a|b){%d}$"}`, i, 18+i)
	}
	schema.WriteString(`}}`)
	build := func(ctx context.Context) error {
		_, err := tools.NewRaw(ctx, "f", "", json.RawMessage(schema.String()), nil, tools.Options{})
		return err
	}
	require.NoError(t, build(t.Context()), "its patterns are checked before a call, or left to the tool")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 10*time.Millisecond, errors.New("enough"))
	defer cancel()
	assert.ErrorContains(t, build(ctx), "enough")
}

// What the function of a tool returns, the log must hold: an output that is none, and an error that says nothing.
func TestARawToolReturnsWhatTheLogCanHold(t *testing.T) {
	for _, row := range []struct {
		claim, output string
		err           error
		want, class   string
	}{
		{"no output is null", "", nil, "null", ""},
		{"a nil *Error says that nothing failed", `"done"`, (*tools.Error)(nil), `"done"`, ""},
		{"a cut text is an error", `{"a":`, nil, "", tools.ClassFailed},
		{"so are two values", `1 2`, nil, "", tools.ClassFailed},
		{"an error counts before its output", `1 2`, tools.NotFound("no such line"), "", tools.ClassNotFound},
	} {
		t.Run(row.claim, func(t *testing.T) {
			tool, err := tools.NewRaw(t.Context(), "f", "", json.RawMessage(`{}`), func(context.Context, json.RawMessage) (json.RawMessage, error) {
				return json.RawMessage(row.output), row.err
			}, tools.Options{})
			require.NoError(t, err)
			r, err := tools.NewRegistry(tool)
			require.NoError(t, err)
			o := r.Call(t.Context(), tools.Call{ID: "c1", Tool: "f", Args: json.RawMessage(`{}`)})
			assert.Equal(t, row.want, string(o.Output))
			assert.Equal(t, row.class == "", o.OK)
			if row.class != "" {
				require.NotNil(t, o.Error)
				assert.Equal(t, row.class, o.Error.Class)
			}
			_, err = json.Marshal(o)
			assert.NoError(t, err)
		})
	}
}
