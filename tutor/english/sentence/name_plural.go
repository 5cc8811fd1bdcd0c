package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Many surnames end in -s, as plurals do: Cervantes, Barnes, Torres. At the head of a sentence each word has its capital, so that only
// a plural whose singular is known is one, and not where the sentence speaks of one person.

// knownPlural reports whether a word in -s is the plural of a noun that is known.
func (l *lexicon) knownPlural(word string) bool {
	singles := []string{strings.TrimSuffix(word, "s")}
	if stem, ok := strings.CutSuffix(word, "es"); ok && sibilant(stem) {
		singles = append(singles, stem)
	}
	if stem, ok := strings.CutSuffix(word, "ies"); ok {
		singles = append(singles, stem+"y")
	}
	for _, single := range singles {
		if commonNouns[single] || verb.IsAlsoNoun(single) || l.chieflyNoun(single) || l.is(single, "noun") {
			return true
		}
		for _, list := range l.nouns {
			if list[single] {
				return true
			}
		}
	}
	return len(word) > 7 && slices.ContainsFunc(pluralEndings, func(ending string) bool { return strings.HasSuffix(word, ending) })
}

// sibilant reports whether a noun with that ending takes -es: boxes, churches, potatoes.
func sibilant(stem string) bool {
	return slices.ContainsFunc([]string{"s", "x", "z", "ch", "sh", "o"}, func(ending string) bool { return strings.HasSuffix(stem, ending) })
}

// pluralEndings are endings of plurals that no surname has.
var pluralEndings = []string{"ists", "ators", "tions", "sions", "ities", "nesses", "graphs", "phones", "logies", "women"}

// commonNouns are nouns that no table of nouns holds, because nothing else need be known of them.
var commonNouns = setOf("vegetable tomato potato carrot onion grape bean pea mushroom strawberry cherry banana lemon peach pear plum melon nut olive egg " +
	"biscuit cookie cake sandwich noodle snack sweet candy burger pizza bee ant mosquito insect wasp butterfly eagle owl squirrel deer camel zebra giraffe " +
	"kangaroo panda crocodile penguin dinosaur animal creature car taxi van lorry tram bicycle motorcycle scooter helicopter airport hotel hostel restaurant " +
	"cafe bar pub museum theatre cinema library hospital pharmacy church mosque temple castle palace tower zoo stadium supermarket mall bakery office factory " +
	"kitchen bedroom ceiling stair lift elevator sofa couch cupboard drawer shelf curtain carpet pillow towel candle toy doll balloon gift souvenir " +
	"newspaper magazine novel poem dictionary notebook eraser textbook website password tablet laptop robot app video game skirt sock glove scarf jacket sweater " +
	"jumper belt tie ring earring necklace wallet purse umbrella suitcase backpack passport ticket visa queue crowd language accent adjective verb noun tense " +
	"vowel grammar exercise festival concert party wedding ceremony tradition custom accident fire flood earthquake hurricane volcano disease illness virus " +
	"vaccine pill medicine cigarette drug chemical pesticide weapon mine law rule tax cost fee fine salary pension job skill degree scholarship diploma " +
	"hundred thousand million dozen country city town village suburb capital continent desert forest jungle valley coast island glacier planet star galaxy rocket satellite")

// tellsOfOne reports whether a verb in the singular follows word k, a plural of things or a name, and the words after it show that it is one person: was
// born, was a writer before he, is the best player.
func (p *parser) tellsOfOne(k int) bool {
	if k+2 >= len(p.words) || p.isPerson(p.words[k]) || auxiliaryPersons(p.words[k+1].lower)&p3pl != 0 && len(p.words[k+1].form(verb.ThirdPerson)) == 0 {
		return false
	}
	if p.isBeWord(k+1) && slices.ContainsFunc(p.nominals(k+2), func(n *nominal) bool {
		return n.determined && n.persons == p3sg && p.phraseEnds(n.end) && p.isPerson(p.words[n.head])
	}) {
		return true
	}
	return slices.ContainsFunc(p.words[k+2:], func(w word) bool {
		switch w.lower {
		case "he", "she", "himself", "herself", "born":
			return true
		}
		return false
	})
}
