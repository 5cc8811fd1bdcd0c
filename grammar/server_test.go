package grammar

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

var dialects = []Dialect{Ollama, OllamaOld}

// losses makes TestExportsOfTheCorpus print what is lost how often:
//
//	go test -run TestExportsOfTheCorpus -losses -v ./grammar
var losses = flag.Bool("losses", false, "print which losses of exports are the most frequent")

func compileFor(t testing.TB, schema string, o Options) *Grammar {
	t.Helper()
	g, err := Compile(t.Context(), []byte(schema), o)
	require.NoError(t, err, schema)
	return g
}

func TestServerSchema(t *testing.T) {
	for name, row := range map[string]struct {
		schema, want string
		lost         string // keywords of relaxations, then of narrowings
	}{
		"a decision arrives as it is": {
			`{"anyOf":[{"type":"object","properties":{"thought":{"type":"string","maxLength":20},"tool":{"const":"a"}},` +
				`"required":["thought","tool"],"additionalProperties":false},{"type":"object",` +
				`"properties":{"thought":{"type":"string","maxLength":20},"tool":{"enum":["b","c"]}},"required":["thought",` +
				`"tool"],"additionalProperties":false}]}`,
			`{"anyOf":[{"type":"object","properties":{"thought":{"type":"string","maxLength":20},"tool":{"type":"string",` +
				`"enum":["a"]}},"required":["thought","tool"],"additionalProperties":false},{"type":"object",` +
				`"properties":{"thought":{"type":"string","maxLength":20},"tool":{"type":"string","enum":["b","c"]}},` +
				`"required":["thought","tool"],"additionalProperties":false}]}`,
			`[""] []`,
		},
		"nullable is a union": {`{"type":["string","null"],"maxLength":3}`,
			`{"anyOf":[{"type":"string","maxLength":3},{"type":"null"}]}`, `[""] []`},
		"allOf is worked out": {
			`{"type":"object","allOf":[{"properties":{"a":{"type":"integer","minimum":1}}},{"properties":{"a":{"maximum":9}},` +
				`"required":["a"]}],"unevaluatedProperties":false}`,
			`{"type":"object","properties":{"a":{"type":"integer","minimum":1,"maximum":9}},"required":["a"],"additionalProperties":false}`,
			`[] [""]`,
		},
		"keywords beside a reference count": {`{"$ref":"#/$defs/n","maximum":5,"$defs":{"n":{"type":"integer","minimum":2}}}`,
			`{"type":"integer","minimum":2,"maximum":5}`, `[] [""]`},
		"bounds of fractions are lost": {`{"type":"number","minimum":5,"exclusiveMaximum":6}`, `{"type":"number"}`,
			`["minimum" "exclusiveMaximum"] [""]`},
		"open bounds of integers become closed": {`{"type":"integer","exclusiveMinimum":5.5,"exclusiveMaximum":9}`,
			`{"type":"integer","minimum":6,"maximum":8}`, `[] [""]`},
		"a negative maximum needs a minimum": {`{"type":"integer","maximum":-5}`,
			`{"type":"integer","minimum":-9999999999999999,"maximum":-5}`, `[] ["" "minimum"]`},
		"a minimum with zeros needs a maximum": {`{"type":"integer","minimum":105}`,
			`{"type":"integer","minimum":105,"maximum":9999999999999999}`, `[] ["" "maximum"]`},
		"what any integer can be is not said": {`{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}`,
			`{"type":"integer"}`, `["minimum" "maximum"] [""]`},
		"a pattern of few strings is a list": {`{"type":"string","pattern":"^[ab]c?$"}`,
			`{"type":"string","enum":["a","ac","b","bc"]}`, `[] []`},
		"a plain pattern is sent": {`{"type":"string","pattern":"^[a-z_]+(-[0-9]{2,3})*[.]$"}`,
			`{"type":"string","pattern":"^[_a-z]+(-[0-9]{2,3})*\\.$"}`, `[] []`},
		"a class that holds quotes is lost": {`{"type":"string","pattern":"^.+@.+$"}`, `{"type":"string","minLength":3}`,
			`["pattern" "" ""] []`},
		"a pattern repeats up to a length": {`{"type":"string","pattern":"^[a-z]+$","maxLength":8}`,
			`{"type":"string","pattern":"^[a-z]{1,8}$"}`, `["maxLength"] []`},
		"and so do groups in it": {`{"type":"string","pattern":"^([a-z]+ ?)*$","maxLength":20}`,
			`{"type":"string","pattern":"^([a-z]{1,20}[ ]?){0,20}$"}`, `["maxLength"] []`},
		"unless a server would take seconds for the counts": {`{"type":"string","pattern":"^([a-z]+ ?)*$","maxLength":80}`,
			`{"type":"string","maxLength":80}`, `["pattern" ""] []`},
		"a format that servers know is sent": {`{"type":"string","format":"date"}`, `{"type":"string","format":"date"}`, `["format"] []`},
		"an open object names what it knows": {`{"type":"object","properties":{"a":{"type":"null"}}}`,
			`{"type":"object","properties":{"a":{"type":"null"}},"required":[]}`, `[] ["additionalProperties"]`},
		"a map has one kind of member": {`{"type":"object","additionalProperties":{"type":"null"}}`,
			`{"type":"object","additionalProperties":{"type":"null"}}`, `["" ""] []`},
		"tuples have one length": {`{"type":"array","prefixItems":[{"type":"null"},{"type":"boolean"}],"items":false,"minItems":1}`,
			`{"anyOf":[{"type":"array","prefixItems":[{"type":"null"}],"minItems":1,"maxItems":1},{"type":"array",` +
				`"prefixItems":[{"type":"null"},{"type":"boolean"}],"minItems":2,"maxItems":2}]}`, `[] []`},
		"no array but the empty one": {`{"type":"array","maxItems":0}`, `{"type":"array","items":{"type":"null"},"maxItems":0}`, `[] []`},
		"recursion is a definition": {
			`{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/n"},` +
				`{"type":"null"}]}},"required":["next"],"additionalProperties":false}}}`,
			`{"type":"object","properties":{"next":{"$ref":"#/$defs/shape0"}},"required":["next"],"additionalProperties":false,` +
				`"$defs":{"shape0":{"anyOf":[{"type":"object","properties":{"next":{"$ref":"#/$defs/shape0"}},"required":["next"],` +
				`"additionalProperties":false},{"type":"null"}]}}}`,
			`[""] []`,
		},
		"anything": {`true`,
			`{"anyOf":[{"type":"object"},{"type":"array"},{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"}]}`,
			`["" "" ""] [""]`},
		"a long string is unbounded": {`{"type":"string","maxLength":2000}`, `{"type":"string"}`, `["" "maxLength"] []`},
		"the longest string is not": {`{"type":"string","maxLength":1999}`,
			`{"type":"string","maxLength":1999}`, `[""] []`},
		"a member without a name does not stand at the root": {`{"type":"object","properties":{"":{"type":"null"}},` +
			`"required":[""],"additionalProperties":false}`,
			`{"anyOf":[{"type":"object","properties":{"":{"type":"null"}},"required":[""],"additionalProperties":false}]}`, `[] []`},
	} {
		t.Run(name, func(t *testing.T) {
			e := compileFor(t, row.schema, Options{}).ServerSchema(Ollama)
			assert.Equal(t, row.want, e.Text)
			lost := []string{}
			for _, r := range e.Relaxations {
				lost = append(lost, r.Keyword)
			}
			narrowed := []string{}
			for _, n := range e.Narrowings {
				narrowed = append(narrowed, n.Keyword)
			}
			assert.Equal(t, row.lost, fmt.Sprintf("%q %q", lost, narrowed))
		})
	}
}

