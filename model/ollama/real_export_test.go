package ollama_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/ollamatest"
)

// outputs is how many replies of a real server are compared with our grammars:
//
//	OLLAMA_BIN=… go test -run TestRealServerWritesWhatExportsSay -outputs 500 -v ./model/ollama
var outputs = flag.Int("outputs", 60, "how many replies of a real server are held against the exports of random schemas")

// randomSchemas is how many schemas are made up besides the ones below.
const randomSchemas = 30

// families are schemas of the kinds that programs send.
var families = map[string]string{
	"decision": `{"anyOf":[{"type":"object","properties":{"thought":{"type":"string","maxLength":20},` +
		`"tool":{"const":"conjugate"},"tool_args":{"type":"object","properties":{"person":{"enum":["1sg","3sg"]},` +
		`"verb":{"type":"string","minLength":1,"maxLength":12}},"required":["person","verb"],"additionalProperties":false}},` +
		`"required":["thought","tool","tool_args"],"additionalProperties":false},{"type":"object",` +
		`"properties":{"thought":{"type":"string","maxLength":20},"tool":{"const":"final_answer"},` +
		`"tool_args":{"type":"object","properties":{"in_scope":{"type":"boolean"},"note":{"anyOf":[{"type":"string",` +
		`"maxLength":5},{"type":"null"}]}},"required":["in_scope","note"],"additionalProperties":false}},` +
		`"required":["thought","tool","tool_args"],"additionalProperties":false}]}`,
	"tutor answer": `{"type":"object","properties":{"corrected":{"enum":["He goes to school.","He went to school.",` +
		`"He \"gone\" to school.","Él fue a la escuela.","a\\b"]},"in_scope":{"type":"boolean"},"rationale":{"type":"array",` +
		`"items":{"enum":["conjugate","lookup_verb"]},"maxItems":3},"spanish_gloss":{"type":"string","maxLength":30}},` +
		`"required":["corrected","in_scope","rationale","spanish_gloss"],"additionalProperties":false}`,
	"plan": `{"type":"object","properties":{"steps":{"type":"array","items":{"type":"object",` +
		`"properties":{"id":{"type":"integer","minimum":1,"maximum":9},"depends_on":{"type":"array",` +
		`"items":{"type":"integer","minimum":1,"maximum":12},"uniqueItems":true,"maxItems":3}},"required":["id",` +
		`"depends_on"],"additionalProperties":false},"minItems":1,"maxItems":3}},"required":["steps"],"additionalProperties":false}`,
	"recursion": `{"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"label":{"type":"string",` +
		`"maxLength":3},"kids":{"type":"array","items":{"$ref":"#/$defs/tree"},"maxItems":2}},"required":["label","kids"],` +
		`"additionalProperties":false}}}`,
	"a list of nulls": `{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},` +
		`"required":["next"],"additionalProperties":false}`,
	"optional": `{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"integer","minimum":0,` +
		`"maximum":9},"c":{"type":"null"},"d":{"enum":["x"]}},"required":["c"],"additionalProperties":false}`,
	"open":     `{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}`,
	"map":      `{"type":"object","additionalProperties":{"type":"integer","minimum":-5,"maximum":5},"maxProperties":2}`,
	"patterns": `{"type":"object","patternProperties":{"^[a-z]+$":{"type":"boolean"}},"additionalProperties":false,"minProperties":1}`,
	"tuple": `{"type":"array","prefixItems":[{"type":"boolean"},{"type":"integer","minimum":7,"maximum":103},` +
		`{"enum":["a","b"]}],"items":false,"minItems":2}`,
	"oneOf": `{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"n":{"type":"integer","minimum":100,` +
		`"maximum":1099}},"required":["k","n"],"additionalProperties":false},{"type":"object",` +
		`"properties":{"k":{"const":"b"},"s":{"type":"string","minLength":2,"maxLength":4}},"required":["k","s"],"additionalProperties":false}]}`,
	"allOf": `{"type":"object","allOf":[{"properties":{"a":{"type":"integer","minimum":1}}},` +
		`{"properties":{"a":{"maximum":40}},"required":["a"]}],"unevaluatedProperties":false}`,
	"bounds": `{"type":"array","items":{"anyOf":[{"type":"integer","minimum":105},{"type":"integer",` +
		`"maximum":-90},{"type":"integer","minimum":-35,"maximum":-7}]},"minItems":2,"maxItems":4}`,
	"one bound": `{"type":"array","items":{"anyOf":[{"type":"integer","minimum":12},{"type":"integer","maximum":20},` +
		`{"type":"integer","exclusiveMinimum":-12}]},"minItems":2,"maxItems":4}`,
	"fractions": `{"type":"array","items":{"anyOf":[{"type":"number","minimum":5,"maximum":6},{"type":"integer",` +
		`"multipleOf":7},{"enum":[0.5,-1.25,300,1e3]}]},"minItems":1,"maxItems":3}`,
	"formats": `{"type":"array","items":{"anyOf":[{"type":"string","format":"date"},{"type":"string",` +
		`"format":"date-time"},{"type":"string","format":"time"},{"type":"string","format":"uuid"}]},"minItems":1,"maxItems":2}`,
	"plain patterns": `{"type":"array","items":{"anyOf":[{"type":"string","pattern":"^[a-z_]{1,3}(-[0-9]{2,3}){0,` +
		`2}[.]$"},{"type":"string","pattern":"^(é|[áéí]{2,3})+\\^?$"},{"type":"string","pattern":"^\\[[\\[\\]\\-+*^]{0,` +
		`4}\\]$"}]},"minItems":1,"maxItems":2}`,
	"other patterns": `{"type":"array","items":{"anyOf":[{"type":"string","pattern":"^.{1,3}@"},{"type":"string",` +
		`"pattern":"^\\d{2}\\s\\w$"}]},"minItems":1,"maxItems":2}`,
	"names": `{"type":"object","properties":{"":{"type":"null"},"root":{"type":"boolean"},` +
		`"string":{"type":"string","maxLength":2},"space":{"type":"null"},"a b":{"type":"null"},"a-b":{"type":"boolean"},` +
		`"é":{"type":"null"},"ü":{"type":"boolean"},"shape0":{"type":"null"},"char":{"type":"integer","minimum":1,` +
		`"maximum":3}},"required":["","root","string","space","a b","a-b","é","ü","shape0","char"],"additionalProperties":false}`,
	"escaped names": `{"type":"object","properties":{"say \"go\"":{"type":"boolean"},"a\\b":{"type":"null"},` +
		`"tab\t":{"type":"null"},"$ref":{"type":"null"}},"required":["a\\b"],"additionalProperties":false}`,
	"anything": `{"type":"object","properties":{"x":{}},"required":["x"],"additionalProperties":false}`,
	"not": `{"type":"object","properties":{"x":{"type":"integer","minimum":0,"maximum":4,"not":{"const":2}},` +
		`"y":{"type":"string","maxLength":1,"not":{"const":"a"}}},"required":["x","y"],"additionalProperties":false}`,
	"contains": `{"type":"array","items":{"type":"boolean"},"contains":{"const":true},"maxItems":4}`,
	"shared": `{"type":"array","items":{"type":"object","properties":{"a":{"$ref":"#/$defs/p"},` +
		`"b":{"$ref":"#/$defs/p"},"c":{"$ref":"#/$defs/p"}},"required":["a","b","c"],"additionalProperties":false},` +
		`"maxItems":1,"minItems":1,"$defs":{"p":{"type":"object","properties":{"name":{"type":"string","maxLength":400},` +
		`"more":{"enum":["1","2","3","4","5","6"]}},"required":["more"],"additionalProperties":false}}}`,
}

