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
	c := eval.Compare([]string{"3", "8"}, []string{"8"})
	fmt.Println(c.Gained, c.Lost, c.P)
	// Output: [3] [] 1
}

func ExampleReadRecords() {
	suite, err := eval.ReadSuite("small", strings.NewReader(lines))
	if err != nil {
		fmt.Println(err)
		return
	}
	same := func(_ context.Context, input string) (eval.Answer, error) {
		fmt.Println("asked about", input)
		return eval.Answer{InScope: true, Outcome: loop.Final}, nil
	}
	var file strings.Builder // a file that outlives the program
	for range 2 {
		records, err := eval.ReadRecords[eval.AnswerRecord](strings.NewReader(file.String()), &file, "an answer")
		if err != nil {
			fmt.Println(err)
			return
		}
		scores, err := eval.Measure(context.Background(), []eval.Suite{suite}, same,
			eval.Options{Records: records, Setup: "a model that changes nothing"})
		fmt.Println(scores[0].Right(), err)
	}
	// Output:
	// asked about He go.
	// asked about He goes.
	// 1/2 50.0 <nil>
	// 1/2 50.0 <nil>
}

func ExamplePage() {
	page, err := eval.Page("errors fixed: {{full .Fixed}}\n", eval.Score{Fixed: eval.Share{Hits: 9, Of: 10}})
	fmt.Print(string(page), err)
	// Output:
	// errors fixed: **90.0** (9 of 10; 59.6–98.2)
	// <nil>
}
