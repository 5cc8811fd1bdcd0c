// Package didyoumean guesses which of several names a misspelled one stands for: the model that was
// asked for and is not installed, the flag that does not exist.
package didyoumean

import "strings"

// Of returns the one of names that word was most likely meant to be, or "" if none is near: at most
// two letters inserted, deleted or replaced, and no more than half of the word. Capitals do not
// count. Of several that are equally near it is the first.
func Of(word string, names []string) string {
	best, least := "", min(2, len(word)/2)
	for _, n := range names {
		if d := distance(strings.ToLower(word), strings.ToLower(n)); d <= least {
			best, least = n, d-1
		}
	}
	return best
}

// distance returns how many bytes must be inserted, deleted or replaced to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // row[j]: distance of the part of a read so far from b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
