package verb_test

import (
	"fmt"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

func ExampleOf() {
	f := verb.Of("go")
	fmt.Println(f.ThirdPerson, f.Past, f.Participle, f.Gerund, f.Irregular)
	fmt.Println(verb.Of("travel").Past, verb.Of("blick").Past, verb.Of("blick").Known)
	// Output:
	// [goes] [went] [gone] [going] true
	// [traveled travelled] [blicked] false
}

func ExampleReadings() {
	for _, word := range []string{"went", "goed", "stoping", "school"} {
		fmt.Println(word)
		for _, r := range verb.Readings(word) {
			fmt.Println(" ", r.Base, r.Forms.Has(verb.Past), r.Overregular, r.Misspelled)
		}
	}
	// Output:
	// went
	//   go true false false
	// goed
	//   go true true false
	// stoping
	//   stop false false true
	// school
}

func ExampleReadingsUnknown() {
	for _, r := range verb.ReadingsUnknown("blicked") {
		fmt.Println(r.Base, r.Forms.Has(verb.Past), r.Known)
	}
	// Output:
	// blick true false
	// blicke true false
}

func ExampleConjugate() {
	c := verb.Conjugate("go", verb.PresentPerfect, verb.ThirdSingular, verb.Any)
	fmt.Println(c.Form, "-", c.Negative, "-", c.Question)
	c = verb.Conjugate("travel", verb.PastSimple, verb.FirstPlural, verb.British)
	fmt.Println(c.Form, c.Variants)
	// Output:
	// has gone - hasn't gone - has _ gone
	// travelled [traveled]
}

func ExampleFinite() {
	fmt.Println(verb.Finite("be", true, verb.FirstSingular), verb.Finite("have", false, verb.ThirdSingular))
	// Output: [was] [has]
}

func ExampleLemma() {
	r, ok := verb.Lemma("Wrote")
	fmt.Println(r.Base, ok)
	_, ok = verb.Lemma("the")
	fmt.Println(ok)
	// Output:
	// write true
	// false
}
