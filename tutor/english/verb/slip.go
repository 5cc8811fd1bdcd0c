package verb

import (
	"slices"
	"strings"
)

// A Slip is one wrong form that learners build, with the forms it stands for.
type Slip struct {
	Text        string
	Forms       Form
	Overregular bool
}

// Slips lists the wrong forms of the verb with the infinitive base. One may be a true form of another verb.
func Slips(base string) []Slip { return slips(base, lexicon().parts(base), lexicon().habits[base]) }

// ordinary are words that the rules below would build, and that stand in sound sentences with
// another meaning: a bed, dos and don'ts, a striped shirt, Mr. Rosen. They are not misspellings.
var ordinary = []string{
	"awaken", "baden", "bated", "bating", "bed", "bes", "biden", "caped", "dos", "drys", "felted", "lien", "lobed",
	"lobing", "matting", "rosen", "sewen", "slewed", "sough", "stollen", "stringed", "striped", "striping", "tarring", "though", "wadding",
	"waken", "winded",
}

// slips lists the wrong forms of one verb. A slip of one verb may be a true form of another (planed
// is right for plane and a slip for plan), but never of the verb itself.
func slips(base string, p parts, h habit) []Slip {
	var out []Slip
	add := func(f Form, overregular bool, list ...string) {
		for _, text := range list {
			if p.form(base, text) == 0 && !slices.Contains(ordinary, text) {
				out = append(out, Slip{text, f, overregular})
			}
		}
	}
	ordinary := regular(base, h)
	past := append(texts(ordinary.past), pastSlips(base)...)
	add(ThirdPerson, p.irregular && p.third[0].text != ordinary.third[0].text, texts(ordinary.third)...)
	add(ThirdPerson, false, thirdSlips(base)...)
	add(Past|Participle, p.irregular, past...)
	if p.irregular && base != "be" {
		for _, s := range p.past {
			if s.text != base {
				add(Past|Participle, true, texts(regularPast(s.text, noHabit))...)
			}
		}
	}
	if p.irregular {
		for _, s := range p.past {
			add(Past, false, shortSlips(base, s.text)...)
		}
		for _, s := range p.participle {
			add(Participle, false, shortSlips(base, s.text)...)
			add(Participle, false, participleSlips(base, s.text, p.past)...)
		}
	}
	add(Gerund, false, gerundSlips(base)...)
	return out
}

// shortSlips lists what learners write for an irregular past or participle: the letters of -ght lost
// or exchanged, its au and ou confused, and the ending of the true form set after the infinitive.
func shortSlips(base, form string) []string {
	var list []string
	if stem, ok := strings.CutSuffix(form, "ght"); ok { // bough, bougt, bougth
		list = append(list, stem+"gh", stem+"gt", stem+"gth")
		switch front, vowels := stem[:max(0, len(stem)-2)], stem[max(0, len(stem)-2):]; {
		case vowels == "ou": // braught
			list = append(list, front+"aught")
		case vowels == "au" && base != "teach": // cought; but "tought" may be thought too
			list = append(list, front+"ought")
		}
	}
	switch last := base[len(base)-1]; {
	case base == "be":
	case strings.HasSuffix(form, "n") && last == 'e': // choosen, writen
		list = append(list, base+"n")
	case strings.HasSuffix(form, "n"): // throwen, breaken
		list = append(list, base+"en")
	case strings.HasSuffix(form, "pt"): // keept
		list = append(list, base+"t")
	}
	return list
}

// participleSlips lists what learners write for an irregular participle in -n: a consonant doubled or single where
// the other is right (drivven, forgoten, brocken), the ending set after the past or after the infinitive with
// its consonant doubled (wroten, forgetten), and the ending itself misspelled (writtin, flowen).
func participleSlips(base, participle string, past []spelling) []string {
	stem, ok := strings.CutSuffix(participle, "en")
	switch {
	case base == "be":
		return nil
	case strings.HasSuffix(participle, "wn"): // flown
		return []string{participle[:len(participle)-1] + "en"}
	case !ok:
		return nil
	}
	var list []string
	if stem != base && stem+"e" != base { // fallin is rather falling
		list = append(list, stem+"in")
	}
	last := before(stem, 0)
	switch {
	case len(stem) < 3 || isVowel(last):
	case last == before(stem, 1): // forgotten
		list = append(list, stem[:len(stem)-1]+"en")
	case isVowel(before(stem, 1)): // driven, broken
		list = append(list, stem+string(last)+"en")
		if last == 'k' {
			list = append(list, stem[:len(stem)-1]+"cken")
		}
	}
	list = append(list, doubledSlip(base, "en")...) // eatten, forgetten
	for _, s := range past {
		if s.text != base && !strings.HasSuffix(s.text, "ed") {
			list = append(list, strings.TrimSuffix(s.text, "e")+"en")
		}
	}
	return list
}

// The three functions below list what a form becomes when a spelling rule is left out, or used
// where it does not belong. True forms among the results are dropped by slips. No -es is tried on
// a plain consonant: win+es, rob+es, pin+es are nouns.

func thirdSlips(base string) []string {
	switch {
	case consonantY(base): // studys, studyes
		return []string{base + "s", base + "es"}
	case strings.HasSuffix(base, "y"): // plaies, playes
		return []string{base[:len(base)-1] + "ies", base + "es"}
	case strings.HasSuffix(base, "z"): // quizs, quizes
		return []string{base + "s", base + "es"}
	case strings.HasSuffix(base, "o"), hissing(base) && !strings.HasSuffix(base, "s"): // gos, watchs
		return []string{base + "s"}
	}
	return nil
}

func pastSlips(base string) []string {
	switch {
	case strings.HasSuffix(base, "e"): // likeed
		return []string{base + "ed"}
	case consonantY(base): // studyed
		return []string{base + "ed"}
	case strings.HasSuffix(base, "y"): // plaied
		return []string{base[:len(base)-1] + "ied"}
	}
	return append(doubledSlip(base, "ed"), base+"ed") // openned; stoped, paniced
}

func gerundSlips(base string) []string {
	short := base[:max(0, len(base)-1)]
	switch {
	case strings.HasSuffix(base, "ie"): // dieing
		return []string{base + "ing"}
	case strings.HasSuffix(base, "ee"): // seing
		return []string{short + "ing"}
	case strings.HasSuffix(base, "e"): // writeing, writting
		return append(doubledSlip(short, "ing"), base+"ing")
	case consonantY(base) && syllables(base) > 1: // studing, studiing; not fling from fly
		return []string{short + "ing", short + "iing"}
	}
	return append(doubledSlip(base, "ing"), base+"ing") // eatting, openning; stoping, panicing
}

// doubledSlip writes the last consonant of stem twice if one or two vowels stand before it.
func doubledSlip(stem, ending string) []string {
	last := before(stem, 0)
	if last == 0 || isVowel(last) || strings.IndexByte("chjqwxy", last) >= 0 || !isVowel(before(stem, 1)) {
		return nil
	}
	return []string{stem + string(last) + ending}
}
