package verb

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
)

// An entry is one known verb.
type entry struct {
	irregular *parts // nil for a regular verb, whose forms are made when asked for
	level     string // CEFR level
	noun, adj bool   // what else the base commonly is
	order     int    // place in verbs.tsv, to break ties
}

// A verbTables is everything the tables say, never written after it is built. It holds no regular form:
// four thousand verbs would cost every process milliseconds at its start, and one question asks
// for a handful.
type verbTables struct {
	verbs  map[string]entry
	habits map[string]habit
	forms  map[string][]string // from each form in irregular.tsv, and its slips, to the infinitives
}

// lexicon returns the book, built when it is first needed.
var lexicon = sync.OnceValue(load)

func load() *verbTables {
	habits := tables.Read("doubling", 2)
	irregular := tables.Read("irregular", 6)
	verbs := tables.Read("verbs", 3)
	b := &verbTables{
		verbs:  make(map[string]entry, 2*len(verbs)),
		habits: make(map[string]habit, len(habits)),
		forms:  make(map[string][]string, 4*len(irregular)),
	}
	for _, r := range habits {
		b.habits[r[0]] = habit(r[1])
	}
	exceptions := make(map[string]*parts, len(irregular))
	for _, r := range irregular {
		p := irregularParts(r, b.habits[r[0]])
		exceptions[r[0]] = &p
		for _, s := range p.all() {
			for _, text := range slices.Concat(shortSlips(r[0], s.text), participleSlips(r[0], s.text, p.past), []string{s.text}) {
				if !slices.Contains(b.forms[text], r[0]) {
					b.forms[text] = append(b.forms[text], r[0])
				}
			}
		}
	}
	b.forms["am"], b.forms["are"] = []string{"be"}, []string{"be"}
	for _, r := range verbs {
		for base := range strings.SplitSeq(r[0], "/") {
			b.verbs[base] = entry{
				irregular: exceptions[base],
				level:     r[1],
				noun:      strings.HasPrefix(r[2], "noun"),
				adj:       strings.HasSuffix(r[2], "adj"),
				order:     len(b.verbs),
			}
		}
	}
	return b
}

// parts returns the forms of the verb base, known or not.
func (b *verbTables) parts(base string) parts {
	v, known := b.verbs[base]
	if known && v.irregular != nil {
		return *v.irregular
	}
	p := regular(base, b.habits[base])
	p.known = known
	return p
}

// irregularParts reads a record of irregular.tsv: base, past, participle, third person, -ing.
func irregularParts(r []string, h habit) parts {
	p := regular(r[0], h)
	p.irregular, p.known = true, true
	p.past = spellings(r[1], p.past)
	if r[2] == "=" {
		p.participle = p.past
	} else {
		p.participle = spellings(r[2], p.participle)
	}
	p.third = spellings(r[3], p.third)
	p.gerund = spellings(r[4], p.gerund)
	return p
}

// spellings reads "gotten:us got:gb"; an empty field stands for the regular forms.
func spellings(field string, regular []spelling) []spelling {
	if field == "" {
		return regular
	}
	var out []spelling
	for word := range strings.FieldsSeq(field) {
		text, dialect, _ := strings.Cut(word, ":")
		out = append(out, spelling{text: text, dialect: Dialect(dialect)})
	}
	return out
}

// IsKnown reports whether base, in lower case, is the infinitive of a verb in our tables.
func IsKnown(base string) bool {
	_, ok := lexicon().verbs[base]
	return ok
}

// IsAlsoNoun reports whether the known verb base is a common noun too, like work, play and book.
func IsAlsoNoun(base string) bool { return lexicon().verbs[base].noun }

// IsAlsoAdjective reports whether the known verb base is a common adjective too, like open, clean
// and long.
func IsAlsoAdjective(base string) bool { return lexicon().verbs[base].adj }
