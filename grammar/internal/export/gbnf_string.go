package export

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// literalText returns text as a GBNF literal.
func literalText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// anyChar is one character of a string as compact documents spell it.
func (w *gbnfWriter) anyChar() string {
	return w.once("char", func() string { return `[^"\\\x00-\x1F] | ` + w.escape() })
}

// escape is a character that must be escaped.
func (w *gbnfWriter) escape() string {
	return w.once("escape", func() string { return `"\\" ["\\] | ` + w.control() })
}

// control is a control character.
func (w *gbnfWriter) control() string {
	return w.once("control", func() string { return `"\\" ( [bfnrt] | "u00" ( "0" [0-7bef] | "1" [0-9a-f] ) )` })
}

func (w *gbnfWriter) anyString() string {
	return w.once("any-string", func() string { return `"\"" ` + w.anyChar() + `* "\""` })
}

func (w *gbnfWriter) text(s *schema.StringSpec) string {
	if name, ok := w.texts[s]; ok {
		return name
	}
	name := w.newText(s)
	w.texts[s] = name
	return name
}

func (w *gbnfWriter) newText(s *schema.StringSpec) string {
	name := "string-" + strconv.Itoa(int(w.c.StringIDs[s]))
	switch {
	case s.Finite && len(s.List) == 1:
		return literalText(string(jsontext.Quote(s.List[0])))
	case s.Finite:
		list := make([]string, len(s.List))
		for i, text := range s.List {
			list[i] = literalText(string(jsontext.Quote(text)))
		}
		w.rule(name)(strings.Join(list, " | "))
		return name
	case s.Universal():
		return w.anyString()
	case s.Language == regex.All && s.Except == nil:
		least, most := w.bounded(s.At, "minLength", "maxLength", s.Min, s.Max)
		w.rule(name)(`"\"" ` + w.anyChar() + counts(least, most) + ` "\""`)
		return name
	}
	space, lang, keyword := w.c.Languages.Space, s.Language, textKeyword(s.At)
	if s.Language == regex.All {
		space = func() *regex.Space { return w.space }
		lang, keyword = w.space.Complement(w.space.Literals(s.Except)), "not"
	}
	if start, ok := w.sized(name, space(), lang, s); ok {
		w.rule(name)(`"\"" ` + start + ` "\""`)
		return name
	}
	w.relax(s.At, keyword, "the automaton is too large: any text may come")
	least, most := w.bounded(s.At, "minLength", "maxLength", s.Min, s.Max)
	w.rule(name)(`"\"" ` + w.anyChar() + counts(least, most) + ` "\""`)
	return name
}

// sized writes the automaton of lang with the lengths of s, without them if that is too large.
func (w *gbnfWriter) sized(name string, space *regex.Space, lang regex.Expr, s *schema.StringSpec) (start string, ok bool) {
	lengths, err := space.Lengths(lang, w.c.Languages.Budget)
	implied := err == nil && lengths.Min() >= s.Min && (s.Max == number.Unbounded || lengths.Max() >= 0 && lengths.Max() <= s.Max)
	if !implied {
		most := s.Max
		if most == number.Unbounded {
			most = -1
		}
		if s.Max == number.Unbounded && s.Min <= maxWritten || s.Max <= maxWritten {
			both := space.Intersect(lang, space.Repeat(regex.AnyRune, s.Min, most))
			if start, ok = w.automaton(name, space, both, inString); ok {
				return start, true
			}
		}
		if s.Max < number.Unbounded || s.Language == regex.All { // a bound is worth more than a pattern
			return "", false
		}
		w.relax(s.At, "minLength", "the text may be shorter")
	}
	return w.automaton(name, space, lang, inString)
}
