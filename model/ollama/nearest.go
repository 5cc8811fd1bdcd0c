package ollama

import "strings"

// nearest returns the one of names that name was most likely meant to be, or "". The tag counts
// only between models of one name: "lama3.2" is near "llama3.2:latest".
func nearest(name string, names []string) string {
	bare, _, _ := strings.Cut(name, ":")
	best, least := "", len(bare)/3+1 // more than a third of the letters wrong is another name
	for _, n := range names {
		other, _, _ := strings.Cut(n, ":")
		if d := distance(bare, other); d < least {
			best, least = n, d
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
