package answers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shout answers text with its upper case form.
func shout(_ context.Context, in Input) ([]byte, error) {
	text := in.Text
	return fmt.Appendf(opening(text), `,"loud":%q}`, strings.ToUpper(text)), nil
}

func inputs(t *testing.T, text string) []Input {
	t.Helper()
	var list []Input
	for in, err := range from(text) {
		require.NoError(t, err)
		list = append(list, in)
	}
	return list
}

// from reads inputs of a text.
func from(text string) iter.Seq2[Input, error] {
	return Read(func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }, []string{"loud"})
}

func open(t *testing.T, path, text string) *Output {
	t.Helper()
	out, err := Open(path, from(text), Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = out.Close() })
	return out
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

func TestRead(t *testing.T) {
	rows := []struct {
		claim, in string
		want      []string // heads
	}{
		{"lines of text", "a\nb\n", []string{`{"input":"a"`, `{"input":"b"`}},
		{"the last line may lack its end", "a\nb", []string{`{"input":"a"`, `{"input":"b"`}},
		{"blank lines are no inputs", "\n a \n\t\n", []string{`{"input":" a "`}},
		{"CR LF ends a line", "a\r\nb\r\n", []string{`{"input":"a"`, `{"input":"b"`}},
		{"a byte order mark is skipped", "\uFEFFa", []string{`{"input":"a"`}},
		{"nothing gives no inputs", "", nil},
		{"objects carry their members in front", `{"id":1.50,"input":"a","b":[ 1 ]}`, []string{`{"id":1.50,"b":[ 1 ],"input":"a"`}},
		{"members of the answer are replaced", `{"loud":"x","input":"<a>"}`, []string{`{"input":"<a>"`}},
		{"escapes in a text are read", `{"input":"\u00e9\n"}`, []string{`{"input":"é\n"`}},
		{"blank lines between objects", "{\"input\":\"a\"}\r\n\n{\"input\":\"\"}", []string{`{"input":"a"`, `{"input":""`}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var got []string
			for _, in := range inputs(t, row.in) {
				got = append(got, string(in.head))
			}
			assert.Equal(t, row.want, got)
		})
	}
}

func TestReadRefuses(t *testing.T) {
	rows := []struct {
		claim, in, want string
	}{
		{"bytes that are no UTF-8", "a\nb\xff\n", "line 2: this is not UTF-8 text; convert it first, for example: iconv -f latin1 -t utf-8"},
		{"text among objects", "{\"input\":\"a\"}\n\nplain",
			"line 3: this is not JSON; each line must be one object, like {\"input\":\"He goed.\"}"},
		{"a value that is not an object", "{\"input\":\"a\"}\n[1]",
			"line 2: this is not an object; each line must be one, like {\"input\":\"He goed.\"}"},
		{"an object without input", `{"inputs":"a"}`, `line 1: there is no "input"`},
		{"an input that is not a string", `{"input":1}`, `line 1: "input" must be a string`},
		{"half of a character", `{"input":"He \ud800 goed."}`,
			`line 1: "input" holds an escape that is half of a character, such as \ud83d without its other half`},
		{"a member twice", `{"input":"a","id":1,"id":2}`, `line 1: the member "id" occurs twice`},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var last error
			for _, err := range from(row.in) {
				last = err
			}
			assert.EqualError(t, last, row.want)
		})
	}
}

const three = "{\"id\":1,\"input\":\"a\"}\n{\"id\":2,\"input\":\"é\"}\n{\"id\":3,\"input\":\"c\"}\n"

const threeAnswers = "{\"id\":1,\"input\":\"a\",\"loud\":\"A\"}\n{\"id\":2,\"input\":\"é\",\"loud\":\"É\"}\n{\"id\":3," +
	"\"input\":\"c\",\"loud\":\"C\"}\n"

