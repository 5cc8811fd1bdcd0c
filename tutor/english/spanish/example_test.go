package spanish_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

func ExampleConjugate() {
	for _, tense := range verb.Tenses {
		form, _ := spanish.Conjugate("levantarse", tense, verb.FirstSingular, spanish.LatinAmerica)
		fmt.Println(form)
	}
	// Output:
	// me levanto
	// me levanté
	// me levantaré
	// me he levantado
	// me estoy levantando
}

func ExampleGloss() {
	entry, ok := spanish.Gloss("like")
	fmt.Println(entry.Infinitive, ok)
	fmt.Println(entry.Note)
	// Output:
	// gustar true
	// gustar runs backwards: me gusta el té, me gustan los gatos
}

func ExampleLookup() {
	found := spanish.Lookup("go", verb.PastSimple, verb.ThirdSingular, spanish.LatinAmerica)
	text, _ := json.Marshal(found) // three pointers to strings always marshal
	fmt.Println(string(text))
	// Output: {"form":"fue","infinitive":"ir","note":null}
}

func ExampleCompose() {
	words := strings.Fields("Yesterday he went to school .")
	groups := []spanish.Group{{First: 2, Last: 2, Base: "go", Tense: verb.PastSimple, Person: verb.ThirdSingular}}
	fmt.Println(spanish.Compose(words, groups, false, spanish.LatinAmerica))
	// Whether she was tired then or for a while, English does not say: no sentence.
	words = strings.Fields("She was tired .")
	groups = []spanish.Group{{First: 1, Last: 1, Base: "be", Tense: verb.PastSimple, Person: verb.ThirdSingular}}
	_, ok := spanish.Compose(words, groups, false, spanish.LatinAmerica)
	fmt.Println(ok)
	// Output:
	// Ayer él fue a la escuela. true
	// false
}
