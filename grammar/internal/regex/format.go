package regex

import (
	"fmt"
	"sync"
)

// A format is one value of JSON Schema's keyword of that name. Its automaton is built once for the
// process, when it is first asked for, and shared by all Spaces as a leaf.
type format struct {
	build  func(*Space) Expr
	maxLen int // code points; 0 is not a limit. Kept out of the automaton, whose states it would multiply
	dfa    func() *DFA
}

func newFormat(build func(*Space) Expr, maxLen int) *format {
	return newFormatAsLong(build, nil, maxLen)
}

// newFormatAsLong is newFormat for a language whose lengths only its whole automaton shows: they are those of another
// one, whose form shows them.
func newFormatAsLong(build, asLong func(*Space) Expr, maxLen int) *format {
	return &format{build, maxLen, sync.OnceValue(func() *DFA {
		s := New()
		e := build(s)
		if asLong != nil {
			l, err := s.Lengths(asLong(s), maxFormatStates)
			if err != nil {
				panic("regex: BUG: lengths over budget")
			}
			s.lengths[e] = l
		}
		d, err := s.NewDFA(e, maxFormatStates)
		if err != nil {
			panic("regex: BUG: a format over budget")
		}
		return d
	})}
}

// maxFormatStates is far above what any format needs; a test walks them all.
const maxFormatStates = 100_000

// formats holds what Format knows. It is never written after start.
var formats = map[string]*format{
	"date":                  newFormat(dateFormat, 0),
	"time":                  newFormatAsLong(timeFormat, ordinaryTime, 0),
	"date-time":             newFormatAsLong(dateTimeFormat, ordinaryDateTime, 0),
	"duration":              newFormat(durationFormat, 0),
	"ipv4":                  newFormat(ipv4Format, 0),
	"ipv6":                  newFormat(ipv6Format, 0),
	"email":                 newFormat(emailFormat, 254),
	"uuid":                  newFormat(uuidFormat, 0),
	"json-pointer":          newFormat(jsonPointerFormat, 0),
	"relative-json-pointer": newFormat(relativePointerFormat, 0),
	"uri":                   newFormat(asciiAddress.absolute, 0),
	"uri-reference":         newFormat(asciiAddress.reference, 0),
	"iri":                   newFormat(wideAddress.absolute, 0),
	"iri-reference":         newFormat(wideAddress.reference, 0),
	"uri-template":          newFormat(uriTemplateFormat, 0),
}

// LongFormat returns the language of a format of JSON Schema: exactly what its RFC holds. Only members
// of at most most code points are meant; there is no limit if that is negative. An error wraps
// ErrUnsupported. There is no hostname: whether a label that begins with xn-- is one depends on its
// decoding and on tables of Unicode, and refusing all of them would refuse what is valid.
//
// The second 60 of time and date-time is legal exactly where UTC is 23:59, in any month.
func (s *Space) LongFormat(name string) (e Expr, most int, err error) {
	f, ok := formats[name]
	if !ok {
		return Nothing, -1, fmt.Errorf("regex: format %q: %w", name, ErrUnsupported)
	}
	d := f.dfa()
	e, most = s.newLeaf(automaton{d}, d.Start()), -1
	if f.maxLen > 0 {
		most = f.maxLen
	}
	return e, most, nil
}

// whole returns the language of a pattern that is known to be good, matched from start to end.
func (s *Space) whole(pattern string) Expr {
	e, err := s.Pattern("^(?:" + pattern + ")$")
	if err != nil {
		panic("regex: BUG: " + err.Error())
	}
	return e
}

func uuidFormat(s *Space) Expr {
	return s.whole(`[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}`)
}

// RFC 6901, section 3.
const jsonPointer = `(?:/(?:[^/~]|~[01])*)*`

func jsonPointerFormat(s *Space) Expr { return s.whole(jsonPointer) }

func relativePointerFormat(s *Space) Expr {
	return s.whole(`(?:0|[1-9]\d*)(?:#|` + jsonPointer + `)`)
}
