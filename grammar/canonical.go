package grammar

import (
	"slices"
	"strconv"
	"strings"
)

// legalTree reads what was legal, or is a sample.
func legalTree(text []byte) *tree {
	t, _, err := readTree(text, 1<<30)
	if err != nil {
		panic("grammar: BUG: a legal item is no JSON: " + err.Error())
	}
	return t
}

// canonicalOf returns a text that equal JSON values have in common.
func canonicalOf(t *tree) string {
	var b strings.Builder
	canonical(&b, t)
	return b.String()
}

// canonical writes t so that equal JSON values are equal texts.
func canonical(b *strings.Builder, t *tree) {
	switch t.kind {
	case treeNumber:
		b.WriteString(clampedDecimal(t.text).RatString())
	case treeString:
		b.WriteString(strconv.Quote(t.text))
	case treeArray:
		b.WriteByte('[')
		for _, m := range t.members {
			canonical(b, m.value)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case treeObject:
		members := slices.Clone(t.members)
		slices.SortFunc(members, func(x, y member) int { return compareText(x.name, y.name) })
		b.WriteByte('{')
		for _, m := range members {
			b.WriteString(strconv.Quote(m.name) + ":")
			canonical(b, m.value)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	default:
		b.WriteByte("nft"[t.kind])
	}
}

func compareText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
