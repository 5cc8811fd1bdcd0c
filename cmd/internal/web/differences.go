package web

import "strings"

// maxCompared bounds the words, or lines, of two lists that are compared one by one.
const maxCompared = 400

// aligned sets two lists beside each other, so that as much as can be stands beside what is equal: each pair has an
// index of both lists, or -1 where one of them has nothing. Lists that are too long are not aligned; it reports that.
func aligned(a, b []string) (pairs [][2]int, ok bool) {
	if len(a) > maxCompared || len(b) > maxCompared {
		return nil, false
	}
	// same[i][j] is how many a[i:] and b[j:] have in common, in their order.
	same := make([][]int, len(a)+1)
	for i := range same {
		same[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				same[i][j] = same[i+1][j+1] + 1
			} else {
				same[i][j] = max(same[i+1][j], same[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && same[i+1][j] >= same[i][j+1]:
			pairs = append(pairs, [2]int{i, -1})
			i++
		default:
			pairs = append(pairs, [2]int{-1, j})
			j++
		}
	}
	return pairs, true
}

// differences cuts a text where it has other words than before.
func differences(before, now string) []Piece {
	a, b := strings.Fields(before), strings.Fields(now)
	pairs, ok := aligned(a, b)
	if !ok {
		return []Piece{{Text: now, Was: before, Changed: true}}
	}
	var list []Piece
	var was, is []string
	other := func() {
		if was != nil || is != nil {
			list = append(list, Piece{Text: strings.Join(is, " "), Was: strings.Join(was, " "), Changed: true}, Piece{Text: " "})
		}
		was, is = nil, nil
	}
	for _, p := range pairs {
		switch {
		case p[1] < 0:
			was = append(was, a[p[0]])
		case p[0] < 0:
			is = append(is, b[p[1]])
		default:
			other()
			list = append(list, Piece{Text: b[p[1]] + " "})
		}
	}
	other()
	return list
}

// besides sets the lines of two runs beside each other. Lines that only one of them has stand alone, except where both
// have some at the same place.
func besides(a, b []string) []comparedLine {
	pairs, ok := aligned(a, b)
	if !ok {
		for i := range max(len(a), len(b)) {
			pair := [2]int{i, i}
			if i >= len(a) {
				pair[0] = -1
			}
			if i >= len(b) {
				pair[1] = -1
			}
			pairs = append(pairs, pair)
		}
	}
	var list []comparedLine
	gap := 0 // where the lines begin that have nothing beside them yet
	for _, p := range pairs {
		switch {
		case p[0] >= 0 && p[1] >= 0:
			list = append(list, comparedLine{A: a[p[0]], B: b[p[1]], Same: a[p[0]] == b[p[1]]})
			gap = len(list)
		case p[0] >= 0:
			list = append(list, comparedLine{A: a[p[0]]})
		default:
			for gap < len(list) && list[gap].B != "" {
				gap++
			}
			if gap == len(list) {
				list = append(list, comparedLine{})
			}
			list[gap].B = b[p[1]]
		}
	}
	return list
}
