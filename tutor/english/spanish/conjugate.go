package spanish

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Variety says which Spanish is written. The zero value is [LatinAmerica].
type Variety string

// The two varieties. They differ in the second person plural (ustedes van, vosotros vais) and in a
// few words (carro, coche).
const (
	LatinAmerica Variety = "latam"
	Spain        Variety = "es"
)

// row returns the place of p in a paradigm: in Latin America ustedes takes the third person.
func (v Variety) row(p verb.Person) int {
	if p == verb.SecondPlural && v != Spain {
		p = verb.ThirdPlural
	}
	return slices.Index(verb.Persons, p)
}

// Pronouns by person: yo, tú, él, nosotros, vosotros, ellos.
var (
	reflexive = [6]string{"me", "te", "se", "nos", "os", "se"}
	indirect  = [6]string{"me", "te", "le", "nos", "os", "les"}
)

// Conjugate returns the verb phrase of infinitive without its subject: fue, ha ido, está yendo, me
// levanté. The tenses are presente, pretérito indefinido, futuro, pretérito perfecto (haber and
// participle) and estar with the gerund; an infinitive in -se has its pronoun before the phrase.
// Verbs that are not in the tables get the regular rules. The result is false when infinitive does
// not end like one, or the tense or person is not one of package verb.
func Conjugate(infinitive string, t verb.Tense, p verb.Person, v Variety) (string, bool) {
	bare, pronominal := strings.CutSuffix(infinitive, "se")
	form, ok := finite(bare, t, v.row(p))
	if ok && pronominal {
		form = reflexive[v.row(p)] + " " + form
	}
	return form, ok
}

// finite returns the verb phrase of an infinitive without -se in one row of the paradigm.
func finite(infinitive string, t verb.Tense, row int) (string, bool) {
	forms, ok := paradigmOf(infinitive)
	if !ok || row < 0 {
		return "", false
	}
	switch t {
	case verb.PresentSimple:
		return forms.present[row], true
	case verb.PastSimple:
		return forms.past[row], true
	case verb.FutureSimple:
		return forms.future[row], true
	case verb.PresentPerfect:
		haber, _ := paradigmOf("haber")
		return haber.present[row] + " " + forms.participle, true
	case verb.PresentContinuous:
		estar, _ := paradigmOf("estar")
		return estar.present[row] + " " + forms.gerund, true
	default:
		return "", false
	}
}
