package grammar

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/regex"
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
func (w *gbnf) anyChar() string {
	return w.once("char", func() string { return `[^"\\\x00-\x1F] | ` + w.escape() })
}

// escape is a character that must be escaped.
func (w *gbnf) escape() string {
	return w.once("escape", func() string { return `"\\" ["\\] | ` + w.control() })
}

// control is a control character.
func (w *gbnf) control() string {
	return w.once("control", func() string { return `"\\" ( [bfnrt] | "u00" ( "0" [0-7bef] | "1" [0-9a-f] ) )` })
}

func (w *gbnf) anyString() string {
	return w.once("any-string", func() string { return `"\"" ` + w.anyChar() + `* "\""` })
}

func (w *gbnf) text(s *strSpec) string {
	if name, ok := w.texts[s]; ok {
		return name
	}
	name := w.newText(s)
	w.texts[s] = name
	return name
}

func (w *gbnf) newText(s *strSpec) string {
	name := "string-" + strconv.Itoa(int(w.c.strIDs[s]))
	switch {
	case s.finite && len(s.lits) == 1:
		return literalText(string(quote(s.lits[0])))
	case s.finite:
		list := make([]string, len(s.lits))
		for i, text := range s.lits {
			list[i] = literalText(string(quote(text)))
		}
		w.rule(name)(strings.Join(list, " | "))
		return name
	case s.universal():
		return w.anyString()
	case s.lang == regex.All && s.not == nil:
		least, most := w.bounded(s.at, "minLength", "maxLength", s.min, s.max)
		w.rule(name)(`"\"" ` + w.anyChar() + counts(least, most) + ` "\""`)
		return name
	}
	space, lang, keyword := w.c.langs.ready, s.lang, textKeyword(s.at)
	if s.lang == regex.All {
		space = func() *regex.Space { return w.space }
		lang, keyword = w.space.Complement(w.space.Literals(s.not)), "not"
	}
	if start, ok := w.sized(name, space(), lang, s); ok {
		w.rule(name)(`"\"" ` + start + ` "\""`)
		return name
	}
	w.relax(s.at, keyword, "the automaton is too large: any text may come")
	least, most := w.bounded(s.at, "minLength", "maxLength", s.min, s.max)
	w.rule(name)(`"\"" ` + w.anyChar() + counts(least, most) + ` "\""`)
	return name
}

// sized writes the automaton of lang with the lengths of s, without them if that is too large.
func (w *gbnf) sized(name string, space *regex.Space, lang regex.Expr, s *strSpec) (start string, ok bool) {
	lengths, err := space.Lengths(lang, w.c.langs.budget)
	implied := err == nil && lengths.Min() >= s.min && (s.max == endless || lengths.Max() >= 0 && lengths.Max() <= s.max)
	if !implied {
		most := s.max
		if most == endless {
			most = -1
		}
		if s.max == endless && s.min <= maxWritten || s.max <= maxWritten {
			both := space.Intersect(lang, space.Repeat(regex.AnyRune, s.min, most))
			if start, ok = w.automaton(name, space, both, inString); ok {
				return start, true
			}
		}
		if s.max < endless || s.lang == regex.All { // a bound is worth more than a pattern
			return "", false
		}
		w.relax(s.at, "minLength", "the text may be shorter")
	}
	return w.automaton(name, space, lang, inString)
}
