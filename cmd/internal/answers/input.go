package answers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/tools"
)

// An Input is one thing to be answered.
type Input struct {
	Text string
	Line int // where it stands, from 1

	head []byte // the line of its answer up to and with the member "input"
}

// An InputError says which line cannot be read, and why.
type InputError struct {
	Line    int // from 1
	Problem string
}

// Error returns one line.
func (e *InputError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Problem) }

// Read reads inputs: lines of text, or, if the first line that is not blank begins with a brace,
// JSON objects with a member "input", a line each. Blank lines are no inputs; a line may end with
// CR LF; a byte order mark in front is skipped. The other members of an object are carried into
// its answer, before "input", except those with a name in replaced. An error is an *InputError.
func Read(data []byte, replaced []string) ([]Input, error) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	objects := bytes.HasPrefix(bytes.TrimSpace(data), []byte("{"))
	var inputs []Input
	number := 0
	for raw := range bytes.Lines(data) {
		number++
		line := strings.TrimRight(string(raw), "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !utf8.ValidString(line) {
			return nil, &InputError{number, "this is not UTF-8 text"}
		}
		in := Input{Text: line, Line: number}
		if objects {
			var problem string
			if in, problem = object(line, replaced); problem != "" {
				return nil, &InputError{number, problem}
			}
			in.Line = number
		}
		in.head = append(in.head, opening(in.Text)[min(1, len(in.head)):]...)
		inputs = append(inputs, in)
	}
	return inputs, nil
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
	var names []string
	var carried bytes.Buffer
	o.ForEach(func(name, value gjson.Result) bool {
		switch {
		case slices.Contains(names, name.Str):
			problem = fmt.Sprintf("the member %q occurs twice", name.Str)
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
		panic("answers: BUG: a string is no JSON: " + err.Error())
	}
	return append([]byte(`{"input":`), value...)
}

// line puts the carried members in front of an answer.
func (in Input) line(answer []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(answer, opening(in.Text))
	if !ok || !json.Valid(answer) || bytes.IndexByte(answer, '\n') >= 0 {
		return nil, fmt.Errorf("answers: the answer to line %d is not one line of JSON that begins with its input", in.Line)
	}
	return append(slices.Clip(in.head), rest...), nil
}
