package regex

import (
	"slices"
	"strconv"
	"strings"
)

// Plain spells e as an anchored pattern in the small dialect that everybody reads alike: characters,
// classes without negation, groups, | and counts. It uses nothing that must be escaped inside a JSON
// string, so what the pattern describes can stand between quotes as it is. Where e repeats without a
// bound, the pattern does so up to longest times, if that is at most maxRepeats. Expansions is how many
// pieces it has when its counts are written out; servers take seconds for many. ok is false where e has no
// such spelling: it holds quotes, backslashes or control characters, or is an intersection, complement or list.
func (s *Space) Plain(e Expr, longest int) (pattern string, expansions int, ok bool) {
	p := plainWriter{s: s, longest: longest}
	n := p.group(e)
	if p.failed || p.out.Len() > maxPlain {
		return "", 0, false
	}
	return "^" + p.out.String() + "$", n, true
}

// maxPlain bounds the bytes of a plain pattern, and maxRepeats the count of one.
const maxPlain, maxRepeats = 4096, 1999

type plainWriter struct {
	s       *Space
	longest int
	out     strings.Builder
	failed  bool
}

// fail gives up, and returns a size for the caller to go on with.
func (p *plainWriter) fail() int {
	p.failed = true
	return 0
}

// group writes e where a union needs parentheses.
func (p *plainWriter) group(e Expr) int {
	if p.failed || p.out.Len() > maxPlain {
		return p.fail()
	}
	n := p.s.nodes[e]
	switch n.op {
	case opEpsilon:
		return 0
	case opClass:
		var buf [1]Range
		return p.class(p.s.ranges(&n, &buf), false)
	case opConcat:
		return p.group(Expr(n.a)) + p.group(Expr(n.b))
	case opRepeat:
		return p.repeat(n)
	case opUnion:
		return p.union(p.s.members(&n))
	}
	return p.fail()
}

func (p *plainWriter) union(members []Expr) int {
	branches := slices.DeleteFunc(slices.Clone(members), func(e Expr) bool { return e == Epsilon })
	total := 0
	p.out.WriteByte('(')
	for i, e := range branches {
		if i > 0 {
			p.out.WriteByte('|')
		}
		total += p.group(e)
	}
	p.out.WriteByte(')')
	if len(branches) < len(members) {
		p.out.WriteByte('?')
	}
	return total
}

func (p *plainWriter) repeat(n node) int {
	inner := Expr(n.a)
	size := 0
	once := func() {
		if in := p.s.nodes[inner]; in.op == opClass {
			var buf [1]Range
			size = p.class(p.s.ranges(&in, &buf), true)
			return
		}
		p.out.WriteByte('(')
		size = p.group(inner)
		p.out.WriteByte(')')
	}
	lo, hi := int(n.b), int(n.c)
	if hi < 0 && p.longest <= maxRepeats {
		hi = max(lo, p.longest)
	}
	once()
	switch {
	case lo == 0 && hi < 0:
		p.out.WriteString("*")
	case lo == 1 && hi < 0:
		p.out.WriteString("+")
	case lo == 0 && hi == 1:
		p.out.WriteString("?")
	case hi < 0:
		p.out.WriteString("{" + strconv.Itoa(lo) + "}")
		once()
		p.out.WriteString("*")
	case lo == hi:
		p.out.WriteString("{" + strconv.Itoa(lo) + "}")
	default:
		p.out.WriteString("{" + strconv.Itoa(lo) + "," + strconv.Itoa(hi) + "}")
	}
	return (size + 1) * max(lo+1, hi)
}

// class writes a class. Behind it a count may stand if counted is set.
func (p *plainWriter) class(ranges []Range, counted bool) int {
	for _, r := range ranges {
		if r.Lo < ' ' || r.Lo <= '"' && r.Hi >= '"' || r.Lo <= '\\' && r.Hi >= '\\' || r.Lo <= 0x7f && r.Hi >= 0x7f {
			return p.fail()
		}
	}
	if len(ranges) == 1 && ranges[0].Lo == ranges[0].Hi && (!counted || ranges[0].Lo == '^') {
		return p.single(ranges[0].Lo, counted)
	}
	ranges = slices.Clone(ranges)
	slices.SortStableFunc(ranges, func(a, b Range) int { // a lone - comes first, a ^ never does
		return rank(a) - rank(b)
	})
	p.out.WriteByte('[')
	for i, r := range ranges {
		lone := r.Lo == r.Hi
		if (r.Lo == '-' || r.Hi == '-') && !(lone && i == 0) || r.Lo == '^' && i == 0 {
			return p.fail()
		}
		p.inClass(r.Lo)
		if !lone {
			p.out.WriteByte('-')
			p.inClass(r.Hi)
		}
	}
	p.out.WriteByte(']')
	return 1
}

func rank(r Range) int {
	switch {
	case r.Lo == '-' && r.Hi == '-':
		return 0
	case r.Lo == '^':
		return 2
	}
	return 1
}

func (p *plainWriter) inClass(r rune) {
	if r == '[' || r == ']' {
		p.out.WriteByte('\\')
	}
	p.out.WriteRune(r)
}

// single writes one character outside of a class.
func (p *plainWriter) single(r rune, grouped bool) int {
	text := string(r)
	if strings.ContainsRune(`^$.[](){}|*+?`, r) {
		text = `\` + text
	}
	if grouped {
		text = "(" + text + ")"
	}
	p.out.WriteString(text)
	return 1
}

// IsFormat reports whether e is the language of a format as [Space.LongFormat] returns it.
func (s *Space) IsFormat(e Expr, name string) bool {
	f, ok := formats[name]
	if !ok || f.maxLen > 0 || s.nodes[e].op != opLeaf {
		return false
	}
	l, ok := s.leaves[s.nodes[e].a].(automaton)
	return ok && l.dfa == f.dfa() && s.nodes[e].b == l.dfa.Start()
}
