package grammartest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// LoopStep returns the schema of one decision in the wire format, with so many tools beside the answer.
func LoopStep(tools int) json.RawMessage {
	branches := []string{branch("final_answer",
		`"corrected":{"anyOf":[{"type":"string","enum":["He went to school.","He goes to school.","He go to school."]},{"type":"null"}]},`+
			`"in_scope":{"type":"boolean"},"rationale":{"type":"array","items":{"type":"string","minLength":1,"maxLength":200},`+
			`"minItems":1,"maxItems":5},`+
			`"spanish_gloss":{"type":"string","maxLength":300}`, "corrected", "in_scope", "rationale", "spanish_gloss")}
	for i := range tools {
		branches = append(branches, branch(fmt.Sprintf("tool_%03d", i), `"n":{"type":"integer","minimum":0,"maximum":100},`+
			`"person":{"type":"string","enum":["1sg","2sg","3sg","1pl","2pl","3pl"]},`+
			`"tense":{"type":"string","enum":["past_simple","present_simple","past_participle"]},`+
			`"verb":{"type":"string","minLength":1,"maxLength":24}`, "n", "person", "tense", "verb"))
	}
	if len(branches) == 1 {
		return json.RawMessage(branches[0])
	}
	return json.RawMessage(`{"anyOf":[` + strings.Join(branches, ",") + `]}`)
}

// branch returns the decision that calls one tool.
func branch(tool, properties string, required ...string) string {
	return `{"type":"object","properties":{"thought":{"type":"string","maxLength":400},"tool":{"type":"string","enum":["` + tool + `"]},` +
		`"tool_args":{"type":"object","properties":{` + properties + `},"required":["` + strings.Join(required, `","`) +
		`"],"additionalProperties":false}},` +
		`"required":["thought","tool","tool_args"],"additionalProperties":false}`
}

// CallDocument is a document of LoopStep(8) and more.
var CallDocument = []byte(
	`{"thought":"look it up","tool":"tool_007","tool_args":{"n":42,"person":"3sg","tense":"past_simple","verb":"go"}}`)

// TightSchemas are schemas whose values or names can be used up.
var TightSchemas = []string{
	`{"type":"array","items":{"enum":["a","ab","b"]},"uniqueItems":true}`,
	`{"type":"array","items":{"enum":["a","ab",1,null]},"uniqueItems":true,"minItems":3}`,
	`{"type":"array","items":{"type":"boolean"},"uniqueItems":true,"minItems":2}`,
	`{"type":"array","items":{"type":"integer","minimum":8,"maximum":12},"uniqueItems":true,"minItems":4}`,
	`{"type":"array","items":{"type":"number","minimum":0,"maximum":0.5,"multipleOf":0.25},"uniqueItems":true}`,
	`{"type":"array","items":{"type":["integer","boolean"],"minimum":1,"maximum":12},"uniqueItems":true}`,
	`{"type":"array","items":{"type":"string","maxLength":1},"uniqueItems":true}`,
	`{"type":"array","items":{"type":"string","maxLength":2,"not":{"enum":["aa"]}},"uniqueItems":true}`,
	`{"type":"array","items":{"type":"string","pattern":"^(a[ab]?|[bcé])$"},"uniqueItems":true}`,
	`{"type":"array","items":{"type":"string","pattern":"^[ab]{1,7}$"},"uniqueItems":true}`,
	`{"type":"array","items":{"type":"string","pattern":"^([ab]+|X[01])$"},"uniqueItems":true}`,
	`{"type":"array","items":{"type":"string","pattern":"^[a-c]*$","maxLength":1},"uniqueItems":true,"minItems":2}`,
	`{"type":"array","items":{"type":"array","items":{"enum":[1,2]},"uniqueItems":true},"maxItems":4}`,
	`{"type":"array","items":{"type":["object","null"]},"uniqueItems":true}`,
	`{"anyOf":[{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true},{"type":"array","items":{"enum":["a","c"]},` +
		`"minItems":3,"maxItems":3}]}`,
	`{"type":"object","propertyNames":{"maxLength":1}}`,
	`{"type":"object","propertyNames":{"maxLength":2},"minProperties":2}`,
	`{"type":"object","propertyNames":{"enum":["a","b","ab"]}}`,
	`{"type":"object","patternProperties":{"^[ab]$":{"type":"null"}},"additionalProperties":false}`,
	`{"type":"object","patternProperties":{"^[ab]{1,6}$":{"type":"null"}},"additionalProperties":false,"minProperties":3}`,
	`{"type":"object","patternProperties":{"^([ab]+|X[01])$":{"type":"null"}},"additionalProperties":false}`,
	`{"type":"object","patternProperties":{"^([ab]|[c-f]{3}[0-9])$":{"type":"null"},"^cc":{"type":"integer"}},"additionalProperties":false}`,
	`{"type":"object","properties":{"aa":{"type":"null"}},"propertyNames":{"pattern":"^a{1,3}$"}}`,
}
