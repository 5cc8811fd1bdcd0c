package regex

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// The classes that ECMA-262 gives a letter.
var (
	digitRanges = []Range{{'0', '9'}}
	wordRanges  = []Range{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	// White space and line terminators: the C0 ones, the separators, and the byte order mark.
	spaceRanges = []Range{
		{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A},
		{0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
	}
	notLineEnd = invert([]Range{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}})
)

// escape reads a backslash and what it escapes, outside a class.
func (p *parser) escape() *term {
	at := p.pos
	if p.pos+1 < len(p.src) {
		switch c := p.src[p.pos+1]; c {
		case 'b', 'B':
			p.pos += 2
			return &term{kind: termBoundary, negated: c == 'B', at: at}
		case 'k', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			p.fail(at, "back-reference", ErrUnsupported)
		}
	}
	if ranges, ok := p.classEscape(); ok {
		return &term{kind: termClass, plain: true, at: at, ranges: ranges}
	}
	return literal(at, p.runeEscape())
}

// classEscape reads an escape that stands for a class. If something else comes next it reads nothing.
func (p *parser) classEscape() (ranges []Range, ok bool) {
	if p.peek() != '\\' || p.pos+1 == len(p.src) {
		return nil, false
	}
	c := p.src[p.pos+1]
	switch c {
	case 'd', 'D':
		ranges = digitRanges
	case 'w', 'W':
		ranges = wordRanges
	case 's', 'S':
		ranges = spaceRanges
	case 'p', 'P':
		ranges = p.property()
	default:
		return nil, false
	}
	p.pos += 2
	if c == 'p' || c == 'P' {
		p.pos = closing(p.src, p.pos)
	}
	if c < 'a' {
		ranges = invert(ranges)
	}
	return ranges, true
}

// runeEscape reads an escape that stands for one code point. A lone surrogate is one too, though no
// string holds it.
func (p *parser) runeEscape() rune {
	at := p.pos
	p.pos++
	if !p.more() {
		p.fail(at, "lone backslash", ErrSyntax)
	}
	switch r := p.rune(); r {
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'v':
		return '\v'
	case 'f':
		return '\f'
	case 'r':
		return '\r'
	case '0':
		if c := p.peek(); c < '0' || c > '9' {
			return 0
		}
		p.fail(at, "octal escape", ErrSyntax)
	case 'c':
		if c := p.peek() | 0x20; c >= 'a' && c <= 'z' {
			p.pos++
			return rune(c & 0x1F)
		}
		p.fail(at, "control escape without a letter", ErrSyntax)
	case 'x':
		return p.hex(at, 2)
	case 'u':
		return p.unicodeEscape(at)
	default:
		// Unicode mode allows only syntax characters here. Others that are neither letters nor
		// digits cannot mean anything but themselves; letters are anchors and flags elsewhere.
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			p.fail(at, "escape \\"+string(r), ErrSyntax)
		}
		return r
	}
	panic("regex: BUG: fail returned")
}

// unicodeEscape reads what follows \u; two escapes that are a surrogate pair are one code point.
func (p *parser) unicodeEscape(at int) rune {
	if p.take("{") {
		end := p.pos
		for end < len(p.src) && p.src[end] != '}' {
			end++
		}
		n, err := strconv.ParseUint(p.src[p.pos:end], 16, 32)
		if err != nil || n > unicode.MaxRune || end == len(p.src) {
			p.fail(at, "malformed \\u{} escape", ErrSyntax)
		}
		p.pos = end + 1
		return rune(n)
	}
	r := p.hex(at, 4)
	if r >= 0xD800 && r < 0xDC00 && p.take("\\u") {
		mark := p.pos
		if p.peek() != '{' {
			if low := p.hex(at, 4); low >= 0xDC00 && low < 0xE000 {
				return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000
			}
		}
		p.pos = mark - len("\\u")
	}
	return r
}

func (p *parser) hex(at, digits int) rune {
	if p.pos+digits <= len(p.src) {
		if n, err := strconv.ParseUint(p.src[p.pos:p.pos+digits], 16, 32); err == nil {
			p.pos += digits
			return rune(n)
		}
	}
	p.fail(at, "malformed hexadecimal escape", ErrSyntax)
	return 0
}

// class reads a bracketed class.
func (p *parser) class() *term {
	at := p.pos
	p.pos++
	negated := p.take("^")
	var ranges []Range
	for !p.take("]") {
		if !p.more() {
			p.fail(at, "unclosed class", ErrSyntax)
		}
		if set, ok := p.classEscape(); ok {
			ranges = append(ranges, set...)
			continue
		}
		start := p.pos
		lo := p.classRune()
		hi, isRange := p.rangeEnd(lo)
		if isRange && lo > hi {
			p.fail(start, "range out of order", ErrSyntax)
		}
		ranges = append(ranges, Range{lo, hi})
	}
	ranges = normalize(ranges)
	if negated {
		ranges = invert(ranges)
	}
	return &term{kind: termClass, plain: true, at: at, ranges: ranges}
}

// rangeEnd reads -x after the start of a range. A dash before ] or before a class escape is a dash.
func (p *parser) rangeEnd(lo rune) (hi rune, ok bool) {
	mark := p.pos
	if !p.take("-") {
		return lo, false
	}
	if _, isClass := p.classEscape(); isClass || p.peek() == ']' || !p.more() {
		p.pos = mark
		return lo, false
	}
	return p.classRune(), true
}

// classRune reads one code point of a class.
func (p *parser) classRune() rune {
	at := p.pos
	if p.peek() != '\\' {
		return p.rune()
	}
	if p.pos+1 < len(p.src) && p.src[p.pos+1] == 'b' {
		p.pos += 2
		return '\b'
	}
	if p.pos+1 < len(p.src) && p.src[p.pos+1] >= '1' && p.src[p.pos+1] <= '9' {
		p.fail(at, "octal escape", ErrSyntax)
	}
	return p.runeEscape()
}
