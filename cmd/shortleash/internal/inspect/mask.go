package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/tools"
)

// A masked prefix is what mask prints as JSON.
type masked struct {
	Legal      int      `json:"legal_bytes"` // of the prefix
	Complete   bool     `json:"complete"`    // the document may end here
	Pointer    string   `json:"pointer"`     // where in the document the next byte is
	Next       []string `json:"next"`        // the bytes that may follow, in ranges
	Forced     string   `json:"forced"`      // what must follow
	Completion string   `json:"completion"`  // a shortest rest
	Problem    string   `json:"problem,omitempty"`
	Unenforced []gap    `json:"unenforced,omitempty"`
}

// MaskCommand returns the command that says what may follow a prefix of a document.
func MaskCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "mask SCHEMA [PREFIX]",
		Short:   "show what can follow PREFIX in a document of a schema",
		Example: `shortleash mask schema.json '{"name": "bo'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) > 2 {
				return cli.Misuse(
					"mask wants a file with a JSON Schema, and the beginning of a document. For example:  shortleash mask schema.json '{\"n\":'")
			}
			return nil
		},
		RunE: func(command *cobra.Command, args []string) error {
			text, err := readSchema(c, args[0])
			if err != nil {
				return err
			}
			prefix := ""
			if len(args) == 2 {
				prefix = args[1]
			}
			m, err := mask(command.Context(), text, prefix)
			if err != nil {
				return err
			}
			out := m.String()
			if s.JSON {
				line, err := tools.Encode(m)
				if err != nil {
					return err
				}
				out = string(line) + "\n"
			}
			if _, err := fmt.Fprint(c.Out, cli.Printable(out)); err != nil {
				return err
			}
			if m.Problem != "" {
				return cli.StatusOther
			}
			return nil
		},
	}
	s.Take(cmd, "json")
	return cmd
}

func readSchema(c *cli.Console, name string) (json.RawMessage, error) {
	if name == "-" {
		text, err := io.ReadAll(io.LimitReader(c.In, settings.MaxSchema+1)) // one byte more is too large for Compile
		if err != nil {
			return nil, cli.Misuse("cannot read standard input: %v", err)
		}
		return text, nil
	}
	text, err := bounded.ReadFile(name, settings.MaxSchema)
	if err != nil {
		return nil, cli.Misuse("cannot read %s: %v", name, cli.Cause(err))
	}
	return text, nil
}

// mask walks through prefix under the grammar of schema.
func mask(ctx context.Context, schema json.RawMessage, prefix string) (masked, error) {
	g, err := grammar.Compile(ctx, schema, grammar.Options{Lenient: true})
	if err != nil {
		return masked{}, cli.Misuse("%s", strings.TrimPrefix(err.Error(), "grammar: "))
	}
	matcher := g.LenientMatcher()
	out := masked{Unenforced: gaps(g.Unenforced()), Next: []string{}}
	n, err := matcher.Feed(ctx, []byte(prefix))
	if ctx.Err() != nil {
		return masked{}, ctx.Err()
	}
	out.Legal = n
	if v, ok := errors.AsType[*grammar.Violation](err); ok {
		out.Problem = strings.TrimPrefix(v.Error(), "grammar: ")
	}
	out.Complete, out.Pointer = matcher.CanEnd(), matcher.Pointer()
	out.Next, out.Forced = ranges(matcher.Next()), string(matcher.Forced())
	out.Completion = string(matcher.MinimalCompletion())
	return out, nil
}

// ranges writes a set of bytes in ranges: "a"…"z".
func ranges(set grammar.ByteSet) []string {
	list := []string{}
	bytes := set.Bytes()
	for i := 0; i < len(bytes); {
		j := i
		for j+1 < len(bytes) && bytes[j+1] == bytes[j]+1 {
			j++
		}
		text := spell(bytes[i])
		if j > i {
			text += "…" + spell(bytes[j])
		}
		list = append(list, text)
		i = j + 1
	}
	return list
}

// spell writes one byte as people read it.
func spell(b byte) string {
	if b >= 0x80 {
		return fmt.Sprintf("0x%02x", b)
	}
	return strconv.QuoteRune(rune(b))
}

// String words a mask for a terminal.
func (m masked) String() string {
	var b strings.Builder
	if m.Problem != "" {
		fmt.Fprintf(&b, "refused:   %s\n", m.Problem)
	}
	where := m.Pointer
	if where == "" {
		where = "the root"
	}
	end := "no"
	if m.Complete {
		end = "yes"
	}
	fmt.Fprintf(&b, "at:        %s\nmay end:   %s\nnext:      %s\n", where, end, strings.Join(m.Next, " "))
	if m.Forced != "" {
		fmt.Fprintf(&b, "forced:    %s\n", m.Forced)
	}
	fmt.Fprintf(&b, "shortest:  %s\n", m.Completion)
	for _, g := range m.Unenforced {
		fmt.Fprintf(&b, "not held:  %s %s: %s\n", g.Pointer, g.Keyword, g.Why)
	}
	return b.String()
}
