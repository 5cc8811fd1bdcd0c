// Package jsontext is the JSON that the grammar reads and writes: trees of schemas, characters of
// strings byte by byte, white space, quoting and pointers.
//
// [Read] turns the text of a schema into a [Tree] that keeps the order of members and the spelling of
// numbers. A [Decoder] reads the characters of a string as bytes come, and knows which code points the
// character in progress can still become. It imports no other package of the grammar.
package jsontext

import (
	"fmt"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/budget"
)

var errSyntax = fmt.Errorf("%w: invalid JSON", ErrMalformed)

// A Kind is the kind of a JSON value.
type Kind uint8

const (
	Null Kind = iota
	False
	True
	Number
	String
	Array
	Object
)

// A Tree is one JSON value of a schema: members in the order written, numbers as spelled. It knows
// its parent, so a pointer is built only when it is needed.
type Tree struct {
	Kind    Kind
	Text    string   // the decoded string, or the number as spelled; of the root object of a resource, its address and #
	Members []Member // of an object, or of an array, whose names are empty
	Parent  *Tree
	Index   int32 // index among the parent's members
	ID      int32 // among all trees of the document, in the order in which they begin
}

// A Member is one member of an object or one item of an array.
type Member struct {
	Name  string
	Value *Tree
}

// Lookup returns the value of the member called name, or nil.
func (t *Tree) Lookup(name string) *Tree {
	if t.Kind != Object {
		return nil
	}
	for i := range t.Members {
		if t.Members[i].Name == name {
			return t.Members[i].Value
		}
	}
	return nil
}

// Read reads text as one JSON value with nothing around it but white space, and returns how many
// values it holds in all. What that costs is counted by meter.
func Read(text []byte, limit int, meter *budget.Meter) (t *Tree, count int, err error) {
	if len(text) > limit {
		return nil, 0, &Error{Err: fmt.Errorf("%w: %d bytes, more than %d (Limits.SchemaBytes)", ErrBudget, len(text), limit)}
	}
	if !utf8.Valid(text) {
		return nil, 0, &Error{Err: fmt.Errorf("%w: invalid UTF-8", ErrMalformed)}
	}
	meter.Make(len(text))
	r := reader{text: string(text), meter: meter}
	if t, err = r.value(nil, 0, 0); err != nil {
		return nil, 0, err
	}
	r.blank()
	if r.at < len(r.text) {
		return nil, 0, &Error{Err: fmt.Errorf("%w: text after the schema", ErrMalformed)}
	}
	return t, int(r.count), nil
}

// A reader reads a schema from one string, of which the names and texts are slices.
type reader struct {
	text  string
	at    int
	count int32    // trees so far
	slab  []Tree   // values are cut from here, to be few allocations
	stack []Member // the members of all containers that are open
	spare []Member // members are cut from here
	meter *budget.Meter
}

// What a tree and a member take, with the share of the stack that gathers members.
const treeBytes, memberBytes = 64, 72

func (r *reader) blank() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

func (r *reader) new(parent *Tree, at int) *Tree {
	if len(r.slab) == 0 {
		r.slab = make([]Tree, 64)
		r.meter.Make(64 * treeBytes)
	}
	t := &r.slab[0]
	r.slab = r.slab[1:]
	t.Parent, t.Index, t.ID = parent, int32(at), r.count
	r.count++
	return t
}

func (r *reader) fail(t *Tree, err error) error {
	return &Error{Pointer: t.Pointer(), Err: fmt.Errorf("%w at byte %d", err, r.at)}
}

func (r *reader) value(parent *Tree, at, depth int) (*Tree, error) {
	t := r.new(parent, at)
	if depth > MaxDepth {
		return nil, &Error{Pointer: parent.Pointer(), Err: fmt.Errorf("nested more than %d deep: %w", MaxDepth, ErrBudget)}
	}
	r.blank()
	if r.at >= len(r.text) {
		return nil, r.fail(parent, errSyntax)
	}
	var err error
	switch c := r.text[r.at]; c {
	case '{', '[':
		err = r.container(t, c, depth)
	case '"':
		t.Kind = String
		t.Text, err = r.quoted(parent)
	case 't':
		t.Kind, err = True, r.word(parent, "true")
	case 'f':
		t.Kind, err = False, r.word(parent, "false")
	case 'n':
		t.Kind, err = Null, r.word(parent, "null")
	default:
		t.Kind = Number
		t.Text, err = r.number(parent)
	}
	return t, err
}

