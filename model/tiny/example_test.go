package tiny_test

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
)

// decision is a grammar of two tools with one argument.
func decision() *grammar.Grammar {
	branch := func(tool, argument string, values ...string) grammar.Schema {
		return grammar.Object(
			grammar.Property{Name: "tool", Schema: grammar.Enum(tool)},
			grammar.Property{Name: "tool_args", Schema: grammar.Object(grammar.Property{Name: argument, Schema: grammar.Enum(values...)})})
	}
	schema := grammar.AnyOf(branch("lookup_irregular_verb", "verb", "go", "goad"), branch("flip", "coin", "heads"))
	g, err := grammar.Compile(context.Background(), schema.JSON(), grammar.Options{})
	if err != nil {
		panic(err)
	}
	return g
}

// tokenizer has the fixed strings of that grammar, of the task and of a prompt's end.
func tokenizer() *tiny.Tokenizer {
	t, err := tiny.NewTokenizer([]string{`{"tool":"`, `lookup_irregular_verb","tool_args":{"verb":"`, `"}}`, `{"sentence":"`, `"}`})
	if err != nil {
		panic(err)
	}
	return t
}

// Weights that know nothing write a legal decision all the same.
func ExampleOpen() {
	file := tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], tokenizer(), 1))
	m, err := tiny.Open(file, tiny.Config{})
	if err != nil {
		panic(err)
	}
	g := decision()
	reply, err := model.Collect(m.Generate(context.Background(), model.Request{
		Role:     model.Executor,
		Messages: []model.Message{{Author: model.User, Content: `{"sentence":"He goed to school."}`}},
		Grammar:  g,
	}))
	fmt.Println(m.Name(), g.Check(context.Background(), []byte(reply.Text)), err, reply.Usage.PromptTokens)
	// Output: tiny <nil> <nil> 23
}

func ExampleTokenizer() {
	t := tokenizer()
	ids, err := t.Encode([]model.Message{{Author: model.User, Content: `{"sentence":"Hi!"}`}})
	fmt.Println(ids[0] == tiny.User, ids[2:5], ids[len(ids)-1] == tiny.Assistant, err)
	fmt.Println(t.Decode(ids), t.Size())
	// Output:
	// true [72 105 33] true <nil>
	// {"sentence":"Hi!"} 320
}

func ExampleTokenMatcher() {
	t := tokenizer()
	s := t.Matcher(decision().Matcher())
	forced, err := s.Forced(nil)
	_, choices := s.Choices()
	fmt.Println(t.Decode(forced), choices, err)
	err = s.Commit('f') // the other begins with a piece
	rest, _ := s.Forced(nil)
	fmt.Println(t.Decode(rest), s.Closed(), err)
	// Output:
	// {"tool":" 2 <nil>
	// lip","tool_args":{"coin":"heads"}} true <nil>
}
