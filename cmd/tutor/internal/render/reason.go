package render

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// formNames name the forms of a verb for learners, the ones that most tell first.
var formNames = []struct {
	form verb.Form
	name Words
}{
	{verb.ThirdPerson, Words{"the form of “BASE” after “he”, “she” or “it”", "la forma de “BASE” con “he”, “she” o “it”"}},
	{verb.Gerund, Words{"the -ing form of “BASE”", "la forma en -ing de “BASE”"}},
	{verb.Base, Words{"the verb without any ending, as after “to”, “can” or “don't”",
		"el verbo sin terminación, como tras “to”, “can” o “don't”"}},
	{verb.Past | verb.Participle, Words{"the past form of “BASE”, and the one after “have”",
		"la forma de pasado de “BASE”, y la que va tras “have”"}},
	{verb.Past, Words{"the past form of “BASE”", "la forma de pasado de “BASE”"}},
	{verb.Participle, Words{"the form of “BASE” after “have” or “be”", "la forma de “BASE” tras “have” o “be”"}},
}

// formsOfBe are those of the verb that has the most.
var formsOfBe = map[string]Words{
	"am":  {"the form of “be” after “I”", "la forma de “be” con “I”"},
	"is":  {"the form of “be” after “he”, “she” or “it”", "la forma de “be” con “he”, “she” o “it”"},
	"are": {"the form of “be” after “you”, “we” or “they”", "la forma de “be” con “you”, “we” o “they”"},
	"was": {"the past of “be” after “I”, “he”, “she” or “it”", "el pasado de “be” con “I”, “he”, “she” o “it”"},
	"were": {
		"the past of “be” after “you”, “we” or “they”", "el pasado de “be” con “you”, “we” o “they”",
	},
}

// What is said of a change of which no rule and no tool says anything.
var (
	noRule = Words{"No rule of mine asks for “%s” here. Compare both sentences.",
		"Ninguna regla mía pide aquí “%s”. Compara las dos oraciones."}
	noRemove = Words{"No rule of mine asks for leaving “%s” out. Compare both sentences.",
		"Ninguna regla mía pide quitar “%s”. Compara las dos oraciones."}
)

// reasonFor says of a change that no rule and no evidence explains which forms it brings in, or that nothing is known of it.
func reasonFor(e tutor.Edit) []Words {
	was, now := strings.Fields(strings.ToLower(e.Original)), strings.Fields(strings.ToLower(e.Replacement))
	var list []Words
	for _, word := range now {
		if slices.Contains(was, word) {
			continue
		}
		if name, ok := formName(strings.Trim(word, ".,;:!?")); ok {
			list = append(list, Words{"“" + cli.OneLine(word) + "”: ", "“" + cli.OneLine(word) + "”: "}.And(name).With("."))
		}
	}
	switch {
	case list != nil:
		return list
	case len(now) == 0:
		return []Words{noRemove.about(strings.TrimSpace(e.Original))}
	}
	return []Words{noRule.about(strings.TrimSpace(e.Replacement))}
}

func (w Words) about(text string) Words {
	text = cli.OneLine(text)
	return Words{strings.Replace(w.English, "%s", text, 1), strings.Replace(w.Spanish, "%s", text, 1)}
}

// formName names the form that a word is of its verb.
func formName(word string) (Words, bool) {
	if name, ok := formsOfBe[word]; ok {
		return name, true
	}
	for _, r := range verb.Readings(word) {
		if r.Overregular || r.Misspelled {
			continue
		}
		for _, f := range formNames {
			if r.Forms&f.form == f.form {
				base := strings.NewReplacer("BASE", r.Base)
				return Words{base.Replace(f.name.English), base.Replace(f.name.Spanish)}, true
			}
		}
	}
	return Words{}, false
}
