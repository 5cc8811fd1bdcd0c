package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWrap(t *testing.T) {
	rows := []struct {
		claim, line string
		width       int
		want        string
	}{
		{"what fits stays", "He works in a bank on Sunday.", 29, "He works in a bank on Sunday."},
		{"one cell too many", "He works in a bank on Sunday.", 28, "He works in a bank on\n  Sunday."},
		{"letters with accents and Chinese are measured in cells", "también dijo 銀行銀行銀行 hoy y ayer", 25, "también dijo 銀行銀行銀行\n  hoy y ayer"},
		{"the margin of a line stays", "    narrow and then more of it", 20, "    narrow and then\n  more of it"},
		{"space inside stays", "name   value1 value2 value3", 20, "name   value1 value2\n  value3"},
		{"a word that fits nowhere is broken", "see " + strings.Repeat("x", 40) + " end", 20,
			"see\n  " + strings.Repeat("x", 18) + "\n  " + strings.Repeat("x", 18) + "\n  xxxx end"},
		{"colors take no cells", "one \x1b[1;32mtwo three four\x1b[0m five", 20, "one \x1b[1;32mtwo three four\x1b[0m\n  five"},
		{"a terminal that is too narrow breaks lines itself", "He works in a bank.", 9, "He works in a bank."},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			assert.Equal(t, row.want, strings.Join(Wrap(row.line, row.width, "  "), "\n"))
		})
	}
}

// Whatever the line, nothing but space is lost, and no part is too wide.
func FuzzWrap(f *testing.F) {
	f.Add("He works in a bank and she writes a very long letter.", 20)
	f.Add("銀行 \x1b[1mx\x1b[0m   y", 21)
	f.Fuzz(func(t *testing.T, line string, width int) {
		width = narrowest + (width&0x7fffffff)%100
		line = OneLine(line)
		parts := Wrap(line, width, "  ")
		plain := func(text string) string { return strings.ReplaceAll(text, " ", "") }
		assert.Equal(t, plain(line), plain(strings.Join(parts, "")))
		for _, p := range parts {
			assert.LessOrEqual(t, Cells(p), width, p)
		}
	})
}
