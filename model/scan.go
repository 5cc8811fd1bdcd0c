package model

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
)

// The bounds on a document's bytes.
const (
	maxReply   = 64 << 10 // bytes of the document
	maxBlank   = 256      // bytes of white space in a row outside strings
	maxNesting = 64       // containers within one another; the width of scanner.objects
	maxBare    = 52       // bytes of a number or a word outside strings
)

// A scanner reads a JSON document byte by byte, and stops at the first byte that no document can
// have there. It knows strings, escapes and nesting; the order of keys, colons and commas it leaves
// to [grammar.Grammar.Check]. So it may pass what Check refuses, and never refuses within its bounds
// what Check passes.
type scanner struct {
	mustObject bool // the root must be an object

	state   scanState
	total   int    // legal bytes so far
	blank   int    // white space in a row
	bare    int    // bytes of the number or word that is being read
	depth   int    // open containers, at most maxNesting
	objects uint64 // bit i: the container at depth i+1 is an object
}

// A scanState says where in a document a scanner stands.
type scanState uint8

const (
	scanRoot    scanState = iota // before the root value
	scanOutside                  // inside a container, outside strings
	scanString                   // inside a string
	scanEscape                   // behind a backslash
	scanWord                     // inside a root that is a number or a word
	scanClosed                   // the root is complete
)

// newScanner returns a scanner of the documents of g.
func newScanner(g *grammar.Grammar) scanner {
	return scanner{mustObject: onlyObjects(gjson.ParseBytes(g.Schema()))}
}

// onlyObjects reports whether every document of schema is an object.
func onlyObjects(schema gjson.Result) bool {
	branches := schema.Get("anyOf").Array()
	for _, b := range branches {
		if !onlyObjects(b) {
			return false
		}
	}
	return len(branches) > 0 || schema.Get("type").Str == "object"
}

func (s *scanner) closed() bool { return s.state == scanClosed }

// feed reads text and returns how many of its bytes are legal and part of the document. It stops
// when the root closes, and at a violation, after which the scanner must not be fed again.
func (s *scanner) feed(text string) (int, *grammar.Violation) {
	for i := 0; i < len(text); i++ {
		if s.state == scanClosed {
			return i, nil
		}
		c := text[i]
		if s.state == scanWord && isBlank(c) {
			s.state = scanClosed
			return i, nil
		}
		want := ""
		switch {
		case s.total == maxReply:
			want = fmt.Sprintf("at most %d bytes", maxReply)
		case s.state == scanString:
			want = s.inString(c)
		case s.state == scanEscape:
			want = s.escape(c)
		default:
			want = s.outside(c)
		}
		if want != "" {
			// One byte, not the rest of the chunk: the words of a repair must not depend on where
			// a server happened to cut its stream.
			return i, &grammar.Violation{Offset: s.total, Got: text[i : i+1], Expected: []string{want}}
		}
		s.total++
	}
	return len(text), nil
}

// inString takes a byte inside a string. It returns what it wants instead, or "".
func (s *scanner) inString(c byte) string {
	switch {
	case c == '\\':
		s.state = scanEscape
	case c == '"' && s.depth == 0:
		s.state = scanClosed
	case c == '"':
		s.state = scanOutside
	case c < ' ':
		return "an escaped control character"
	}
	return ""
}

func (s *scanner) escape(c byte) string {
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u':
		s.state = scanString
		return ""
	}
	return "an escape"
}

// outside takes a byte outside strings.
func (s *scanner) outside(c byte) string {
	if isBlank(c) {
		s.blank++
		if s.blank > maxBlank {
			return fmt.Sprintf("at most %d bytes of white space", maxBlank)
		}
		return ""
	}
	s.blank = 0
	if isBare(c) {
		return s.word(c)
	}
	s.bare = 0
	switch {
	case s.state == scanWord:
		return "the end"
	case s.state == scanRoot && s.mustObject && c != '{':
		return "{"
	case c == '{' || c == '[':
		return s.open(c == '{')
	case c == '"':
		s.state = scanString
		return ""
	case s.state == scanRoot:
		return "a JSON value"
	case c == '}' || c == ']':
		return s.close(c)
	case c == ',' || c == ':':
		return ""
	}
	return "JSON"
}

func (s *scanner) word(c byte) string {
	if s.state == scanRoot {
		switch {
		case s.mustObject:
			return "{"
		case strings.IndexByte("-0123456789fnt", c) < 0:
			return "a JSON value"
		}
		s.state = scanWord
	}
	s.bare++
	if s.bare > maxBare {
		return fmt.Sprintf("at most %d bytes of a number", maxBare)
	}
	return ""
}

func (s *scanner) open(object bool) string {
	if s.depth == maxNesting {
		return fmt.Sprintf("nesting of at most %d", maxNesting)
	}
	bit := uint64(1) << s.depth
	s.objects &^= bit
	if object {
		s.objects |= bit
	}
	s.depth++
	s.state = scanOutside
	return ""
}

func (s *scanner) close(c byte) string {
	want := byte(']')
	if s.objects>>(s.depth-1)&1 == 1 {
		want = '}'
	}
	if c != want {
		return string(want)
	}
	s.depth--
	if s.depth == 0 {
		s.state = scanClosed
	}
	return ""
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// isBare reports whether c can be part of a number, true, false or null.
func isBare(c byte) bool {
	switch c {
	case '+', '-', '.', 'E', 'a', 'e', 'f', 'l', 'n', 'r', 's', 't', 'u':
		return true
	}
	return '0' <= c && c <= '9'
}
