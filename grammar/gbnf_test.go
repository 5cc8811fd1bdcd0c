package grammar

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A reader is an obvious reader of GBNF: every rule is a set of places where it can end. It knows
// what llama.cpp's parser knows, and refuses what that refuses.
type reader struct {
	rules map[string]node4
	text  []rune
	memo  map[memoKey][]int
}

type memoKey struct {
	name string
	at   int
}

// A node4 is a piece of a grammar: it returns where it can end when it begins at a place.
type node4 func(r *reader, at int) []int

func readGBNF(t testing.TB, text string) *reader {
	r := &reader{rules: map[string]node4{}}
	p := &gbnfParser{t: t, refs: map[string]bool{}}
	for line := range strings.Lines(text) {
		name, body, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ::= ")
		require.True(t, ok, line)
		require.Regexp(t, `^[a-z0-9-]+$`, name)
		require.NotContains(t, r.rules, name, "written twice")
		p.rest = body
		r.rules[name] = p.alternatives()
		require.Empty(t, p.rest, "%s", line)
	}
	for ref := range p.refs {
		require.Contains(t, r.rules, ref, text)
	}
	return r
}

func (r *reader) accepts(text []byte) bool {
	r.text, r.memo = []rune(string(text)), map[memoKey][]int{}
	return slices.Contains(r.call("root", 0), len(r.text))
}

func (r *reader) call(name string, at int) []int {
	k := memoKey{name, at}
	if ends, ok := r.memo[k]; ok {
		return ends
	}
	r.memo[k] = nil // a rule that begins with itself ends nowhere
	ends := r.rules[name](r, at)
	r.memo[k] = ends
	return ends
}

type gbnfParser struct {
	t    testing.TB
	rest string
	refs map[string]bool
}

func (p *gbnfParser) space() { p.rest = strings.TrimLeft(p.rest, " ") }

func (p *gbnfParser) alternatives() node4 {
	list := []node4{p.sequence()}
	for p.space(); strings.HasPrefix(p.rest, "|"); p.space() {
		p.rest = p.rest[1:]
		list = append(list, p.sequence())
	}
	return func(r *reader, at int) []int {
		var ends []int
		for _, n := range list {
			ends = merge(ends, n(r, at))
		}
		return ends
	}
}

