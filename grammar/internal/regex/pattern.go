package regex

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Pattern returns the language of the strings that the ECMA-262 pattern matches somewhere, as JSON
// Schema's keyword of that name has it: not anchored, with Unicode semantics, without flags.
//
// Everything but back-references, look-behind, modifiers and, inside an unbounded repetition,
// look-ahead and \b is exact. The spellings that are errors in Unicode mode and common in schemas
// (\-, \_, [\w-.], a lone brace) mean what they mean without it. The error is a *ParseError.
func (s *Space) Pattern(pattern string) (Expr, error) {
	s.meter.Make(termBytes * len(pattern))
	p := parser{src: pattern}
	root, err := p.parse()
	if err != nil {
		return Nothing, err
	}
	t := translator{s: s}
	e := t.search(root)
	if t.failed != "" {
		return Nothing, &ParseError{Offset: t.at, What: t.failed, Err: ErrUnsupported}
	}
	return e, nil
}

type kindOfTerm uint8

const (
	termClass    kindOfTerm = iota // one code point of ranges
	termConcat                     // subs in turn; the empty string if there are none
	termUnion                      // any of subs
	termRepeat                     // subs[0], lo to hi times
	termBegin                      // ^
	termEnd                        // $
	termBoundary                   // \b, or \B if negated
	termLook                       // (?=subs[0]), or (?!subs[0]) if negated
)

// A term is a node of a parsed pattern.
type term struct {
	kind    kindOfTerm
	negated bool
	plain   bool // neither it nor anything below it looks at what is around it
	at      int  // byte offset in the pattern
	lo, hi  int
	ranges  []Range
	subs    []*term
}

// Bounds of what a pattern may ask for; beyond them it is unsupported.
const (
	maxNesting = 250
	maxCount   = 1 << 24
)

// termBytes is what a byte of a pattern takes when it is parsed: most are terms.
const termBytes = 150

// A parser reads one pattern from left to right. Errors travel as panics of *ParseError, which parse
// recovers: a pattern is small, and the grammar reads better without an error beside each term.
type parser struct {
	src   string
	pos   int
	depth int
}

func (p *parser) parse() (root *term, err error) {
	defer func() {
		if r := recover(); r != nil {
			parseError, ok := r.(*ParseError)
			if !ok {
				panic(r)
			}
			err = parseError
		}
	}()
	if !utf8.ValidString(p.src) {
		p.fail(0, "text that is not UTF-8", ErrSyntax)
	}
	root = p.union()
	if p.pos < len(p.src) {
		p.fail(p.pos, "unmatched )", ErrSyntax)
	}
	return root, nil
}

func (p *parser) fail(at int, what string, class error) {
	panic(&ParseError{Offset: at, What: what, Err: class})
}

func (p *parser) more() bool { return p.pos < len(p.src) }

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if p.more() {
		return p.src[p.pos]
	}
	return 0
}

// take skips text if it comes next.
func (p *parser) take(text string) bool {
	if strings.HasPrefix(p.src[p.pos:], text) {
		p.pos += len(text)
		return true
	}
	return false
}

func (p *parser) rune() rune {
	r, size := utf8.DecodeRuneInString(p.src[p.pos:])
	p.pos += size
	return r
}

func (p *parser) union() *term {
	if p.depth++; p.depth > maxNesting {
		p.fail(p.pos, "groups nested too deep", ErrUnsupported)
	}
	defer func() { p.depth-- }()
	at := p.pos
	first := p.concat()
	if p.peek() != '|' {
		return first
	}
	u := &term{kind: termUnion, at: at, plain: first.plain, subs: []*term{first}}
	for p.take("|") {
		sub := p.concat()
		u.subs, u.plain = append(u.subs, sub), u.plain && sub.plain
	}
	return u
}

func (p *parser) concat() *term {
	c := &term{kind: termConcat, at: p.pos, plain: true}
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		sub := p.quantified(p.atom())
		c.subs, c.plain = append(c.subs, sub), c.plain && sub.plain
	}
	if len(c.subs) == 1 {
		return c.subs[0]
	}
	return c
}

