package verb

import "strings"

// A habit is a line of doubling.tsv: how a verb departs from what its letters alone would tell.
type habit string

// The habits. A verb without one doubles its last consonant exactly if it is one syllable that ends
// in consonant, vowel, consonant.
const (
	noHabit   habit = ""
	double    habit = "double"    // admit: admitted
	doubleGB  habit = "double:gb" // travel: traveled, British travelled
	mostly    habit = "mostly"    // program: programmed, also programed
	either    habit = "either"    // focus: focused, also focussed
	keepE     habit = "e"         // singe: singeing
	keepEGB   habit = "e:gb"      // age: aging, British ageing
	bareS     habit = "s"         // stomach: stomachs; solo: solos
	eitherOES habit = "os"        // veto: vetoes, also vetos
)

// regular applies the rules of regular spelling to base.
func regular(base string, h habit) parts {
	past := regularPast(base, h)
	return parts{
		third:      regularThird(base, h),
		past:       past,
		participle: past,
		gerund:     regularGerund(base, h),
	}
}

func regularThird(base string, h habit) []spelling {
	switch {
	case h == bareS:
		return plain(base + "s")
	case h == eitherOES:
		return plain(base+"es", base+"s")
	case consonantY(base):
		return plain(base[:len(base)-1] + "ies")
	case strings.HasSuffix(base, "z") && doubles(base, h):
		return plain(base + "zes")
	case strings.HasSuffix(base, "s") && doubles(base, h):
		return plain(base+"es", base+"ses")
	case hissing(base), strings.HasSuffix(base, "o") && !isVowel(before(base, 1)):
		return plain(base + "es")
	}
	return plain(base + "s")
}

func regularPast(base string, h habit) []spelling {
	switch {
	case strings.HasSuffix(base, "e"):
		return plain(base + "d")
	case consonantY(base):
		return plain(base[:len(base)-1] + "ied")
	}
	return stems(base, h, "ed")
}

func regularGerund(base string, h habit) []spelling {
	if !strings.HasSuffix(base, "e") {
		return stems(base, h, "ing")
	}
	short := base[:len(base)-1] + "ing"
	switch {
	case h == keepE:
		return plain(base + "ing")
	case h == keepEGB:
		return []spelling{{text: short}, {text: base + "ing", dialect: British}}
	case strings.HasSuffix(base, "ie"):
		return plain(base[:len(base)-2] + "ying")
	case strings.HasSuffix(base, "ee"), strings.HasSuffix(base, "oe"), strings.HasSuffix(base, "ye"), len(base) == 2:
		return plain(base + "ing")
	}
	return plain(short)
}

// stems joins base, which does not end in e, with an ending that begins with a vowel.
func stems(base string, h habit, ending string) []spelling {
	if strings.HasSuffix(base, "c") && isVowel(before(base, 1)) {
		return plain(base + "k" + ending)
	}
	doubled := base + base[max(0, len(base)-1):] + ending
	switch {
	case h == doubleGB:
		return []spelling{{text: base + ending}, {text: doubled, dialect: British}}
	case h == mostly:
		return plain(doubled, base+ending)
	case h == either:
		return plain(base+ending, doubled)
	case doubles(base, h):
		return plain(doubled)
	}
	return plain(base + ending)
}

func plain(list ...string) []spelling {
	out := make([]spelling, len(list))
	for i, s := range list {
		out[i].text = s
	}
	return out
}

// doubles reports whether the last consonant of base is always written twice before a vowel.
func doubles(base string, h habit) bool {
	if h != noHabit {
		return h == double
	}
	return syllables(base) == 1 && closed(base)
}

// closed reports whether base ends in consonant, one vowel, consonant, where the last is not one
// that never doubles (h, w, x, y) and "qu" counts as a consonant.
func closed(base string) bool {
	n := len(base)
	if n < 3 || isVowel(base[n-1]) || strings.IndexByte("hwxy", base[n-1]) >= 0 {
		return false
	}
	if !isVowel(base[n-2]) && base[n-2] != 'y' {
		return false
	}
	return !isVowel(base[n-3]) || base[n-3] == 'u' && before(base, 3) == 'q'
}

// syllables counts the groups of vowels in base; "qu" begins none.
func syllables(base string) int {
	count, inGroup := 0, false
	for i := range len(base) {
		vowel := isVowel(base[i])
		if base[i] == 'y' { // a vowel in gym and study, none in year and kayak
			vowel = i > 0 && !(i+1 < len(base) && isVowel(base[i+1]))
		}
		if vowel && base[i] == 'u' && i > 0 && base[i-1] == 'q' {
			vowel = false
		}
		if vowel && !inGroup {
			count++
		}
		inGroup = vowel
	}
	return count
}

func consonantY(base string) bool {
	return len(base) > 1 && strings.HasSuffix(base, "y") && !isVowel(before(base, 1))
}

// hissing reports whether base ends in a sound after which -s needs a vowel.
func hissing(base string) bool {
	for _, ending := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(base, ending) {
			return true
		}
	}
	return false
}

// before returns the letter of base with n letters after it, or 0.
func before(base string, n int) byte {
	if len(base) <= n {
		return 0
	}
	return base[len(base)-1-n]
}

func isVowel(c byte) bool { return c != 0 && strings.IndexByte("aeiou", c) >= 0 }
