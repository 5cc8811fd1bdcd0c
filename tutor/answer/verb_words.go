package answer

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A word is one word of the sentence, with what it may be. Parts of contractions are words: he, 's.
type word struct {
	sentence.Token
	bases    []string // the infinitives of verbs that it is or may be a form of
	helper   bool     // it is in the closed list of words that stand beside verbs
	joined   bool     // nothing stands between it and the word before it
	adjacent bool     // only white space, or nothing, does
}

// words returns the words of the sentence.
func (s *Sentence) words() []word {
	var list []word
	end, adjacent := 0, false
	for i, t := range s.analysis.Tokens {
		switch {
		case t.Kind == sentence.Space:
		case t.Kind != sentence.Word:
			adjacent = false
		default:
			w := word{Token: t, adjacent: adjacent, joined: adjacent && t.Start == end}
			w.helper = helpers().all[w.Lower]
			if w.Lower == "of" { // could of seen
				w.helper = adjacent && helpers().finite[list[len(list)-1].Lower]
			}
			w.bases = basesOf(t)
			if len(w.bases) == 0 && slices.ContainsFunc(s.analysis.Groups, func(g sentence.Group) bool { return g.Main == i }) {
				w.bases = unknownBases(t.Lower)
			}
			list = append(list, w)
			end, adjacent = t.End(), true
		}
	}
	return list
}

// basesOf returns the infinitives of the known verbs that a word is or may be a form of.
func basesOf(t sentence.Token) []string {
	switch t.Lower {
	case "'s":
		return []string{"be", "have"}
	case "'m", "'re":
		return []string{"be"}
	case "'ve":
		return []string{"have"}
	}
	if base := helpers().meant[t.Lower]; base != "" {
		return []string{base}
	}
	var list []string
	for _, r := range verb.Readings(t.Lower) {
		list = appendNew(list, r.Base)
	}
	return list
}

// unknownBases returns the infinitives of a word that is in no table, where a verb stands.
func unknownBases(word string) []string {
	var list []string
	if helpers().all[word] || sentence.IsKnownNonVerb(word) {
		return nil
	}
	for _, r := range verb.ReadingsUnknown(word) {
		list = appendNew(list, r.Base)
	}
	return list
}

// A helperList is the closed list of words that may come or go beside a verb: to, not, forms of do, be and
// have, will, would and the other modals, with their contractions; and how learners misspell them.
type helperList struct {
	all    map[string]bool   // that may go, also misspelled
	right  map[string]string // of a misspelled contraction with a pronoun, the right spelling: youve, you've
	finite map[string]bool   // those that may stand before the subject of a question
	meant  map[string]string // of a misspelled form of be, do or have, the infinitive: arent, be
}

// The words of the closed list that may be written: those with a contracted negative, and the others.
var (
	negatable  = strings.Fields("do does did is are was were have has had would could should must need")
	otherwise  = strings.Fields("am will can may might shall won't can't cannot be been being having doing done to not")
	clitics    = strings.Fields("'m 's 're 've 'll 'd")
	otherForms = strings.Fields("ca wo sha ai n't no ought of cans musts wills shoulds mights") // that may go and do not come
)

var helpers = sync.OnceValue(func() *helperList {
	h := &helperList{all: map[string]bool{}, right: map[string]string{}, finite: map[string]bool{}, meant: map[string]string{}}
	for _, w := range slices.Concat(negatable, otherwise, clitics, otherForms) {
		h.all[w] = true
	}
	for _, w := range negatable {
		h.finite[w] = true
	}
	for _, w := range []string{"am", "will", "can", "may", "might", "shall", "ca", "wo", "sha"} {
		h.finite[w] = true
	}
	delete(h.all, "need") // it is a verb of its own; of needn't, it is told by the n't
	for _, record := range tables.Read("closed", 3) {
		if record[0] != "spelling" {
			continue
		}
		first, rest, _ := strings.Cut(record[1], " ")
		for misspelled := range strings.FieldsSeq(record[2]) {
			if h.all[first] {
				h.all[misspelled], h.finite[misspelled] = true, true
				if r, ok := verb.Lemma(first); ok {
					h.meant[misspelled] = r.Base
				}
			} else {
				h.right[misspelled] = first + rest
			}
		}
	}
	return h
})

// adverbs stand between the words of a verb group and stay there.
var adverbs = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`always usually often sometimes rarely seldom never ever frequently generally normally
		occasionally hardly mostly regularly also already just still only even really probably certainly definitely
		recently finally suddenly slowly quickly almost nearly currently actually simply both all`) {
		set[w] = true
	}
	return set
}()

// returned lists, of each infinitive, the forms that look-ups returned about it.
type returned map[string][]string

// formsOf returns what the look-ups of a run returned.
func formsOf(observations []sentence.Observation) returned {
	forms := returned{}
	for _, o := range observations {
		if o.Call.Tool != sentence.Lookup {
			continue
		}
		for _, w := range append([]string{o.Infinitive, o.PastSimple, o.PastParticiple}, o.Forms...) {
			if w != "" && !strings.ContainsAny(w, " _") {
				forms[o.Infinitive] = appendNew(forms[o.Infinitive], w)
			}
		}
	}
	return forms
}

// of returns the forms that may stand in place of a word.
func (r returned) of(w word) []string {
	var list []string
	for _, base := range w.bases {
		for _, form := range r[base] {
			list = appendNew(list, form)
		}
	}
	return list
}
