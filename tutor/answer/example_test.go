package answer_test

import (
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// conjugated is what a run knows after conjugate was asked about go.
var conjugated = []answer.Observation{{
	Tool:   "conjugate",
	Args:   json.RawMessage(`{"person":"3sg","tense":"past_simple","verb":"go"}`),
	Output: json.RawMessage(`{"form":"went","known":true,"negative":"didn't go","question":"did _ go","variants":[]}`),
}}

func ExampleNew() {
	s := answer.New("He goed to school.")
	before, after := s.Answers(nil), s.Answers(conjugated)
	fmt.Println(len(before.Fixed), len(after.Fixed))
	fmt.Println(after.Fixed[0].Corrected)
	fmt.Println(after.Fixed[0].Lines[0])
	// Output:
	// 0 1
	// He went to school.
	// past_simple, 3sg of go: went, not goed. [conjugate]
}

func ExampleArguments() {
	args := grammar.Object(
		grammar.Property{Name: "subject", Schema: grammar.String(1, 80)},
		grammar.Property{Name: "verb", Schema: grammar.String(1, 24)},
	)
	left := answer.New("The price of apples are high.").RemainingCalls(nil)
	args, ok := answer.Arguments(args, sentence.Agreement, left)
	fmt.Println(args.Properties[0].Schema, ok)
	fmt.Println(args.Properties[1].Schema)
	// Output:
	// {"type":"string","enum":["The price of apples","price of apples"]} true
	// {"type":"string","enum":["are"]}
}

func ExampleSentence_Gloss() {
	g, ok := answer.New("He goed to school.").Gloss("He went to school.")
	fmt.Println(g.Text, ok)
	fmt.Println(g.Calls[0].Tool, g.Calls[0].Verb, g.Calls[0].Tense, g.Calls[0].Person)
	// Output:
	// Él fue a la escuela. true
	// lookup_spanish go past_simple 3sg
}

func ExampleAnswers_Schema() {
	corrected, _ := answer.New("He goed to school.").Answers(conjugated).Schema().Property("corrected")
	fmt.Println(corrected)
	// Output:
	// {"type":"string","enum":["He went to school."]}
}

func ExampleAnswers_CompleteRationale() {
	a := answer.New("He goed to an island where she was waiting.").Answers(conjugated)
	went := "He went to an island where she was waiting."
	for _, line := range a.CompleteRationale(&went, true, nil) {
		fmt.Println(line)
	}
	// Output:
	// past_simple, 3sg of go: went, not goed. [conjugate]
}
