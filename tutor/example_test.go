package tutor_test

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/rules"
)

func ExampleTutor_Correct() {
	ctx := context.Background()
	newModel := func() model.Model { return rules.Model{Gloss: true} }
	tutor, err := tutor.New(tutor.Options{Model: newModel, Loop: loop.Config{}})
	if err != nil {
		panic(err)
	}
	r, err := tutor.Correct(ctx, "He goed to school.", nil, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Outcome, *r.Corrected)
	fmt.Println(r.Rationale[0])
	// Output:
	// final He went to school.
	// go is irregular: go, went, gone. [lookup_irregular_verb]
}

func ExampleDiff() {
	input := "They has went home."
	edits := tutor.Diff(input, "They have gone home.")
	for _, e := range edits {
		fmt.Printf("%d+%d %s -> %s\n", e.Offset, e.Length, e.Original, e.Replacement)
	}
	fmt.Println(tutor.Apply(input, edits))
	// Output:
	// 5+3 has -> have
	// 9+4 went -> gone
	// They have gone home.
}