// container reads an object or an array. Its members gather on a stack that all levels share, and
// are copied out when it closes.
func (r *reader) container(t *Tree, open byte, depth int) error {
	t.Kind = Object
	end := byte('}')
	if open == '[' {
		t.Kind, end = Array, ']'
	}
	r.at++
	before := r.meter.Enter(t, "")
	base := len(r.stack)
	var names map[string]bool // once there are many members
	for first := true; ; first = false {
		r.blank()
		if first && r.at < len(r.text) && r.text[r.at] == end {
			break
		}
		if err := r.member(t, base, depth, &names); err != nil {
			return err
		}
		r.blank()
		if r.at >= len(r.text) || (r.text[r.at] != ',' && r.text[r.at] != end) {
			return r.fail(t, errSyntax)
		}
		if r.text[r.at] == end {
			break
		}
		r.at++
	}
	r.at++
	t.Members = r.cut(r.stack[base:])
	r.stack = r.stack[:base]
	r.meter.Leave(before)
	return nil
}

func (r *reader) cut(members []Member) []Member {
	n := len(members)
	r.meter.Make(n * memberBytes)
	if n > len(r.spare) {
		r.spare = make([]Member, max(n, 64))
	}
	out := r.spare[:n:n]
	r.spare = r.spare[n:]
	copy(out, members)
	return out
}

func (r *reader) member(t *Tree, base, depth int, names *map[string]bool) error {
	var m Member
	if t.Kind == Object {
		if r.at >= len(r.text) || r.text[r.at] != '"' {
			return r.fail(t, errSyntax)
		}
		var err error
		if m.Name, err = r.quoted(t); err != nil {
			return err
		}
		if r.occurs(m.Name, base, names) {
			return &Error{Pointer: t.Pointer(), Keyword: m.Name, Err: fmt.Errorf("%w: the member occurs twice", ErrMalformed)}
		}
		r.blank()
		if r.at >= len(r.text) || r.text[r.at] != ':' {
			return r.fail(t, errSyntax)
		}
		r.at++
	}
	at := len(r.stack) - base
	r.stack = append(r.stack, m)
	t.Members = r.stack[base:] // while it is open, so that a pointer can be built
	v, err := r.value(t, at, depth+1)
	if err != nil {
		return err
	}
	r.stack[base+at].Value = v
	return nil
}

// scanNames is how many members of an object are compared one by one; more go into a map, so that
// a hostile schema costs no more than its size.
const scanNames = 32

// occurs reports whether name is among the members read since base, and notes it.
func (r *reader) occurs(name string, base int, names *map[string]bool) bool {
	read := r.stack[base:]
	if len(read) < scanNames {
		for _, m := range read {
			if m.Name == name {
				return true
			}
		}
		return false
	}
	if *names == nil {
		*names = make(map[string]bool, 2*scanNames)
		for _, m := range read {
			(*names)[m.Name] = true
		}
	}
	if (*names)[name] {
		return true
	}
	(*names)[name] = true
	return false
}

// MaxDepth bounds the nesting of a schema.
const MaxDepth = 128

// MustRead reads what was legal, or is a sample.
func MustRead(text []byte) *Tree {
	t, _, err := Read(text, 1<<30, nil)
	if err != nil {
		panic("grammar: BUG: a legal item is not JSON: " + err.Error())
	}
	return t
}

// Append writes t as compact JSON behind out: members in order, numbers as they are spelled.
func (t *Tree) Append(out []byte) []byte {
	switch t.Kind {
	case Number:
		return append(out, t.Text...)
	case String:
		return append(out, Quote(t.Text)...)
	case Array, Object:
		brackets := "[]"
		if t.Kind == Object {
			brackets = "{}"
		}
		out = append(out, brackets[0])
		for i, m := range t.Members {
			if i > 0 {
				out = append(out, ',')
			}
			if t.Kind == Object {
				out = append(append(out, Quote(m.Name)...), ':')
			}
			out = m.Value.Append(out)
		}
		return append(out, brackets[1])
	}
	return append(out, [...]string{Null: "null", False: "false", True: "true"}[t.Kind]...)
}
