package main

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// What learners do to a sentence, at random: another preposition, a small word left out or too many, two words exchanged, a word for
// another that is like it, a plural or none, a subject said twice. Some of what comes out is right; that is noise.

var (
	prepositions = strings.Fields("in on at to for of from with by about into during since until like as")
	droppable    = setOf("in on at to for of from with by about into during since until like as a an it he she they i we is are was to my his her their him them me who")
	insertable   = strings.Fields("the a of to it for in that at he very me is in on at to for of")
	doubled      = strings.Fields("it he they she")
	finite       = setOf("is are was were has have will can")
	confused     = map[string]string{
		"that": "than what which who as how", "than": "that as of", "as": "like that than", "like": "as", "who": "which what", "which": "who what", "what": "that which how", "how": "what as that",
		"so": "such too as", "such": "so", "very": "much very_much so_much too_much", "much": "many very a_lot", "many": "much very", "more": "most much more_of", "most": "more the_most_of",
		"every": "all all_the each", "all": "every all_of", "there": "it they", "it": "there he", "its": "his", "their": "his there her", "his": "her your their the", "her": "his she the",
		"another": "other others", "other": "others another", "because": "because_of why", "some": "any a", "any": "some no", "too": "also either very", "also": "too", "always": "ever", "never": "ever",
		"still": "yet already", "already": "yet still", "yet": "still already", "make": "do", "do": "make", "made": "did", "did": "made", "say": "tell", "said": "told", "told": "said said_to", "tell": "say",
		"look": "see look_at", "watch": "look", "bring": "take", "when": "what if", "if": "when", "he": "him she", "him": "he", "me": "i my", "my": "me mine the", "they": "them", "them": "they it",
		"us": "we", "i": "me", "for": "to for_to", "to": "for_to for", "good": "well", "well": "good", "fun": "funny", "people": "persons peoples", "children": "childs", "ago": "before back",
		"before": "ago after_of", "during": "while for", "while": "during", "until": "since by", "since": "for from", "lot": "lots plenty", "our": "us the", "your": "you the", "went": "go", "with": "of",
	}
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// mutate returns a sentence with one such mistake; ok is false where the one that was drawn finds no place.
func mutate(s string, frequent map[string]bool, random *rand.Rand) (mutated string, ok bool) {
	words := strings.Fields(s)
	if len(words) < 4 {
		return "", false
	}
	pick := func(fits func(i int, bare string) bool) int {
		var at []int
		for i, w := range words {
			bare, _ := cutMarks(w)
			if fits(i, strings.ToLower(bare)) {
				at = append(at, i)
			}
		}
		if len(at) == 0 {
			return -1
		}
		return at[random.IntN(len(at))]
	}
	replace := func(i int, by string) {
		_, marks := cutMarks(words[i])
		words[i] = by + marks
	}
	i := -1
	switch k := random.IntN(100); {
	case k < 16:
		i = pick(func(i int, bare string) bool { return i > 0 && slices.Contains(prepositions, bare) })
		if i >= 0 {
			replace(i, prepositions[random.IntN(len(prepositions))])
		}
	case k < 30:
		i = pick(func(_ int, bare string) bool { return droppable[bare] })
		if i >= 0 {
			_, marks := cutMarks(words[i])
			if i > 0 {
				words[i-1] += marks
			}
			words = slices.Delete(words, i, i+1)
		}
	case k < 42:
		i = random.IntN(len(words))
		words = slices.Insert(words, i, insertable[random.IntN(len(insertable))])
	case k < 58:
		i = pick(func(i int, bare string) bool {
			_, marks := cutMarks(words[i])
			return i > 0 && i+1 < len(words) && marks == "" && bare != ""
		})
		if i >= 0 {
			next, marks := cutMarks(words[i+1])
			words[i], words[i+1] = next, words[i]+marks
		}
	case k < 80:
		i = pick(func(_ int, bare string) bool { return confused[bare] != "" })
		if i >= 0 {
			bare, _ := cutMarks(words[i])
			choices := strings.Fields(confused[strings.ToLower(bare)])
			replace(i, strings.ReplaceAll(choices[random.IntN(len(choices))], "_", " "))
		}
	case k < 92:
		i = pick(func(i int, bare string) bool { return i > 0 && len(bare) > 2 && !frequent[bare] })
		if i >= 0 {
			bare, _ := cutMarks(words[i])
			if single, found := strings.CutSuffix(bare, "s"); found {
				replace(i, single)
			} else {
				replace(i, bare+"s")
			}
		}
	default:
		i = pick(func(i int, bare string) bool { return i > 0 && finite[bare] })
		if i >= 0 {
			words = slices.Insert(words, i, doubled[random.IntN(len(doubled))])
		}
	}
	return strings.Join(words, " "), i >= 0
}

// cutMarks parts a word from the marks after it.
func cutMarks(w string) (bare, marks string) {
	bare = strings.TrimRight(w, ".,!?;:\"'”")
	return bare, w[len(bare):]
}
