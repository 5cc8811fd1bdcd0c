package eval_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
)

const lines = `{"id":"1","input":"He go.","accept":["He goes."],"clean":false,"detect_only":false}
{"id":"2","input":"He goes.","accept":[],"clean":true,"detect_only":false}
`

func ExampleMeasure() {
	suite, err := eval.ReadSuite("small", strings.NewReader(lines))
	if err != nil {
		fmt.Println(err)
		return
	}
	addS := func(_ context.Context, input string) (eval.Answer, error) {
		text := strings.Replace(input, "go.", "goes.", 1)
		return eval.Answer{Corrected: &text, InScope: true, Outcome: loop.Final}, nil
	}
	scores, err := eval.Measure(context.Background(), []eval.Suite{suite}, addS, eval.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	low, high := scores[0].Fixed.Interval()
	fmt.Printf("fixed %.0f %% (%.0f to %.0f), harm %.0f %%\n", scores[0].Fixed.Percent(), low, high, scores[0].Harm.Percent())
	// Output: fixed 100 % (21 to 100), harm 0 %
}

func ExampleCompare() {
	c := eval.Compare(eval.Score{Missed: []string{"3", "8"}}, eval.Score{Missed: []string{"8"}})
	fmt.Println(c.Gained, c.Lost, c.P)
	// Output: [3] [] 1
}
