package grammar

import (
	"fmt"
	"slices"
	"strings"
)

// A Violation says where a text stopped being a prefix of a legal document.
type Violation struct {
	Offset   int      // legal bytes before it, from the start of the text
	Got      string   // what stood there, at most 40 bytes of it; "" when AtEnd
	AtEnd    bool     // the text stopped before the document was complete
	Expected []string // what could have stood there, for people: sorted, at most eight
	Pointer  string   // where in the document, RFC 6901
}

// Error returns one line.
func (v *Violation) Error() string {
	var b strings.Builder
	b.WriteString("grammar: ")
	if v.Pointer != "" {
		b.WriteString(v.Pointer + ": ")
	}
	fmt.Fprintf(&b, "byte %d: ", v.Offset)
	if v.AtEnd {
		b.WriteString("the text ends")
	} else {
		fmt.Fprintf(&b, "got %q", v.Got)
	}
	switch len(v.Expected) {
	case 0:
	case 1:
		b.WriteString(", want " + v.Expected[0])
	default:
		b.WriteString(", want one of " + strings.Join(v.Expected, ", "))
	}
	return b.String()
}

// maxGot and maxExpected keep a violation short enough for a prompt.
const (
	maxGot      = 40
	maxExpected = 8
)

func newViolation(text []byte, offset int, pointer string, expected []string) *Violation {
	v := &Violation{Offset: offset, Pointer: pointer, AtEnd: offset >= len(text)}
	if !v.AtEnd {
		v.Got = strings.ToValidUTF8(string(text[offset:min(offset+maxGot, len(text))]), "")
	}
	slices.Sort(expected)
	expected = slices.Compact(expected)
	v.Expected = expected[:min(len(expected), maxExpected)]
	return v
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

func escapePointer(member string) string { return pointerEscaper.Replace(member) }
