package export

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

func (b *shaper) string(s *schema.StringSpec) *shape {
	if s.Finite {
		return b.words(s)
	}
	if s.Except != nil {
		b.relax(s.At, "not", "a string that is excluded may be written")
	}
	least, most := s.Min, s.Max
	if s.Language != regex.All {
		out, lo, hi := b.language(s)
		if out != nil {
			return out
		}
		least, most = max(least, lo), min(most, hi)
	}
	return b.lengths(s.At, least, most)
}

// lengths returns any string of least to most characters, as far as servers can count.
func (b *shaper) lengths(at *jsontext.Tree, least, most int) *shape {
	b.spelling()
	if least > 0 {
		b.relax(nil, "", "bytes that are no UTF-8 count as characters, and servers drop them: a string may be too short")
	}
	if most < number.Unbounded && most > b.limits.longest {
		b.relax(at, "maxLength", fmt.Sprintf("servers count to %d: the string may be longer than %d", b.limits.longest, most))
		most = number.Unbounded
	}
	if least > b.limits.longest {
		b.relax(at, "minLength", fmt.Sprintf("servers count to %d: the string may be shorter than %d", b.limits.longest, least))
		least = b.limits.longest
	}
	return &shape{kind: shapeString, min: least, max: most}
}

// language returns a string with the pattern or format of s, or nil and the lengths that it implies.
func (b *shaper) language(s *schema.StringSpec) (out *shape, least, most int) {
	space := b.c.Languages.Space()
	lengths, err := space.Lengths(s.Language, b.c.Languages.Budget)
	lo, hi := 0, -1
	if err == nil {
		lo, hi = lengths.Min(), lengths.Max()
	}
	if hi < 0 {
		hi = number.Unbounded
	}
	if words, ok := space.Finite(s.Language, 4*schema.MaxListed); ok {
		words = slices.DeleteFunc(words, func(w string) bool {
			n := utf8.RuneCountInString(w)
			return n < s.Min || n > s.Max
		})
		if out := b.enum(words); out != nil {
			return out, 0, 0
		}
	}
	keyword := textKeyword(s.At)
	out = b.format(s)
	if p, n, ok := space.Plain(s.Language, s.Max); out == nil && ok && n <= maxCount {
		out = &shape{kind: shapeString, pattern: p}
	}
	if out == nil {
		b.relax(s.At, keyword, "servers cannot hold this pattern: any text may be written")
		return nil, lo, hi
	}
	if s.Min > lo {
		b.relax(s.At, "minLength", "ignored beside a pattern or format")
	}
	if s.Max < hi {
		b.relax(s.At, "maxLength", "ignored beside a pattern or format")
	}
	return out, 0, 0
}

// format returns the string of a format that servers know.
func (b *shaper) format(s *schema.StringSpec) *shape {
	for _, name := range []string{"date", "date-time", "time", "uuid"} {
		if !b.c.Languages.Space().IsFormat(s.Language, name) {
			continue
		}
		if name != "time" && name != "uuid" {
			b.relax(s.At, "format", "a day that its month does not have may be written")
		}
		if name != "date" && name != "uuid" {
			b.narrow(s.At, "format", "seconds have three decimals or none, and there is no leap second")
		}
		return &shape{kind: shapeString, format: name}
	}
	return nil
}

func (b *shaper) words(s *schema.StringSpec) *shape {
	if out := b.enum(s.List); out != nil {
		return out
	}
	why := "the list is too long for servers: any string of such a length may be written"
	if len(s.List) <= b.limits.values {
		why = "old servers cannot write its quotes, backslashes or control characters: any string of such a length may be written"
	}
	b.relax(s.At, "enum", why)
	least, most := number.Unbounded, 0
	for _, text := range s.List {
		n := utf8.RuneCountInString(text)
		least, most = min(least, n), max(most, n)
	}
	return b.lengths(s.At, least, most)
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
		out.enum = append(out.enum, string(jsontext.Quote(text)))
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
// regular expressions need stack for each byte that is not a letter.
const maxLiteral = 4096