// A server cuts a grammar off that is longer than the buffer that it takes for the schema, and some end by that. Ollama's
// converter makes some 5,700 bytes of an integer with two bounds of 16 digits.
func TestLongBoundsHaveRoom(t *testing.T) {
	var members, names []string
	for i := range 40 {
		members = append(members, fmt.Sprintf(`"m%d":{"type":"integer","minimum":-999999999999999,"maximum":999999999999999}`, i))
		names = append(names, fmt.Sprintf(`"m%d"`, i))
	}
	schema := `{"type":"object","properties":{` + strings.Join(members, ",") + `},"required":[` + strings.Join(names, ",") +
		`],"additionalProperties":false}`
	room := 4 * len(compileFor(t, schema, Options{}).ServerSchema(Ollama).Text)
	assert.Greater(t, room, 40*5000, "of 15 digits it makes 5,000")
}

// agreeing reports whether an export loses nothing but how values are spelled.
func agreeing(e *Export) bool {
	return !slices.ContainsFunc(e.Relaxations, func(r Relaxation) bool { return r.Keyword != "" })
}

// Every sample of a grammar is a document of what servers are sent, to an independent validator;
// and where no keyword is lost, mutants are judged alike.
func TestServerSchemasLetEverySampleThrough(t *testing.T) {
	samples, mutants, agree, schemas := 0, 0, 0, 0
	exportable(t, func(name string, g *Grammar, schema []byte, r *rand.Rand) {
		for _, d := range dialects {
			e := g.ServerSchema(d)
			o := grammartest.Oracle(t, []byte(e.Text))
			require.NotNil(t, o, "%s\n%s", name, e.Text)
			schemas++
			if agreeing(e) {
				agree++
			}
			for k := range 2 {
				doc := g.SampleWith(r, SampleOptions{Hostile: k%2 == 1, Budget: 300})
				assert.True(t, grammartest.Judges(o, doc), "%s\n%s\n%s\n%s", name, schema, e.Text, doc)
				samples++
				if !agreeing(e) {
					continue
				}
				for range 6 {
					mutant := grammartest.Mutate(r, doc)
					if grammartest.Lexical(mutant) && !oracleFails.Match(mutant) && grammartest.Judges(o, mutant) {
						err := g.Check(t.Context(), mutant)
						assert.True(t, err == nil || wholeFraction.Match(mutant), "%s\n%s\n%s\n%s\n%v", name, schema, e.Text, mutant, err)
					}
					mutants++
				}
			}
		}
	})
	t.Logf("%d exports, %d without a lost keyword; %d samples, %d mutants", schemas, agree, samples, mutants)
	assert.Greater(t, samples, grammartest.Enough(t, 500, 2000))
	assert.Greater(t, mutants, grammartest.Enough(t, 300, 1000))
}

