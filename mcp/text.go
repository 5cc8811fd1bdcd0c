package mcp

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// toolName makes a name that models and servers can handle of any name: lower case letters, digits and
// underscores, a letter first, at most 64.
func toolName(name string) string {
	var b strings.Builder
	lower := false // the last one was a lower case letter or a digit
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '_':
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
		lower = r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
	}
	out := strings.TrimRight(b.String(), "_")
	if out == "" || out[0] < 'a' || out[0] > 'z' {
		out = "tool_" + strings.TrimLeft(out, "_")
	}
	return strings.TrimRight(out[:min(len(out), 64)], "_")
}

// describe returns what a server says of a tool, in one bounded line.
func describe(t *sdk.Tool) string {
	text := t.Description
	if strings.TrimSpace(text) == "" {
		text = t.Title
	}
	return clip(text, maxDescription)
}

// clip returns text in one line without what would control a terminal: its beginning, where it has more than
// most characters.
func clip(text string, most int) string {
	line := []rune(strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "�"))), " "))
	if len(line) > most {
		return strings.TrimSpace(string(line[:most-1])) + "…"
	}
	return string(line)
}

// fingerprint says whether a tool is still the one that was listed.
func fingerprint(t *sdk.Tool) string {
	text, err := json.Marshal([]any{t.Description, t.InputSchema, t.OutputSchema, t.Annotations})
	if err != nil {
		return "" // of values that were decoded from JSON there is none
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}
