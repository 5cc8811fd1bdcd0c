package settings

import (
	"regexp"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/mcp"
)

// Endpoints returns the servers that --mcp names: an address, or a command as a shell would read it, with
// variables in front of it.
func (s *Settings) Endpoints() ([]mcp.Endpoint, error) {
	var list []mcp.Endpoint
	for _, text := range s.MCP {
		if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
			list = append(list, mcp.Endpoint{URL: text})
			continue
		}
		words, ok := shellWords(text)
		if !ok {
			return nil, cli.Misuse("--mcp is %q: a quotation mark is open", text)
		}
		var e mcp.Endpoint
		for len(words) > 0 && assignment.MatchString(words[0]) {
			e.Env, words = append(e.Env, words[0]), words[1:]
		}
		if len(words) == 0 {
			return nil, cli.Misuse(
				"--mcp wants the command of a server or its address, for example:  --mcp \"npx -y @modelcontextprotocol/server-filesystem .\"")
		}
		e.Command = words
		list = append(list, e)
	}
	return list, nil
}

// assignment matches a variable that is set for a command.
var assignment = regexp.MustCompile(`^[A-Z_][A-Z0-9_]*=`)

// shellWords splits a command into words: blanks part them, quotation marks and backslashes keep them together.
// Nothing is expanded. It is false where a quotation mark is open.
func shellWords(text string) (words []string, ok bool) {
	var word strings.Builder
	begun, quote := false, rune(0)
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case r == ' ' || r == '\t' || r == '\n':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words, quote == 0 && !escaped
}
