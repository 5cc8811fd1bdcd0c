package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUnified(t *testing.T) {
	rows := []struct{ claim, a, b, want string }{
		{"equal lists have no difference", "a b c", "a b c", ""},
		{"nothing at all", "", "", ""},
		{"a line is changed", "a b c", "a x c", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
		{"a line is added to nothing", "", "a", "@@ -0,0 +1 @@\n+a\n"},
		{"the last line goes", "a", "", "@@ -1 +0,0 @@\n-a\n"},
		{"three lines stand around a change", "1 2 3 4 5 6 7 8 9", "1 2 3 4 X 6 7 8 9", "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n"},
		{"six lines between two changes keep them together", "a 1 2 3 4 5 6 b", "A 1 2 3 4 5 6 B",
			"@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n"},
		{"seven part them", "a 1 2 3 4 5 6 7 b", "A 1 2 3 4 5 6 7 B",
			"@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n"},
		{"as much as possible stays", "a b c d e", "c d a b e", "@@ -1,5 +1,5 @@\n-a\n-b\n c\n d\n+a\n+b\n e\n"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			assert.Equal(t, row.want, unified(strings.Fields(row.a), strings.Fields(row.b)))
		})
	}
}

// TestUnifiedIsWhatTurnsOneIntoTheOther applies the difference of random lists, and compares how much
// stays with a search that tries everything.
func TestUnifiedIsWhatTurnsOneIntoTheOther(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, b := throw(dice), throw(dice)
		assert.Equal(t, b, apply(t, a, unified(a, b)), "%q and %q", a, b)
		stays := 0
		for _, e := range script(a, b) {
			if e.op == ' ' {
				stays++
			}
		}
		assert.Equal(t, longest(a, b), stays, "%q and %q", a, b)
	}
}

func TestListsThatAreTooLongForATable(t *testing.T) {
	var a, b []string
	for i := range 3000 {
		a, b = append(a, fmt.Sprint("a", i)), append(b, fmt.Sprint("b", i))
	}
	a, b = append(a, "end"), append(b, "end")
	assert.Equal(t, b, apply(t, a, unified(a, b)))
}

// throw makes a list of up to 11 lines of few kinds.
func throw(dice *rand.Rand) []string {
	list := make([]string, dice.IntN(12))
	for i := range list {
		list[i] = string(rune('a' + dice.IntN(4)))
	}
	return list
}

// longest is the slow twin: the length of the longest list that is part of both.
func longest(a, b []string) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return 0
	case a[0] == b[0]:
		return 1 + longest(a[1:], b[1:])
	default:
		return max(longest(a[1:], b), longest(a, b[1:]))
	}
}

// apply patches a, and checks that each hunk fits where it says.
func apply(t *testing.T, a []string, patch string) []string {
	out, next := []string{}, 0
	for line := range strings.Lines(patch) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "@@ "):
			places := strings.Fields(line)
			from, lines := 0, 1
			_, _ = fmt.Sscanf(places[1], "-%d,%d", &from, &lines)
			if lines > 0 {
				from--
			}
			out = append(out, a[next:from]...)
			next = from
		case line[0] == '+':
			out = append(out, line[1:])
		default:
			require.Equal(t, a[next], line[1:])
			if line[0] == ' ' {
				out = append(out, line[1:])
			}
			next++
		}
	}
	return append(out, a[next:]...)
}
