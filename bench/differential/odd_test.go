package differential

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// An odd draws schemas of what a generator seldom draws: recursion through items that contains counts, negated patterns of
// names, values that are excluded one by one, items that must differ. They are few and meet often.
type odd struct{ *rand.Rand }

// drawOdd returns a random schema of an odd, with documents.
func drawOdd(g *generator) (schema any, documents []any) {
	r := odd{g.r}
	schema = parsed(r.schema(3))
	for range 3 * documentsPerSchema { // which are small
		v := parsed(r.value(3))
		if g.chance(4) {
			v = g.changed(v)
		}
		documents = append(documents, v)
	}
	return schema, documents
}

// parsed returns what a draw has written.
func parsed(s string) any {
	v, err := parse(s)
	if err != nil {
		panic("differential: BUG: " + err.Error() + ": " + s)
	}
	return v
}

func (r odd) pick(list ...string) string { return list[r.IntN(len(list))] }

func (r odd) scalar() string {
	return r.pick(`{"type":"number"}`, `{"type":"string"}`, `{"type":"string","pattern":"`+r.pick(`é`, `^a*$`, `\"`, `a[^b]b`, `^[^a]`)+`"}`,
		`{"enum":[1,"a",null]}`, `{"const":`+r.value(1)+`}`, `{"type":"integer","multipleOf":2}`, `{"type":["null","boolean"]}`,
		`{"not":{"type":"string"}}`, `{"not":{"enum":[`+r.value(1)+`,`+r.value(1)+`]}}`, `true`)
}

func (r odd) schema(depth int) string {
	if depth == 0 {
		return r.pick(r.scalar(), `{"$ref":"#"}`, `{"anyOf":[`+r.scalar()+`,{"$ref":"#"}]}`)
	}
	sub := func() string { return r.schema(depth - 1 - r.IntN(depth)) }
	pattern := func() string { return r.pick(`^a`, `^a*$`, `b$`, ``, `^[a-c]$`, `é`) }
	var parts []string
	maybe := func(n int, text string) {
		if r.IntN(n) == 0 {
			parts = append(parts, text)
		}
	}
	switch r.IntN(6) {
	case 0, 1:
		parts = append(parts, `"type":"array"`)
		maybe(2, `"contains":`+sub())
		maybe(2, `"items":`+sub())
		maybe(4, `"prefixItems":[`+sub()+`]`)
		maybe(4, `"minContains":`+r.pick("0", "2"))
		maybe(4, `"maxContains":`+r.pick("1", "2"))
		maybe(4, `"minItems":`+r.pick("1", "2", "3"))
		maybe(5, `"maxItems":`+r.pick("1", "2", "3"))
		maybe(6, `"uniqueItems":true`)
		maybe(6, `"not":{"contains":`+r.scalar()+`}`)
	case 2, 3, 4:
		parts = append(parts, `"type":"object"`)
		maybe(2, `"properties":{`+r.pick(`"a":`, `"b":`, `"aa":`)+sub()+r.pick(``, `,"ab":`+sub())+`}`)
		maybe(2, `"additionalProperties":`+r.pick(`false`, sub()))
		maybe(2, fmt.Sprintf(`"not":{"patternProperties":{%q:%s}}`, pattern(), r.scalar()))
		maybe(4, fmt.Sprintf(`"allOf":[{"not":{"patternProperties":{%q:%s}}},{"not":{"propertyNames":{"pattern":%q}}}]`,
			pattern(), sub(), pattern()))
		maybe(4, fmt.Sprintf(`"patternProperties":{%q:%s}`, pattern(), sub()))
		maybe(4, `"required":[`+r.pick(`"a"`, `"ab","b"`)+`]`)
		maybe(4, `"minProperties":`+r.pick("1", "2"))
		maybe(4, `"maxProperties":`+r.pick("1", "2"))
	default:
		return fmt.Sprintf(`{%q:[%s,%s]}`, r.pick("anyOf", "allOf", "oneOf"), sub(), sub())
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (r odd) value(depth int) string {
	switch n := r.IntN(12); {
	case n < 3 && depth > 0:
		var items []string
		for range r.IntN(4) {
			items = append(items, r.value(depth-1))
		}
		return "[" + strings.Join(items, ",") + "]"
	case n < 7 && depth > 0:
		var members []string
		names := []string{"a", "b", "aa", "ab", "é", "c"}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names[:r.IntN(4)] {
			members = append(members, fmt.Sprintf("%q:%s", name, r.value(depth-1)))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	return r.pick(`1`, `2`, `0`, `1.5`, `null`, `true`, `"a"`, `"é"`, `"\""`, `"ab"`, `"b"`, `""`, `[]`, `{}`)
}
