package tools

import (
	"bytes"
	"unicode/utf8"
)

// maxNesting bounds how deep a value is looked into before it is left to the decoder.
const maxNesting = 64

// isCanonical reports whether a value is one JSON value that already stands in its canonical form, as
// most do that models write. It may decline one that does; [Canonical] then finds out the long way.
func isCanonical(value []byte) bool {
	s := scan{text: value}
	return s.value(maxNesting) && s.at == len(value) && (!s.high || utf8.Valid(value))
}

// A scan walks through a text that may be canonical.
type scan struct {
	text []byte
	at   int
	high bool // some byte is not ASCII
}

// next reports whether c stands here, and goes on behind it.
func (s *scan) next(c byte) bool {
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *scan) value(depth int) bool {
	if depth == 0 || s.at == len(s.text) {
		return false
	}
	switch s.text[s.at] {
	case '{':
		s.at++
		return s.object(depth)
	case '[':
		s.at++
		return s.array(depth)
	case '"':
		_, ok := s.string()
		return ok
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	default:
		return s.integer()
	}
}

// object wants its names in ascending order. Bytes order ASCII names as UTF-16 code units do; others
// are declined.
func (s *scan) object(depth int) bool {
	if s.next('}') {
		return true
	}
	var before []byte
	for first := true; ; first = false {
		was := s.high
		s.high = false
		name, ok := s.string()
		if !ok || s.high || !first && bytes.Compare(name, before) <= 0 || !s.next(':') {
			return false
		}
		s.high = was
		if before = name; !s.value(depth - 1) {
			return false
		}
		if s.next('}') {
			return true
		}
		if !s.next(',') {
			return false
		}
	}
}

func (s *scan) array(depth int) bool {
	if s.next(']') {
		return true
	}
	for {
		if !s.value(depth - 1) {
			return false
		}
		if s.next(']') {
			return true
		}
		if !s.next(',') {
			return false
		}
	}
}

// string wants no escapes.
func (s *scan) string() ([]byte, bool) {
	if !s.next('"') {
		return nil, false
	}
	from := s.at
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return s.text[from : s.at-1], true
		case c == '\\' || c < ' ':
			return nil, false
		case c >= utf8.RuneSelf:
			s.high = true
		}
	}
	return nil, false
}

func (s *scan) word(w string) bool {
	if len(s.text)-s.at < len(w) || string(s.text[s.at:s.at+len(w)]) != w {
		return false
	}
	s.at += len(w)
	return true
}

// integer wants digits that a double holds exactly, and no -0.
func (s *scan) integer() bool {
	negative := s.next('-')
	from := s.at
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	n := s.at - from
	return n > 0 && n <= 15 && (s.text[from] != '0' || n == 1 && !negative)
}
