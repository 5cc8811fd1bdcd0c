package jsontext

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Quote returns v as a JSON string without HTML escapes: "<" stays "<", so that an enum's bytes
// are what a model is expected to write.
func Quote(v string) json.RawMessage {
	if isPlain(v) {
		return append(append(append(make([]byte, 0, len(v)+2), '"'), v...), '"')
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("grammar: BUG: a string failed to encode: " + err.Error())
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// isPlain reports whether v stands for itself between quotes, as nearly every name does.
func isPlain(v string) bool {
	for i := range len(v) {
		if c := v[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// QuotedLen returns how many bytes text takes as a JSON string.
func QuotedLen(text string) int {
	n := 2
	for i := range len(text) {
		switch b := text[i]; {
		case b >= 0x20 && b != '"' && b != '\\':
			n++
		case b == '"' || b == '\\' || b == '\n' || b == '\t' || b == '\r' || b == '\b' || b == '\f':
			n += 2
		default:
			n += 6
		}
	}
	return n
}

// AppendChar writes one character of a string as compact documents spell it.
func AppendChar(out []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(out, '\\', byte(r))
	case '\b':
		return append(out, `\b`...)
	case '\f':
		return append(out, `\f`...)
	case '\n':
		return append(out, `\n`...)
	case '\r':
		return append(out, `\r`...)
	case '\t':
		return append(out, `\t`...)
	}
	if r < 0x20 {
		return append(out, '\\', 'u', '0', '0', '0'+byte(r>>4), "0123456789abcdef"[r&15])
	}
	return utf8.AppendRune(out, r)
}
