package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// abbreviations end in a dot that ends no sentence.
var abbreviations = setOf("mr mrs ms dr prof st e.g i.e vs jr sr no a.m p.m inc approx")

// Split cuts text into sentences. Joined again they are text, byte for byte; white space belongs to
// the sentence before it. A sentence ends at a line break, and at . ! ? or … where a capital, a
// digit or a quotation mark follows the white space.
func Split(text string) []string {
	var sentences []string
	start := 0
	for i, r := range text {
		if i < start || !endsSentence(r) && r != '\n' {
			continue
		}
		end := i + utf8.RuneLen(r)
		if r != '\n' {
			end += len(text[end:]) - len(strings.TrimLeft(text[end:], ".!?…\"')”’»]"))
		}
		rest := strings.TrimLeftFunc(text[end:], unicode.IsSpace)
		if rest == "" {
			break
		}
		gap := len(text) - len(rest) - end
		if r != '\n' && (gap == 0 || !startsSentence(rest) || r == '.' && isAbbreviation(text[start:i])) {
			continue
		}
		if strings.TrimSpace(text[start:end]) == "" {
			continue
		}
		sentences = append(sentences, text[start:end+gap])
		start = end + gap
	}
	if start < len(text) {
		sentences = append(sentences, text[start:])
	}
	return sentences
}

func endsSentence(r rune) bool { return r == '.' || r == '!' || r == '?' || r == '…' }

func startsSentence(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsUpper(r) || unicode.IsDigit(r) || strings.ContainsRune("\"“¿¡'‘«(", r)
}

func isAbbreviation(before string) bool {
	word := before[strings.LastIndexFunc(before, func(r rune) bool { return unicode.IsSpace(r) || r == '(' })+1:]
	lower := strings.ToLower(word)
	return abbreviations[lower] || len(lower) == 1 && lower != "i"
}
