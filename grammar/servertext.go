package grammar

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

func (b *shaper) string(s *strSpec) *shape {
	if s.finite {
		return b.words(s)
	}
	if s.not != nil {
		b.relax(s.at, "not", "a string that is excluded may be written")
	}
	least, most := s.min, s.max
	if s.lang != regex.All {
		out, lo, hi := b.language(s)
		if out != nil {
			return out
		}
		least, most = max(least, lo), min(most, hi)
	}
	return b.lengths(s.at, least, most)
}

// lengths returns any string of least to most characters, as far as servers can count.
func (b *shaper) lengths(at *tree, least, most int) *shape {
	b.spelling()
	if least > 0 {
		b.relax(nil, "", "bytes that are no UTF-8 count as characters, and servers drop them: a string may be too short")
	}
	if most < endless && most > b.limits.longest {
		b.relax(at, "maxLength", fmt.Sprintf("servers count to %d: the string may be longer than %d", b.limits.longest, most))
		most = endless
	}
	if least > b.limits.longest {
		b.relax(at, "minLength", fmt.Sprintf("servers count to %d: the string may be shorter than %d", b.limits.longest, least))
		least = b.limits.longest
	}
	return &shape{kind: shapeString, min: least, max: most}
}

// language returns a string with the pattern or format of s, or nil and the lengths that it implies.
func (b *shaper) language(s *strSpec) (out *shape, least, most int) {
	space := b.c.langs.ready()
	lengths, err := space.Lengths(s.lang, b.c.langs.budget)
	lo, hi := 0, -1
	if err == nil {
		lo, hi = lengths.Min(), lengths.Max()
	}
	if hi < 0 {
		hi = endless
	}
	if words, ok := space.Finite(s.lang, 4*maxListed); ok {
		words = slices.DeleteFunc(words, func(w string) bool {
			n := utf8.RuneCountInString(w)
			return n < s.min || n > s.max
		})
		if out := b.enum(words); out != nil {
			return out, 0, 0
		}
	}
	keyword := textKeyword(s.at)
	out = b.format(s)
	if out == nil && (hi <= s.max || s.max == endless) {
		if p, n, ok := space.Plain(s.lang); ok && n <= maxCount {
			out = &shape{kind: shapeString, pattern: p}
		}
	}
	if out == nil {
		b.relax(s.at, keyword, "servers cannot hold this pattern, or the bound on the length beside it: any text may be written")
		return nil, lo, hi
	}
	if s.min > lo {
		b.relax(s.at, "minLength", "ignored beside a pattern or format")
	}
	if s.max < hi {
		b.relax(s.at, "maxLength", "ignored beside a pattern or format")
	}
	return out, 0, 0
}

// format returns the string of a format that servers know.
func (b *shaper) format(s *strSpec) *shape {
	for _, name := range []string{"date", "date-time", "time", "uuid"} {
		if !b.c.langs.ready().IsFormat(s.lang, name) {
			continue
		}
		if name != "time" && name != "uuid" {
			b.relax(s.at, "format", "a day that its month does not have may be written")
		}
		if name != "date" && name != "uuid" {
			b.narrow(s.at, "format", "seconds have three decimals or none, and there is no leap second")
		}
		return &shape{kind: shapeString, format: name}
	}
	return nil
}

func (b *shaper) words(s *strSpec) *shape {
	if out := b.enum(s.lits); out != nil {
		return out
	}
	why := "the list is too long for servers: any string of such a length may be written"
	if len(s.lits) <= b.limits.values {
		why = "old servers cannot write its quotes, backslashes or control characters: any string of such a length may be written"
	}
	b.relax(s.at, "enum", why)
	least, most := endless, 0
	for _, text := range s.lits {
		n := utf8.RuneCountInString(text)
		least, most = min(least, n), max(most, n)
	}
	return b.lengths(s.at, least, most)
}

// enum returns the list of strings, or nil if servers cannot hold it.
func (b *shaper) enum(words []string) *shape {
	if len(words) > b.limits.values || len(words) == 0 {
		return nil
	}
	out := &shape{kind: shapeEnum, of: "string"}
	for _, text := range words {
		if !b.spellable(text) {
			return nil
		}
		out.enum = append(out.enum, string(quote(text)))
	}
	return out
}

// spellable reports whether servers can write text as a literal.
func (b *shaper) spellable(text string) bool {
	return len(text) <= maxLiteral && (b.dialect != OllamaOld || !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r == '"' || r == '\\'
	}))
}

// maxLiteral bounds the bytes of one literal: rules are named after members, and the converter's
// regular expressions need stack for each byte that is no letter.
const maxLiteral = 4096
