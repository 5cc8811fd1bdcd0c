package number

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// Canonical returns a text that equal JSON values have in common.
func Canonical(t *jsontext.Tree) string {
	var b strings.Builder
	writeCanonical(&b, t)
	return b.String()
}

// writeCanonical writes t so that equal JSON values are equal texts.
func writeCanonical(b *strings.Builder, t *jsontext.Tree) {
	switch t.Kind {
	case jsontext.Number:
		b.WriteString(ParseClamped(t.Text).RatString())
	case jsontext.String:
		b.WriteString(strconv.Quote(t.Text))
	case jsontext.Array:
		b.WriteByte('[')
		for _, m := range t.Members {
			writeCanonical(b, m.Value)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case jsontext.Object:
		members := slices.Clone(t.Members)
		slices.SortFunc(members, func(x, y jsontext.Member) int { return strings.Compare(x.Name, y.Name) })
		b.WriteByte('{')
		for _, m := range members {
			b.WriteString(strconv.Quote(m.Name) + ":")
			writeCanonical(b, m.Value)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	default:
		b.WriteString(CanonicalWord(int(t.Kind)))
	}
}

// CanonicalWord returns the canonical form of the word numbered i in jsontext.Words.
func CanonicalWord(i int) string { return "nft"[i : i+1] }

// CanonicalNumber returns the canonical form of a number as it is spelled.
func CanonicalNumber(text string) string { return ParseClamped(text).RatString() }
