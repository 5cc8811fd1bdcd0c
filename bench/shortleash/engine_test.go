package shortleash_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/bench/engine"
	"github.com/shortleash/shortleash/bench/shortleash"
	"github.com/shortleash/shortleash/bench/trial"
	"github.com/shortleash/shortleash/bench/vocab"
)

func compile(t *testing.T, schema string) (engine.Session, error) {
	v, err := vocab.Load("bytes")
	require.NoError(t, err)
	e, err := shortleash.New(trial.Header{Vocabulary: v.Name, Tokens: v.Tokens, End: v.End, Control: v.Control})
	require.NoError(t, err)
	assert.Equal(t, "shortleash", e.About().Name)
	return e.Compile(json.RawMessage(schema))
}

func TestRefusalsHaveReasons(t *testing.T) {
	rows := []struct{ claim, schema, reason, pointer string }{
		{"a format that cannot be told exactly", `{"properties":{"a":{"format":"hostname"}}}`, "format (unsupported)", "/properties/a"},
		{"a schema without documents", `{"allOf":[{"type":"string"},{"type":"null"}]}`, "empty", ""},
		{"branches that are too large to be told apart", `{"oneOf":[` + oneOfMany("a") + `,` + oneOfMany("b") + `]}`, "oneOf (too large)", ""},
		{"what is not a schema", `{"type":3}`, "type (malformed)", ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			_, err := compile(t, row.schema)
			refusal, ok := errors.AsType[*engine.Refusal](err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, row.reason, refusal.Reason)
			assert.Contains(t, refusal.Pointer, row.pointer)
			assert.NotEmpty(t, refusal.Error())
		})
	}
}

// oneOfMany returns a schema with 30 alternatives, each of which a document can miss in two ways.
func oneOfMany(name string) string {
	branches := make([]string, 30)
	for i := range branches {
		branches[i] = fmt.Sprintf(`{"properties":{"%[1]s%[2]d":{"const":1},"%[1]s%[2]dx":{"const":1}},"required":["%[1]s%[2]d"]}`, name, i)
	}
	return `{"type":"object","anyOf":[` + strings.Join(branches, ",") + `]}`
}

func TestAccepts(t *testing.T) {
	s, err := compile(t, `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`)
	require.NoError(t, err)
	defer s.Close()
	for text, want := range map[string]bool{
		`{"n":1}`: true, `{"n": 1.0}`: true, ` { "n" : 1 } `: true, `{"n":1.5}`: false, `{"n":1`: false, `{"n":1}}`: false, `{}`: false,
	} {
		assert.Equal(t, want, s.(engine.Reader).Accepts([]byte(text)) == nil, "%s", text)
	}
}
