package spanish

import "strings"

var acute = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u")

// beforeE spells the stem of a verb in -ar before e: busqu, llegu, empec, averigü.
func beforeE(text string) string {
	for _, rule := range [][2]string{{"gu", "gü"}, {"c", "qu"}, {"g", "gu"}, {"z", "c"}} {
		if root, ok := strings.CutSuffix(text, rule[0]); ok {
			return root + rule[1]
		}
	}
	return text
}

// plainMonosyllable takes the accent from a word of one syllable, as the orthography of 2010 asks:
// guio, crie, hui, vio.
func plainMonosyllable(word string) string {
	if syllables(word) == 1 {
		return acute.Replace(word)
	}
	return word
}

// syllables counts the vowel groups of word as the orthography does: two closed vowels, or a closed
// one without an accent beside an open one, are one syllable.
func syllables(word string) int {
	const closed, open, accented = "iuü", "aeoáéó", "íú"
	count := 0
	var before rune // the vowel just before, 0 after a consonant
	runes := []rune(word)
	for i, r := range runes {
		silent := r == 'u' && i > 0 && (runes[i-1] == 'g' || runes[i-1] == 'q') &&
			i+1 < len(runes) && strings.ContainsRune("eiéí", runes[i+1])
		switch {
		case silent || !strings.ContainsRune(closed+open+accented, r):
			before = 0
			continue
		case before == 0,
			strings.ContainsRune(open, before) && strings.ContainsRune(open+accented, r),
			strings.ContainsRune(accented, before) && strings.ContainsRune(open, r):
			count++
		}
		before = r
	}
	return count
}

// accentLast puts an accent on the last i or u of a stem: enví, continú, reún.
func accentLast(text string) string {
	i := strings.LastIndexAny(text, "iu")
	if i < 0 {
		return text
	}
	mark := map[byte]string{'i': "í", 'u': "ú"}[text[i]]
	return text[:i] + mark + text[i+1:]
}

func replaceLast(text, from, to string) string {
	i := strings.LastIndex(text, from)
	if i < 0 {
		return text
	}
	return text[:i] + to + text[i+len(from):]
}

func endsInVowel(text string) bool {
	return text != "" && strings.ContainsRune("aeiou", rune(text[len(text)-1]))
}
