package sentence

import "strings"

// badArticle reports whether an article stands at word i that cannot stand there: a apple, an
// banana, a my friend.
func (p *parser) badArticle(i int) bool {
	w := p.words[i]
	if i+1 >= len(p.words) {
		return false
	}
	next := p.words[i+1]
	if (w.lower == "a" && (w.text == "a" || w.first) || w.lower == "an") && !p.functional(next) && next.plain() {
		vowel, known := vowelSound(next.lower)
		if known && vowel != (w.lower == "an") {
			return true
		}
	}
	switch w.lower {
	case "a", "an", "the", "my", "your", "our", "their":
	default:
		return false
	}
	if w.text == "A" && !w.first {
		return false
	}
	switch next.lower {
	case "a", "an", "the", "my", "your", "our", "their":
		return !next.named() && w.lower != next.lower
	}
	return false
}

// plain reports whether the word is written in small letters, as common words are.
func (w word) plain() bool {
	return !w.punct && !w.capital && !w.joined && strings.Trim(w.lower, "abcdefghijklmnopqrstuvwxyz") == ""
}

// vowelSound reports whether a word begins with the sound of a vowel; known is false where its
// letters do not tell, as in abbreviations.
func vowelSound(word string) (vowel, known bool) {
	if len(word) < 3 {
		return false, false
	}
	begins := func(list string) bool {
		for start := range strings.FieldsSeq(list) {
			if strings.HasPrefix(word, start) {
				return true
			}
		}
		return false
	}
	switch {
	case begins("hour honest honor honour heir"):
		return true, true
	case begins("hist hotel habit herb hil hallu hypot"): // some say an
		return false, false
	case begins("one once eu ewe ouija"):
		return false, true
	case word[0] == 'u':
		if begins("university universal uniform union unit unique use usual usef user") {
			return false, true
		}
		return true, begins("umbrella uncle ugly unhappy under upper unusual unimp unint unex")
	case strings.IndexByte("aeio", word[0]) >= 0:
		return true, strings.Trim(word, "aeiou") != ""
	}
	return false, strings.ContainsAny(word[1:3], "aeiouy")
}
