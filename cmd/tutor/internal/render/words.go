package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/problem"
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

// Problem says why there is no answer, which models and loop say in English.
func Problem(english string) Words { return Words{english, problem.Spanish(english)} }

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

// roomForBoth is from how many cells on a line has room for both languages.
const roomForBoth = 120

// Within returns what words a line that is cut at a number of cells: in Spanish alone where both have no room.
func (e Explainer) Within(cells int) Explainer {
	if e.language == settings.ExplainBoth && cells < roomForBoth {
		e.language = settings.ExplainSpanish
	}
	return e
}

// Either returns words in the language of the explanations; in English where both were asked for.
func (e Explainer) Either(w Words) string {
	if e.language == settings.ExplainSpanish {
		return w.Spanish
	}
	return w.English
}

var (
	practice     = Words{"Try:  ", "Practica:  "}
	allRight     = Words{"The verbs look right.", "Los verbos parecen correctos."}
	noKnownError = Words{"No error of the kinds I know.", "Ningún error de los que conozco."}
	wereChecked  = Words{"Only verbs were checked.", "Solo se revisaron los verbos."}
	areChecked   = Words{"Only verbs are checked.", "Solo se revisan los verbos."}
	notJudged    = Words{"Not judged: ", "Sin revisar: "}
	added        = Words{"added: ", "añadido: "}
	leftOut      = Words{"left out: ", "quitado: "}
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
	sentence.NotASentence:   {"I found no verb with its subject.", "No encontré ningún verbo con su sujeto."},
	sentence.NotEnglish:     {"This does not look like English.", "Esto no parece inglés."},
	sentence.Request:        {"This asks for something; I only correct sentences.", "Esto pide algo; yo solo corrijo oraciones."},
	sentence.TooLong:        {"This sentence is too long for me; make two or three of it.", "Esta oración es demasiado larga para mí; divídela en dos o tres."},
	sentence.OtherTense:     {"Its verbs are in tenses that I do not judge.", "Sus verbos están en tiempos que no reviso."},
	sentence.OtherStructure: {"Its verbs stand in a structure that I do not judge.", "Sus verbos están en una estructura que no reviso."},
	sentence.NotVerb:        {"The verbs look right; something else may not be.", "Los verbos parecen correctos; quizá otra cosa no lo sea."},
	sentence.Undecided:      {"I could not find out enough about it.", "No pude averiguar lo suficiente."},
}

// noteNames are the notes in Spanish.
var noteNames = map[sentence.Note]string{
	sentence.Articles:        "artículos",
	sentence.OtherStructures: "otras estructuras",
	sentence.OtherTenses:     "otros tiempos",
	sentence.Plurals:         "plurales",
	sentence.Prepositions:    "preposiciones",
	sentence.Punctuation:     "puntuación",
	sentence.Spelling:        "ortografía",
	sentence.WordChoice:      "elección de palabras",
	sentence.WordOrder:       "orden de las palabras",
}

