package verb

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// notation writes readings as "base:forms", the forms by letter: b base, s third person, p past,
// n participle, g -ing form, a am or are; then ! for over-regular and ? for misspelled.
func notation(readings []Reading) string {
	var out []string
	for _, r := range readings {
		s := r.Base + ":"
		for i, letter := range "bspng_a" {
			if r.Forms.Has(1<<i) && letter != '_' {
				s += string(letter)
			}
		}
		if r.Overregular {
			s += "!"
		}
		if r.Misspelled {
			s += "?"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestReadings(t *testing.T) {
	for _, row := range []struct{ claim, word, want string }{
		{"a base form", "go", "go:b"},
		{"any case", "WENT", "go:p"},
		{"one verb, several forms", "read", "read:bpn"},
		{"a regular past is a participle too", "walked", "walk:pn"},
		{"both members of a free pair", "learnt", "learn:pn"},
		{"both dialects", "travelled", "travel:pn"},
		{"the commoner verb comes first", "saw", "see:p saw:b"},
		{"so with found", "found", "find:pn found:b"},
		{"so with left", "left", "leave:pn"},
		{"lie is met before lay", "lay", "lie:p lay:b"},
		{"lied is lie, not a slip", "lied", "lie:pn"},
		{"is", "is", "be:s"},
		{"am is no third person", "am", "be:a"},
		{"are is no base", "are", "be:a"},
		{"were", "were", "be:p"},
		{"-ed on an irregular verb", "goed", "go:pn!"},
		{"e drops before it", "writed", "write:pn!"},
		{"y before it", "buyed", "buy:pn!"},
		{"doubling before it", "runned", "run:pn!"},
		{"and without", "runed", "run:pn!"},
		{"-ed on a past form", "wented", "go:pn!"},
		{"teached", "teached", "teach:pn!"},
		{"a regular third person of an irregular one", "haves", "have:s!"},
		{"no doubling", "stoping", "stop:g?"},
		{"no doubling in the past", "stoped", "stop:pn?"},
		{"y kept", "studyed", "study:pn?"},
		{"y kept before -s", "studys", "study:s?"},
		{"y lost", "studing", "study:g?"},
		{"e kept", "writeing", "write:g?"},
		{"doubling where none belongs", "writting", "write:g?"},
		{"doubling of an unstressed syllable", "openned", "open:pn?"},
		{"no -es", "watchs", "watch:s?"},
		{"ie kept", "dieing", "die:g?"},
		{"e of ee lost", "seing", "see:g?"},
		{"no k", "paniced", "panic:pn?"},
		{"-ght without its t", "bough", "buy:pn?"},
		{"without its h", "thougt", "think:pn?"},
		{"with its letters exchanged", "brougth", "bring:pn?"},
		{"au for ou", "braught", "bring:pn?"},
		{"ou for au", "cought", "catch:pn?"},
		{"which of two verbs nobody can say", "tought", ""},
		{"a participle with its consonant doubled", "forgetten", "forget:n?"},
		{"Rosen is no slip of risen", "rosen", ""},
		{"though is no slip of thought", "though", ""},
		{"-n after the infinitive", "choosen", "choose:n?"},
		{"a single letter in a participle", "writen", "write:n?"},
		{"-en after the infinitive", "throwen", "throw:n?"},
		{"-t after the infinitive", "keept", "keep:pn?"},
		{"waken is a verb of its own", "waken", ""},
		{"a true form comes before a slip", "planed", "plane:pn plan:pn?"},
		{"hoping is not from hop first", "hoping", "hope:g hop:g?"},
		{"a bed is no slip of be", "bed", ""},
		{"fling is no slip of fly", "fling", "fling:b"},
		{"a function word", "the", ""},
		{"a noun only", "school", ""},
		{"an unknown word, whatever its ending", "blicked", ""},
		{"a contraction is not cut here", "don't", ""},
		{"nothing", "", ""},
	} {
		assert.Equal(t, row.want, notation(Readings(row.word)), "%s: %s", row.claim, row.word)
	}
}

func TestReadingsUnknown(t *testing.T) {
	for _, row := range []struct{ claim, word, want string }{
		{"-ed leaves a stem, or one with e", "blicked", "blick:pn blicke:pn"},
		{"-ing the same", "Blicking", "blick:g blicke:g"},
		{"doubled letters are halved", "snibbed", "snib:pn snibb:pn snibbe:pn"},
		{"-ies is -y", "snoddies", "snoddy:s snoddie:s"},
		{"but ss, ll, ff, zz may be the verb's own", "frassed", "frass:pn fras:pn frasse:pn"},
		{"no ending, a base", "blick", "blick:b"},
		{"a known verb is not unknown", "walked", "walke:pn"},
		{"not a word", "x1", ""},
		{"no vowel, no verb", "psst", ""},
	} {
		assert.Equal(t, row.want, notation(ReadingsUnknown(row.word)), "%s: %s", row.claim, row.word)
		for _, r := range ReadingsUnknown(row.word) {
			assert.False(t, r.Known, row.word)
		}
	}
}

// TestRoundTrip holds Readings to Of and to slips for every known verb: the guess from the ending
// that Readings begins with must miss nothing.
func TestRoundTrip(t *testing.T) {
	b := lexicon()
	for base := range b.verbs {
		p := b.parts(base)
		for _, s := range append(p.all(), spelling{text: base}) {
			r := find(Readings(s.text), base)
			require.Equal(t, p.form(base, s.text), r.Forms, "%s of %s", s.text, base)
			require.False(t, r.Overregular || r.Misspelled, "%s of %s", s.text, base)
		}
		for _, s := range slips(base, p, b.habits[base]) {
			r := find(Readings(s.Text), base)
			require.True(t, r.Overregular || r.Misspelled, "slip %s of %s: %v", s.Text, base, r)
			require.True(t, r.Forms.Has(s.Forms), "slip %s of %s: %v", s.Text, base, r)
		}
	}
}

func find(readings []Reading, base string) Reading {
	for _, r := range readings {
		if r.Base == base {
			return r
		}
	}
	return Reading{}
}

func FuzzReadings(f *testing.F) {
	for _, word := range []string{"go", "Goed", "stoping", "travelled", "blicked", "quizzes", "", "é", "y", "ss", "inging"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		last := 0
		for _, r := range Readings(word) {
			require.True(t, IsKnown(r.Base), "%q: %s is not known", word, r.Base)
			require.NotZero(t, r.Forms)
			require.Equal(t, r.Misspelled, r.Forms.Has(Misspelled))
			require.False(t, r.Misspelled && r.Overregular)
			require.GreaterOrEqual(t, r.badness(), last, "%q: best first", word)
			last = r.badness()
			if last == 0 {
				require.Equal(t, r.Forms, lexicon().parts(r.Base).form(r.Base, strings.ToLower(word)))
			}
		}
		for _, r := range ReadingsUnknown(word) {
			require.False(t, IsKnown(r.Base))
			require.NotZero(t, r.Forms)
		}
		forms := Of(word)
		for _, kind := range kinds {
			require.NotEmpty(t, forms.list(kind), "Of(%q): %v", word, kind)
		}
		require.Equal(t, IsKnown(word), forms.Known)
	})
}
