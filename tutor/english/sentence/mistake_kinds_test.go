package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

const (
	overTimes = "yesterday ago last"
	noActions = "know like love hate want need understand believe belong own prefer remember mean contain deserve depend"

	formsOfModal = "can could will would may might must should can't couldn't won't wouldn't mustn't shouldn't"
	formsOfBe    = "am is are was were been isn't aren't wasn't weren't"
	formsOfHave  = "has have had hasn't haven't hadn't"
	formsOfDo    = "do does did don't doesn't didn't"
)

// otherNumber has each auxiliary in the singular with its plural.
var otherNumber = [][2]string{{"is", "are"}, {"was", "were"}, {"has", "have"}, {"does", "do"}, {"isn't", "aren't"}, {"wasn't", "weren't"}, {"hasn't", "haven't"}, {"doesn't", "don't"}}

// mistakes are the kinds of mistakes, with the shares of the sentences that must be mended at least, and called right at most.
var mistakes = []mistake{
	{"no -s", 77, 13, func(m mutation) map[int]string {
		if !m.alone() || !m.thirdPerson() || !slices.Contains(m.forms.ThirdPerson, m.main) || slices.Contains(m.forms.Past, m.Verb) {
			return nil // he put, it cost: the past
		}
		return m.instead(m.Main, m.Verb)
	}},
	{"an -s too much", 90, 6, func(m mutation) map[int]string {
		if !m.alone() || m.thirdPerson() || m.Tense != verb.PresentSimple || m.main != m.Verb {
			return nil
		}
		return m.instead(m.Main, m.forms.ThirdPerson[0])
	}},
	{"the other number", 86, 10, func(m mutation) map[int]string {
		if m.Finite < 0 || m.Subject.Person == "" {
			return nil
		}
		for _, pair := range otherNumber {
			finite := m.words[slices.Index(m.Tokens, m.Finite)]
			if m.thirdPerson() && finite == pair[0] {
				return m.instead(m.Finite, pair[1])
			}
			if !m.thirdPerson() && finite == pair[1] {
				return m.instead(m.Finite, pair[0])
			}
		}
		return nil
	}},
	{"a regular ending", 97, 2, func(m mutation) map[int]string {
		if !m.alone() || m.Tense != verb.PastSimple || !m.forms.Irregular || len(m.forms.Past) > 1 || !slices.Contains(m.forms.Past, m.main) {
			return nil
		}
		return m.instead(m.Main, strings.TrimSuffix(m.Verb, "e")+"ed")
	}},
	{"a participle alone", 80, 11, func(m mutation) map[int]string {
		if !m.alone() || m.Tense != verb.PastSimple || len(m.forms.Past) > 1 || !slices.Contains(m.forms.Past, m.main) || len(m.forms.Participle) == 0 {
			return nil
		}
		participle := m.forms.Participle[0]
		if slices.Contains(m.forms.Past, participle) || participle == m.Verb {
			return nil // found is the past too, and come the base
		}
		return m.instead(m.Main, participle)
	}},
	{"a past after to", 88, 10, func(m mutation) map[int]string {
		if !m.infinitive() || m.forms.Past[0] == m.Verb {
			return nil
		}
		return m.instead(m.Main, m.forms.Past[0])
	}},
	{"to after a modal", 98, 2, func(m mutation) map[int]string {
		if !m.after(formsOfModal) || m.main != m.Verb {
			return nil
		}
		return m.instead(m.Main, "to "+m.Verb)
	}},
	{"a past after a modal", 88, 2, func(m mutation) map[int]string {
		if !m.after(formsOfModal) || m.main != m.Verb || m.forms.Past[0] == m.Verb {
			return nil
		}
		return m.instead(m.Main, m.forms.Past[0])
	}},
	{"an -s after a modal", 98, 1, func(m mutation) map[int]string {
		if !m.after(formsOfModal) || m.main != m.Verb {
			return nil
		}
		return m.instead(m.Main, m.forms.ThirdPerson[0])
	}},
	{"a past after do", 80, 7, func(m mutation) map[int]string {
		if !m.after(formsOfDo) || m.main != m.Verb || m.forms.Past[0] == m.Verb {
			return nil
		}
		return m.instead(m.Main, m.forms.Past[0])
	}},
	{"an -s after do", 86, 3, func(m mutation) map[int]string {
		if !m.after(formsOfDo) || m.main != m.Verb {
			return nil
		}
		return m.instead(m.Main, m.forms.ThirdPerson[0])
	}},
	{"a base form after be", 59, 12, func(m mutation) map[int]string {
		if !m.after(formsOfBe) || m.main == m.Verb || verb.IsAlsoAdjective(m.Verb) || verb.IsAlsoNoun(m.Verb) {
			return nil // they are clean, it is work
		}
		return m.instead(m.Main, m.Verb)
	}},
	{"no be before -ing", 40, 11, func(m mutation) map[int]string {
		if !m.after(formsOfBe) || len(m.words) > 2 || m.Question || !slices.Contains(m.forms.Gerund, m.main) {
			return nil
		}
		return m.instead(m.Tokens[0], "")
	}},
	{"a base form after have", 94, 1, func(m mutation) map[int]string {
		if !m.after(formsOfHave) || m.main == m.Verb || verb.IsAlsoNoun(m.Verb) {
			return nil // they have work
		}
		return m.instead(m.Main, m.Verb)
	}},
	{"a past after have", 93, 2, func(m mutation) map[int]string {
		if !m.after(formsOfHave) || !slices.Contains(m.forms.Participle, m.main) || slices.Contains(m.forms.Participle, m.forms.Past[0]) {
			return nil
		}
		return m.instead(m.Main, m.forms.Past[0])
	}},
	{"an -ing form after to", 73, 10, func(m mutation) map[int]string {
		if !m.infinitive() || len(m.forms.Gerund) == 0 {
			return nil
		}
		return m.instead(m.Main, m.forms.Gerund[0])
	}},
	{"no to", 55, 28, func(m mutation) map[int]string {
		if !m.infinitive() || slices.Contains(strings.Fields("help helps helped helping and or is was do does did than but about not"), m.word(m.Tokens[0], -1)) {
			return nil
		}
		return m.instead(m.Tokens[0], "")
	}},
	{"for instead of to", 81, 10, func(m mutation) map[int]string {
		if !m.infinitive() || verb.IsAlsoNoun(m.Verb) {
			return nil
		}
		return m.instead(m.Tokens[0], "for")
	}},
	{"the present for a time that is over", 79, 14, func(m mutation) map[int]string {
		if !m.alone() || !m.onlyFinite() || m.Tense != verb.PastSimple || !m.says(overTimes) || m.main == m.Verb {
			return nil
		}
		if m.thirdPerson() {
			return m.instead(m.Main, m.forms.ThirdPerson[0])
		}
		return m.instead(m.Main, m.Verb)
	}},
	{"the perfect for a time that is over", 77, 18, func(m mutation) map[int]string {
		if !m.alone() || !m.onlyFinite() || m.Tense != verb.PastSimple || !m.says(overTimes) || len(m.forms.Participle) == 0 {
			return nil
		}
		if m.thirdPerson() {
			return m.instead(m.Main, "has "+m.forms.Participle[0])
		}
		return m.instead(m.Main, "have "+m.forms.Participle[0])
	}},
	{"a state in the continuous", 60, 4.5, func(m mutation) map[int]string {
		if !m.alone() || m.Tense != verb.PresentSimple || !slices.Contains(strings.Fields(noActions), m.Verb) || len(m.forms.Gerund) == 0 {
			return nil
		}
		be := map[verb.Person]string{verb.FirstSingular: "am", verb.ThirdSingular: "is"}[m.Subject.Person]
		if be == "" {
			be = "are"
		}
		return m.instead(m.Main, be+" "+m.forms.Gerund[0])
	}},
	{"no do in a question", 28, 6, func(m mutation) map[int]string {
		if !m.Question || len(m.words) < 2 || !slices.Contains([]string{"do", "does", "did"}, m.words[0]) || m.words[1] == "n't" || !strings.HasPrefix(m.word(m.Tokens[0], -1), "w") {
			return nil
		}
		return m.instead(m.Tokens[0], "")
	}},
	{"not or no without do", 81, 10, func(m mutation) map[int]string {
		if m.Question || len(m.words) < 3 || !slices.Contains([]string{"do", "does", "did"}, m.words[0]) || m.words[1] != "n't" || m.Verb == "do" {
			return nil
		}
		w := m.instead(m.Tokens[0], "not")
		w[m.Tokens[1]] = ""
		switch m.words[0] {
		case "did":
			w[m.Main] = m.forms.Past[0]
		case "does":
			w[m.Main] = m.forms.ThirdPerson[0]
		}
		return w
	}},
	{"no be", 2, 28, func(m mutation) map[int]string {
		if m.Verb != "be" || len(m.words) != 1 || m.Finite < 0 || m.Question || strings.Contains(m.words[0], "'") || m.Negative {
			return nil
		}
		return m.instead(m.Finite, "")
	}},
	{"be before a finite verb", 62, 8, func(m mutation) map[int]string {
		if !m.alone() || m.Subject.Person == "" {
			return nil
		}
		be := map[verb.Person]string{verb.FirstSingular: "am", verb.ThirdSingular: "is"}[m.Subject.Person]
		if be == "" {
			be = "are"
		}
		if m.Tense == verb.PastSimple {
			if slices.Contains(m.forms.Participle, m.main) {
				return nil // was found: passive
			}
			be = "was"
		}
		return m.instead(m.Main, be+" "+m.main)
	}},
	{"an -ing form after a modal", 98, 1, func(m mutation) map[int]string {
		if !m.after(formsOfModal+" will won't 'll") || m.main != m.Verb || len(m.forms.Gerund) == 0 || m.Verb == "be" {
			return nil
		}
		return m.instead(m.Main, m.forms.Gerund[0])
	}},
	{"an -ing form after have", 82, 11, func(m mutation) map[int]string {
		if !m.after(formsOfHave) || !slices.Contains(m.forms.Participle, m.main) || len(m.forms.Gerund) == 0 || m.Verb == "be" {
			return nil
		}
		return m.instead(m.Main, m.forms.Gerund[0])
	}},
	{"no have before a participle", 36, 6, func(m mutation) map[int]string {
		if len(m.words) != 2 || m.Question || m.Negative || !slices.Contains([]string{"has", "have", "had"}, m.words[0]) || !slices.Contains(m.forms.Participle, m.main) || slices.Contains(m.forms.Past, m.main) || m.main == m.Verb {
			return nil
		}
		return m.instead(m.Tokens[0], "")
	}},
	{"an order of questions lost", 0, 11, func(m mutation) map[int]string {
		if !m.Question || len(m.words) < 2 || m.word(m.Tokens[0], -1) == "" || !slices.Contains(strings.Fields(formsOfBe+" "+formsOfModal+" has have"), m.words[0]) || m.words[0] == "" || len(m.Subject.Text) == 0 {
			return nil
		}
		w := m.instead(m.Tokens[0], "")
		w[m.Tokens[1]] = m.words[0] + " " + m.words[1]
		return w
	}},
	{"a regular participle", 95, 1, func(m mutation) map[int]string {
		if m.Verb == "be" || !m.after(formsOfHave+" "+formsOfBe) || !m.forms.Irregular || !slices.Contains(m.forms.Participle, m.main) || slices.ContainsFunc(m.forms.Past, func(f string) bool { return strings.HasSuffix(f, "ed") }) {
			return nil
		}
		return m.instead(m.Main, strings.TrimSuffix(m.Verb, "e")+"ed")
	}},
	{"an -s after to", 86, 13, func(m mutation) map[int]string {
		if !m.infinitive() {
			return nil
		}
		return m.instead(m.Main, m.forms.ThirdPerson[0])
	}},
	{"a participle after a modal", 0, 1, func(m mutation) map[int]string {
		if !m.after(formsOfModal) || m.main != m.Verb || len(m.forms.Participle) == 0 || slices.Contains(m.forms.Past, m.forms.Participle[0]) || m.forms.Participle[0] == m.Verb {
			return nil
		}
		return m.instead(m.Main, m.forms.Participle[0])
	}},
	{"a present after a past and", 16, 31, func(m mutation) map[int]string {
		if !m.alone() || m.Tense != verb.PastSimple || m.word(m.Main, -1) != "and" || m.main == m.Verb {
			return nil
		}
		if m.thirdPerson() {
			return m.instead(m.Main, m.forms.ThirdPerson[0])
		}
		return m.instead(m.Main, m.Verb)
	}},
	{"a subject doubled", 0, 20, func(m mutation) map[int]string {
		if m.Finite < 0 || !m.Subject.Noun || !m.Subject.Adjacent || m.Question || m.Tokens[0] != m.Finite || m.Subject.EitherNumber || m.word(m.Finite, -1) != strings.ToLower(m.Subject.Head) {
			return nil
		}
		switch m.Subject.Person {
		case verb.ThirdSingular:
			return m.instead(m.Finite, "he "+m.words[0])
		case verb.ThirdPlural:
			return m.instead(m.Finite, "they "+m.words[0])
		}
		return nil
	}},
	{"a subject lost", 0, 25, func(m mutation) map[int]string {
		if m.Finite < 0 || m.Question || !slices.Contains(strings.Fields("it he she they we"), m.word(m.Finite, -1)) || !slices.Contains(strings.Fields("because if when that but so although while where"), m.word(m.Finite, -2)) {
			return nil
		}
		for i := m.Finite - 1; i >= 0; i-- {
			if m.analysis.Tokens[i].Kind == Word {
				return m.instead(i, "")
			}
		}
		return nil
	}},
	{"a modal with -s", 85, 6, func(m mutation) map[int]string {
		if m.Finite < 0 || !m.thirdPerson() || m.Question || !slices.Contains([]string{"can", "must", "will"}, m.words[0]) || m.Negative {
			return nil
		}
		return m.instead(m.Finite, m.words[0]+"s")
	}},
	{"be before a modal", 89, 4, func(m mutation) map[int]string {
		if m.Finite < 0 || m.Question || !slices.Contains([]string{"can", "must", "will", "should"}, m.words[0]) {
			return nil
		}
		be := map[verb.Person]string{verb.FirstSingular: "am", verb.ThirdSingular: "is"}[m.Subject.Person]
		if be == "" {
			be = "are"
		}
		return m.instead(m.Finite, be+" "+m.words[0])
	}},
	{"to after make or let", 96, 4, func(m mutation) map[int]string {
		if m.Finite >= 0 || len(m.words) != 1 || m.main != m.Verb || !slices.Contains(strings.Fields("make makes made let lets"), m.word(m.Main, -2)) || !slices.Contains(strings.Fields("me him her us them it you"), m.word(m.Main, -1)) {
			return nil
		}
		return m.instead(m.Main, "to "+m.Verb)
	}},
	{"will be before a base form", 47, 1, func(m mutation) map[int]string {
		if !m.after("will can must should") || m.main != m.Verb || m.Verb == "be" || verb.IsAlsoNoun(m.Verb) || verb.IsAlsoAdjective(m.Verb) {
			return nil
		}
		return m.instead(m.Main, "be "+m.Verb)
	}},
}
