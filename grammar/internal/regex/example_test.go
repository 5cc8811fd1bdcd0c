package regex_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

func ExampleSpace_Pattern() {
	s := regex.New()
	e, err := s.Pattern(`^(?!.*--)[a-z-]+$`)
	fmt.Println(err)
	fmt.Println(s.Matches(e, "well-known"), s.Matches(e, "well--known"))
	_, err = s.Pattern(`(a)\1`)
	fmt.Println(err)
	// Output:
	// <nil>
	// true false
	// regex: offset 3: back-reference: unsupported
}

// Any key but the declared ones, among those that a pattern allows.
func ExampleSpace_Intersect() {
	s := regex.New()
	declared := s.Literals([]string{"id", "name"})
	allowed, _ := s.Pattern("^[a-z]+$")
	others := s.Intersect(allowed, s.Complement(declared))
	fmt.Println(s.Matches(others, "id"), s.Matches(others, "ids"))
	short, _ := s.Shortest(others, 2, 2)
	fmt.Println(short)
	// Output:
	// false true
	// aa
}

func ExampleSpace_LongFormat() {
	s := regex.New()
	date, _, _ := s.LongFormat("date")
	fmt.Println(s.Matches(date, "2024-02-29"), s.Matches(date, "2023-02-29"))
	_, _, err := s.LongFormat("idn-email")
	fmt.Println(err)
	// Output:
	// true false
	// regex: format "idn-email": unsupported
}

func ExampleDFA_Step() {
	s := regex.New()
	d, err := s.NewDFA(s.Literals([]string{"go", "goes"}), 0)
	fmt.Println(err)
	state := d.Start()
	for _, r := range "goet" {
		state, _ = d.Step(state, r)
		fmt.Printf("%c accepting %v, dead %v\n", r, d.Accepting(state), state == regex.Dead)
	}
	// Output:
	// <nil>
	// g accepting false, dead false
	// o accepting true, dead false
	// e accepting false, dead false
	// t accepting false, dead true
}

func ExampleSpace_Lengths() {
	s := regex.New()
	e, _ := s.Pattern("^(?:ab)*$")
	lengths, err := s.Lengths(e, 0)
	fmt.Println(err, lengths.Meets(3, 3), lengths.Meets(3, 4), lengths.Max())
	// Output: <nil> false true -1
}

func ExampleSpace_Sample() {
	s := regex.New()
	e, _ := s.Pattern("^[ab]{4}$")
	text, ok := s.Sample(e, rand.New(rand.NewPCG(1, 2)), 0, -1)
	fmt.Println(len(text), ok, s.Matches(e, text))
	// Output: 4 true true
}

func ExampleSpace_Finite() {
	s := regex.New()
	e, _ := s.Pattern("^v[12](?:\\.[0-3])?$")
	members, ok := s.Finite(s.Intersect(e, s.Complement(s.Literal("v1"))), 10)
	fmt.Println(members, ok)
	// Output: [v1.0 v1.1 v1.2 v1.3 v2 v2.0 v2.1 v2.2 v2.3] true
}