// suiteSchemas returns the schemas of the official suite, by file and group, where it lies beside the clone.
func suiteSchemas(t *testing.T) (names []string, schemas map[string]json.RawMessage) {
	schemas = map[string]json.RawMessage{}
	root := grammartest.Beside(t, "json-schema-test-suite", "tests", "draft2020-12")
	if root == "" {
		return nil, schemas
	}
	files, err := filepath.Glob(filepath.Join(root, "*.json"))
	require.NoError(t, err)
	for _, path := range files {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var groups []suiteGroup
		require.NoError(t, json.Unmarshal(text, &groups))
		for _, group := range groups {
			name := filepath.Base(path) + ": " + group.Description
			names = append(names, name)
			schemas[name] = group.Schema
		}
	}
	return names, schemas
}

// exportable calls use for every schema of grammartest.Samples and of the official suite that compiles.
func exportable(t *testing.T, use func(name string, g *Grammar, schema []byte, r *rand.Rand)) {
	corpus(t, Options{}, use)
	names, schemas := suiteSchemas(t)
	for i, name := range names {
		if grammartest.LeftOut(i) {
			continue
		}
		if g, err := Compile(t.Context(), schemas[name], Options{}); err == nil {
			use(name, g, schemas[name], rand.New(rand.NewPCG(uint64(i), 8)))
		}
	}
}

