package number

import (
	"math/big"
	"slices"
	"sort"
	"strings"
)

// Compare compares two numbers. Whole numbers of a word, which most lists are made of, are compared without
// making others.
func Compare(x, y *big.Rat) int {
	if x.IsInt() && y.IsInt() {
		return x.Num().Cmp(y.Num())
	}
	return x.Cmp(y)
}

// Sorted returns list ascending and without what it holds twice. It may reorder list.
func Sorted(list []*big.Rat) []*big.Rat {
	if !slices.IsSortedFunc(list, Compare) {
		slices.SortFunc(list, Compare)
	}
	return slices.CompactFunc(list, func(x, y *big.Rat) bool { return Compare(x, y) == 0 })
}

// contains reports whether x is in list, which ascends.
func contains(list []*big.Rat, x *big.Rat) bool {
	_, found := slices.BinarySearchFunc(list, x, Compare)
	return found
}

// common returns the numbers that are in both lists, which ascend.
func common(a, b []*big.Rat) []*big.Rat {
	out := make([]*big.Rat, 0, min(len(a), len(b)))
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := Compare(a[i], b[j]); {
		case c == 0:
			out = append(out, a[i])
			i, j = i+1, j+1
		case c < 0:
			i++
		default:
			j++
		}
	}
	return out
}

// merged returns the numbers that are in either list; both ascend.
func merged(a, b []*big.Rat) []*big.Rat {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	return Sorted(slices.Concat(a, b))
}

// A digitIndex finds listed numbers by their digits without zeros at both ends, whatever their point and sign.
type digitIndex struct {
	digits []string // ascending
	values []*big.Rat
}

func newDigitIndex(list []*big.Rat) digitIndex {
	x := digitIndex{digits: make([]string, len(list)), values: slices.Clone(list)}
	for i, v := range list {
		x.digits[i] = significant(v)
	}
	sort.Stable(x)
	return x
}

// significant returns the digits of x without zeros at both ends.
func significant(x *big.Rat) string {
	return strings.Trim(strings.Replace(Text(x), ".", "", 1), "-0")
}

func (x digitIndex) Len() int           { return len(x.digits) }
func (x digitIndex) Less(i, j int) bool { return x.digits[i] < x.digits[j] }
func (x digitIndex) Swap(i, j int) {
	x.digits[i], x.digits[j] = x.digits[j], x.digits[i]
	x.values[i], x.values[j] = x.values[j], x.values[i]
}

// begins reports whether some number's digits begin with digits.
func (x digitIndex) begins(digits string) bool {
	i := sort.SearchStrings(x.digits, digits)
	return i < len(x.digits) && strings.HasPrefix(x.digits[i], digits)
}

// with returns the numbers that have exactly these digits.
func (x digitIndex) with(digits string) []*big.Rat {
	from := sort.SearchStrings(x.digits, digits)
	to := from
	for to < len(x.digits) && x.digits[to] == digits {
		to++
	}
	return x.values[from:to]
}
