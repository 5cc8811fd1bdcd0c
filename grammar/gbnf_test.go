package grammar

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

func TestGBNF(t *testing.T) {
	const closed = `"additionalProperties":false`
	var blank Run
	blank.Max = 1
	blank.Bytes.Add(' ')
	for name, row := range map[string]struct {
		schema  string
		o       Options
		want    []string
		relaxed string
	}{
		"a closed object is a row": {
			`{"type":"object","properties":{"tense":{"enum":["past","present"]},"n":{"type":"integer","minimum":1,` +
				`"maximum":12}},"required":["tense","n"],` + closed + `}`, Options{},
			[]string{
				`root ::= object-1`,
				`object-1 ::= "{" "\"tense\":" string-1 "," "\"n\":" number-0 "}"`,
				`string-1 ::= "\"past\"" | "\"present\""`,
				`number-0 ::= number-0-digits-0`,
				`number-0-digits-0 ::= [1] number-0-digits-1 | [2-9]`,
				`number-0-digits-1 ::= "" | [0-2]`,
			}, `[]`,
		},
		"a comma stands only behind a member": {
			`{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"},"c":{"type":"null"}},"required":["b"],` + closed +
				`}`, Options{},
			[]string{
				`root ::= object-1`,
				`object-1 ::= "{" ( "\"a\":" "null" object-1-1 | "\"b\":" "null" object-1-2 ) "}"`,
				`object-1-2 ::= ( "," "\"c\":" "null" )?`,
				`object-1-1 ::= "," "\"b\":" "null" object-1-2`,
			}, `[]`,
		},
		"items of their own kind come first": {
			`{"type":"array","prefixItems":[{"const":1},{"const":2}],"items":{"const":3},"minItems":1,"maxItems":4}`, Options{},
			[]string{
				`root ::= array-1`,
				`array-1 ::= "[" number-0 ( "," number-1 ( "," number-2 ){0,2} )? "]"`,
				`number-0 ::= "1"`, `number-1 ::= "2"`, `number-2 ::= "3"`,
			}, `[]`,
		},
		"a pattern is an automaton, and lengths are part of it": {
			`{"type":"string","pattern":"^[ab]+$","maxLength":3}`, Options{},
			[]string{
				`root ::= string-1`,
				`string-1-0 ::= [a-b] string-1-1`,
				`string-1-1 ::= "" | [a-b] string-1-2`,
				`string-1-2 ::= "" | [a-b]`,
				`string-1 ::= "\"" string-1-0 "\""`,
			}, `[]`,
		},
		"a length is a count": {
			`{"type":"string","minLength":1,"maxLength":1999}`, Options{},
			[]string{
				`root ::= string-1`, `string-1 ::= "\"" char{1,1999} "\""`,
				`char ::= [^"\\\x00-\x1F] | escape`,
				`escape ::= "\\" ["\\] | control`,
				`control ::= "\\" ( [bfnrt] | "u00" ( "0" [0-7bef] | "1" [0-9a-f] ) )`,
			}, `[]`,
		},
		"and beyond it none": {
			`{"type":"string","minLength":1,"maxLength":2000}`, Options{},
			[]string{
				`root ::= string-1`, `string-1 ::= "\"" char+ "\""`,
				`char ::= [^"\\\x00-\x1F] | escape`,
				`escape ::= "\\" ["\\] | control`,
				`control ::= "\\" ( [bfnrt] | "u00" ( "0" [0-7bef] | "1" [0-9a-f] ) )`,
			}, `["maxLength"]`,
		},
		"recursion is a rule": {
			`{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["next"],` + closed + `}`, Options{},
			[]string{
				`root ::= object-1`,
				`object-1 ::= "{" "\"next\":" value-3 "}"`,
				`value-3 ::= object-1 | "null"`,
			}, `[""]`,
		},
		"white space stands where the options say": {
			`{"type":"object","properties":{"a":{"type":"array","items":{"type":"null"},"minItems":2}},"required":["a"],` + closed + `}`,
			Options{Whitespace: Whitespace{AfterComma: blank, AfterColon: blank, AfterOpen: blank}},
			[]string{
				`root ::= object-1`,
				`object-1 ::= "{" space-after-open "\"a\":" space-after-colon array-1 "}"`,
				`array-1 ::= "[" space-after-open "null" ( "," space-after-comma "null" )+ "]"`,
				`space-after-comma ::= [ ]?`, `space-after-open ::= [ ]?`, `space-after-colon ::= [ ]?`,
			}, `[]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := compileFor(t, row.schema, row.o).GBNF()
			assert.Equal(t, row.want, strings.Split(strings.TrimSuffix(e.Text, "\n"), "\n"))
			lost := []string{}
			for _, r := range e.Relaxations {
				lost = append(lost, r.Keyword)
			}
			assert.Equal(t, row.relaxed, fmt.Sprintf("%q", lost))
		})
	}
}

// A step that cannot be written takes no bound with it.
func TestGBNFKeepsBoundsBesideAStep(t *testing.T) {
	for schema, refused := range map[string]string{
		`{"type":"integer","multipleOf":2,"minimum":0}`:                "-2",
		`{"type":"integer","multipleOf":7,"exclusiveMaximum":1000000}`: "1000007",
		`{"type":"number","multipleOf":0.5,"minimum":0}`:               "-0.5",
	} {
		e := compileFor(t, schema, Options{}).GBNF()
		reader := readGBNF(t, e.Text)
		assert.True(t, reader.accepts([]byte("14")), schema)
		assert.False(t, reader.accepts([]byte(refused)), schema)
		for _, r := range e.Relaxations {
			assert.NotContains(t, r.Keyword, "imum", schema)
		}
	}
	assert.Less(t, len(compileFor(t, `{"type":"integer","multipleOf":2}`, Options{}).GBNF().Text), 200, "without bounds, any integer")
}

// White space of any kind at every place is read as the grammar reads it.
func TestGBNFHasTheWhiteSpaceOfTheGrammar(t *testing.T) {
	const schema = `{"type":"object","properties":{"a":{"type":"array","items":{"type":"boolean"}},"b":{"type":"object",` +
		`"properties":{"c":{"type":"null"}},"additionalProperties":false}},"required":["a"],"additionalProperties":false}`
	var some Run
	some.Max = 2
	some.Bytes.Add(' ')
	some.Bytes.Add('\n')
	r := rand.New(rand.NewPCG(3, 4))
	accepted := 0
	for range 40 {
		var w Whitespace
		for _, run := range []*Run{&w.Leading, &w.AfterOpen, &w.BeforeClose, &w.BeforeColon, &w.AfterColon, &w.BeforeComma,
			&w.AfterComma, &w.Trailing} {
			if r.IntN(2) == 0 {
				*run = some
			}
		}
		g := compileFor(t, schema, Options{Whitespace: w})
		reader := readGBNF(t, g.GBNF().Text)
		for range 60 {
			var doc []byte
			for _, b := range g.Sample(r) {
				if r.IntN(12) == 0 {
					doc = append(doc, []string{" ", "\n", "  ", "\t"}[r.IntN(4)]...)
				}
				doc = append(doc, b)
			}
			want := accepts(g, doc)
			assert.Equal(t, want, reader.accepts(doc), "%s\n%q", g.GBNF().Text, doc)
			if want {
				accepted++
			}
		}
	}
	assert.Greater(t, accepted, 200)
}

// Every sample is a text of the grammar's GBNF; and where nothing is relaxed, what is not a document of
// the grammar is none of its texts.
func TestGBNFSaysWhatTheGrammarSays(t *testing.T) {
	samples, mutants, exact, refused := 0, 0, 0, 0
	exportable(t, func(name string, g *Grammar, schema []byte, r *rand.Rand) {
		e := g.GBNF()
		if len(e.Text) > 1<<14 {
			return // read slowly; their size is tested elsewhere
		}
		reader := readGBNF(t, e.Text)
		if len(e.Relaxations) == 0 {
			exact++
		}
		for k := range 3 {
			doc := g.SampleWith(r, SampleOptions{Hostile: k == 1, Budget: 100})
			if len(doc) > 300 {
				continue
			}
			assert.True(t, reader.accepts(doc), "%s\n%s\n%s\n%s", name, schema, e.Text, doc)
			samples++
			if !agreeing(e) {
				continue
			}
			for range 6 {
				mutant := grammartest.Mutate(r, doc)
				if !grammartest.Lexical(mutant) || manyDigits.Match(mutant) {
					continue
				}
				mutants++
				if !accepts(g, mutant) {
					refused++
					assert.False(t, reader.accepts(mutant), "%s\n%s\n%s\n%s", name, schema, e.Text, mutant)
				}
			}
		}
	})
	t.Logf("%d samples; %d grammars without any relaxation; %d mutants, %d of them refused", samples, exact, mutants, refused)
	assert.Greater(t, samples, grammartest.Enough(t, 500, 500))
	assert.Greater(t, refused, grammartest.Enough(t, 300, 300))
}

// manyDigits may be longer than a number is allowed to be.
var manyDigits = regexp.MustCompile(`[0-9.eE+-]{20}`)

// Today's llama.cpp counts the comma and the first item of a list too, and refuses more than 2,000 in all.
func TestGBNFCountsInListsStayBelowItsLimit(t *testing.T) {
	for most, counted := range map[int]bool{1997: true, 1998: false, 1999: false} {
		g, err := Compile(t.Context(), fmt.Appendf(nil, `{"type":"array","items":{"type":"integer"},"maxItems":%d}`, most), Options{})
		assert.NoError(t, err)
		for _, e := range []*Export{g.GBNF(), g.ServerSchema(Ollama)} {
			relaxed := slices.ContainsFunc(e.Relaxations, func(r Relaxation) bool { return r.Keyword == "maxItems" })
			assert.Equal(t, counted, !relaxed, "%d: %s", most, e.Text)
		}
	}
}
