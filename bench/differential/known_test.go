package differential

import (
	"bufio"
	"encoding/json"
	"os"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// found are the smallest of what random schemas have shown, each with a document.
var found = []struct{ name, schema, document string }{
	{"a union of listed numbers", `{"anyOf":[{"const":100},{"const":1}]}`, `100`},
	{"oneOf of numbers that descend", `{"oneOf":[{"enum":[10]},{"const":5}]}`, `10`},
	{"no member may come", `{"type":"object","maxProperties":0,"properties":{"a":{"type":"integer"}}}`, `{"a":1}`},
	{"no other member may come", `{"maxProperties":0,"additionalProperties":{"minimum":0.1}}`, `{}`},
	{"none of a pattern may come", `{"maxProperties":0,"patternProperties":{"ä":{"const":{}}}}`, `{"ä":{}}`},
	{"contains with a ceiling", `{"type":"array","contains":{"maxLength":4},"maxContains":3}`, `["aaaa",-0]`},
	{"contains that all meet", `{"type":"array","contains":true,"maxContains":1,"items":{"enum":["AB",{}]}}`, `["AB"]`},
	{"contains that all meet, and some must come", `{"minContains":0,"contains":true,"maxContains":2,"minItems":1,"type":"array"}`, `[1]`},
	{"too few different items", `{"contains":{"const":"true"},"uniqueItems":true,"type":"array","minContains":2}`, `["true"]`},
	{"one number in two spellings", `{"items":{"enum":[1,1.0,2]},"uniqueItems":true,"minItems":2,"type":"array"}`, `[1,2]`},
	{"const evaluates nothing", `{"anyOf":[{"const":{"a":1}},{"type":"null"}],"unevaluatedProperties":false}`, `{"a":1}`},
	{"enum evaluates nothing", `{"enum":[["x"],1],"unevaluatedItems":false}`, `["x"]`},
	{"recursion that may end",
		`{"$defs":{"t":{"type":"object","additionalProperties":false,"minProperties":2,` +
			`"properties":{"a":{"$ref":"#/$defs/t"},"b":{"type":"string"},"c":{"type":"integer"}}}},"$ref":"#/$defs/t"}`, `{"b":"","c":1}`},
	{"the empty name", `{"dependentSchemas":{"":{"type":"string"}}}`, `{}`},
	{"a name that no value fits",
		`{"dependentSchemas":{"b":{}},"unevaluatedProperties":{"exclusiveMaximum":0,"exclusiveMinimum":0,"type":"number"}}`, `{"b":1}`},
	{"a name beyond ASCII that must come", `{"properties":{"ab":true},"required":["a b","ä","c"],"type":"object"}`, `{"a b":1,"ä":2,"c":3}`},
	{"a long member that must come",
		`{"contains":{"prefixItems":[{"type":"object"}]},"items":{"contains":{},"items":{"required":["","😀"]},` +
			`"type":"array"},"type":"array"}`, `[[{"":0,"😀":0}]]`},
	{"objects without a name",
		`{"contains":{"propertyNames":{"type":"null"},"type":"object"},"minContains":2,"type":"array","uniqueItems":true}`, `[{}]`},
	{"no member may come, and one must", `{"if":{"const":{}},"maxProperties":0,"properties":{"b":{}}}`, `{}`},
	{"an item that must come, of names in any order", `{"contains":{"minProperties":1,"type":"object"},"type":"array"}`, `[{"a":1}]`},
	{"an item that must come, of items that differ",
		`{"contains":{"minItems":2,"type":"array","uniqueItems":true},"type":"array"}`, `[[0,1]]`},
	{"a host with an escaped character", `{"format":"uri-reference","type":"string"}`, `"A://%4C/"`},
	{"a host that is an address of a later version", `{"format":"uri"}`, `"zH9K://[VE.s]"`},
	{"a bracket where no host is", `{"not":{"format":"uri-reference"}}`, `"["`},
	{"letters beyond ASCII that must come", `{"not":{"format":"uri-reference"},"pattern":"^\\p{L}+$"}`, `"é"`},
	{"line ends in a pattern", `{"not":{"pattern":"^.{2}$","type":"string"}}`, `"\fa"`},
}

func nothingFound(t *testing.T, name, schema, document string) {
	v, err := parse(schema)
	require.NoError(t, err, schema)
	var documents []string
	if document != "" {
		documents = []string{document}
	}
	for _, f := range examined(v, documents, 1, new(atomic.Value)).findings {
		assert.Fail(t, f.Kind, "%s: %+v", name, f)
	}
}

func TestWhatWasFoundIsMended(t *testing.T) {
	for _, x := range found {
		nothingFound(t, x.name, x.schema, x.document)
	}
}

// TestReproductions reads more of them, where they lie beside the clone.
func TestReproductions(t *testing.T) {
	file, err := os.Open("../../../shared/notes/repro/differential.jsonl")
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var x struct{ Kind, Schema, Doc string }
		require.NoError(t, json.Unmarshal(lines.Bytes(), &x))
		nothingFound(t, x.Kind, x.Schema, x.Doc)
	}
	require.NoError(t, lines.Err())
}
