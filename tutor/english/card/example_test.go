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
	fmt.Println(c.Frames[0].Filled())
	// Output:
	// sva-pron-missing-s A1
	// “He works”: after “he”, “she” or “it” you add “-s” to the verb.
	// She lives near the sea.
}