func (p *parser) atom() *term {
	at := p.pos
	switch c := p.peek(); c {
	case '^':
		p.pos++
		return &term{kind: termBegin, at: at}
	case '$':
		p.pos++
		return &term{kind: termEnd, at: at}
	case '(':
		return p.group()
	case '[':
		return p.class()
	case '.':
		p.pos++
		return &term{kind: termClass, plain: true, at: at, ranges: notLineEnd}
	case '\\':
		return p.escape()
	case '*', '+', '?':
		p.fail(at, "nothing to repeat", ErrSyntax)
	case '{':
		if _, _, ok := p.counts(); ok {
			p.fail(at, "nothing to repeat", ErrSyntax)
		}
	}
	return literal(at, p.rune())
}

func literal(at int, r rune) *term {
	return &term{kind: termClass, plain: true, at: at, ranges: normalize([]Range{{r, r}})}
}

func (p *parser) group() *term {
	at := p.pos
	p.pos++
	look, negated := false, false
	if p.take("?") {
		switch {
		case p.take(":"):
		case p.take("="):
			look = true
		case p.take("!"):
			look, negated = true, true
		case p.take("<="), p.take("<!"):
			p.fail(at, "look-behind", ErrUnsupported)
		case p.take("<"):
			p.name(at)
		case strings.IndexByte("ims-", p.peek()) >= 0:
			p.fail(at, "modifiers", ErrUnsupported)
		default:
			p.fail(at, "group (?"+string(p.peek()), ErrSyntax)
		}
	}
	sub := p.union()
	if !p.take(")") {
		p.fail(at, "unclosed group", ErrSyntax)
	}
	if look {
		return &term{kind: termLook, negated: negated, at: at, subs: []*term{sub}}
	}
	return sub
}

// name skips the name of a group, which says nothing about the language.
func (p *parser) name(at int) {
	end := strings.IndexByte(p.src[p.pos:], '>')
	if end <= 0 || strings.ContainsAny(p.src[p.pos:p.pos+end], "()[]{}|*+?^$.=!<\\") {
		p.fail(at, "malformed group name", ErrSyntax)
	}
	p.pos += end + 1
}

// quantified reads what may repeat t.
func (p *parser) quantified(t *term) *term {
	at := p.pos
	lo, hi := 0, -1
	switch p.peek() {
	case '*':
		p.pos++
	case '+':
		p.pos, lo = p.pos+1, 1
	case '?':
		p.pos, hi = p.pos+1, 1
	case '{':
		var ok bool
		if lo, hi, ok = p.counts(); !ok {
			return t // a lone brace is a literal
		}
	default:
		return t
	}
	p.take("?") // lazy: the same language
	switch t.kind {
	case termBegin, termEnd, termBoundary, termLook:
		p.fail(at, "repeated assertion", ErrUnsupported)
	}
	if hi >= 0 && lo > hi {
		p.fail(at, "counts out of order", ErrSyntax)
	}
	return &term{kind: termRepeat, plain: t.plain, at: at, lo: lo, hi: hi, subs: []*term{t}}
}

// counts reads {n}, {n,} or {n,m}. If something else comes next it reads nothing.
func (p *parser) counts() (lo, hi int, ok bool) {
	end := strings.IndexByte(p.src[p.pos:], '}')
	if end < 0 {
		return 0, 0, false
	}
	low, high, comma := strings.Cut(p.src[p.pos+1:p.pos+end], ",")
	if !digits(low) || comma && high != "" && !digits(high) {
		return 0, 0, false
	}
	lo = p.count(low)
	switch {
	case !comma:
		hi = lo
	case high == "":
		hi = -1
	default:
		hi = p.count(high)
	}
	p.pos += end + 1
	return lo, hi, true
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func (p *parser) count(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n > maxCount {
		p.fail(p.pos, "count over "+strconv.Itoa(maxCount), ErrUnsupported)
	}
	return n
}
