package grammar

import (
	"math/rand/v2"
	"regexp"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAnExportIsMadeOnce(t *testing.T) {
	g := compileFor(t, `{"type":"string","pattern":"^a+$"}`, Options{})
	assert.Same(t, g.GBNF(), g.GBNF())
	assert.Same(t, g.ServerSchema(Ollama), g.ServerSchema(Ollama))
	assert.Same(t, g.ServerSchema(OllamaOld), g.ServerSchema("another"), "what is not known is taken for old")
	assert.NotSame(t, g.ServerSchema(OllamaOld), g.ServerSchema(Ollama))
}

// Exports, samples and walks of one grammar may run at once.
func TestExportsRunBesideWalksAndSamples(t *testing.T) {
	g := compileFor(
		t, `{"type":"object","properties":{"a":{"type":"string","pattern":"^[a-z]+@.*$"},"b":{"not":{"const":"x"}}},"required":["a"]}`, Options{})
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			assert.NotEmpty(t, g.GBNF().Text)
			assert.NoError(t, g.Check(t.Context(), g.Sample(rand.New(rand.NewPCG(1, uint64(i))))))
			assert.NotEmpty(t, g.ServerSchema(Ollama).Text)
		})
	}
	all.Wait()
}

// The old dialect is for servers that fail where newer ones do not.
func TestTheOldDialectAvoidsWhatFailedOnce(t *testing.T) {
	for name, row := range map[string]struct{ schema, want, keyword string }{
		"a quote in an enum": {`{"enum":["say \"go\"","no"]}`, `{"type":"string","minLength":2,"maxLength":8}`, "enum"},
		"a backslash in an optional name": {`{"type":"object","properties":{"a\\b":{"type":"null"},"c":{"type":"null"}},` +
			`"additionalProperties":false}`, `{"type":"object","properties":{"c":{"type":"null"}},"required":[]}`, "properties"},
		"a backslash in a required name": {`{"type":"object","properties":{"a\\b":{"type":"null"}},"required":["a\\b"],` +
			`"additionalProperties":false}`, `{"type":"object"}`, "properties"},
		"a bound beyond 32 bits":           {`{"type":"integer","minimum":0,"maximum":3000000000}`, `{"type":"integer","minimum":0}`, "maximum"},
		"a negative maximum alone":         {`{"type":"integer","maximum":-5}`, `{"type":"integer"}`, "maximum"},
		"a minimum with a zero, and alone": {`{"type":"integer","minimum":105}`, `{"type":"integer","minimum":99}`, "minimum"},
	} {
		e := compileFor(t, row.schema, Options{}).ServerSchema(OllamaOld)
		assert.Equal(t, row.want, e.Text, name)
		found := false
		for _, r := range e.Relaxations {
			found = found || r.Keyword == row.keyword
		}
		assert.True(t, found, "%s: %v", name, e.Relaxations)
	}
}

// Where the text is too large for a server, lengths go first and the shape last.
func TestExportsShrinkUntilServersCanTakeThem(t *testing.T) {
	members := func(n, longest int) Schema {
		var list []Property
		for i := range n {
			list = append(list, Property{Name: "m" + string(rune('a'+i%26)) + string(rune('a'+i/26)), Schema: String(0, longest-i)})
		}
		return Object(list...)
	}
	lost := func(s Schema) (keywords map[string]int, text string) {
		g := compileFor(t, s.String(), Options{})
		e := g.ServerSchema(Ollama)
		keywords = map[string]int{}
		for _, r := range e.Relaxations {
			keywords[r.Keyword]++
		}
		return keywords, e.Text
	}
	keywords, _ := lost(members(50, MaxString))
	assert.Zero(t, keywords["maxLength"], "50 long strings fit")
	keywords, _ = lost(members(200, MaxString))
	assert.Equal(t, 200, keywords["maxLength"], "200 do not")
	keywords, text := lost(Array(members(200, 1000), 0, 9))
	assert.NotZero(t, keywords["maxLength"])
	assert.Contains(t, text, `"mab"`, "members stay")
}

func FuzzExports(f *testing.F) {
	for _, schema := range []string{
		`{"type":"object","properties":{"a":{"type":"string","pattern":"^[a-z]{2}$"}},` +
			`"patternProperties":{"^x":{"type":"integer","minimum":105}},"minProperties":2}`,
		`{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"array","prefixItems":[{"$ref":"#/$defs/n"},true],"minItems":1},{"type":"null"}]}}}`,
		`{"type":"number","exclusiveMinimum":-0.5,"maximum":1e3,"multipleOf":0.25}`,
		`{"not":{"type":"object","required":["a"]}}`,
		`{"oneOf":[{"const":"\u0000\"\\"},{"type":"string","maxLength":2},{"enum":[1,2.5,null,{"$ref":"x"},[]]}]}`,
		`{"type":"string","format":"date-time","minLength":22}`,
		`{"type":"array","contains":{"const":1},"uniqueItems":true,"maxItems":3000}`,
	} {
		f.Add(schema, uint64(1))
	}
	f.Fuzz(func(t *testing.T, schema string, seed uint64) {
		g, err := Compile(t.Context(), []byte(schema), Options{Limits: Limits{Nodes: 500, Alternatives: 32, States: 500}})
		if err != nil || len(schema) > 2000 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		doc := g.SampleWith(r, SampleOptions{Budget: 60, Hostile: seed%2 == 0})
		for _, d := range dialects {
			e := g.ServerSchema(d)
			if len(e.Text) > 1<<20 {
				t.Errorf("%d bytes for %s", len(e.Text), schema)
			}
			sent, err := Compile(t.Context(), []byte(e.Text), judging)
			if err != nil {
				t.Fatalf("%s\n%s\n%v", schema, e.Text, err)
			}
			if err := sent.Check(t.Context(), doc); err != nil && !longNumber16.Match(doc) {
				t.Errorf("%s\n%s\n%s\n%v", schema, e.Text, doc, err)
			}
		}
		e := g.GBNF()
		if len(e.Text) > 1<<14 || len(doc) > 200 {
			return
		}
		if !readGBNF(t, e.Text).accepts(doc) {
			t.Errorf("%s\n%s\n%s", schema, e.Text, doc)
		}
	})
}

// longNumber16 is beyond the digits that servers write.
var longNumber16 = regexp.MustCompile(`[0-9]{17}`)
