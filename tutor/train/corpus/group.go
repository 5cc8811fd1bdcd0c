package corpus

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The kinds of subjects of which code knows.
const (
	pronoun     = "pronoun"
	indefinite  = "indefinite"
	existential = "there"
)

// The tenses that the tutor does not judge are named here; none of them reaches a Fact.
const (
	infinitive     verb.Tense = "infinitive"
	bareInfinitive verb.Tense = "base"
	emphatic       verb.Tense = "do"
	emphaticPast   verb.Tense = "did"
	conditional    verb.Tense = "would"
	modal          verb.Tense = "modal"
	modalPerfect   verb.Tense = "modal_perfect"
	pastContinuous verb.Tense = "past_continuous"
	pastPerfect    verb.Tense = "past_perfect"
	presentPassive verb.Tense = "present_passive"
	pastPassive    verb.Tense = "past_passive"
	perfectPassive verb.Tense = "perfect_passive"
)

// A group is one verb group with its right and its written words.
type group struct {
	*entry
	tense      verb.Tense
	person     verb.Person // of the subject; "" where there is none
	kind       string      // of the subject
	negative   bool
	question   bool
	finite     bool
	attributed bool // a participle before its noun
	adverb     string
	right      words
	wrong      words
	code       sentence.Code
}

// words are the words of a group, each "" where there is none.
type words struct {
	aux, not, second, to, main string
	clitic                     bool // aux is written onto the subject
	spelled                    bool // aux is a misspelling that holds not and stands alone
}

func (g *group) pick(wrong bool) words {
	if wrong && g.code != "" {
		return g.wrong
	}
	return g.right
}

// contracted are auxiliaries that change before n't.
var contracted = map[string]string{"will": "wo", "can": "ca", "shall": "sha"}

func (w words) auxiliary() string {
	if w.not != "n't" {
		return w.aux
	}
	if c, ok := contracted[w.aux]; ok {
		return c + "n't"
	}
	return w.aux + "n't"
}

// writeFront writes what stands before the subject of a question, with a space after it.
func (g *group) writeFront(b *strings.Builder, w words) {
	if g.question && w.aux != "" {
		b.WriteString(w.auxiliary())
		b.WriteByte(' ')
	}
}

// writeBody writes the rest of the group, with a space before it.
func (g *group) writeBody(b *strings.Builder, w words) {
	word := func(s string) {
		if s != "" && s[0] != '\'' { // should've
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	if !g.question {
		if w.clitic {
			b.WriteString(w.aux)
		} else if g.attributed {
			b.WriteString(w.main)
			return
		} else {
			word(w.auxiliary())
		}
	}
	if w.not != "n't" {
		word(w.not)
	}
	word(g.adverb)
	word(w.second)
	word(w.to)
	word(w.main)
}

// judged reports whether the group is in one of the five tenses, or has a base form after an auxiliary that is
// judged beside them.
func (g *group) judged() bool {
	switch {
	case !g.finite:
		return false
	case g.tense.Valid(), g.tense == emphatic, g.tense == emphaticPast:
		return true
	}
	return judgedModals[g.right.aux] && g.right.second == "" && g.right.main != ""
}

var judgedModals = wordSet("can could may might must shall should")

// form returns the preferred form; of a sentence with nothing wrong, sometimes another accepted one.
// Where something is wrong a correction may bring the preferred form along.
func (d *draft) form(list []string) string {
	if len(list) > 1 && len(d.recipe.codes) == 0 && d.chance(30) {
		return list[1]
	}
	return list[0]
}

// inflect settles the right words.
func (g *group) inflect(d *draft) {
	p, f := g.person, g.forms
	w := words{}
	switch g.tense {
	case verb.PresentSimple, verb.PastSimple:
		w = g.simple(d)
	case verb.FutureSimple:
		w = words{aux: "will", main: g.base}
	case verb.PresentPerfect:
		w = words{aux: finite("have", false, p), main: d.form(f.Participle)}
	case verb.PresentContinuous:
		w = words{aux: finite("be", false, p), main: d.form(f.Gerund)}
	case infinitive:
		w = words{to: "to", main: g.base}
	case bareInfinitive:
		w = words{main: g.base}
	case emphatic:
		w = words{aux: finite("do", false, p), main: g.base}
	case emphaticPast:
		w = words{aux: "did", main: g.base}
	case conditional, "can", "could", "may", "might", "must", "shall", "should":
		w = words{aux: string(g.tense), main: g.base}
	case modal:
		w = words{aux: pick(d, []string{"can", "can", "must", "should", "could", "may", "might"}), main: g.base}
	case modalPerfect:
		w = words{aux: pick(d, []string{"should", "could", "would", "might", "must"}), second: "have", main: d.form(f.Participle)}
	case pastContinuous:
		w = words{aux: finite("be", true, p), main: d.form(f.Gerund)}
	case pastPerfect:
		w = words{aux: "had", main: d.form(f.Participle)}
	case presentPassive, pastPassive:
		w = words{aux: finite("be", g.tense == pastPassive, p), main: d.form(f.Participle)}
	case perfectPassive:
		w = words{aux: finite("have", false, p), second: "been", main: d.form(f.Participle)}
	default:
		panic("corpus: BUG: no tense named " + string(g.tense))
	}
	if g.negative {
		w.not = "n't"
		if w.aux == "am" || w.aux == "may" || w.aux == "might" || d.chance(25) {
			w.not = "not"
		}
	}
	g.right = w
}

// simple returns the words of the present or past simple.
func (g *group) simple(d *draft) words {
	past, p := g.tense == verb.PastSimple, g.person
	switch {
	case g.base == "be":
		return words{aux: finite("be", past, p)}
	case g.negative || g.question:
		return words{aux: finite("do", past, p), main: g.base}
	case past:
		return words{main: d.form(g.forms.Past)}
	case p == verb.ThirdSingular:
		return words{main: g.forms.ThirdPerson[0]}
	}
	return words{main: g.base}
}

// finite returns a form of be, have or do.
func finite(base string, past bool, p verb.Person) string { return verb.Finite(base, past, p)[0] }

// clitics are the auxiliaries that may be written onto a pronoun.
var clitics = map[string]string{"am": "'m", "is": "'s", "are": "'re", "has": "'s", "have": "'ve", "will": "'ll"}

// contract writes the auxiliary onto the subject, where English does.
func (g *group) contract() {
	c, ok := clitics[g.right.aux]
	there := g.kind == existential && g.right.aux == "is"
	if !ok || !g.tense.Valid() || g.negative || g.question || g.kind != pronoun && !there || g.person == verb.SecondPlural || g.invented ||
		g.right.aux == "has" && (g.base == "have" || g.base == "do") { // he's done may be he is done
		return
	}
	g.right.aux, g.right.clitic = c, true
}
