package builtin

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tools"
)

// TestNumbersOfACalculationAreKnown has a search that found amounts and dates, and asks which calculations are made.
func TestNumbersOfACalculationAreKnown(t *testing.T) {
	found := json.RawMessage(`{"lines":["Household: HX-20931, 184.00 a year, since 2026-02-01","Car: 612.50 a year",` +
		`"Flat: 1.250,00","House: 1,204","Rate: 2,75"]}`)
	done := []tools.Done{{Observation: tools.Observation{OK: true, Output: found}}}
	for expression, problem := range map[string]string{
		"184.00 + 612.50": "", "184 + 612.5": "", "(184.00+612.50)*2": "", "612.50 / 12": "", "184 * 19%": "",
		"2026-02-01 + 30 days": "", "2026-02-01 - 2026-02-01": "", "1250.00 + 1": "", "1,204 + 1204": "", "2.75 * 4": "",
		"sum(184.00, 612.50, 1250)": "", "sum(184.00,612.50)": "", "184 * 1.19": "", "17 * 43.7": "", "184 + 5000": "",
		"min(184, 612.50) * 2": "", "184.00": "",
		"204.00 + 612.50":      "in the expression, 204.00 should be 184.00",
		"184.00 + 612.05":      "in the expression, 612.05 should be 612.5",
		"184.01 + 1":           "in the expression, 184.01 should be 184.00",
		"2026-02-02 + 30 days": "in the expression, 2026-02-02 should be 2026-02-01",
		"sum(184.00,333.33)":   "184.00,333.33 stands in no result and not in the task",
		"98765.4":              "98765.4 stands in no result and not in the task",
	} {
		args := json.RawMessage(fmt.Sprintf(`{"expression":%q}`, expression))
		said := ""
		if e := checkNumbers("What do they cost in 17 months, at 43.7 % more?", done, args); e != nil {
			said = e.Message
		}
		assert.Equal(t, problem, said, expression)
	}
	assert.Nil(t, checkNumbers("", nil, json.RawMessage(`{"expression":"7 * 12"}`)), "small numbers need not stand anywhere")
}

func TestACalculationIsAskedFor(t *testing.T) {
	listed := []tools.Done{{Call: tools.Call{Tool: "list_files"}}}
	for task, open := range map[string]bool{
		"What do the two insurances cost together?": true, "and for six people?": true, "12.5 * 3": true, "What is left?": true,
		"How long until the next meeting?": true, "How old is Ana?": true, "Was kosten beide zusammen?": true, "¿Cuánto cuesta?": true,
		"Сколько вместе?": true, "Ile to kosztuje razem?": true, "Hoeveel is het samen?": true, "Which 2 are the oldest?": true,
		"How many readings are there in the log?": false, "When do I have to bring the extractor back?": false,
		"What is Marta's phone number?": false, "Which order brought in the most?": false, "Who mentions the wheelbarrow?": false,
	} {
		_, offered := Calculate().Options().Known(task, listed)
		assert.Equal(t, open, offered, task)
		_, offered = Calculate().Options().Known(task, nil)
		assert.True(t, offered, "without a folder: %s", task)
	}
}

func TestWhatFollowsFromTwoNumbers(t *testing.T) {
	texts := []string{`{"text":"184.00 a year"}`, `{"text":"612.50, in 2 parts"}`}
	for n, follows := range map[string]bool{"796.50": true, "796.5": true, "428.50": true, "368": true, "1225": true,
		"806.50": false, "795": false, "1/0": false, "": false} {
		assert.Equal(t, follows, Follows(n, texts), n)
	}
	assert.Empty(t, knownNumbers([]string{strings.Repeat("7", maxNumber+1)}), "a page of digits would cost seconds")
}
