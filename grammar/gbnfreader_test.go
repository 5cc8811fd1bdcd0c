package grammar

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A reader is an obvious reader of GBNF: every rule is a set of places where it can end. It knows
// what llama.cpp's parser knows, and refuses what that refuses.
type reader struct {
	rules map[string]gbnfNode
	text  []rune
	memo  map[memoKey][]int
}

type memoKey struct {
	name string
	at   int
}

// A gbnfNode is a piece of a grammar: it returns where it can end when it begins at a place.
type gbnfNode func(r *reader, at int) []int

func readGBNF(t testing.TB, text string) *reader {
	r := &reader{rules: map[string]gbnfNode{}}
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

func (p *gbnfParser) alternatives() gbnfNode {
	list := []gbnfNode{p.sequence()}
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

func (p *gbnfParser) sequence() gbnfNode {
	var list []gbnfNode
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

func (p *gbnfParser) counted(n gbnfNode) gbnfNode {
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

func (p *gbnfParser) symbol() gbnfNode {
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

func (p *gbnfParser) class() gbnfNode {
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
