package mcp

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// toolName makes a name that the protocols have of any name: each other character is an underscore, and 128 are left.
func toolName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '_', r == '-', r == '.':
			return r
		}
		return '_'
	}, name)
	return cmp.Or(name[:min(len(name), 128)], "tool")
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
	text, err := json.Marshal([]any{t.Description, t.InputSchema, t.OutputSchema, t.Annotations, t.Meta[keptAs+"inputSchema"]})
	if err != nil {
		return "" // of values that were decoded from JSON there is none
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}
