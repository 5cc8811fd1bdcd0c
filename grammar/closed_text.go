package grammar

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// A splitter cuts a JSON text, which is known to be valid, into the parts of its outermost value. A schema is cut at
// every level, and encoding/json reads each byte twice whenever it does; this skips what lies deeper. The parts are
// slices of the text, which gjson would copy at every level. From a text that is not valid come any parts.
type splitter struct {
	text []byte
	at   int
}

// list returns the items of a JSON array, or none for anything else.
func list(value json.RawMessage) (items []json.RawMessage) {
	s := splitter{text: value}
	for in := s.skip('['); in && s.more(']'); {
		items = append(items, s.value())
	}
	return items
}

// members returns the members of a JSON object, or nil for anything else. Of a name that stands twice, the last counts.
func members(value json.RawMessage) (n node) {
	if s := (splitter{text: value}); s.skip('{') {
		n = node{}
		for name, member := range s.named {
			n[name] = member
		}
	}
	return n
}

// named yields the members of an object that was opened.
func (s *splitter) named(yield func(string, json.RawMessage) bool) {
	for s.more('}') {
		name := s.value()
		s.skip(':')
		s.blank()
		if !yield(nameOf(name), s.value()) {
			return
		}
	}
}

// names returns the names of the members of an object, in order.
func names(value json.RawMessage) (all []string) {
	s := splitter{text: value}
	s.skip('{')
	seen := map[string]bool{}
	for name := range s.named {
		if !seen[name] {
			all = append(all, name)
		}
		seen[name] = true
	}
	return all
}

// nameOf returns a name without its quotation marks.
func nameOf(quoted json.RawMessage) string {
	if len(quoted) > 1 && isVerbatim(quoted) && utf8.Valid(quoted) {
		return string(quoted[1 : len(quoted)-1])
	}
	return text(quoted)
}

// more goes to the next part, and reports whether there is one before the bracket that closes.
func (s *splitter) more(closes byte) bool {
	s.skip(',')
	s.blank()
	return s.at < len(s.text) && s.text[s.at] != closes
}

// skip goes past a byte of punctuation and the white space before it, and reports whether it is there.
func (s *splitter) skip(b byte) bool {
	s.blank()
	if s.at == len(s.text) || s.text[s.at] != b {
		return false
	}
	s.at++
	return true
}

func (s *splitter) blank() {
	for s.at < len(s.text) && jsontext.IsBlank(s.text[s.at]) {
		s.at++
	}
}

// value goes past a value, which begins here, and returns it.
func (s *splitter) value() json.RawMessage {
	from, depth := s.at, 0
	for s.at < len(s.text) {
		b := s.text[s.at]
		if depth == 0 && s.at > from && (b == ',' || b == '}' || b == ']' || jsontext.IsBlank(b)) {
			break // the end of a number or a word
		}
		s.at++
		switch b {
		case '"':
			s.quoted()
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			continue
		}
		if depth <= 0 {
			break
		}
	}
	return s.text[from:s.at:s.at]
}

// quoted goes past a string whose first quotation mark was read.
func (s *splitter) quoted() {
	for s.at < len(s.text) {
		switch s.at++; s.text[s.at-1] {
		case '"':
			return
		case '\\':
			s.at = min(s.at+1, len(s.text))
		}
	}
}
