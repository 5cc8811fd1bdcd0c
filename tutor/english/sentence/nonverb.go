package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// IsKnownNonVerb reports whether word, in any case, is in our tables and is no form of a verb: the,
// school, she. A word that is in no table is not known to be anything, and gives false.
func IsKnownNonVerb(word string) bool {
	word = strings.ToLower(word)
	return len(verb.Readings(word)) == 0 && !theLexicon().inNoTable(word)
}
