package builtin

import (
	"regexp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
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
)

// plain are the numbers that need not stand anywhere: up to 99, round ones, and factors such as 0.19 and 1.5.
const plain = `[1-9]?[0-9]|[1-9]0{1,6}|365|[01]\.[0-9]{1,2}`

// knownNumbers is what calculate may be called with: a calculation whose numbers and dates stand in the task or in what tools
// returned. A small model copies numbers with slips, and a sum of such numbers looks right.
func knownNumbers(task string, done []tools.Done) (grammar.Schema, bool) {
	texts := []string{task}
	for _, d := range done {
		if d.Observation.OK {
			texts = append(texts, string(d.Observation.Output))
		}
	}
	var known []string
	for _, text := range slices.Backward(texts) {
		for _, n := range numbers.FindAllString(text, -1) {
			for _, form := range forms(n) {
				if len(known) < maxKnownNumbers && len(form) <= maxNumber && !slices.Contains(known, form) {
					known = append(known, form)
				}
			}
		}
	}
	slices.Sort(known)
	number := `(?:` + plain
	for _, n := range known {
		number += "|" + regexp.QuoteMeta(n)
	}
	number += `)(?:%| (?:day|week|month|year)s?)?`
	item := `(?:(?:sum|min|max|mean)?\(|-)*` + number + `\)*` // where brackets and commas stand is for calculate to judge
	return grammar.Object(grammar.Property{Name: "expression",
		Schema: grammar.Pattern(`^`+item+`(?:(?: ?[-+*/^] ?|[,;] ?)`+item+`)*$`, 1, 300)}), true
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
