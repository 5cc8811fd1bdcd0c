package planner

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// An AnswerStream extracts the text of an answer from a decision while it is being written. It
// relies on the grammar to keep the document legal. What begins with no brace is free text, and all of it is the answer.
// The zero value is ready for a decision.
type AnswerStream struct {
	seen []byte // of the document until the text begins, without white space outside of strings
	in   bool   // a string of the document that is not ours
	skip bool   // the next byte of it is escaped

	free bool   // there is no document
	open bool   // the text has begun
	done bool   // and ended
	rest []byte // an escape or a character that is not whole yet
	high rune   // the first half of a surrogate pair
}

// What stands before the text of an answer.
var (
	answerBegins = []byte(`"tool":"` + FinalAnswer + `"`)
	textBegins   = []byte(`"text":"`)
)

// Add takes the next bytes of the document and returns the text that they add.
func (s *AnswerStream) Add(piece string) string {
	if !s.free && !s.open && len(s.seen) == 0 {
		piece = strings.TrimLeft(piece, " \n\t\r")
		s.free = piece != "" && piece[0] != '{'
	}
	if s.free {
		return piece
	}
	var out []byte
	for i := range len(piece) {
		switch {
		case s.done:
		case s.open:
			out = s.text(out, piece[i])
		default:
			s.before(piece[i])
		}
	}
	return string(out)
}

// Ended reports whether the text is complete.
func (s *AnswerStream) Ended() bool { return s.done }

// before looks for the beginning of the text.
func (s *AnswerStream) before(b byte) {
	if !s.in && (b == ' ' || b == '\n' || b == '\t' || b == '\r') {
		return
	}
	s.seen = append(s.seen, b)
	switch {
	case s.skip:
		s.skip = false
	case s.in && b == '\\':
		s.skip = true
	case b == '"':
		s.in = !s.in
		s.open = s.in && bytes.HasSuffix(s.seen, textBegins) && bytes.Contains(s.seen, answerBegins)
	}
}

// text decodes one byte of the string.
func (s *AnswerStream) text(out []byte, b byte) []byte {
	if len(s.rest) == 0 && b == '"' {
		s.done = true
		return out
	}
	s.rest = append(s.rest, b)
	if s.rest[0] != '\\' {
		if utf8.FullRune(s.rest) {
			out, s.rest = append(out, s.rest...), s.rest[:0]
		}
		return out
	}
	if len(s.rest) < 2 || s.rest[1] == 'u' && len(s.rest) < 6 {
		return out
	}
	escape := s.rest
	s.rest = s.rest[:0]
	if escape[1] != 'u' {
		plain := map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f'}
		if c, ok := plain[escape[1]]; ok {
			return append(out, c)
		}
		return append(out, escape[1])
	}
	n, _ := strconv.ParseUint(string(escape[2:6]), 16, 16)
	r := rune(n)
	switch {
	case s.high != 0:
		r, s.high = utf16.DecodeRune(s.high, r), 0
	case r >= 0xd800 && r < 0xdc00:
		s.high = r
		return out
	}
	return utf8.AppendRune(out, r)
}
