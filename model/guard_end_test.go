package model_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// endsWhere reports whether a reader of text would see the value at its beginning end after n bytes.
func endsWhere(text string, n int) bool {
	return n == len(text) || strings.ContainsRune(" \t\r\n", rune(text[n])) || n > 0 && strings.ContainsRune(`"]}`, rune(text[n-1]))
}

func TestWhatIsDeliveredEndsWhereTheModelEndedIt(t *testing.T) {
	var grammars []*grammar.Grammar
	for _, root := range []string{
		`{"type":["null","boolean"]}`, `{"const":null}`, `{"enum":[true,false,0]}`, `{"enum":["true",true,1,12]}`,
		`{"type":"integer","maximum":50}`,
		`{"type":["number","null"]}`, `{"enum":[1,2,12,1.5]}`, `{"type":"string"}`, `{"type":["array","null"],"items":{"type":"boolean"}}`, `{}`,
		`{"anyOf":[{"const":false},{"type":"object"}]}`, `{"not":{"type":"string"}}`,
	} {
		g, err := grammar.Compile(t.Context(), []byte(root), grammar.Options{Numbers: grammar.AnyForm})
		require.NoError(t, err)
		grammars = append(grammars, g)
	}
	r := rand.New(rand.NewPCG(5, 6))
	parts := []string{"null", "true", "false", "nul", "able", "ish", "x", "_", "1", "12", "0", "-", ".5", "e3", " ", "\n", `"`,
		`"a"`, "[", "]", "[]", "{}", ",", ":", "é", "\x00"}
	delivered := 0
	for range 60_000 {
		g := grammars[r.IntN(len(grammars))]
		var text string
		for range 1 + r.IntN(4) {
			text += parts[r.IntN(len(parts))]
		}
		for _, chunks := range [][]string{{text}, cut(r, text)} {
			reply, err := ask(t.Context(), say(model.Stop, chunks...), g)
			if err != nil {
				continue
			}
			delivered++
			document := strings.TrimRight(reply.Text, " \t\r\n")
			require.True(t, strings.HasPrefix(text, document), "%q of %q", document, text)
			require.NoError(t, g.Check(t.Context(), []byte(document)), "%q of %q", document, text)
			require.True(t, endsWhere(text, len(document)), "%s: %q of %q in %q", g.Schema(), document, text, chunks)
		}
	}
	assert.Greater(t, delivered, 5_000)
}
