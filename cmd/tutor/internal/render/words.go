package render

import (
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Words say one thing in both languages of the learners.
type Words struct{ English, Spanish string }

// Same are words that both languages share, such as those of a model.
func Same(text string) Words { return Words{text, text} }

// With puts text after words.
func (w Words) With(text string) Words { return Words{w.English + text, w.Spanish + text} }

// And puts other words after words.
func (w Words) And(other Words) Words {
	return Words{w.English + other.English, w.Spanish + other.Spanish}
}

// Lines returns words in the language of the explanations, or in both: a line in each.
func (e Explainer) Lines(w Words) string { return strings.Join(e.lines(w), "\n") }

// lines returns the words in the language or languages that were asked for; without explanations, in
// English.
func (e Explainer) lines(w Words) []string {
	switch {
	case e.language == settings.ExplainSpanish:
		return []string{w.Spanish}
	case e.language == settings.ExplainBoth && w.Spanish != w.English:
		return []string{w.English, w.Spanish}
	}
	return []string{w.English}
}

// Inline returns words in the language of the explanations, or in both, in one line.
func (e Explainer) Inline(w Words) string { return strings.Join(e.lines(w), " / ") }

// Either returns words in the language of the explanations; in English where both were asked for.
func (e Explainer) Either(w Words) string {
	if e.language == settings.ExplainSpanish {
		return w.Spanish
	}
	return w.English
}

var (
	noError     = Words{"No verb error found.", "No se encontró ningún error en los verbos."}
	wereChecked = Words{"Only verbs were checked.", "Solo se revisaron los verbos."}
	areChecked  = Words{"Only verbs are checked.", "Solo se revisan los verbos."}
	notJudged   = Words{"Not judged: ", "Sin revisar: "}
	added       = Words{"added: ", "añadido: "}
	leftOut     = Words{"left out: ", "quitado: "}
)

// noAnswer says that there is none. The outcome is a word of the program, and why it came to it is said beside.
func noAnswer(o loop.Outcome) Words { return Words{"No answer (" + string(o) + ").", "Sin respuesta."} }

// moreRules says that more rules apply than are explained.
func moreRules(n int) Words {
	return Words{
		cli.Plural(n, "more rule") + "; tutor explain CODE shows them.",
		cli.PluralOf(n, "regla", "reglas") + " más; tutor explain CÓDIGO las muestra.",
	}
}

// reasons says why nothing was judged.
var reasons = map[sentence.Reason]Words{
	sentence.NotASentence: {"I found no verb with its subject.", "No encontré ningún verbo con su sujeto."},
	sentence.NotEnglish:   {"This does not look like English.", "Esto no parece inglés."},
	sentence.Request:      {"This asks for something; I only correct sentences.", "Esto pide algo; yo solo corrijo oraciones."},
	sentence.TooLong: {"This sentence is too long for me; make two or three of it.",
		"Esta oración es demasiado larga para mí; divídela en dos o tres."},
	sentence.OtherTense:     {"Its verbs are in tenses that I do not judge.", "Sus verbos están en tiempos que no reviso."},
	sentence.OtherStructure: {"Its verbs stand in a structure that I do not judge.", "Sus verbos están en una estructura que no reviso."},
	sentence.Undecided:      {"I could not find out enough about it.", "No pude averiguar lo suficiente."},
}

// tenses are the tenses in Spanish; in English their names have spaces for underscores.
var tenses = map[verb.Tense]string{
	verb.PresentSimple:     "presente simple",
	verb.PastSimple:        "pasado simple",
	verb.FutureSimple:      "futuro simple",
	verb.PresentPerfect:    "presente perfecto",
	verb.PresentContinuous: "presente continuo",
	verb.PastContinuous:    "pasado continuo",
	verb.PastPerfect:       "pasado perfecto",
	verb.Conditional:       "condicional",
}

// subjects are the subjects of the persons of a verb.
var subjects = map[verb.Person]Words{
	verb.FirstSingular:  Same("“I”"),
	verb.SecondSingular: Same("“you”"),
	verb.ThirdSingular:  {"“he”, “she” or “it”", "“he”, “she” o “it”"},
	verb.FirstPlural:    Same("“we”"),
	verb.SecondPlural:   Same("“you”"),
	verb.ThirdPlural:    Same("“they”"),
}

// quiteSure is the confidence from which an unsure answer is more than a guess: below it, about a third of
// the answers of the built-in network is wrong.
const quiteSure = 0.75

// doubt says what to do about an answer that may be wrong. It is false where nothing depends on it: the
// answer is sure, or claims nothing.
func doubt(r tutor.Report) (w Words, ok bool) {
	switch {
	case !r.Unsure || !r.InScope:
		return w, false
	case r.Confidence != nil && *r.Confidence < quiteSure:
		return Words{"This is little more than a guess. Ask someone before you rely on it.",
			"Es poco más que una suposición. Pregunta a alguien antes de fiarte."}, true
	}
	return Words{"Not quite sure of this. Check it before you rely on it.", "No es del todo seguro. Compruébalo antes de fiarte."}, true
}
