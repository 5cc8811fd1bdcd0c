package sentence_test

import (
	"fmt"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

func ExampleAnalyze() {
	a := sentence.Analyze("The list of items are long.")
	for _, g := range a.Groups {
		fmt.Println(g.Verb, g.Tense, g.Subject.Head, g.Subject.Person, g.Judgment.Verdict, g.Judgment.Code)
		fmt.Println(g.Judgment.Call.Tool, g.Judgment.Call.Subject, g.Judgment.Call.Verb)
	}
	fmt.Println(a.Corrected())
	// Output:
	// be present_simple list 3sg wrong SVA-DISTR
	// check_subject_verb_agreement The list of items are
	// The list of items is long.
}

func ExampleAnalysis_Realize() {
	a := sentence.Analyze("Does she likes tea?")
	o, _ := sentence.Observe(a.Groups[0].Judgment.Call)
	edits, _ := a.Realize(0, o)
	fmt.Println(o.Question)
	fmt.Println(sentence.Apply(a.Text, edits))
	// Output:
	// does _ like
	// Does she like tea?
}

func ExampleAnalysis_SubjectRuns() {
	a := sentence.Analyze("The price of apples are high.")
	finite, _ := a.FiniteWord(0)
	fmt.Println(finite, a.Persons(0))
	for _, run := range a.SubjectRuns(0) {
		fmt.Println(run)
	}
	// Output:
	// are [3sg]
	// The price of apples
	// apples
	// price of apples
}

func ExampleHead() {
	head, person, both, ok := sentence.Head("Ana and I")
	fmt.Println(head, person, both, ok)
	// Output: I 1pl false true
}

func ExampleSplit() {
	for _, s := range sentence.Split("He goes home. She stays.") {
		fmt.Printf("%q\n", s)
	}
	// Output:
	// "He goes home. "
	// "She stays."
}

func ExampleTokens() {
	for _, t := range sentence.Tokens("I can't.") {
		fmt.Printf("%q ", t.Text)
	}
	// Output: "I" " " "ca" "n't" "."
}

func ExampleApply() {
	edits := []sentence.Edit{{Offset: 3, Length: 2, Original: "go", Replacement: "goes"}}
	fmt.Println(sentence.Apply("He go home.", edits))
	// Output: He goes home.
}
