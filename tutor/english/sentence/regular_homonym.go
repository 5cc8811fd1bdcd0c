package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A regular ending on an irregular verb may make a form of another verb: I seed him, we sited down, she singed a song. What stands around such a word
// shows which verb is meant.

// homonyms are such words and the irregular verbs that learners mean by them.
var homonyms = map[string]string{"seed": "see", "sited": "sit", "singed": "sing"}

var (
	// sown are things that people seed: with them the word is no form of see.
	sown = setOf("lawn lawns garden gardens field fields ground grass soil bed beds plot plots cloud clouds player players team teams area areas land yard meadow meadows pasture slope " +
		"vegetables carrots peas beans lettuce wheat corn barley rye oats hay rice cotton flowers plants tray trays pots border borders tomato tomatoes pepper peppers melon melons pumpkin pumpkins " +
		"grape grapes cherry cherries chilli chillies cucumber cucumbers olives raisins torrent file files database databases table tables fund company startup tournament draw cup crop crops acre acres patch hillside verge roof")
	// afterSat are words after a form of sit, which site never has before them.
	afterSat = setOf("down up on by in at there here next beside under behind near quietly still and for with around round opposite together outside inside alone between silently")
	// sung are what somebody sings.
	sung = setOf("song songs hymn hymns carol carols anthem opera karaoke solo tune lullaby")
)

// rereadHomonyms gives such words the readings of the irregular verb that they are meant for.
func rereadHomonyms(words []word) {
	p := &parser{lex: theLexicon(), words: words}
	for i, w := range words {
		if next := p.wordAt(i + 1); w.lower == "layed" && (p.lex.is(next, "determiner", "object") || possessives[next]) {
			words[i].readings = []verb.Reading{{Base: "lay", Forms: verb.Past | verb.Participle, Known: true, Overregular: true}} // layed the table: laid
			continue
		}
		base := homonyms[w.lower]
		if base == "see" && p.sownAt(i+1) {
			words[i].readings = []verb.Reading{{Base: "seed", Forms: verb.Base, Known: true}}
			continue
		}
		if base == "" || w.capital || !p.somebodyActs(i, words) {
			continue
		}
		next := p.wordAt(i + 1)
		ends := i+1 >= len(words) || words[i+1].punct
		meant := false
		switch base {
		case "see":
			meant = !ends && p.seenAt(i+1) || p.seenThen(i)
		case "sit":
			meant = ends || afterSat[next]
		case "sing":
			meant = ends || next == "along" || next == "to" || next == "together" || next == "and" || next == "happy"
			for k := i + 1; k < len(words) && k < i+5; k++ {
				meant = meant || sung[words[k].lower]
			}
		}
		if meant {
			words[i].readings = []verb.Reading{{Base: base, Forms: verb.Past | verb.Participle, Known: true, Overregular: true}}
		}
	}
}

// somebodyActs reports whether somebody who does what the verb at word i says, or have with its adverbs, stands before it; before "down" anything may.
func (p *parser) somebodyActs(i int, words []word) bool {
	k := i - 1
	for k > 0 && (p.lex.is(words[k].lower, "adverb", "frequency") || words[k].lower == "all" || words[k].lower == "both") {
		k--
	}
	if k < 0 {
		return false
	}
	w := words[k]
	person := p.lex.nouns["person"][w.lower] || w.lower == "who" || w.lower == "you" || p.lex.is(w.lower, "subject") && w.lower != "it"
	return person || p.isPerson(w) && !w.punct || words[i].lower == "sited" && p.wordAt(i+1) == "down" && !p.lex.is(w.lower, "be", "determiner")
}

// seenThen reports whether a time that is over follows the word at i, and what was seen stands before the subject: what I seed yesterday.
func (p *parser) seenThen(i int) bool {
	if i < 2 || sown[p.words[i-2].lower] || p.words[i-2].punct {
		return false
	}
	switch p.wordAt(i + 1) {
	case "yesterday", "last":
		return true
	}
	return false
}

// sownAt reports whether something that is sown stands at word i, or in its noun phrase.
func (p *parser) sownAt(i int) bool {
	for k := i; k < len(p.words) && k < i+5 && !p.words[k].punct; k++ {
		if sown[p.words[k].lower] {
			return true
		}
	}
	return false
}

// seenAt reports whether something that is seen stands at word i.
func (p *parser) seenAt(i int) bool {
	w := p.words[i]
	return p.lex.is(w.lower, "determiner", "object", "either", "indefinite", "reflexive") || possessives[w.lower] || w.lower == "what" || w.lower == "it" || w.capital || w.lower == "in" && i+1 < len(p.words) && p.words[i+1].lower == "the"
}
