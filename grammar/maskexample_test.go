package grammar_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
)

// words returns a vocabulary of a few tokens; the last id ends a text.
func words(list ...string) (tokens [][]byte, v *grammar.Vocabulary, err error) {
	for _, s := range list {
		tokens = append(tokens, []byte(s))
	}
	tokens = append(tokens, nil)
	v, err = grammar.NewVocabulary(tokens, []int{len(list)}, nil)
	return tokens, v, err
}

func ExampleMatcher_Mask() {
	tokens, v, err := words(`"`, `"w`, `we`, `ent`, `nt"`, `goes"`, `"go`, ` `, `"}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := grammar.Compile(context.Background(), []byte(`{"enum":["went","goes"]}`), grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, mask := g.Matcher(), make([]uint64, v.Words())
	for _, next := range []int{0, 2, 4} {
		if err := m.Mask(v, mask); err != nil {
			fmt.Println(err)
			return
		}
		for id, token := range tokens {
			if mask[id>>6]>>(id&63)&1 == 1 {
				fmt.Printf("%q ", token)
			}
		}
		fmt.Printf("then %q: %v\n", tokens[next], m.Commit(v, next))
	}
	fmt.Println(m.Commit(v, 9))
	// Output:
	// "\"" "\"w" "\"go" then "\"": <nil>
	// "we" "goes\"" then "we": <nil>
	// "nt\"" then "nt\"": <nil>
	// <nil>
}

func ExampleErrEmptyMask() {
	_, v, err := words("yes", "no")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := grammar.Compile(context.Background(), []byte(`{"type":"boolean"}`), grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = g.Matcher().Mask(v, make([]uint64, v.Words()))
	fmt.Println(errors.Is(err, grammar.ErrEmptyMask), err)
	// Output: true grammar: no token may follow at byte 0: want false, true
}
