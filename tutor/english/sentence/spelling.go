package sentence

import (
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
)

// A speller knows common words that learners misspell.
type speller struct {
	common map[byte][]string // by their first letter
	known  map[string]bool   // words that are right: common ones and those that a slip makes of them
	slips  map[string]bool   // words that are wrong
}

var theSpeller = sync.OnceValue(func() *speller {
	s := &speller{map[byte][]string{}, map[string]bool{}, map[string]bool{}}
	for _, record := range tables.Read("spelling", 2) {
		for w := range strings.FieldsSeq(record[1]) {
			switch record[0] {
			case "common":
				s.common[w[0]] = append(s.common[w[0]], w)
				s.known[w] = true
			case "valid":
				s.known[w] = true
			case "slip":
				s.slips[w] = true
			}
		}
	}
	for w := range s.known {
		delete(s.slips, w)
	}
	return s
})

// misspelled reports whether word i is a common word with a slip: beatiful, freind.
func (p *parser) misspelled(i int) bool {
	w := p.words[i]
	if !w.plain() && !(w.first && !w.joined && !w.punct && strings.Trim(w.lower, "abcdefghijklmnopqrstuvwxyz") == "" && !w.isIdentifier()) || w.respelled || i+1 < len(p.words) && p.words[i+1].joined && clitics[p.words[i+1].lower] {
		return false
	}
	s := theSpeller()
	word := w.lower
	if s.slips[word] && (w.guessed || len(w.readings) == 0) {
		return true
	}
	if len(word) < 5 || s.known[word] || !w.guessed && len(w.readings) > 0 || !p.lex.inNoTable(word) {
		return false
	}
	if single := strings.TrimSuffix(word, "s"); single != word {
		if s.known[single] || !p.lex.inNoTable(single) {
			return false
		}
		if s.slips[single] || s.near(single) {
			return true
		}
	}
	return s.near(word)
}

// near reports whether one slip makes the word of a common one.
func (s *speller) near(word string) bool {
	for _, right := range s.common[word[0]] {
		if isSlip(word, right) {
			return true
		}
	}
	return false
}

// isSlip reports whether word is right with one slip of a learner: one of two letters or a silent h
// left out, two letters exchanged, a final l doubled; and in long words any inner letter left out, a
// consonant doubled or one vowel written for another.
func isSlip(word, right string) bool {
	at := 0
	for at < len(word) && at < len(right) && word[at] == right[at] {
		at++
	}
	long := len(right) >= 7
	switch {
	case at == 0:
		return false
	case len(word) == len(right)-1 && word[at:] == right[at+1:]:
		letter := right[at]
		double := right[at-1] == letter
		return len(right) >= 5 && (double || letter == 'h' && at == 2 && right[1] == 'c' || letter == 'c' && at+1 < len(right) && right[at+1] == 'k') ||
			long && at < len(right)-1 || len(right) >= 8 && letter == 'e' ||
			at == len(right)-2 && strings.HasSuffix(right, "ous")
	case len(word) == len(right)+1 && word[at+1:] == right[at:]:
		double := word[at] == word[at-1]
		return double && (right[len(right)-1] == 'l' && at == len(right) || long && at < len(right) && !strings.ContainsRune("aeious", rune(word[at])))
	case len(word) == len(right) && at+1 < len(word) && word[at] == right[at+1] && word[at+1] == right[at]:
		return len(right) >= 6 && at+2 < len(right) && word[at+2:] == right[at+2:]
	case len(word) == len(right) && at < len(right)-1 && word[at+1:] == right[at+1:]:
		return long && strings.IndexByte("aeiou", word[at]) >= 0 && strings.IndexByte("aeiou", right[at]) >= 0
	}
	return false
}
