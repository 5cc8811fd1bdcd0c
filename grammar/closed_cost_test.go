package grammar

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/internal/hostile"
)

// The same of every hostile family, as the arguments and as one of them, up to the longest that is read.
func TestHostileForeignSchemasEndWithinTheirLimits(t *testing.T) {
	longest := 8 << 10
	if *grammartest.Thorough {
		longest = 256 << 10
	}
	for _, f := range hostile.Families() {
		for n := f.Next(f.Start()); n <= 1<<22 && (f.Most == 0 || n <= f.Most); n = f.Next(f.Next(n)) {
			text := f.Make(n)
			if len(text) > longest {
				break
			}
			var err error
			for _, form := range []string{`%s`, `{"type":"object","properties":{"a":%s},"required":["a"]}`} {
				schema := fmt.Appendf(nil, form, text)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, err = Close(t.Context(), schema)
				runtime.ReadMemStats(&after)
				assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(allocationFactor*64<<20), "%s of %d", f.Name, n)
			}
			if err != nil && n >= 1<<16 { // it is refused, and larger ones too
				break
			}
		}
	}
}

// A schema of a stranger costs in proportion to its text, or is refused: what is made is measured, which no other program
// makes more.
func TestAForeignSchemaCostsWhatItsTextDoes(t *testing.T) {
	many := func(n int, format string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = strings.ReplaceAll(format, "%d", fmt.Sprint(i))
		}
		return strings.Join(list, ",")
	}
	members := many(1900, `"p%d":{"type":"string"}`)
	for _, row := range []struct{ name, schema, refused string }{
		{"references into a large text", `{"type":"object","$defs":{"pad":{"description":"` + strings.Repeat("a", 200_000) +
			`"},"x":{"type":"string"}},"properties":{` +
			many(900, `"p%d":{"$ref":"#/$defs/x"}`) + `}}`, ""},
		{"references to a large schema", `{"type":"object","$defs":{"x":{"type":"object","description":"` + strings.Repeat("a",
			200_000) + `","properties":{"a":{}}}},"properties":{` +
			many(900, `"p%d":{"$ref":"#/$defs/x"}`) + `}}`, "take more than 2000000 steps of work"},
		{"listed values", `{"type":"object","properties":{"a":{"enum":[` + many(8192, `%d`) + `]}}}`, ""},
		{"listed values that meet", `{"type":"object","properties":{"a":{"allOf":[{"enum":[` + many(4096, `"a%d"`) +
			`]},{"enum":[` + many(4096, `"a%d"`) + `]}]}}}`, ""},
		{"members that must come and are not named", `{"type":"object","properties":{` + members + `},"required":[` + many(1900,
			`"q%d"`) + `]}`, "more than 2000 parts"},
		{"branches", `{"type":"object","properties":{"a":{"anyOf":[` + many(7000, `{"type":"string","minLength":%d}`) + `]}}}`,
			"more than 2000 parts"},
		{"members that meet", `{"type":"object","allOf":[` + many(700,
			`{"properties":{`+strings.ReplaceAll(many(10, `"p%d":{"minLength":@}`), "@", "%d")+`}}`) + `]}`, "at /properties: its parts"},
		{"a listed value at many references", `{"type":"object","$defs":{"x":{"enum":[` + many(1600, `"v%d"`) +
			`]}},"properties":{` + many(160, `"p%d":{"$ref":"#/$defs/x"}`) + `}}`, "take more than 2000000 steps"},
		{"references to many places", `{"type":"object","$defs":{` + many(8192, `"d%d":{"type":"null"}`) + `},"properties":{` +
			many(1600, `"p%d":{"$ref":"#/$defs/d%d"}`) + `}}`, ""},
		{"unknown keywords", `{"type":"object","properties":{"a":{"type":"string",` + many(24000, `"k%d":1`) + `}}}`, ""},
		{"listed numbers", `{"type":"object","properties":{"a":{"enum":[` + many(44000, `%d`) + `]}}}`, "enum: its parts"},
		{"members below a long name", `{"type":"object","properties":{"` + strings.Repeat("a", 100_000) + `":{"type":"object","properties":{` +
			many(1500, `"p%d":{"type":"string","format":"x"}`) + `}}}}`, "take more than 2000000 steps"},
		{"patterns", `{"type":"object","properties":{` + many(1900, `"p%d":{"type":"string","pattern":"^(a{0,900}){0,90%d}$"}`) + `}}`, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Close(t.Context(), json.RawMessage(row.schema))
			runtime.ReadMemStats(&after)
			if row.refused == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, row.refused)
			}
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(allocationFactor*64<<20))
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, err = Close(ctx, json.RawMessage(row.schema))
			assert.ErrorIs(t, err, context.Canceled)
		})
	}
}