// randomSchema returns a schema of any kind, at most depth levels deep.
func randomSchema(r *rand.Rand, depth int) string {
	n := func(most int) int { return r.IntN(most + 1) }
	sub := func() string { return randomSchema(r, depth-1) }
	leaves := []func() string{
		func() string { return fmt.Sprintf(`{"type":"string","maxLength":%d}`, 1+n(9)) },
		func() string {
			a := n(3)
			return fmt.Sprintf(`{"type":"string","minLength":%d,"maxLength":%d}`, a, a+n(4))
		},
		func() string {
			a := n(300) - 150
			return fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%d}`, a, a+n(2000))
		},
		func() string { return fmt.Sprintf(`{"type":"integer","minimum":%d}`, n(1200)-200) },
		func() string { return fmt.Sprintf(`{"type":"integer","maximum":%d}`, n(1200)-600) },
		func() string { return `{"type":"integer","multipleOf":5}` },
		func() string { return `{"type":"number"}` },
		func() string { return fmt.Sprintf(`{"type":"number","exclusiveMinimum":%d}`, n(9)-4) },
		func() string { return `{"type":["boolean","null"]}` },
		func() string { return `{"enum":["a","é<>&",null,1,-2.5,true,[1],{"k":"v"}]}` },
		func() string { return `{"const":"` + strings.Repeat("ab ", n(3)) + `"}` },
		func() string { return fmt.Sprintf(`{"type":"string","pattern":"^[A-F]{1,%d}(x|yz)?$"}`, 1+n(3)) },
		func() string { return `{"type":"string","pattern":"^(go|went|gone)$"}` },
		func() string {
			return []string{`{"type":"string","format":"date"}`, `{"type":"string","format":"uuid"}`}[n(1)]
		},
	}
	if depth == 0 {
		return leaves[r.IntN(len(leaves))]()
	}
	switch n(7) {
	case 0:
		return fmt.Sprintf(`{"anyOf":[%s,%s,{"type":"null"}]}`, sub(), sub())
	case 1:
		return fmt.Sprintf(`{"type":"array","items":%s,"minItems":%d,"maxItems":%d}`, sub(), n(1), 1+n(2))
	case 2:
		return fmt.Sprintf(`{"type":"array","prefixItems":[%s,%s],"items":false,"minItems":%d}`, sub(), sub(), n(2))
	case 3:
		return fmt.Sprintf(`{"type":"object","additionalProperties":%s,"maxProperties":%d}`, sub(), 1+n(2))
	case 4:
		return fmt.Sprintf(`{"allOf":[{"type":"object","properties":{"p":%s}},{"properties":{"q":%s},"required":["q"]}]}`, sub(), sub())
	}
	var members, required []string
	for i := range 1 + n(3) {
		name := fmt.Sprintf("%q", string(rune('a'+i))+strings.Repeat("_x", n(2)))
		members = append(members, name+":"+sub())
		if n(2) > 0 {
			required = append(required, name)
		}
	}
	return fmt.Sprintf(`{"type":"object","properties":{%s},"required":[%s],"additionalProperties":false}`,
		strings.Join(members, ","), strings.Join(required, ","))
}

// A judge holds replies against one schema.
type judge struct {
	name, schema string
	exact        *grammar.Grammar
	export       *grammar.Export
	sent         *grammar.Grammar // the export, read as a schema
}

func judges(t *testing.T, d grammar.Dialect) []judge {
	var list []judge
	reading := grammar.Options{Whitespace: grammar.Foreign(), Order: grammar.AnyOrder, Numbers: grammar.AnyForm}
	add := func(name, schema string) {
		g, err := grammar.Compile(t.Context(), []byte(schema), reading)
		if name == "random" && errors.Is(err, grammar.ErrEmpty) {
			return
		}
		require.NoError(t, err, "%s: %s", name, schema)
		e := g.ServerSchema(d)
		sent, err := grammar.Compile(t.Context(), []byte(e.Text), reading)
		require.NoError(t, err, "%s: %s", name, e.Text)
		list = append(list, judge{name, schema, g, e, sent})
	}
	var names []string
	for name := range families {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		add(name, families[name])
	}
	r := rand.New(rand.NewPCG(1, 2))
	for len(list) < len(families)+randomSchemas {
		add("random", randomSchema(r, 2))
	}
	return list
}

// What a relaxation of spelling lets through: half a surrogate pair; a name that comes twice.
var halfPair = regexp.MustCompile(`\\u[dD][89a-fA-F]`)

// verdict returns "" when the grammar takes text, the whole of it or the beginning of a longer one;
// how the relaxations explain that it does not; or an error.
func (j *judge) verdict(text []byte, whole bool) (string, error) {
	refused := reads(j.exact, text, whole)
	if refused == nil {
		return "", nil
	}
	relaxed := func(keyword, part string) bool {
		return slices.ContainsFunc(j.export.Relaxations, func(r grammar.Relaxation) bool {
			return r.Keyword == keyword && strings.Contains(r.Why, part)
		})
	}
	switch again := reads(j.sent, text, whole); {
	case again == nil && j.names(refused):
		return "keyword", nil
	case again == nil:
	case halfPair.Match(text) && relaxed("", "surrogate"):
		return "spelling", nil
	case relaxed("", "twice") && repeats(text):
		return "name twice", nil
	case relaxed("", "no UTF-8") && strings.Contains(refused.Error(), "want at least"):
		return "dropped bytes", nil
	case relaxed("format", "a day"):
		return "day of a month", nil
	}
	return "", refused
}

// names reports whether a keyword is relaxed at the rule that refused, above it or below; of branches
// that all refuse, the rule is one.
func (j *judge) names(refused error) bool {
	v, ok := errors.AsType[*grammar.Violation](refused)
	if !ok {
		return false
	}
	rule, _, _ := strings.Cut(v.Rule, "/anyOf/")
	return slices.ContainsFunc(j.export.Relaxations, func(r grammar.Relaxation) bool {
		return r.Keyword != "" && (strings.HasPrefix(v.Rule, r.Pointer) || strings.HasPrefix(r.Pointer, rule))
	})
}

func reads(g *grammar.Grammar, text []byte, whole bool) error {
	m := g.LenientMatcher()
	if _, err := m.Feed(context.Background(), text); err != nil || !whole {
		return err
	}
	return m.End()
}

// repeats reports whether the last name of a text, as far as it is read, was there before.
func repeats(text []byte) bool {
	names := regexp.MustCompile(`"([^"\\]|\\.)*"\s*:`).FindAll(text, -1)
	seen := map[string]bool{}
	for _, name := range names {
		name := string(bytes.TrimRight(name, ": \t\n"))
		if seen[name] {
			return true
		}
		seen[name] = true
	}
	return false
}

