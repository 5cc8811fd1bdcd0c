package jsontext

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// The tokens of a schema: words, numbers and strings.

func (r *reader) word(parent *Tree, w string) error {
	if len(r.text)-r.at < len(w) || r.text[r.at:r.at+len(w)] != w {
		return r.fail(parent, errSyntax)
	}
	r.at += len(w)
	return nil
}

func (r *reader) digits() int {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at - start
}

func (r *reader) is(set string) bool {
	if r.at >= len(r.text) {
		return false
	}
	for i := range len(set) {
		if set[i] == r.text[r.at] {
			return true
		}
	}
	return false
}

func (r *reader) number(parent *Tree) (string, error) {
	start := r.at
	if r.is("-") {
		r.at++
	}
	zero := r.is("0")
	if n := r.digits(); n == 0 || (zero && n > 1) {
		return "", r.fail(parent, errSyntax)
	}
	if r.is(".") {
		r.at++
		if r.digits() == 0 {
			return "", r.fail(parent, errSyntax)
		}
	}
	if r.is("eE") {
		r.at++
		if r.is("+-") {
			r.at++
		}
		if r.digits() == 0 {
			return "", r.fail(parent, errSyntax)
		}
	}
	return r.text[start:r.at], nil
}

// quoted reads a string. Without escapes it is a slice of the schema.
func (r *reader) quoted(parent *Tree) (string, error) {
	r.at++
	start := r.at
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[start : r.at-1], nil
		case c == '\\':
			return r.escaped(parent, start)
		case c < 0x20:
			return "", r.fail(parent, errSyntax)
		}
		r.at++
	}
	return "", r.fail(parent, errSyntax)
}

func (r *reader) escaped(parent *Tree, start int) (string, error) {
	b := []byte(r.text[start:r.at])
	for r.at < len(r.text) {
		c := r.text[r.at]
		r.at++
		switch {
		case c == '"':
			return string(b), nil
		case c < 0x20:
			return "", r.fail(parent, errSyntax)
		case c != '\\':
			b = append(b, c)
			continue
		}
		code, err := r.escape()
		if err != nil {
			return "", r.fail(parent, err)
		}
		b = utf8.AppendRune(b, code)
	}
	return "", r.fail(parent, errSyntax)
}

// escape reads what follows a backslash.
func (r *reader) escape() (rune, error) {
	if r.at >= len(r.text) {
		return 0, errSyntax
	}
	c := r.text[r.at]
	r.at++
	if plain, ok := unescape(c); ok {
		return plain, nil
	}
	if c != 'u' {
		return 0, errSyntax
	}
	high, err := r.hex()
	if err != nil || !utf16.IsSurrogate(high) {
		return high, err
	}
	if !r.is(`\`) || r.at+1 >= len(r.text) || r.text[r.at+1] != 'u' {
		return 0, errSurrogate
	}
	r.at += 2
	low, err := r.hex()
	if err != nil {
		return 0, err
	}
	code := utf16.DecodeRune(high, low)
	if code == utf8.RuneError {
		return 0, errSurrogate
	}
	return code, nil
}

var errSurrogate = fmt.Errorf("%w: half a surrogate pair", errSyntax)

func (r *reader) hex() (rune, error) {
	if r.at+4 > len(r.text) {
		return 0, errSyntax
	}
	n, err := strconv.ParseUint(r.text[r.at:r.at+4], 16, 16)
	if err != nil {
		return 0, errSyntax
	}
	r.at += 4
	return rune(n), nil
}

// unescape returns the character that an escape of one letter stands for.
func unescape(c byte) (rune, bool) {
	switch c {
	case '"', '\\', '/':
		return rune(c), true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	}
	return 0, false
}

// Words are the values that are spelled as words.
var Words = [...]string{"null", "false", "true"}

// IsDigit reports whether b is a decimal digit.
func IsDigit(b byte) bool { return b >= '0' && b <= '9' }
