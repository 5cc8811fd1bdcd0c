package spanish

import (
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
)

// A paradigm holds the simple forms of one verb, without pronouns. The persons are yo, tú, él,
// nosotros, vosotros, ellos.
type paradigm struct {
	present, past, future [6]string
	participle, gerund    string
}

// A conjugation is the endings of the verbs with one ending of the infinitive.
type conjugation struct {
	infinitive, present, past, participle, gerund string
}

var conjugations = []conjugation{
	{"ar", "o as a amos áis an", "é aste ó amos asteis aron", "ado", "ando"},
	{"er", "o es e emos éis en", "í iste ió imos isteis ieron", "ido", "iendo"},
	{"ir", "o es e imos ís en", "í iste ió imos isteis ieron", "ido", "iendo"},
	{"ír", "o es e imos ís en", "í iste ió imos isteis ieron", "ido", "iendo"},
}

// patterns returns the rows of es_verbs.tsv by their infinitives, read on first use.
var patterns = sync.OnceValue(readPatterns)

func readPatterns() map[string][]string {
	all := map[string][]string{}
	for _, record := range tables.Read("es_verbs", 6) {
		all[record[0]] = record
	}
	return all
}

// paradigmOf returns the forms of infinitive, which has no -se. It is false when the word does not
// end like an infinitive. Verbs that are not in es_verbs.tsv get the endings of their conjugation.
func paradigmOf(infinitive string) (paradigm, bool) {
	for _, c := range conjugations {
		stem, ok := strings.CutSuffix(infinitive, c.infinitive)
		if !ok || stem == "" && infinitive != "ir" {
			continue
		}
		own := patterns()[infinitive]
		if own == nil {
			own = make([]string, 6)
		}
		return paradigm{
			present:    six(stem, c.present, own[1]),
			past:       six(stem, c.past, own[2]),
			future:     six(or(own[3], infinitive), "é ás á emos éis án", ""),
			participle: or(own[4], stem+c.participle),
			gerund:     or(own[5], stem+c.gerund),
		}, true
	}
	return paradigm{}, false
}

// six puts the endings to the stem. Forms of the verb's own, the first person or all, take their place.
func six(stem, endings, own string) (forms [6]string) {
	for i, ending := range strings.Fields(endings) {
		forms[i] = stem + ending
	}
	copy(forms[:], strings.Fields(own))
	return forms
}
