package grammar_test

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
)

func ExampleGrammar_ServerSchema() {
	g, err := grammar.Compile(context.Background(),
		[]byte(`{"type":"object","properties":{"v":{"type":"string","pattern":"^(a|b)$"},"n":{"type":"number","minimum":0}},`+
			`"additionalProperties":false}`), grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := g.ServerSchema(grammar.Ollama)
	fmt.Println(e.Text)
	for _, r := range e.Relaxations {
		fmt.Println(r.Pointer, r.Keyword, "is", r.Why)
	}
	// Output:
	// {"type":"object","properties":{"v":{"type":"string","enum":["a","b"]},"n":{"type":"number"}},"required":[],"additionalProperties":false}
	// /properties/n minimum is ignored where a number may have a fraction
}

func ExampleGrammar_GBNF() {
	g, err := grammar.Compile(context.Background(),
		[]byte(
			`{"type":"object","properties":{"verb":{"enum":["go","went"]},"more":{"type":"boolean"}},"required":["verb"],`+
				`"additionalProperties":false}`), grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := g.GBNF()
	fmt.Print(e.Text)
	fmt.Println(len(e.Relaxations), "relaxations")
	// Output:
	// root ::= object-1
	// object-1 ::= "{" "\"verb\":" string-1 ( "," "\"more\":" value-4 )? "}"
	// string-1 ::= "\"go\"" | "\"went\""
	// value-4 ::= "false" | "true"
	// 0 relaxations
}
