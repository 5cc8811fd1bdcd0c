package spanish_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

func TestConjugate(t *testing.T) {
	tests := []struct {
		why, infinitive string
		tense           verb.Tense
		want            string // all six persons, those of Spain
	}{
		{"a regular verb", "hablar", verb.PresentSimple, "hablo hablas habla hablamos habláis hablan"},
		{"e to ie", "pensar", verb.PresentSimple, "pienso piensas piensa pensamos pensáis piensan"},
		{"o to ue after g", "avergonzar", verb.PresentSimple, "avergüenzo avergüenzas avergüenza avergonzamos avergonzáis avergüenzan"},
		{"e to i and g to j", "elegir", verb.PresentSimple, "elijo eliges elige elegimos elegís eligen"},
		{"a stressed u", "actuar", verb.PresentSimple, "actúo actúas actúa actuamos actuáis actúan"},
		{"one syllable has no accent", "guiar", verb.PresentSimple, "guío guías guía guiamos guiais guían"},
		{"-uir adds y", "construir", verb.PresentSimple, "construyo construyes construye construimos construís construyen"},
		{"a compound goes like its verb", "mantener", verb.PresentSimple, "mantengo mantienes mantiene mantenemos mantenéis mantienen"},
		{"i to ie", "adquirir", verb.PresentSimple, "adquiero adquieres adquiere adquirimos adquirís adquieren"},
		{"c before o is z", "vencer", verb.PresentSimple, "venzo vences vence vencemos vencéis vencen"},
		{"c before é is qu", "buscar", verb.PastSimple, "busqué buscaste buscó buscamos buscasteis buscaron"},
		{"gu before é is gü", "averiguar", verb.PastSimple, "averigüé averiguaste averiguó averiguamos averiguasteis averiguaron"},
		{"a weak stem", "dormir", verb.PastSimple, "dormí dormiste durmió dormimos dormisteis durmieron"},
		{"i between vowels is y", "leer", verb.PastSimple, "leí leíste leyó leímos leísteis leyeron"},
		{"ñ swallows the i", "reñir", verb.PastSimple, "reñí reñiste riñó reñimos reñisteis riñeron"},
		{"a strong past", "hacer", verb.PastSimple, "hice hiciste hizo hicimos hicisteis hicieron"},
		{"a strong past with j", "traducir", verb.PastSimple, "traduje tradujiste tradujo tradujimos tradujisteis tradujeron"},
		{"an accent lost in the future", "oír", verb.FutureSimple, "oiré oirás oirá oiremos oiréis oirán"},
		{"a shortened future", "satisfacer", verb.FutureSimple, "satisfaré satisfarás satisfará satisfaremos satisfaréis satisfarán"},
	}
	for _, test := range tests {
		var forms []string
		for _, person := range verb.Persons {
			form, ok := spanish.Conjugate(test.infinitive, test.tense, person, spanish.Spain)
			assert.True(t, ok, test.why)
			forms = append(forms, form)
		}
		assert.Equal(t, test.want, strings.Join(forms, " "), test.why)
	}
}

func TestConjugatePhrases(t *testing.T) {
	tests := []struct {
		infinitive string
		tense      verb.Tense
		person     verb.Person
		variety    spanish.Variety
		want       string
	}{
		{"ir", verb.PastSimple, verb.ThirdSingular, spanish.LatinAmerica, "fue"},
		{"ir", verb.PresentPerfect, verb.ThirdSingular, spanish.LatinAmerica, "ha ido"},
		{"ir", verb.PresentContinuous, verb.ThirdSingular, spanish.LatinAmerica, "está yendo"},
		{"levantarse", verb.PastSimple, verb.FirstSingular, spanish.LatinAmerica, "me levanté"},
		{"levantarse", verb.PresentPerfect, verb.FirstPlural, spanish.LatinAmerica, "nos hemos levantado"},
		{"levantarse", verb.PresentContinuous, verb.SecondSingular, spanish.LatinAmerica, "te estás levantando"},
		{"levantarse", verb.PresentSimple, verb.SecondPlural, spanish.LatinAmerica, "se levantan"},
		{"levantarse", verb.PresentSimple, verb.SecondPlural, spanish.Spain, "os levantáis"},
		{"ser", verb.PresentSimple, verb.SecondPlural, "", "son"},
		{"ser", verb.PresentSimple, verb.SecondPlural, spanish.Spain, "sois"},
		{"escribir", verb.PresentPerfect, verb.ThirdPlural, spanish.Spain, "han escrito"},
		{"pedir", verb.PresentContinuous, verb.FirstSingular, spanish.Spain, "estoy pidiendo"},
		{"poder", verb.PresentContinuous, verb.FirstSingular, spanish.Spain, "estoy pudiendo"},
		{"caer", verb.PresentContinuous, verb.FirstSingular, spanish.Spain, "estoy cayendo"},
		{"oír", verb.PresentPerfect, verb.FirstSingular, spanish.Spain, "he oído"},
	}
	for _, test := range tests {
		got, ok := spanish.Conjugate(test.infinitive, test.tense, test.person, test.variety)
		assert.True(t, ok, test.infinitive)
		assert.Equal(t, test.want, got)
	}
}

func TestConjugateRefuses(t *testing.T) {
	for _, infinitive := range []string{"", "casa", "ar", "se", "r", "habló"} {
		_, ok := spanish.Conjugate(infinitive, verb.PresentSimple, verb.FirstSingular, spanish.Spain)
		assert.Falsef(t, ok, "Conjugate(%q)", infinitive)
	}
	_, ok := spanish.Conjugate("hablar", "past_perfect", verb.FirstSingular, spanish.Spain)
	assert.False(t, ok, "a tense that is not ours")
	_, ok = spanish.Conjugate("hablar", verb.PresentSimple, "4sg", spanish.Spain)
	assert.False(t, ok, "a person that does not exist")
}

func FuzzConjugate(f *testing.F) {
	for _, infinitive := range []string{"hablar", "irse", "ír", "üir", "ñir", "ger", "guer", "úar"} {
		f.Add(infinitive)
	}
	f.Fuzz(func(t *testing.T, infinitive string) {
		for _, tense := range verb.Tenses {
			form, ok := spanish.Conjugate(infinitive, tense, verb.ThirdSingular, spanish.LatinAmerica)
			if ok != (form != "") {
				t.Errorf("Conjugate(%q, %s) = %q, %v", infinitive, tense, form, ok)
			}
		}
	})
}

func BenchmarkConjugate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		spanish.Conjugate("levantarse", verb.PresentPerfect, verb.FirstSingular, spanish.LatinAmerica)
	}
}
