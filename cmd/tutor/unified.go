package main

import (
	"fmt"
	"strings"
)

// around is how many equal lines a unified diff shows beside each change.
const around = 3

// unified returns the unified diff of two lists of lines, without its head: "" if they are equal.
func unified(a, b []string) string {
	edits := script(a, b)
	var out strings.Builder
	for i := 0; i < len(edits); {
		if edits[i].op == ' ' {
			i++
			continue
		}
		start, end, equal := max(0, i-around), i, 0 // a hunk ends where more than twice around lines are equal
		for ; end < len(edits) && equal <= 2*around; end++ {
			equal++
			if edits[end].op != ' ' {
				equal = 0
			}
		}
		end -= max(0, equal-around)
		out.WriteString(hunk(edits[start:end]))
		i = end
	}
	return out.String()
}

// hunk prints edits under their place.
func hunk(edits []edit) string {
	var body strings.Builder
	left, right := 0, 0
	for _, e := range edits {
		fmt.Fprintf(&body, "%c%s\n", e.op, e.line)
		if e.op != '+' {
			left++
		}
		if e.op != '-' {
			right++
		}
	}
	return fmt.Sprintf("@@ -%s +%s @@\n%s", place(edits[0].a, left), place(edits[0].b, right), body.String())
}

// place is where lines stand, from 1: an empty range stands behind the line before it.
func place(before, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", before)
	case 1:
		return fmt.Sprint(before + 1)
	default:
		return fmt.Sprintf("%d,%d", before+1, n)
	}
}

// An edit is one line of a diff: op is ' ', '-' or '+'. So many lines of either list stand before it.
type edit struct {
	op   byte
	line string
	a, b int
}

// maxCells bounds the table for finding common lines; where two lists would need a larger one, all
// between their common ends counts as changed.
const maxCells = 4 << 20

// script returns the lines of both lists in order, common ones once: as many as possible.
func script(a, b []string) []edit {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	n, m := len(a)-head-tail, len(b)-head-tail
	common := func(int, int) int { return 0 } // lines of a[head+i:] and b[head+j:] that can stay
	if n > 0 && m > 0 && n*m <= maxCells {
		cells := make([]int32, (n+1)*(m+1))
		for i := n - 1; i >= 0; i-- {
			for j := m - 1; j >= 0; j-- {
				if a[head+i] == b[head+j] {
					cells[i*(m+1)+j] = cells[(i+1)*(m+1)+j+1] + 1
				} else {
					cells[i*(m+1)+j] = max(cells[(i+1)*(m+1)+j], cells[i*(m+1)+j+1])
				}
			}
		}
		common = func(i, j int) int { return int(cells[i*(m+1)+j]) }
	}
	var edits []edit
	i, j := 0, 0
	add := func(op byte, line string) {
		edits = append(edits, edit{op, line, i, j})
		if op != '+' {
			i++
		}
		if op != '-' {
			j++
		}
	}
	for i < len(a) || j < len(b) {
		x, y := i-head, j-head
		switch {
		case x < 0 || x >= n && y >= m:
			add(' ', a[i])
		case x < n && y < m && a[i] == b[j] && common(x, y) > 0:
			add(' ', a[i])
		case y >= m || x < n && common(x+1, y) >= common(x, y+1):
			add('-', a[i])
		default:
			add('+', b[j])
		}
	}
	return edits
}
