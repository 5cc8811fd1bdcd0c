package tutor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// maxVerbs is how many verbs a rewriting changes at most; each is one difference, or two where a
// subject stands between its parts.
const maxVerbs = 4

// helpers are the words that may come or go beside a verb in a rewriting.
var helpers = strings.Fields(`to not n't no of am is are was were be been being have has had having do does did doing ` +
	`done will wo can ca could
	may might must shall sha should would need ought ai cannot 's 'm 're 've 'll 'd`)

// CheckRewriting returns how corrected departs from what a rewriting of sentence may be, or
// nil: nothing but words of verbs goes, and what comes are words of the closed list, or forms that an observation
// returned about a verb of which a form was there. At most four verbs are changed.
func CheckRewriting(sentence, corrected string, observations []answer.Observation) error {
	if sentence == corrected {
		return fmt.Errorf("a correction that changes nothing: %q", corrected)
	}
	var list sources
	for _, o := range observations {
		if s, ok := newSource(o); ok {
			list = append(list, s)
		}
	}
	was, now := cut(sentence), cut(corrected)
	hunks := differences(was, now)
	if len(hunks) > 2*maxVerbs {
		return fmt.Errorf("%d differences", len(hunks))
	}
	all := join(hunks) // words that occur twice may have been aligned wrongly
	for _, h := range hunks {
		if err := list.grounds(h, was); err != nil && list.grounds(all, was) != nil {
			return err
		}
	}
	return nil
}

// grounds returns which word of a difference nothing accounts for. A form may have taken the place of a word that
// stands beside the difference, where that word came again among helpers: need, needed needn't.
func (list sources) grounds(h hunk, sentence []word) error {
	for _, w := range h.was {
		about := slices.ContainsFunc(list, func(s source) bool { return s.isForm(w.lower) })
		stem, clitic, _ := strings.Cut(w.lower, "'") // it'd've is cut once
		if clitic != "" && slices.Contains(helpers, "'"+clitic) && (word{lower: stem}).in(h.now) {
			continue
		}
		if !about && !slices.Contains(helpers, w.lower) && !misspelt(w) && !w.in(h.now) {
			return fmt.Errorf("%q is gone, and nothing was asked about it", w.text)
		}
	}
	for _, w := range h.now {
		stem := func(o word) bool { return strings.HasPrefix(o.lower, w.lower+"'") }
		if slices.Contains(helpers, w.lower) || w.in(h.was) || h.keeps(w) || slices.ContainsFunc(h.was, stem) {
			continue
		}
		returned := slices.ContainsFunc(list, func(s source) bool {
			return slices.Contains(s.words, w.lower) && slices.ContainsFunc(sentence, func(o word) bool { return s.isForm(o.lower) })
		})
		if !returned || len(verb.Readings(w.lower)) == 0 && len(verb.ReadingsUnknown(w.lower)) == 0 {
			return fmt.Errorf("%q came, and no observation returned it for a verb that was there", w.text)
		}
	}
	return nil
}
