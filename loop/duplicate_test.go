package loop

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPeriod(t *testing.T) {
	// A letter is an act, equal letters are the same act, and "." is one that equals nothing.
	for _, row := range []struct {
		claim, acts string
		want        int
	}{
		{"no acts", "", 0},
		{"one act", "a", 0},
		{"the same act twice in a row", "aa", 1},
		{"an older identical act does not count", "aba", 0},
		{"two turns of two", "abab", 2},
		{"only the last acts count", "cabab", 2},
		{"two turns of three", "abcabc", 3},
		{"the shortest pattern counts", "aaaa", 1},
		{"two turns of five", "abcdeabcde", 5},
		{"two turns of six are too long", "abcdefabcdef", 0},
		{"pollable acts repeat nothing", "..", 0},
		{"nor does a pattern that holds one", "a.a.", 0},
	} {
		var history []actKey
		for _, act := range row.acts {
			if act == '.' {
				history = append(history, "")
			} else {
				history = append(history, actKey(act))
			}
		}
		assert.Equal(t, row.want, period(history), row.claim)
	}
}
