package verb

import (
	"cmp"
	"slices"
	"strings"
)

// A Reading says that a word can be the named forms of the verb with the infinitive Base.
type Reading struct {
	Base        string
	Forms       Form
	Known       bool // Base is in our tables
	Overregular bool // a regular ending on an irregular verb: goed
	Misspelled  bool // a slip in the spelling rules: stoping, studyed; Forms has Misspelled too
}

// Readings returns the verbs that word, in any case, could be a form of, best first: true forms of
// known verbs, then over-regular forms of irregular verbs (goed, writed), then misspelled forms of
// known verbs (stoping, studyed); within each, verbs of lower levels first. It never guesses from an
// ending alone; see [ReadingsUnknown]. A word with an apostrophe has no readings: cut contractions
// before.
func Readings(word string) []Reading {
	word = strings.ToLower(word)
	b := lexicon()
	var out []Reading
	for _, base := range b.candidates(word) {
		if r := b.reading(word, base); r.Forms != 0 {
			out = append(out, r)
		}
	}
	if len(out) > 1 {
		slices.SortFunc(out, b.better)
	}
	return out
}

// candidates returns the known infinitives of which word could be a form or a slip, each once. It
// works from the ending alone and promises too much; reading decides. A verb missing here is never
// found, which the round trips of the tests would show.
func (b *verbTables) candidates(word string) []string {
	var bases []string
	add := func(base string) {
		if _, ok := b.verbs[base]; ok && !slices.Contains(bases, base) {
			bases = append(bases, base)
		}
	}
	add(word)
	for _, base := range b.forms[word] {
		add(base)
	}
	for _, ending := range endings {
		stem, ok := strings.CutSuffix(word, ending)
		if !ok || len(stem) < 2 {
			continue
		}
		for _, base := range stemBases(stem) {
			add(base)
			// In "wented" and "hidded" the stem is a past form already.
			for _, base := range b.forms[base] {
				add(base)
			}
		}
	}
	return bases
}

// endings are those of the regular forms; "d" is for verbs in -e.
var endings = []string{"s", "es", "ed", "d", "ing"}

// stemBases returns the infinitives that could have become stem before one of the endings, the
// likelier ones first.
func stemBases(stem string) []string {
	short, last := stem[:len(stem)-1], stem[len(stem)-1]
	switch {
	case last == 'i': // studied, tieing without its e
		return []string{short + "y", short + "ie", stem, stem + "e"}
	case last == 'y': // tying
		return []string{stem, short + "ie", stem + "e"}
	case last == 'k' && before(stem, 1) == 'c' && syllables(stem) > 1: // panicked
		return []string{short, stem, stem + "e"}
	case last == before(stem, 1) && strings.IndexByte("flsz", last) < 0: // stopped, writting
		return []string{short, stem, short + "e", stem + "e", stem + "y"}
	case last == before(stem, 1): // missed, travelled
		return []string{stem, short, short + "e", stem + "e", stem + "y"}
	}
	return []string{stem, stem + "e", stem + "y"} // walked, hoping, studing
}

// reading says what word is to the known verb base. Forms is 0 if it is nothing.
func (b *verbTables) reading(word, base string) Reading {
	p := b.parts(base)
	r := Reading{Base: base, Known: true, Forms: p.form(base, word)}
	if r.Forms != 0 {
		return r
	}
	for _, s := range slips(base, p, b.habits[base]) {
		if s.Text == word {
			r.Forms |= s.Forms
			r.Overregular = r.Overregular || s.Overregular
		}
	}
	if r.Forms != 0 && !r.Overregular {
		r.Misspelled = true
		r.Forms |= Misspelled
	}
	return r
}

// better orders readings: true forms, over-regular ones, misspelled ones; then verbs of lower levels
// first, then those higher up in the table.
func (b *verbTables) better(x, y Reading) int {
	v, w := b.verbs[x.Base], b.verbs[y.Base]
	return cmp.Or(
		cmp.Compare(x.badness(), y.badness()),
		cmp.Compare(v.level, w.level),
		cmp.Compare(v.order, w.order),
	)
}

func (r Reading) badness() int {
	switch {
	case r.Misspelled:
		return 2
	case r.Overregular:
		return 1
	}
	return 0
}

// Lemma returns the best reading of word, and whether it has one.
func Lemma(word string) (Reading, bool) {
	readings := Readings(word)
	if len(readings) == 0 {
		return Reading{}, false
	}
	return readings[0], true
}

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
