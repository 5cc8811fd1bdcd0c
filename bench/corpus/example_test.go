package corpus_test

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/bench/corpus"
)

func ExampleParse() {
	file := `{"name":"one","schema":{"type":"object"},"tests":[{"valid":true,"data":{"a":[1,2]}}]}`
	schemas, err := corpus.Parse(strings.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	compact, spaced := schemas[0].Tests[0].Spellings()
	fmt.Printf("%s\n%s\n", compact, spaced)
	// Output:
	// {"a":[1,2]}
	// {"a": [1, 2]}
}
