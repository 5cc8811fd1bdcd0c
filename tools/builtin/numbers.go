package builtin

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/tools"
)

// The bounds on the numbers that a calculation chooses from; the last ones count.
const (
	maxKnownNumbers = 200
	maxNumber       = 24 // bytes of one
)

var (
	numbers = regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]+(?:[.,_][0-9]+)*`)
	comma   = regexp.MustCompile(`^[0-9]{1,3}(?:\.[0-9]{3})*,[0-9]+$|^[0-9]+,[0-9]+$`) // 1.250,00 and 12,5

	// plain are the numbers that need not stand anywhere: up to 99, round ones, and factors such as 0.19 and 1.5.
	plain = regexp.MustCompile(`^(?:[1-9]?[0-9]|[1-9]0{1,6}|365|[01]\.[0-9]{1,2})$`)
)

// checkNumbers refuses a calculation with a number or a date that stands neither in the task nor in what tools returned. A small model
// copies numbers with slips, and a sum of such numbers looks right. Told so, it copies again; held to the known numbers by a grammar, it
// wrote 207, a size, where it had begun to write 204 for 184.
func checkNumbers(task string, done []tools.Done, args json.RawMessage) *tools.Error {
	var in calculateArgs
	json.Unmarshal(args, &in) // fits the schema
	texts := []string{task}
	for _, d := range done {
		if d.Observation.OK {
			texts = append(texts, string(d.Observation.Output))
		}
	}
	known := knownNumbers(texts)
	stands := func(n string) bool { return plain.MatchString(n) || slices.Contains(known, n) }
	for _, n := range numbers.FindAllString(in.Text, -1) {
		if !stands(n) && slices.ContainsFunc(strings.Split(n, ","), func(part string) bool { return !stands(part) }) {
			if near := didyoumean.Of(n, known); near != "" {
				return tools.BadArgument("in the expression, %s should be %s", n, near)
			}
			return tools.BadArgument("%s stands in no result and not in the task", n)
		}
	}
	return nil
}

// knownNumbers returns the numbers of texts in all their forms, those of the last text first.
func knownNumbers(texts []string) (known []string) {
	for _, text := range slices.Backward(texts) {
		for _, n := range numbers.FindAllString(text, -1) {
			if len(known) < maxKnownNumbers && len(n) <= maxNumber && !slices.Contains(known, n) {
				known = append(known, forms(n)...)
			}
		}
	}
	return known
}

// Follows reports whether n is the sum, the difference or the product of two numbers that stand in texts.
func Follows(n string, texts []string) bool {
	wanted, ok := new(big.Rat).SetString(n)
	if !ok {
		return false
	}
	var list []*big.Rat
	for _, k := range knownNumbers(texts) {
		if x, ok := new(big.Rat).SetString(k); ok {
			list = append(list, x)
		}
	}
	var z big.Rat
	for i, x := range list {
		for _, y := range list[:i+1] {
			if z.Add(x, y).Cmp(wanted) == 0 || z.Abs(z.Sub(x, y)).Cmp(wanted) == 0 || z.Mul(x, y).Cmp(wanted) == 0 {
				return true
			}
		}
	}
	return false
}

// forms are the ways to write a number that stands somewhere: as it stands, without signs between thousands, with a point
// where it has a comma, and without zeros at the end.
func forms(n string) []string {
	all := []string{n}
	if strings.Contains(n, "-") { // a date
		return all
	}
	if comma.MatchString(n) {
		all = append(all, strings.Replace(strings.ReplaceAll(n, ".", ""), ",", ".", 1))
	}
	if whole, _, _ := strings.Cut(n, ","); !strings.Contains(whole, ".") {
		all = append(all, strings.NewReplacer(",", "", "_", "").Replace(n))
	}
	for _, form := range all {
		if strings.Contains(form, ".") {
			all = append(all, strings.TrimRight(strings.TrimRight(form, "0"), "."))
		}
	}
	return slices.DeleteFunc(all, func(form string) bool { return strings.Count(form, ".") > 1 })
}
