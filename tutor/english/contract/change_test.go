package contract

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A change is a run of words in a sentence and what stands in their place; one of them may be empty.
type change struct{ old, new []string }

// changesOf returns the smallest changes that turn the words a into b, in order. Words that stay
// part two changes.
func changesOf(a, b []string) []change {
	common := commonWords(a, b)
	var all []change
	open := false
	put := func(old, new []string) {
		if !open {
			all = append(all, change{})
		}
		last := &all[len(all)-1]
		last.old, last.new = append(last.old, old...), append(last.new, new...)
		open = true
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			open = false
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			put(a[i:i+1], nil)
			i++
		default:
			put(nil, b[j:j+1])
			j++
		}
	}
	return all
}

// commonWords returns, for each pair of suffixes a[i:] and b[j:], how many words the longest
// sequence has that both hold.
func commonWords(a, b []string) [][]int {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	return length
}

func TestChangesOf(t *testing.T) {
	tests := []struct {
		claim string
		a, b  string
		want  []change
	}{
		{"equal texts have none", "xy", "xy", nil},
		{"a word replaced", "xay", "xby", []change{{old: words("a"), new: words("b")}}},
		{"a word inserted", "xy", "xby", []change{{new: words("b")}}},
		{"a word deleted", "xay", "xy", []change{{old: words("a")}}},
		{"a word that stays parts two changes", "axb", "cxd",
			[]change{{old: words("a"), new: words("c")}, {old: words("b"), new: words("d")}}},
		{"words side by side are one change", "xab", "xcd", []change{{old: words("ab"), new: words("cd")}}},
	}
	for _, test := range tests {
		assert.Equal(t, test.want, changesOf(words(test.a), words(test.b)), test.claim)
	}
}

// words returns the letters of text as words of one letter.
func words(text string) []string {
	var list []string
	for _, r := range text {
		list = append(list, string(r))
	}
	return list
}
