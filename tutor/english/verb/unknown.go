package verb

import (
	"slices"
	"strings"
)

// ReadingsUnknown returns the infinitives that word, in any case, would have if it were a regular
// form of a verb in no table: blicked could be from blick or blicke. Their Known is false, known
// verbs are left out, and a word without an ending is read as a base form. Use it only where
// something else says that a verb stands here.
func ReadingsUnknown(word string) []Reading {
	word = strings.ToLower(word)
	if !letters(word) {
		return nil
	}
	var out []Reading
	for _, ending := range []string{"ing", "ed", "d", "es", "s"} {
		stem, ok := strings.CutSuffix(word, ending)
		if !ok || len(stem) < 2 || syllables(stem) == 0 {
			continue
		}
		for _, base := range stemBases(stem) {
			seen := func(r Reading) bool { return r.Base == base }
			if IsKnown(base) || slices.ContainsFunc(out, seen) {
				continue
			}
			if f := lexicon().parts(base).form(base, word); f != 0 {
				out = append(out, Reading{Base: base, Forms: f})
			}
		}
	}
	if len(out) == 0 && !IsKnown(word) && len(word) > 1 && syllables(word) > 0 {
		out = append(out, Reading{Base: word, Forms: Base})
	}
	return out
}

// letters reports whether word is made of the letters a to z only.
func letters(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return word != ""
}
