package spanish

import "strings"

// A paradigm holds the simple forms of one verb, without pronouns. The persons are yo, tú, él,
// nosotros, vosotros, ellos.
type paradigm struct {
	present, past, future [6]string
	participle, gerund    string
}

// A stem is what remains of an infinitive without its ending, and that ending's vowel.
type stem struct {
	text    string // "habl"
	vowel   byte   // 'a', 'e' or 'i'
	pattern pattern
}

// paradigmOf returns the forms of infinitive, which has no -se. It is false when the word does not
// end like an infinitive. Verbs that are not in es_verbs.tsv get the regular rules.
func paradigmOf(infinitive string) (paradigm, bool) {
	s, ok := cutInfinitive(infinitive)
	if !ok {
		return paradigm{}, false
	}
	return paradigm{
		present:    s.present(),
		past:       s.past(),
		future:     s.future(infinitive),
		participle: s.participle(),
		gerund:     s.gerund(),
	}, true
}

func cutInfinitive(infinitive string) (stem, bool) {
	for _, ending := range []struct {
		text  string
		vowel byte
	}{{"ar", 'a'}, {"er", 'e'}, {"ir", 'i'}, {"ír", 'i'}} {
		// ir is its own ending: its stem is empty and every form of it stands in the table.
		if text, ok := strings.CutSuffix(infinitive, ending.text); ok {
			return stem{text, ending.vowel, patterns()[infinitive]}, text != "" || infinitive == "ir"
		}
	}
	return stem{}, false
}

// Endings of the six persons, by the vowel of the infinitive.
var (
	presentEndings = map[byte][6]string{
		'a': {"o", "as", "a", "amos", "áis", "an"},
		'e': {"o", "es", "e", "emos", "éis", "en"},
		'i': {"o", "es", "e", "imos", "ís", "en"},
	}
	pastEndingsA      = [6]string{"é", "aste", "ó", "amos", "asteis", "aron"}
	pastEndingsEI     = [6]string{"í", "iste", "ió", "imos", "isteis", "ieron"}
	pastEndingsStrong = [6]string{"e", "iste", "o", "imos", "isteis", "ieron"}
	futureEndings     = [6]string{"é", "ás", "á", "emos", "éis", "án"}
)

func (s stem) present() [6]string {
	if len(s.pattern.present) == 6 {
		return [6]string(s.pattern.present)
	}
	stressed := s.stressed()
	var forms [6]string
	for i, ending := range presentEndings[s.vowel] {
		text := s.text
		switch {
		case i == 0:
			text = s.beforeO(stressed)
		case i != 3 && i != 4:
			text = stressed
			if s.addsY() {
				text += "y"
			}
		}
		forms[i] = plainMonosyllable(text + ending)
	}
	if len(s.pattern.present) == 1 {
		forms[0] = s.pattern.present[0]
	}
	return forms
}

// stressed returns the stem as it is where the stress falls on it: piens, cuent, pid, enví.
func (s stem) stressed() string {
	from, to, ok := strings.Cut(s.pattern.change, ">")
	switch {
	case s.pattern.change == "accent":
		return accentLast(s.text)
	case !ok:
		return s.text
	}
	i := strings.LastIndex(s.text, from)
	if i < 0 {
		return s.text
	}
	before, after := s.text[:i], s.text[i+len(from):]
	if to == "ue" && strings.HasSuffix(before, "g") {
		to = "üe" // avergüenzo: the u is heard
	}
	return before + to + after
}

// weak returns the stem of the third persons of the past and of the gerund, where verbs in -ir
// with a vowel change have i or u: pidió, sintió, durmió.
func (s stem) weak() string {
	if s.vowel != 'i' {
		return s.text
	}
	switch s.pattern.change {
	case "e>i", "e>ie":
		return replaceLast(s.text, "e", "i")
	case "o>ue":
		return replaceLast(s.text, "o", "u")
	default:
		return s.text
	}
}

// beforeO spells text, a stem of s, before the -o of the first person.
func (s stem) beforeO(text string) string {
	if s.vowel == 'a' {
		return text
	}
	switch {
	case s.addsY():
		return text + "y"
	case strings.HasSuffix(text, "gu"):
		return strings.TrimSuffix(text, "u") // sigo
	case strings.HasSuffix(text, "g"):
		return strings.TrimSuffix(text, "g") + "j" // elijo
	case strings.HasSuffix(text, "c"):
		root := strings.TrimSuffix(text, "c")
		if endsInVowel(root) && !s.pattern.firstZ {
			return root + "zc" // conozco
		}
		return root + "z" // venzo
	default:
		return text
	}
}

// addsY reports whether s is a verb like construir.
func (s stem) addsY() bool {
	return s.vowel == 'i' && strings.HasSuffix(s.text, "u") &&
		!strings.HasSuffix(s.text, "gu") && !strings.HasSuffix(s.text, "qu")
}

// hiatus reports whether the stem ends in an open vowel, which keeps an i after it apart: leído.
func (s stem) hiatus() bool {
	return s.vowel != 'a' && s.text != "" && strings.ContainsRune("aeo", rune(s.text[len(s.text)-1]))
}

func (s stem) past() [6]string {
	if len(s.pattern.past) == 6 {
		return [6]string(s.pattern.past)
	}
	if s.pattern.pastStem != "" {
		return s.strongPast()
	}
	var forms [6]string
	if s.vowel == 'a' {
		for i, ending := range pastEndingsA {
			forms[i] = s.text + ending
		}
		forms[0] = beforeE(s.text) + "é"
	} else {
		for i, ending := range pastEndingsEI {
			text := s.text
			switch {
			case i == 2 || i == 5:
				text, ending = s.weak(), s.glide(ending)
			case s.hiatus():
				ending = strings.Replace(ending, "i", "í", 1)
			}
			forms[i] = text + ending
		}
	}
	for i := range forms {
		forms[i] = plainMonosyllable(forms[i])
	}
	return forms
}

func (s stem) strongPast() [6]string {
	var forms [6]string
	for i, ending := range pastEndingsStrong {
		text := s.pattern.pastStem
		switch {
		case i == 2 && strings.HasSuffix(text, "c"):
			text = strings.TrimSuffix(text, "c") + "z" // hizo
		case i == 5 && strings.HasSuffix(text, "j"):
			ending = "eron" // dijeron
		}
		forms[i] = text + ending
	}
	return forms
}

// glide spells an ending that begins with an unstressed i after the stem of s: leyó, construyeron,
// riñendo.
func (s stem) glide(ending string) string {
	switch {
	case s.hiatus() || s.addsY():
		return "y" + ending[1:]
	case strings.HasSuffix(s.text, "ñ") || strings.HasSuffix(s.text, "ll"):
		return ending[1:]
	default:
		return ending
	}
}

func (s stem) future(infinitive string) [6]string {
	text := s.pattern.future
	if text == "" {
		text = strings.Replace(infinitive, "ír", "ir", 1) // oiré
	}
	var forms [6]string
	for i, ending := range futureEndings {
		forms[i] = text + ending
	}
	return forms
}

func (s stem) participle() string {
	switch {
	case s.pattern.participle != "":
		return s.pattern.participle
	case s.vowel == 'a':
		return s.text + "ado"
	case s.hiatus():
		return s.text + "ído"
	default:
		return s.text + "ido"
	}
}

func (s stem) gerund() string {
	switch {
	case s.pattern.gerund != "":
		return s.pattern.gerund
	case s.vowel == 'a':
		return s.text + "ando"
	default:
		return s.weak() + s.glide("iendo")
	}
}
