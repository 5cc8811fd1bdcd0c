package loop

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tools"
)

// Case W1-W4.
func TestPeriod(t *testing.T) {
	// A word is an act, its letters are calls, equal letters are the same call, and "." is an act
	// with a pollable call.
	for _, row := range []struct {
		claim, acts string
		want        int
	}{
		{"no acts", "", 0},
		{"one act", "a", 0},
		{"the same act twice in a row", "a a", 1},
		{"an older identical act does not count", "a b a", 0},
		{"two turns of two", "a b a b", 2},
		{"only the last acts count", "c a b a b", 2},
		{"two turns of three", "a b c a b c", 3},
		{"the shortest pattern counts", "a a a a", 1},
		{"two turns of five", "a b c d e a b c d e", 5},
		{"two turns of six are too long", "a b c d e f a b c d e f", 0},
		{"pollable acts repeat nothing", ". .", 0},
		{"nor does a pattern that holds one", "a . a .", 0},
		{"the order of calls in an act does not matter", "ab ba", 1},
		{"a part of the act before it repeats it", "ab a", 1},
		{"an act that adds a call does not", "a ab", 0},
		{"a pattern of parallel acts", "ab c ba c", 2},
	} {
		var history []actKey
		for _, act := range strings.Fields(row.acts) {
			if act == "." {
				history = append(history, nil)
				continue
			}
			var key actKey
			for _, call := range act {
				key = append(key, tools.CallKey(call))
			}
			slices.Sort(key)
			history = append(history, key)
		}
		assert.Equal(t, row.want, period(history), row.claim)
	}
}