// Every schema exports, with text and time within bounds.
func TestExportsOfTheCorpus(t *testing.T) {
	var names []string
	schemas := map[string]json.RawMessage{}
	for _, c := range grammartest.MaskBench(t) {
		names = append(names, c.Name)
		schemas[c.Name] = c.Schema
	}
	maskbenches := len(names)
	others, suite := suiteSchemas(t)
	names = append(names, others...)
	maps.Copy(schemas, suite)
	lost := map[string]int{}
	exported, free, freeText, largest, slowest := 0, 0, 0, 0, time.Duration(0)
	for i, name := range names {
		if grammartest.LeftOut(i) {
			continue
		}
		g, err := Compile(t.Context(), schemas[name], Options{})
		if err != nil {
			continue
		}
		start := time.Now()
		e := g.ServerSchema(Ollama)
		old := g.ServerSchema(OllamaOld)
		text := g.GBNF()
		assert.Less(t, time.Since(start), 10*time.Second, name)
		assert.Less(t, len(text.Text), 256*len(schemas[name])+1<<16, name)
		largest = max(largest, len(text.Text))
		slowest = max(slowest, time.Since(start))
		for _, x := range []*Export{e, old} {
			assert.True(t, json.Valid([]byte(x.Text)), "%s: %s", name, x.Text)
			assert.Less(t, len(x.Text), 16*len(schemas[name])+4096, name)
		}
		if i < maskbenches {
			exported++
			tally(lost, "", e)
			tally(lost, "GBNF ", text)
			if agreeing(text) {
				freeText++
			}
			if agreeing(e) {
				free++
			}
		}
	}
	assert.Greater(t, exported, grammartest.Enough(t, 300, 300))
	t.Logf("%d schemas of MaskBench; without a lost keyword: %d for servers, %d in GBNF of at most %d bytes; all three in %v at most",
		exported, free, freeText, largest, slowest)
	if *losses {
		keys := slices.SortedFunc(maps.Keys(lost), func(a, b string) int { return lost[b] - lost[a] })
		for _, k := range keys[:min(len(keys), 60)] {
			t.Logf("%5d %s", lost[k], k)
		}
	}
}

// TestAnObjectWithoutMembers is of a schema whose named members can never be there: no name begins, and
// an export has nothing to say of them.
func TestAnObjectWithoutMembers(t *testing.T) {
	for _, schema := range []string{
		`{"type":"object","maxProperties":0,"properties":{"a":{"type":"integer"}}}`,
		`{"type":"object","maxProperties":0,"additionalProperties":{"const":true}}`,
		`{"type":"object","maxProperties":0,"patternProperties":{"ä":{"const":{}}}}`,
		`{"type":"array","items":{"type":"object","maxProperties":0,"properties":{"a":true}}}`,
		`{"if":{"const":{}},"maxProperties":0,"properties":{"b":{}}}`,
	} {
		g, err := Compile(t.Context(), []byte(schema), Options{})
		require.NoError(t, err, schema)
		assert.NotEmpty(t, g.ServerSchema(Ollama).Text, schema)
		assert.NotEmpty(t, g.GBNF().Text, schema)
	}
	g, err := Compile(t.Context(), []byte(`{"type":"object","maxProperties":0,"properties":{"a":{"type":"integer"}}}`), Options{})
	require.NoError(t, err)
	m := g.Matcher()
	n, err := m.Feed(t.Context(), []byte(`{"`))
	assert.Equal(t, 1, n, "a name that begins could not be finished")
	assert.Error(t, err)
}

// tally counts each kind of loss once for a schema.
func tally(lost map[string]int, form string, e *Export) {
	seen := map[string]bool{}
	for _, r := range e.Relaxations {
		seen[form+"relaxed "+r.Keyword+": "+r.Why] = true
	}
	for _, n := range e.Narrowings {
		seen[form+"narrowed "+n.Keyword+": "+n.Why] = true
	}
	for k := range seen {
		lost[strings.TrimSpace(k)]++
	}
}

// wholeFraction is an integer that the standard takes for one and we do not, unless asked.
var wholeFraction = regexp.MustCompile(`[0-9](\.0|[eE])`)
