package grammar_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/shortleash/shortleash/grammar"
)

func ExampleMatcher_Feed() {
	g, err := grammar.Compile(context.Background(),
		[]byte(`{"type":"object","properties":{"tense":{"enum":["past","present"]}},"required":["tense"],"additionalProperties":false}`),
		grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := g.Matcher()
	fmt.Printf("%s\n", m.Forced())
	n, err := m.Feed(context.Background(), []byte(`{"tense":"pluperfect"}`))
	if v, ok := errors.AsType[*grammar.Violation](err); ok {
		fmt.Println(n, v.Pointer, v.Expected)
	}
	fmt.Printf("%s or %s\n", m.Next().Bytes(), m.MinimalCompletion())
	// Output:
	// {"tense":"p
	// 11 /tense ["past" "present"]
	// ar or ast"}
}

func ExampleMatcher_Clone() {
	g, err := grammar.Compile(context.Background(), []byte(`{"enum":["went","goes"]}`), grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := g.Matcher()
	other := m.Clone()
	_, err = m.Feed(context.Background(), []byte(`"w`))
	fmt.Println(err, string(m.Forced()), other.Next().Len(), m.CanEnd())
	// Output: <nil> ent" 1 false
}

func ExampleGrammar_Sample() {
	g, err := grammar.Compile(context.Background(),
		[]byte(`{"type":"array","items":{"type":"integer","minimum":1,"maximum":6},"minItems":2,"maxItems":2}`), grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	dice := g.Sample(rand.New(rand.NewPCG(1, 2)))
	fmt.Println(g.Check(context.Background(), dice), g.Check(context.Background(), []byte(`[1,7]`)) != nil)
	// Output: <nil> true
}

func ExampleGrammar_MaxBytes() {
	for _, schema := range []string{`{"type":"string","maxLength":10}`, `{"type":"string"}`} {
		g, err := grammar.Compile(context.Background(), []byte(schema), grammar.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(g.MaxBytes())
	}
	// Output:
	// 62 true
	// 0 false
}
