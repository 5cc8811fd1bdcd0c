package corpus_test

import (
	"fmt"

	"github.com/shortleash/shortleash/train/corpus"
)

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
}

func ExampleSplitOf() {
	fmt.Println(corpus.SplitOf("walk"), corpus.SplitOf("listen"))
}