func TestRunResumesAfterAKillAtEveryByte(t *testing.T) {
	for cut := range len(threeAnswers) + 1 {
		path := filepath.Join(t.TempDir(), "out")
		require.NoError(t, os.WriteFile(path, []byte(threeAnswers[:cut]), 0o600))
		whole := strings.Count(threeAnswers[:cut], "\n")
		var mutex sync.Mutex
		var asked []string
		out := open(t, path, three)
		assert.Equal(t, whole, out.Done(), "cut at %d", cut)
		err := Run(t.Context(), out, Job{Jobs: 2, Answer: func(ctx context.Context, in Input) ([]byte, error) {
			text := in.Text
			mutex.Lock()
			defer mutex.Unlock()
			asked = append(asked, text)
			return shout(ctx, in)
		}})
		require.NoError(t, err)
		require.NoError(t, out.Close())
		assert.Equal(t, threeAnswers, content(t, path), "cut at %d", cut)
		slices.Sort(asked)
		want := append([]string{}, []string{"a", "é", "c"}[whole:]...)
		slices.Sort(want)
		assert.Equal(t, want, append([]string{}, asked...), "cut at %d: finished lines are not repeated", cut)
	}
}

func TestATornLineLeavesNothingBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	torn := strings.TrimSuffix(threeAnswers, "\"}\n") + strings.Repeat("C", 99) // longer than what comes
	require.NoError(t, os.WriteFile(path, []byte(torn), 0o600))
	out := open(t, path, three)
	assert.Equal(t, 2, out.Done())
	assert.Equal(t, threeAnswers[:len(threeAnswers)-len("{\"id\":3,\"input\":\"c\",\"loud\":\"C\"}\n")], content(t, path))
	require.NoError(t, Run(t.Context(), out, Job{Answer: shout}))
	assert.Equal(t, threeAnswers, content(t, path))
}

func TestASlowInputDoesNotHoldUpTheRest(t *testing.T) {
	const letters = 7
	out := open(t, filepath.Join(t.TempDir(), "out"), "a\nb\nc\nd\ne\nf\ng\n")
	var others sync.WaitGroup
	others.Add(letters - 1)
	err := Run(t.Context(), out, Job{Jobs: 2, Answer: func(ctx context.Context, in Input) ([]byte, error) {
		text := in.Text
		if text == "a" {
			others.Wait()
		} else {
			defer others.Done()
		}
		return shout(ctx, in)
	}})
	require.NoError(t, err)
	assert.Equal(t, letters, out.Done())
}

func TestOpenRefusesAForeignFile(t *testing.T) {
	rows := []struct{ claim, holds, want string }{
		{"another file", "my essay\n", "its line 1 does not answer line 1 of the input"},
		{"another file without a line end", "my essay", "its last line does not begin an answer"},
		{"an answer to another input", `{"id":1,"input":"b","loud":"B"}` + "\n", "its line 1 does not answer line 1 of the input"},
		{"an answer with another id", `{"id":7,"input":"a","loud":"A"}` + "\n", "its line 1 does not answer line 1 of the input"},
		{"a line that is broken inside", `{"id":1,"input":"a","lou` + "\n", "its line 1 does not answer line 1 of the input"},
		{"more lines than inputs", threeAnswers + threeAnswers, "it has more lines than there are inputs (3)"},
		{"text behind the last answer", threeAnswers + "x", "its last line does not begin an answer"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "out")
			require.NoError(t, os.WriteFile(path, []byte(row.holds), 0o600))
			_, err := Open(path, from(three), Options{})
			require.ErrorAs(t, err, new(*ForeignError))
			assert.ErrorContains(t, err, row.want)
			assert.Equal(t, row.holds, content(t, path), "the file is left unchanged")
		})
	}
	t.Run("what is not a file", func(t *testing.T) {
		_, err := Open(os.DevNull, from(three), Options{})
		assert.ErrorIs(t, err, ErrNoFile)
	})
	t.Run("whatever accept refuses", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "out")
		require.NoError(t, os.WriteFile(path, []byte(threeAnswers+"{"), 0o600))
		no := errors.New("no")
		_, err := Open(path, from(three+three), Options{Accept: func([]byte) (bool, error) { return false, no }})
		require.ErrorIs(t, err, no)
		assert.Equal(t, threeAnswers+"{", content(t, path))
	})
}

