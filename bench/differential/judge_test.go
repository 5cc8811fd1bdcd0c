package differential

import (
	"encoding/json"
	"strings"

	google "github.com/google/jsonschema-go/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"
)

// judges are two validators that others wrote, with one schema.
type judges struct {
	first  *santhosh.Schema
	second *google.Resolved // nil where the schema has formats, which it does not read, or definitions that may recur
}

// newJudges returns the validators with a schema, or false if one of them refuses it.
func newJudges(schema string) (judges, bool) {
	first, ok := newFirst(schema)
	if !ok {
		return judges{}, false
	}
	if strings.Contains(schema, `"format"`) || mayRecur(schema) {
		return judges{first: first}, true
	}
	var s google.Schema
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		return judges{}, false
	}
	second, err := s.Resolve(nil)
	return judges{first, second}, err == nil
}

// mayRecur reports whether definitions refer to definitions: where they do so without a member or item
// between, the second validator does not end.
func mayRecur(schema string) bool {
	v, err := parse(schema)
	o, ok := v.(object)
	return err == nil && ok && strings.Contains(text(o["$defs"]), `"$ref"`)
}

func newFirst(schema string) (*santhosh.Schema, bool) {
	const address = "schema:differential"
	document, err := santhosh.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		return nil, false
	}
	c := santhosh.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(address, document); err != nil {
		return nil, false
	}
	s, err := c.Compile(address)
	return s, err == nil
}

func accepts(s *santhosh.Schema, document string) bool {
	v, err := santhosh.UnmarshalJSON(strings.NewReader(document))
	return err == nil && s.Validate(v) == nil
}

// judge returns what the validators say of a document, and false if they disagree.
func (j judges) judge(document string) (valid, agreed bool) {
	valid = accepts(j.first, document)
	if j.second == nil {
		return valid, true
	}
	var v any
	if err := json.Unmarshal([]byte(document), &v); err != nil {
		return false, false
	}
	return valid, (j.second.Validate(v) == nil) == valid
}