// ask returns what the server writes under a format, and whether it came to its end.
func ask(t *testing.T, client *api.Client, format string, seed, tokens int) (string, bool, error) {
	stream := true
	var text strings.Builder
	stopped := false
	err := client.Chat(t.Context(), &api.ChatRequest{
		Model: ollamatest.Model, Stream: &stream, Think: &api.ThinkValue{Value: false},
		Messages: []api.Message{{Role: "user", Content: "Go on."}}, Format: json.RawMessage(format),
		Options: map[string]any{"temperature": 1, "seed": seed, "num_ctx": realContext, "num_predict": tokens, "num_thread": 1,
			"top_k": 0, "top_p": 1, "repeat_penalty": 1.0},
	}, func(r api.ChatResponse) error {
		text.WriteString(r.Message.Content)
		stopped = stopped || r.Done && r.DoneReason == "stop"
		return nil
	})
	return text.String(), stopped, err
}

// What a real server writes under an export is a document of the grammar, or differs from one by a
// relaxation that the export lists.
func TestRealServerWritesWhatExportsSay(t *testing.T) {
	server := ollamatest.Start(t, "exports of grammars")
	base, err := url.Parse(server.Host)
	require.NoError(t, err)
	client := api.NewClient(base, http.DefaultClient)

	dialect := grammar.Ollama
	text, _, err := ask(t, client, `{"type":"string","enum":["\"\\"]}`, 1, 20)
	if err != nil || strings.TrimSpace(text) != `"\"\\"` {
		dialect = grammar.OllamaOld
	}
	list := judges(t, dialect)
	counts := map[string]int{}
	start := time.Now()
	for i := range *outputs {
		j := &list[i%len(list)]
		text, stopped, err := ask(t, client, j.export.Text, i, 300)
		if !assert.NoError(t, err, "%s: %s\n%s", j.name, j.schema, j.export.Text) {
			continue
		}
		how, err := j.verdict([]byte(text), stopped)
		assert.NoError(t, err, "%s: %s\n%s\n%q", j.name, j.schema, j.export.Text, text)
		if stopped {
			counts["whole"]++
		} else {
			counts["cut"]++
		}
		if how == "" {
			how = "accepted"
		}
		counts[how]++
	}
	t.Logf("dialect %s, %d schemas, %d replies in %v: %v", dialect, len(list), *outputs, time.Since(start).Round(time.Second), counts)
	assert.Greater(t, counts["accepted"], *outputs/2)
	assert.Greater(t, counts["whole"], *outputs/3)
}
