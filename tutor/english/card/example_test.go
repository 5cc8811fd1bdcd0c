package card_test

import (
	"fmt"

	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

func ExampleFor() {
	c, _ := card.For(card.Change{Code: sentence.SubjectPronoun, Before: "He ", Original: "go", Replacement: "goes", After: " home."})
	fmt.Println(c.Name, c.Level)
	fmt.Println(card.Quoted(c.English))
	// Output:
	// sva-pron-missing-s A1
	// “He works”: after “he”, “she” or “it” you add “-s” to the verb.
}
