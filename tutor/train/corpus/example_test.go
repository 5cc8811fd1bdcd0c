package corpus_test

import (
	"fmt"

	"github.com/shortleash/shortleash/tutor/train/corpus"
)

// The same options and the same number give the same example.
func ExampleGenerator_At() {
	g := corpus.New(corpus.Options{Seed: 1})
	for i := range uint64(100) {
		if e := g.At(i); e.Corrected != "" && len(e.Text) < 40 {
			fmt.Println(e.Text)
			fmt.Println(e.Corrected)
			for _, f := range e.Groups {
				fmt.Println(f.Verb, f.Person, f.Tense, f.Code)
			}
			return
		}
	}
	// Output:
	// They am half full twenty times a day.
	// They are half full twenty times a day.
	// be 3pl present_simple SVA-PRON
}

// Each verb is in one split, so that what is measured was not learned.
func ExampleSplitOf() {
	fmt.Println(corpus.SplitOf("walk"), corpus.SplitOf("bake"), corpus.SplitOf("climb"))
	// Output: train dev train
}
