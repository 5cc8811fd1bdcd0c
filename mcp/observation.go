package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// ClassRefused is the class of an error that a server reports as the result of a call. It is
// recoverable: servers use it for problems that a model can fix, such as a file that does not exist.
const ClassRefused = "refused"

// observation returns what a model reads of a result that is to fit promised, or nil: structured content where there is some,
// else the text. What is not text is a note. A result beyond the bound is cut, and says so.
func (s *server) observation(ctx context.Context, r *sdk.CallToolResult, promised *grammar.Grammar, most int) (json.RawMessage, error) {
	if r.IsError {
		said := clip(strings.Join(texts(r.Content), " "), maxErrorText)
		return nil, &tools.Error{Class: ClassRefused, Recoverable: true, Message: s.name + ": " + said}
	}
	if r.StructuredContent != nil {
		output, err := tools.Encode(kept(r.Meta, "structuredContent", r.StructuredContent))
		if err != nil {
			return nil, err
		}
		if promised != nil {
			if err := promised.Check(ctx, output); ctx.Err() != nil {
				return nil, ctx.Err()
			} else if err != nil {
				problem := strings.TrimPrefix(err.Error(), "grammar: ")
				return nil, &tools.Error{Class: tools.ClassFailed,
					Message: fmt.Sprintf("the result of %s does not fit the schema that it declares: %s", s.name, clip(problem, maxErrorText))}
			}
		}
		if len(output) <= most {
			return output, nil
		}
		return cut(string(output), most)
	}
	parts := texts(r.Content)
	if len(parts) == 1 {
		if text := strings.TrimSpace(parts[0]); len(text) <= most && structured(text) {
			return json.RawMessage(text), nil
		}
		return cut(parts[0], most)
	}
	output, err := tools.Encode(append([]string{}, parts...)) // never null
	if err == nil && len(output) > most {
		return cut(strings.Join(parts, "\n"), most)
	}
	return output, err
}

// structured reports whether text is a JSON object or array.
func structured(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == '[') && json.Valid([]byte(text))
}

// cut returns text as JSON: its beginning, where it has more than most bytes.
func cut(text string, most int) (json.RawMessage, error) {
	if len(text) <= most {
		return tools.Encode(text)
	}
	whole := len(text)
	text = text[:most]
	for !utf8.ValidString(text[max(0, len(text)-utf8.UTFMax):]) && len(text) > 0 && !utf8.RuneStart(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return tools.Encode(struct {
		Beginning string `json:"beginning"`
		Bytes     int    `json:"bytes_in_all"`
	}{strings.ToValidUTF8(text, ""), whole})
}

// texts returns the parts of a result as text.
func texts(content []sdk.Content) (parts []string) {
	for _, c := range content {
		switch c := c.(type) {
		case *sdk.TextContent:
			parts = append(parts, strings.ToValidUTF8(c.Text, "�"))
		case *sdk.ImageContent:
			parts = append(parts, note("image", c.MIMEType, len(c.Data)))
		case *sdk.AudioContent:
			parts = append(parts, note("audio", c.MIMEType, len(c.Data)))
		case *sdk.ResourceLink:
			parts = append(parts, clip(fmt.Sprintf("(a link: %s %s)", c.Name, c.URI), maxErrorText))
		case *sdk.EmbeddedResource:
			switch {
			case c.Resource == nil:
			case c.Resource.Blob != nil:
				parts = append(parts, note("file", c.Resource.MIMEType, len(c.Resource.Blob)))
			default:
				parts = append(parts, strings.ToValidUTF8(c.Resource.Text, "�"))
			}
		default:
			parts = append(parts, "(something that cannot be shown)")
		}
	}
	return parts
}

func note(kind, format string, bytes int) string {
	return fmt.Sprintf("(%s, %s, %d bytes, not shown)", kind, clip(format, 40), bytes)
}

// compileOutput compiles the schema of results that a server declares. One that cannot be compiled is nil, and
// refuses nothing.
func compileOutput(ctx context.Context, schema any) *grammar.Grammar {
	if schema == nil {
		return nil
	}
	text, err := tools.Encode(schema)
	if err != nil {
		return nil
	}
	g, err := grammar.Compile(ctx, text, grammar.Options{
		Lenient: true, OneOfAsAnyOf: true, Numbers: grammar.AnyForm, Order: grammar.AnyOrder,
		Limits: grammar.Limits{Nodes: 5000, States: 5000, Parallel: 128},
	})
	if err != nil {
		return nil
	}
	return g
}
