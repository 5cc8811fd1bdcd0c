package builtin

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// TestNumbersOfACalculationAreKnown has a search that found amounts and dates, and asks which calculations can be written.
func TestNumbersOfACalculationAreKnown(t *testing.T) {
	found := json.RawMessage(`{"lines":["Household: HX-20931, 184.00 a year, since 2026-02-01","Car: 612.50 a year",` +
		`"Flat: 1.250,00","House: 1,204","Rate: 2,75"]}`)
	schema, some := knownNumbers("What do they cost in 17 months, at 43.7 % more?",
		[]tools.Done{{Observation: tools.Observation{OK: true, Output: found}}})
	require.True(t, some)
	g, err := grammar.Compile(t.Context(), schema.JSON(), grammar.Options{})
	require.NoError(t, err)
	for expression, legal := range map[string]bool{
		"184.00 + 612.50": true, "184 + 612.5": true, "(184.00+612.50)*2": true, "612.50 / 12": true, "184 * 19%": true,
		"2026-02-01 + 30 days": true, "2026-02-01 - 2026-02-01": true, "1250.00 + 1": true, "1,204 + 1204": true, "2.75 * 4": true,
		"sum(184.00, 612.50, 1250)": true, "184 * 1.19": true, "17 * 43.7": true, "184 + 5000": true, "min(184, 612.50) * 2": true,
		"204.00 + 612.50": false, "184.00 + 612.05": false, "184.01 + 1": false, "2026-02-02 + 30 days": false,
		"184.00": true, "204.00": false, "184.00 +": false, "what + 1": false,
	} {
		document := fmt.Sprintf(`{"expression":%q}`, expression)
		assert.Equal(t, legal, g.Check(t.Context(), []byte(document)) == nil, expression)
	}
	_, some = knownNumbers("", nil)
	assert.True(t, some, "small numbers need not stand anywhere")
}

// TestManyLongNumbersStillMakeAGrammar has more numbers than a calculation chooses from, each as long as one may be.
func TestManyLongNumbersStillMakeAGrammar(t *testing.T) {
	var lines []string
	for i := range 3 * maxKnownNumbers {
		lines = append(lines, fmt.Sprintf("%d%019d.%02d", 1+i%9, i*7919*7919, i%100), strings.Repeat("7", maxNumber+1+i))
	}
	output, err := json.Marshal(lines)
	require.NoError(t, err)
	schema, some := knownNumbers("", []tools.Done{{Observation: tools.Observation{OK: true, Output: output}}})
	require.True(t, some)
	_, err = grammar.Compile(t.Context(), schema.JSON(), grammar.Options{})
	assert.NoError(t, err)
}
