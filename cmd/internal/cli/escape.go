package cli

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// steersTerminal reports whether r moves the cursor or turns the reading direction of a terminal, and is
// no character of ASCII: DEL, a control character of the second set, or one of bidirectional text. Those
// of the first set are the business of what is printed: JSON escapes them, colors are made of them.
func steersTerminal(r rune) bool {
	return r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// An escaper writes text with such characters as JSON escapes them. In JSON they stand in strings only,
// where that is the same text; everything else that is printed for people has none.
type escaper struct{ out io.Writer }

// Write implements [io.Writer].
func (e escaper) Write(p []byte) (int, error) {
	if bytes.ContainsFunc(p, steersTerminal) {
		var b []byte
		for rest := p; len(rest) > 0; {
			r, size := utf8.DecodeRune(rest)
			if steersTerminal(r) {
				b = fmt.Appendf(b, `\u%04x`, r)
			} else {
				b = append(b, rest[:size]...)
			}
			rest = rest[size:]
		}
		_, err := e.out.Write(b)
		return len(p), err
	}
	return e.out.Write(p)
}

// Exactly writes text to standard output byte for byte, unless that is a terminal.
func (c *Console) Exactly(text []byte) error {
	out := c.Out
	if e, ok := out.(escaper); ok && !c.OutTerminal {
		out = e.out
	}
	_, err := out.Write(text)
	return err
}
