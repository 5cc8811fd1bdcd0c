package vocab_test

import (
	"fmt"

	"github.com/shortleash/shortleash/bench/vocab"
)

func ExampleLoad() {
	v, err := vocab.Load("cl100k")
	if err != nil {
		fmt.Println(err)
		return
	}
	ids, err := v.Encode(`{"name": 1}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range ids {
		fmt.Printf("%q ", v.Tokens[id])
	}
	// Output: "{\"" "name" "\":" " " "1" "}"
}
