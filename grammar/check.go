package grammar

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Check reports whether text is one document of g, with nothing but white space around it. The
// error is nil or a *Violation. Members may come in any order, because servers re-sort them; a
// member that occurs twice is refused, because readers disagree about which one counts.
func (g *Grammar) Check(text []byte) error {
	index, violation := indexDocument(text)
	if violation != nil {
		return violation
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return newViolation(text, 0, "", []string{"a JSON document"})
	}
	err = g.validator.Validate(document)
	if err == nil {
		return nil
	}
	refusal, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		panic("grammar: BUG: the validator failed otherwise than by refusing: " + err.Error())
	}
	d := index.death(refusal)
	return newViolation(text, d.offset, d.pointer, d.expected)
}

// A death is where reading left to right would have had to stop.
type death struct {
	offset   int
	pointer  string
	expected []string
}

// death finds the first byte at which no reading of the document was left. In an anyOf that is
// where its longest-lived branch died; everywhere else, the earliest fault. So a document that
// names no known tool is told which tools there are, not what one tool's arguments look like.
func (x documentIndex) death(e *jsonschema.ValidationError) death {
	if len(e.Causes) == 0 {
		return x.leaf(e)
	}
	_, choice := e.ErrorKind.(*kind.AnyOf)
	d := x.death(e.Causes[0])
	for _, cause := range e.Causes[1:] {
		c := x.death(cause)
		switch {
		case c.offset == d.offset:
			d.expected = append(d.expected, c.expected...)
		case choice == (c.offset > d.offset):
			d = c
		}
	}
	return d
}

func (x documentIndex) leaf(e *jsonschema.ValidationError) death {
	pointer := ""
	for _, token := range e.InstanceLocation {
		pointer += "/" + escapePointer(token)
	}
	span := x[pointer]
	d := death{offset: span.start, pointer: pointer}
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		d.offset = span.end
		for _, name := range k.Properties {
			if at := x[pointer+"/"+escapePointer(name)].key; at < d.offset {
				d.offset = at
				d.pointer = pointer + "/" + escapePointer(name)
			}
		}
		d.expected = []string{"a known member"}
	case *kind.Required:
		d.offset = span.end
		for _, name := range k.Missing {
			d.expected = append(d.expected, string(quote(name)))
		}
	case *kind.Enum:
		for _, v := range k.Want {
			b, err := json.Marshal(v)
			if err != nil {
				panic("grammar: BUG: an enum value failed to encode: " + err.Error())
			}
			d.expected = append(d.expected, string(b))
		}
	case *kind.Type:
		d.expected = k.Want
	case *kind.MaxLength:
		d.offset, d.expected = span.end, []string{"at most " + count(k.Want, "character")}
	case *kind.MinLength:
		d.offset, d.expected = span.end, []string{"at least " + count(k.Want, "character")}
	case *kind.MaxItems:
		d.offset, d.expected = span.end, []string{"at most " + count(k.Want, "item")}
	case *kind.MinItems:
		d.offset, d.expected = span.end, []string{"at least " + count(k.Want, "item")}
	case *kind.Minimum:
		d.expected = []string{"at least " + k.Want.RatString()}
	case *kind.Maximum:
		d.expected = []string{"at most " + k.Want.RatString()}
	}
	return d
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// A span is where a value stands: its key (or itself), its first byte, and its last byte.
type span struct{ key, start, end int }

// A documentIndex maps the RFC 6901 pointer of every value of a document to its place.
type documentIndex map[string]span

// indexDocument walks text once. It is the part of checking that a schema validator cannot do: it
// refuses text that is not one JSON document, invalid UTF-8, and members that occur twice.
func indexDocument(text []byte) (documentIndex, *Violation) {
	if bad := invalidUTF8(text); bad >= 0 {
		return nil, newViolation(text, bad, "", []string{"valid UTF-8"})
	}
	w := indexer{text: text, d: json.NewDecoder(bytes.NewReader(text)), index: documentIndex{}}
	w.d.UseNumber()
	if v := w.value("", -1); v != nil {
		return nil, v
	}
	rest := bytes.TrimLeft(text[w.d.InputOffset():], " \t\r\n")
	if len(rest) > 0 {
		return nil, newViolation(text, len(text)-len(rest), "", []string{"the end"})
	}
	return w.index, nil
}

func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

type indexer struct {
	text  []byte
	d     *json.Decoder
	index documentIndex
}

// value reads one value that stands at pointer; key is where its member name stands, or -1.
func (w indexer) value(pointer string, key int) *Violation {
	if strings.Count(pointer, "/") > maxDepth {
		return newViolation(w.text, int(w.d.InputOffset()), pointer, []string{fmt.Sprintf("nesting of at most %d", maxDepth)})
	}
	t, start, v := w.token(pointer)
	if v != nil {
		return v
	}
	if key < 0 {
		key = start
	}
	switch t {
	case json.Delim('{'):
		v = w.members(pointer)
	case json.Delim('['):
		for i := 0; v == nil && w.d.More(); i++ {
			v = w.value(pointer+"/"+strconv.Itoa(i), -1)
		}
		if v == nil {
			_, _, v = w.token(pointer)
		}
	}
	w.index[pointer] = span{key: key, start: start, end: int(w.d.InputOffset()) - 1}
	return v
}

func (w indexer) members(pointer string) *Violation {
	for w.d.More() {
		t, start, v := w.token(pointer)
		if v != nil {
			return v
		}
		name, _ := t.(string) // the decoder refuses every other key
		at := pointer + "/" + escapePointer(name)
		if _, twice := w.index[at]; twice {
			return newViolation(w.text, start, at, []string{"a member that has not occurred"})
		}
		if v := w.value(at, start); v != nil {
			return v
		}
	}
	_, _, v := w.token(pointer)
	return v
}

// token reads one token and says where it starts.
func (w indexer) token(pointer string) (json.Token, int, *Violation) {
	before := int(w.d.InputOffset())
	t, err := w.d.Token()
	if err != nil {
		offset := len(w.text)
		if e, ok := errors.AsType[*json.SyntaxError](err); ok { // otherwise the text ends too early
			offset = max(before, int(e.Offset)-1)
		}
		return nil, 0, newViolation(w.text, offset, pointer, []string{"JSON"})
	}
	start := before
	for start < len(w.text) && strings.IndexByte(" \t\r\n,:", w.text[start]) >= 0 {
		start++
	}
	return t, start, nil
}