// patternNames are the patterns of verbs in Spanish.
var patternNames = map[sentence.Pattern]string{
	sentence.PastAndPresent: "un pasado junto a un presente",
	sentence.ClauseOfTime:   "el tiempo junto a una oración de tiempo",
	sentence.ReportedSpeech: "el tiempo del estilo indirecto",
	sentence.Conditional:    "el tiempo de una condición o un deseo",
	sentence.LastingTime:    "un presente con since o for",
	sentence.LostBe:         "una forma en -ing sin be",
	sentence.WantThat:       "una oración tras want",
	sentence.TwoAuxiliaries: "dos auxiliares que no van juntos",
	sentence.CauseOfPast:    "un presente junto a una causa o un resultado en pasado",
	sentence.PresentSaid:    "un presente en estilo indirecto",
	sentence.BaseAfterBe:    "un verbo sin cambios tras be",
	sentence.SinceInPast:    "un pasado con since",
	sentence.PresentNow:     "el presente simple de lo que pasa ahora",
	sentence.ToOrGerund:     "to o -ing tras un verbo que admite los dos",
	sentence.NoVerb:         "una oración sin verbo",
	sentence.QuestionOrder:  "el orden de las palabras en una pregunta",
	sentence.FirstTime:      "el tiempo tras the first time",
	sentence.BornAlone:      "born sin be",
	sentence.LostPassive:    "una pasiva sin be",
	sentence.HabitNow:       "el continuo de una costumbre",
	sentence.TimeAhead:      "un tiempo verbal junto a un momento futuro",
	sentence.PerfectThen:    "un perfecto junto a un momento que ya pasó",
	sentence.Offer:          "un presente que puede ser un ofrecimiento",
	sentence.DeniedTwice:    "dos negaciones en una oración",
	sentence.YearsHad:       "have con una edad",
	sentence.StateGoesOn:    "un verbo de estado en continuo",
	sentence.BareForGerund:  "un verbo sin cambios donde quizá va -ing",
	sentence.BeMeant:        "have o make donde quizá va be",
	sentence.OrderDenied:    "una orden negada sin don't",
	sentence.OddTag:         "una coletilla o una respuesta corta que no corresponde a la oración",
	sentence.Inversion:      "el orden de las palabras en una respuesta corta o tras una negación inicial",
	sentence.FeltOrCaused:   "-ed o -ing de un sentimiento",
	sentence.UseTo:          "un presente de used to",
	sentence.WordAstray:     "un verbo o un pronombre que no va con ninguna otra palabra",
	sentence.TimeOver:       "un presente junto a un momento que ya pasó",
	sentence.UnlikeForms:    "verbos seguidos con formas distintas",
	sentence.AdverbPlace:    "el lugar de un adverbio",
	sentence.PersonAndTo:    "una persona y to tras un verbo que no los lleva",
	sentence.WhoseMeant:     "una oración de relativo donde quizá va whose",
	sentence.GerundNumber:   "una forma en -ing y un nombre con un verbo en plural",
	sentence.AroundNoun:     "las palabras que rodean un sustantivo",
	sentence.UnknownUse:     "un uso de un verbo que no conozco",
	sentence.LostArticle:    "un nombre al que quizá le falta el artículo",
	sentence.UnknownWording: "una redacción que no conozco",
	sentence.AnotherError:   "otro error, que se ve cuando este está corregido",
}

// Patterns names the patterns that are seen and not judged.
func Patterns() Words {
	var spanish []string
	for _, p := range sentence.Patterns {
		spanish = append(spanish, patternNames[p])
	}
	return Words{strings.Join(cli.Words(sentence.Patterns), ", "), strings.Join(spanish, ", ")}
}

// notChecked names what was seen and not checked, each once; it is false if there is nothing.
func notChecked(r tutor.Report) (w Words, ok bool) {
	names := slices.Concat(r.NotChecked, r.Unjudged)
	slices.Sort(names)
	names = slices.Compact(names)
	var spanish []string
	for _, n := range names {
		spanish = append(spanish, cmp.Or(noteNames[sentence.Note(n)], patternNames[sentence.Pattern(n)]))
	}
	return Words{
		"Seen and not checked: " + strings.Join(names, ", ") + ".",
		"Visto y no revisado: " + strings.Join(spanish, ", ") + ".",
	}, len(names) > 0
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
// the answers of the built-in network is wrong (tutor/weights/eval.md).
const quiteSure = 0.75

// doubt says what to do about an answer that may be wrong. It is false where nothing depends on it: the
// answer is sure, or claims nothing.
func doubt(r tutor.Report) (w Words, ok bool) {
	switch {
	case !r.Unsure || !r.InScope:
		return w, false
	case r.Disputed:
		return Words{"Not sure: a verb that was changed may have been right. Compare both.", "No es seguro: quizá un verbo cambiado estaba bien. Compara los dos."}, true
	case r.Confidence != nil && *r.Confidence < quiteSure:
		return Words{"This is little more than a guess. Ask someone before you rely on it.", "Es poco más que una suposición. Pregunta a alguien antes de fiarte."}, true
	}
	return Words{"Not quite sure of this. Check it before you rely on it.", "No es del todo seguro. Compruébalo antes de fiarte."}, true
}
