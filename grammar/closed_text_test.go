package grammar

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Valid JSON is cut as encoding/json cuts it, and cutting anything else ends.
func FuzzPartsOfJSON(f *testing.F) {
	for _, text := range []string{
		`[]`, `{}`, ` [ ] `, "\t{\n}\r", `[1,-2.5e3 , true,null]`, `["a","]",",","\"","\\"]`, `[[1,[2]],{"a":[3]},[]]`, `null`, `3`, `"[1]"`,
		`{"a":1,"b" : {"c":[1,2]} , "a":"x"}`, `{"\u0061":1,"é":2,"\ud800":3,"a\"b":4,"":5}`, `{"a":null,"b":false}`,
		`[`, `{`, `[}`, `{]`, `{"a"`, `{"a":`, `{"a":}`, `{a:1}`, `["`, `["\`, `[1 2]`, `[,]`, `{,}`, `{"a":1]`, ``, ` `,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		items, parts := list(text), members(text)
		if !json.Valid(text) {
			return
		}
		var wantItems []json.RawMessage
		var wantParts node
		if json.Unmarshal(text, &wantItems) != nil {
			wantItems = nil
		}
		if json.Unmarshal(text, &wantParts) != nil {
			wantParts = nil
		}
		assert.Equal(t, len(wantItems), len(items))
		for i := range items {
			assert.Equal(t, string(wantItems[i]), string(items[i]))
		}
		assert.Equal(t, wantParts == nil, parts == nil)
		assert.Equal(t, len(wantParts), len(parts))
		for name, value := range wantParts {
			assert.Equal(t, string(value), string(parts[name]), "%q", name)
		}
	})
}

// Reading ends at the part that is too much, however many come after it.
func TestReadingEndsWhereItIsTooMuch(t *testing.T) {
	for _, format := range []string{`{"properties":{"a":{"type":"array","prefixItems":[%s]}}}`,
		`{"properties":{"a":{"anyOf":[%s]}}}`, `{"properties":{"a":{"enum":[%s]}}}`} {
		text := fmt.Sprintf(format, strings.Repeat("0,", 130_000)+"0")
		w := closerWork{ctx: t.Context(), left: allowance{work: maxForeignWork, memory: maxForeignMemory}}
		_, err := w.close(json.RawMessage(text))
		assert.ErrorIs(t, err, errForeign)
		assert.Negative(t, w.left.work)
		assert.Greater(t, w.left.work, -2*len(text))
	}
}

// A closed form keeps nothing of the text of its schema, which stays the caller's.
func TestTheTextOfAForeignSchemaStaysTheCallers(t *testing.T) {
	text := json.RawMessage(`{"properties":{"a":{"enum":["one","two"]}}}`)
	c, err := Close(t.Context(), text)
	require.NoError(t, err)
	before := string(c.Schema.JSON())
	clear(text)
	assert.Equal(t, before, string(c.Schema.JSON()))
}

// A model writes the members of an object in their order in the schema, which has what matters first.
func TestMembersKeepTheirOrder(t *testing.T) {
	c, err := Close(t.Context(), json.RawMessage(`{"type":"object","required":["to","body"],"properties":{"to":{"type":"string"},
		"body":{"type":"object","properties":{"z":{"type":"null"},"a":{"type":"null"},"z":{"type":"boolean"}}},"at":{"type":"integer"}}}`))
	require.NoError(t, err)
	var order []string
	for _, p := range append(c.Schema.Properties, c.Schema.Properties[1].Schema.Properties...) {
		order = append(order, p.Name)
	}
	assert.Equal(t, []string{"to", "body", "at", "z", "a"}, order)
}
