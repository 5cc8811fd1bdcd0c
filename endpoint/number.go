package endpoint

import (
	"regexp"
	"strconv"
	"strings"
)

// Numbers as people write them: 1,000 or 1.000,50, 10k, 1.5 million, twenty-five, a dozen, 5th, third.
var (
	grouped  = regexp.MustCompile(`^\d{1,3}(,\d{3})+(\.\d+)?$`)
	numerals = map[string]float64{"half": 0.5, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
		"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
		"eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
		"ninety": 90, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12, "twice": 2}
	factors = map[string]float64{"couple": 2, "dozen": 12, "hundred": 100, "thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6,
		"billion": 1e9, "bn": 1e9}
)

// numbersIn returns the numbers of a text, given its words and digits. Where a number goes on, its beginning is one too.
func numbersIn(tokens []string) (list []float64) {
	sum, part := 0.0, 0.0 // of one number: 2 million and 300 thousand, and what a factor may follow
	for _, t := range tokens {
		numeral, factor := numerals[strings.TrimSuffix(t, "th")], factors[t]
		switch {
		case t[0] <= '9':
			read := readings(t)
			list = append(list, read...)
			sum, part = 0, read[0]
			continue
		case numeral > 0:
			part += numeral
			list = append(list, numeral)
		case factor > 0 && (part > 0 || len(t) > len("bn")):
			if part == 0 {
				part = 1
			}
			if part *= factor; factor >= 1000 {
				sum, part = sum+part, 0
			}
		case (t == "pm" || t == "p") && part > 0 && part < 12:
			part += 12
		case t == "a" || t == "and":
			continue
		default:
			sum, part = 0, 0
			continue
		}
		list = append(list, sum+part)
	}
	return list
}

// readings returns what digits can mean, the likeliest first: 1,200 is 1200 or 1.2, and 5.3.2025 is three numbers.
func readings(digits string) (list []float64) {
	for _, form := range []string{digits, strings.NewReplacer(",", ".", ".", ",").Replace(digits)} {
		if grouped.MatchString(form) {
			form = strings.ReplaceAll(form, ",", "")
		}
		if x, err := strconv.ParseFloat(form, 64); err == nil {
			list = append(list, x)
		}
	}
	if list == nil {
		for piece := range strings.FieldsFuncSeq(digits, func(r rune) bool { return r == '.' || r == ',' }) {
			x, _ := strconv.ParseFloat(piece, 64) // too long a one is infinite
			list = append(list, x)
		}
	}
	return list
}
