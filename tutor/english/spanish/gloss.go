package spanish

import (
	"cmp"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An Entry is the Spanish verb for an English one.
type Entry struct {
	Infinitive string // may have words after it: darse cuenta, estar de acuerdo
	Note       string // what a learner must know about the pair; empty when there is nothing to say
	InSpanish  string // the note for those who read Spanish

	frame frame
}

// A frame says which complements the composer may give a verb, as the table es_gloss.tsv spells it.
// A verb whose frame is empty has a gloss and never appears in a composed sentence.
type frame string

// has reports whether the frame holds flag, one letter of those listed in es_gloss.tsv.
func (f frame) has(flag string) bool {
	flags, _, _ := strings.Cut(string(f), ":")
	return strings.Contains(flags, flag)
}

// preposition returns what stands before every object of the verb, or "".
func (f frame) preposition() string {
	_, preposition, _ := strings.Cut(string(f), ":")
	return preposition
}

// backwards reports whether the verb works like gustar: what is liked is the Spanish subject.
func (e Entry) backwards() bool { return e.frame.has("b") }

// glosses returns the table of glosses, read on first use.
var glosses = sync.OnceValue(readGlosses)

func readGlosses() map[string]Entry {
	records := tables.Read("es_gloss", 5)
	all := make(map[string]Entry, len(records))
	for _, record := range records {
		all[record[0]] = Entry{Infinitive: record[1], Note: record[3], InSpanish: cmp.Or(record[4], record[3]), frame: frame(record[2])}
	}
	return all
}

// Gloss returns the Spanish verb a tutor should say for the English infinitive englishBase, which
// may hold a particle (get up). It is false when the verb is not in our list.
func Gloss(englishBase string) (Entry, bool) {
	entry, ok := glosses()[strings.ToLower(englishBase)]
	return entry, ok
}

// A Translation is one form of the Spanish verb for an English one, as the tool lookup_spanish
// reports it. Form and Infinitive are nil when the verb is not in our list; Note is nil when there
// is nothing to say.
type Translation struct {
	Form       *string `json:"form"`
	Infinitive *string `json:"infinitive"`
	Note       *string `json:"note"`
	InSpanish  string  `json:"-"` // the note for those who read Spanish
}

// Lookup returns the form of the Spanish verb for englishBase. A verb that runs backwards in Spanish
// stands with the pronoun of the person, the thing in the singular: like, 1sg, gives me gusta.
func Lookup(englishBase string, t verb.Tense, p verb.Person, v Variety) Translation {
	entry, ok := Gloss(englishBase)
	if !ok {
		return Translation{}
	}
	form, ok := entry.conjugate(t, p, v)
	if !ok {
		return Translation{}
	}
	found := Translation{Form: &form, Infinitive: &entry.Infinitive}
	if entry.Note != "" {
		found.Note, found.InSpanish = &entry.Note, entry.InSpanish
	}
	return found
}

// conjugate returns the verb phrase of the entry with the words that belong to it.
func (e Entry) conjugate(t verb.Tense, p verb.Person, v Variety) (string, bool) {
	infinitive, negative := strings.CutPrefix(e.Infinitive, "no ")
	infinitive, tail, phrase := strings.Cut(infinitive, " ")
	var form string
	var ok bool
	if row := v.row(p); e.backwards() && row >= 0 {
		form, ok = finite(infinitive, t, v.row(verb.ThirdSingular))
		form = indirect[row] + " " + form
	} else {
		form, ok = Conjugate(infinitive, t, p, v)
	}
	if phrase {
		form += " " + tail
	}
	if negative {
		form = "no " + form
	}
	return form, ok
}
