package answers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/tools"
)

// An Input is one thing to be answered.
type Input struct {
	Text   string
	Line   int  // where it stands, from 1
	Number int  // which of all inputs it is, from 1; 0: not counted
	Object bool // it was a JSON object

	head []byte // the line of its answer up to and with the member "input"
}

// New returns an input that was not a JSON object.
func New(text string, line int) Input { return Input{Text: text, Line: line, head: opening(text)} }

// A Member is carried into the answer to an input.
type Member struct {
	Name  string
	Value any // what encoding/json can write
}

// With returns the input with members before those that it carries already. The names must be others.
func (in Input) With(members ...Member) Input {
	head := []byte("{")
	for _, m := range members {
		name, err := tools.Encode(m.Name)
		value, err2 := tools.Encode(m.Value)
		if err = errors.Join(err, err2); err != nil {
			panic("answers: BUG: a member is not JSON: " + err.Error())
		}
		head = slices.Concat(head, name, []byte(":"), value, []byte(","))
	}
	in.head = append(head, in.head[1:]...)
	return in
}

// place says where the input stands.
func (in Input) place() string {
	return fmt.Sprintf("line %d of the input", in.Line)
}

// An InputError says which line cannot be read, and why.
type InputError struct {
	Line    int // from 1
	Problem string
}

// Error returns one line.
func (e *InputError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Problem) }

// maxLine bounds a line of inputs, and maxAnswer one of answers, in bytes.
const (
	maxLine   = 16 << 20
	maxAnswer = 64 << 20
)

// Read reads inputs as they come from what open opens, each time anew: lines of text, or, if the first
// line that is not blank begins with a brace, JSON objects with a member "input", a line each. Blank
// lines are no inputs; a line may end with CR LF; a byte order mark in front is skipped. The other members
// of an object are carried into its answer, before "input", except those with a name in replaced. An
// error comes last: an *InputError, or that of opening or reading.
func Read(open func() (io.ReadCloser, error), replaced []string) iter.Seq2[Input, error] {
	return func(yield func(Input, error) bool) {
		source, err := open()
		if err != nil {
			yield(Input{}, err)
			return
		}
		defer source.Close() // it was only read
		r := reader{replaced: replaced}
		for line, err := range linesOf(source, maxLine) {
			if err != nil {
				err = r.failed(err)
				yield(Input{}, err)
				return
			}
			in, ok, problem := r.read(line)
			if problem != "" {
				yield(Input{}, &InputError{r.number, problem})
				return
			}
			if ok && !yield(in, nil) {
				return
			}
		}
	}
}

// linesOf yields the lines of r with their ends, the last with or without. What it yields may be
// overwritten by the next. An error comes last; of a line of more than limit bytes it wraps bufio.ErrTooLong.
func linesOf(r io.Reader, limit int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		s := bufio.NewScanner(r)
		s.Buffer(nil, limit)
		s.Split(func(data []byte, atEnd bool) (int, []byte, error) {
			if i := bytes.IndexByte(data, '\n'); i >= 0 {
				return i + 1, data[:i+1], nil
			}
			if atEnd && len(data) > 0 {
				return len(data), data, nil
			}
			return 0, nil, nil
		})
		for s.Scan() {
			if !yield(s.Bytes(), nil) {
				return
			}
		}
		if err := s.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// A reader makes inputs of lines.
type reader struct {
	replaced []string
	number   int  // of the last line
	begun    bool // a line that is not blank has come
	objects  bool // the lines are JSON objects
}

// failed words what is wrong with the line after the last one.
func (r *reader) failed(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return &InputError{r.number + 1, fmt.Sprintf("it has more than %d MB", maxLine>>20)}
	}
	return err
}

// read reads the next line; ok is false for a blank one. problem is "" if all is well.
func (r *reader) read(raw []byte) (in Input, ok bool, problem string) {
	if r.number++; r.number == 1 {
		raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
	}
	line := strings.TrimRight(string(raw), "\r\n")
	text := strings.TrimSpace(line)
	if text == "" {
		return Input{}, false, ""
	}
	if !r.begun {
		r.begun, r.objects = true, text[0] == '{'
	}
	if !utf8.ValidString(line) {
		return Input{}, false, "this is not UTF-8 text; convert it first, for example: iconv -f latin1 -t utf-8"
	}
	in = Input{Text: line}
	if r.objects {
		if in, problem = object(line, r.replaced); problem != "" {
			return Input{}, false, problem
		}
		in.Object = true
	}
	in.Line = r.number
	in.head = append(in.head, opening(in.Text)[min(1, len(in.head)):]...)
	return in, true, ""
}

// object reads one JSON object. Its head is left open after the carried members, and nil if there
// are none. problem is "" if all is well.
func object(line string, replaced []string) (in Input, problem string) {
	if !json.Valid([]byte(line)) {
		return in, "this is not JSON; each line must be one object, like {\"input\":\"He goed.\"}"
	}
	o := gjson.Parse(line)
	if !o.IsObject() {
		return in, "this is not an object; each line must be one, like {\"input\":\"He goed.\"}"
	}
	if err := cli.CheckJSON([]byte(line)); err != nil {
		return in, err.Error()
	}
	var names []string
	var carried bytes.Buffer
	o.ForEach(func(name, value gjson.Result) bool {
		switch {
		case name.Str == "input" && value.Type != gjson.String:
			problem = `"input" must be a string`
		case name.Str == "input":
			in.Text = value.Str
		case !slices.Contains(replaced, name.Str):
			carried.WriteString(name.Raw + ":" + value.Raw + ",")
		}
		names = append(names, name.Str)
		return problem == ""
	})
	if problem == "" && !slices.Contains(names, "input") {
		problem = `there is no "input"`
	}
	if carried.Len() > 0 {
		in.head = append([]byte("{"), carried.Bytes()...)
	}
	return in, problem
}

// opening is how an answer to text begins.
func opening(text string) []byte {
	value, err := tools.Encode(text)
	if err != nil {
		panic("answers: BUG: a string is not JSON: " + err.Error())
	}
	return append([]byte(`{"input":`), value...)
}

// line puts the carried members in front of an answer.
func (in Input) line(answer []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(answer, opening(in.Text))
	if !ok || !json.Valid(answer) || bytes.IndexByte(answer, '\n') >= 0 {
		return nil, fmt.Errorf("answers: the answer to %s is not one line of JSON that begins with its input", in.place())
	}
	return append(slices.Clip(in.head), rest...), nil
}