func merge(a, b []int) []int {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

func (p *gbnfParser) sequence() node4 {
	var list []node4
	for p.space(); p.rest != "" && p.rest[0] != '|' && p.rest[0] != ')'; p.space() {
		list = append(list, p.counted(p.symbol()))
	}
	require.NotEmpty(p.t, list, "an alternative without anything")
	return func(r *reader, at int) []int {
		ends := []int{at}
		for _, n := range list {
			var next []int
			for _, e := range ends {
				next = merge(next, n(r, e))
			}
			ends = next
		}
		return ends
	}
}

func (p *gbnfParser) counted(n node4) node4 {
	lo, hi := 1, 1
	if p.rest == "" {
		return n
	}
	switch p.rest[0] {
	case '*':
		lo, hi, p.rest = 0, -1, p.rest[1:]
	case '+':
		lo, hi, p.rest = 1, -1, p.rest[1:]
	case '?':
		lo, hi, p.rest = 0, 1, p.rest[1:]
	case '{':
		end := strings.IndexByte(p.rest, '}')
		low, high, comma := strings.Cut(p.rest[1:end], ",")
		p.rest = p.rest[end+1:]
		var err error
		lo, err = strconv.Atoi(low)
		require.NoError(p.t, err)
		hi = lo
		if comma {
			if hi = -1; high != "" {
				hi, err = strconv.Atoi(high)
				require.NoError(p.t, err)
			}
		}
		require.LessOrEqual(p.t, max(lo, hi), 1999, "llama.cpp refuses such counts")
	default:
		return n
	}
	return func(r *reader, at int) []int {
		var ends []int
		if lo == 0 {
			ends = []int{at}
		}
		from := []int{at}
		for i := 1; (hi < 0 || i <= hi) && len(from) > 0; i++ {
			var next []int
			for _, e := range from {
				next = merge(next, n(r, e))
			}
			from = slices.DeleteFunc(next, func(e int) bool { return i >= lo && slices.Contains(ends, e) })
			if i >= lo {
				ends = merge(ends, from)
			}
		}
		return ends
	}
}

func (p *gbnfParser) symbol() node4 {
	switch p.rest[0] {
	case '(':
		p.rest = p.rest[1:]
		n := p.alternatives()
		p.space()
		require.True(p.t, strings.HasPrefix(p.rest, ")"), p.rest)
		p.rest = p.rest[1:]
		return n
	case '"':
		p.rest = p.rest[1:]
		var text []rune
		for !strings.HasPrefix(p.rest, `"`) {
			text = append(text, p.char())
		}
		p.rest = p.rest[1:]
		return func(r *reader, at int) []int {
			if at+len(text) <= len(r.text) && slices.Equal(r.text[at:at+len(text)], text) {
				return []int{at + len(text)}
			}
			return nil
		}
	case '[':
		return p.class()
	}
	end := strings.IndexFunc(p.rest, func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-", r) })
	if end < 0 {
		end = len(p.rest)
	}
	name := p.rest[:end]
	require.NotEmpty(p.t, name, p.rest)
	p.rest = p.rest[end:]
	p.refs[name] = true
	return func(r *reader, at int) []int { return r.call(name, at) }
}

func (p *gbnfParser) class() node4 {
	p.rest = p.rest[1:]
	not := strings.HasPrefix(p.rest, "^")
	if not {
		p.rest = p.rest[1:]
	}
	var ranges [][2]rune
	for !strings.HasPrefix(p.rest, "]") {
		lo := p.char()
		hi := lo
		if strings.HasPrefix(p.rest, "-") && !strings.HasPrefix(p.rest, "-]") {
			p.rest = p.rest[1:]
			hi = p.char()
		}
		ranges = append(ranges, [2]rune{lo, hi})
	}
	p.rest = p.rest[1:]
	return func(r *reader, at int) []int {
		if at == len(r.text) {
			return nil
		}
		in := slices.ContainsFunc(ranges, func(x [2]rune) bool { return r.text[at] >= x[0] && r.text[at] <= x[1] })
		if in == not {
			return nil
		}
		return []int{at + 1}
	}
}

// char reads one character of a literal or class, as llama.cpp spells them.
func (p *gbnfParser) char() rune {
	r := []rune(p.rest)[0]
	p.rest = p.rest[len(string(r)):]
	if r != '\\' {
		return r
	}
	c := p.rest[0]
	p.rest = p.rest[1:]
	switch c {
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'n':
		return '\n'
	case '\\', '"', '[', ']':
		return rune(c)
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	require.NotZero(p.t, digits, "an escape that llama.cpp does not know: %c", c)
	n, err := strconv.ParseUint(p.rest[:digits], 16, 32)
	require.NoError(p.t, err)
	p.rest = p.rest[digits:]
	return rune(n)
}

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
			`{"type":"object","properties":{"tense":{"enum":["past","present"]},"n":{"type":"integer","minimum":1,"maximum":12}},"required":["tense","n"],` + closed + `}`, Options{},
			[]string{
				`root ::= object-1`,
				`object-1 ::= "{" "\"tense\":" string-1 "," "\"n\":" number-0 "}"`,
				`string-1 ::= "\"past\"" | "\"present\""`,
				`number-0 ::= number-0-digits-0`,
				`number-0-digits-0 ::= [1] number-0-digits-1 | [2-9]`,
				`number-0-digits-1 ::= "" | [0-12]`,
			}, `[]`,
		},
		"a comma stands only behind a member": {
			`{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"},"c":{"type":"null"}},"required":["b"],` + closed + `}`, Options{},
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
				`char ::= [^"\\\x00-\x1F\x7F] | escape`,
				`escape ::= "\\" ["\\] | control`,
				`control ::= "\\" ( [bfnrt] | "u00" ( "0" [0-7bef] | "1" [0-9a-f] ) )`,
			}, `[]`,
		},
		"and beyond it none": {
			`{"type":"string","minLength":1,"maxLength":2000}`, Options{},
			[]string{
				`root ::= string-1`, `string-1 ::= "\"" char+ "\""`,
				`char ::= [^"\\\x00-\x1F\x7F] | escape`,
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
			e := compiled(t, row.schema, row.o).GBNF()
			assert.Equal(t, row.want, strings.Split(strings.TrimSuffix(e.Text, "\n"), "\n"))
			lost := []string{}
			for _, r := range e.Relaxations {
				lost = append(lost, r.Keyword)
			}
			assert.Equal(t, row.relaxed, fmt.Sprintf("%q", lost))
		})
	}
}

// White space of any kind at every place is read as the grammar reads it.
func TestGBNFHasTheWhiteSpaceOfTheGrammar(t *testing.T) {
	const schema = `{"type":"object","properties":{"a":{"type":"array","items":{"type":"boolean"}},"b":{"type":"object","properties":{"c":{"type":"null"}},"additionalProperties":false}},"required":["a"],"additionalProperties":false}`
	var some Run
	some.Max = 2
	some.Bytes.Add(' ')
	some.Bytes.Add('\n')
	r := rand.New(rand.NewPCG(3, 4))
	accepted := 0
	for range 40 {
		var w Whitespace
		for _, run := range []*Run{&w.Leading, &w.AfterOpen, &w.BeforeClose, &w.BeforeColon, &w.AfterColon, &w.BeforeComma, &w.AfterComma, &w.Trailing} {
			if r.IntN(2) == 0 {
				*run = some
			}
		}
		g := compiled(t, schema, Options{Whitespace: w})
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

// Every sample is a text of the grammar's GBNF; and where nothing is relaxed, what is no document of
// the grammar is none of its texts.
func TestGBNFSaysWhatTheGrammarSays(t *testing.T) {
	samples, mutants, exact, refused := 0, 0, 0, 0
	corpus(t, Options{}, func(name string, g *Grammar, schema []byte, r *rand.Rand) {
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
				mutant := Mutate(r, doc)
				if !lexical(mutant) || manyDigits.Match(mutant) {
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
	assert.Greater(t, samples, 500)
	assert.Greater(t, refused, 300)
}

// manyDigits may be longer than a number is allowed to be.
var manyDigits = regexp.MustCompile(`[0-9.eE+-]{20}`)