func TestRunKeepsTheOrderAndItsBound(t *testing.T) {
	for _, jobs := range []int{0, 1, 2, 5} {
		synctest.Test(t, func(t *testing.T) {
			var text strings.Builder
			for i := range 40 {
				fmt.Fprintf(&text, "%d\n", i)
			}
			path := filepath.Join(t.TempDir(), "out")
			out := open(t, path, text.String())
			var now, most atomic.Int32
			wrote := 0
			err := Run(t.Context(), out, Job{Jobs: jobs, Wrote: func([]byte) { wrote++ },
				Answer: func(ctx context.Context, in Input) ([]byte, error) {
					text := in.Text
					most.Store(max(most.Load(), now.Add(1)))
					defer now.Add(-1)
					time.Sleep(time.Duration(text[0]%7) * time.Millisecond) // fake time
					return shout(ctx, in)
				}})
			require.NoError(t, err)
			assert.Equal(t, 40, wrote)
			assert.LessOrEqual(t, int(most.Load()), max(jobs, 1))
			lines := strings.Split(strings.TrimSpace(content(t, path)), "\n")
			for i, line := range lines {
				assert.Equal(t, fmt.Sprintf(`{"input":"%d","loud":"%d"}`, i, i), line)
			}
		})
	}
}

func TestRunFinishesWhatRunsWhenStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "out")
		out := open(t, path, "a\nb\nc\nd\ne\nf\n")
		stop := make(chan struct{})
		var begun atomic.Int32
		err := Run(t.Context(), out, Job{Jobs: 2, Stop: stop,
			Answer: func(ctx context.Context, in Input) ([]byte, error) {
				if begun.Add(1) == 3 {
					close(stop)
				}
				time.Sleep(time.Second) // fake time
				return shout(ctx, in)
			}})
		require.NoError(t, err)
		assert.EqualValues(t, begun.Load(), out.Done(), "what was begun is written")
		assert.Less(t, out.Done(), 5)
		assert.Equal(t, out.Done(), strings.Count(content(t, path), "\n"))
	})
}

func TestRunStopsAtOnceWhenCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "out")
		out := open(t, path, "a\nb\nc\nd\n")
		ctx, cancel := context.WithCancel(t.Context())
		err := Run(ctx, out, Job{Jobs: 3, Answer: func(ctx context.Context, in Input) ([]byte, error) {
			text := in.Text
			if text == "c" {
				cancel()
			}
			if text != "a" {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return shout(ctx, in)
		}})
		require.ErrorIs(t, err, context.Canceled)
		assert.Equal(t, `{"input":"a","loud":"A"}`+"\n", content(t, path))
	})
}

func TestRunEndsWithTheFirstError(t *testing.T) {
	broken := errors.New("broken")
	rows := []struct {
		claim  string
		answer Answer
		want   string
	}{
		{"an answer that fails", func(context.Context, Input) ([]byte, error) { return nil, broken }, "broken"},
		{"an answer that is not JSON", func(context.Context, Input) ([]byte, error) { return []byte(`{"input":"a"`), nil },
			"is not one line of JSON"},
		{"an answer to something else", func(context.Context, Input) ([]byte, error) { return []byte(`{"input":"z"}`), nil },
			"begins with its input"},
		{"an answer of two lines", func(context.Context, Input) ([]byte, error) { return []byte("{\"input\":\"a\"\n}"), nil },
			"is not one line of JSON"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			out := open(t, filepath.Join(t.TempDir(), "out"), "a\nb\nc\n")
			err := Run(t.Context(), out, Job{Jobs: 2, Answer: row.answer})
			assert.ErrorContains(t, err, row.want)
			assert.Zero(t, out.Done())
		})
	}
	t.Run("a file that cannot be written", func(t *testing.T) {
		out := open(t, filepath.Join(t.TempDir(), "out"), "a\nb\n")
		require.NoError(t, out.file.Close())
		assert.ErrorIs(t, Run(t.Context(), out, Job{Answer: shout}), os.ErrClosed)
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(three))
	f.Add([]byte("a\r\nb"))
	f.Add([]byte(`{"a":{"b":[1,2]},"input":"\ud800"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for in, err := range from(string(data)) {
			if err != nil {
				_, ok := errors.AsType[*InputError](err)
				assert.True(t, ok)
				return
			}
			answer, err := shout(t.Context(), in)
			require.NoError(t, err)
			if !bytes.HasPrefix(answer, opening(in.Text)) {
				t.Fatalf("the opening of %q", in.Text)
			}
			if _, err := in.line([]byte(string(opening(in.Text)) + `,"loud":""}`)); err != nil {
				t.Fatalf("line of %q: %v", in.head, err)
			}
		}
	})
}
