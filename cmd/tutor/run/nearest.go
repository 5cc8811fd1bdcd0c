package run

import "strings"

// Nearest returns the one of names that word was most likely meant to be, or "" if none is near:
// at most two letters off, and no more than half of the word.
func Nearest(word string, names []string) string {
	best, least := "", min(2, len(word)/2)
	for _, n := range names {
		if d := distance(strings.ToLower(word), n); d <= least {
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
