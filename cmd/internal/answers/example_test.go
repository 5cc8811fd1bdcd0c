package answers_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/answers"
)

// A file of answers that was cut off in its second line is gone on with.
func ExampleRun() {
	inputs := answers.Read(func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(`{"id":1,"input":"a"}` + "\n" + `{"id":2,"input":"b"}` + "\n")), nil
	}, nil)
	path := filepath.Join(os.TempDir(), fmt.Sprintf("answers-%d.jsonl", os.Getpid()))
	defer os.Remove(path)
	_ = os.WriteFile(path, []byte(`{"id":1,"input":"a","loud":"A"}`+"\n"+`{"id":2,"inp`), 0o600)

	out, err := answers.Open(path, inputs, answers.Options{})
	if err != nil {
		panic(err)
	}
	err = answers.Run(context.Background(), out, answers.Job{Answer: func(_ context.Context, in answers.Input) ([]byte, error) {
		text := in.Text
		fmt.Println("asked:", text)
		return fmt.Appendf(nil, `{"input":%q,"loud":%q}`, text, strings.ToUpper(text)), nil
	}})
	text, _ := os.ReadFile(path)
	fmt.Printf("%s%v %v\n", text, err, out.Close())
	// Output:
	// asked: b
	// {"id":1,"input":"a","loud":"A"}
	// {"id":2,"input":"b","loud":"B"}
	// <nil> <nil>
}
