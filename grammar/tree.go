package grammar

import (
	"fmt"
	"unicode/utf8"
)

// maxSchemaBytes is the default bound on the size of a schema.
const maxSchemaBytes = 1 << 20

var errSyntax = fmt.Errorf("%w: invalid JSON", ErrMalformed)

type treeKind uint8

const (
	treeNull treeKind = iota
	treeFalse
	treeTrue
	treeNumber
	treeString
	treeArray
	treeObject
)

// A tree is one JSON value of a schema: members in the order written, numbers as spelled. It knows
// its parent, so a pointer is built only when somebody asks.
type tree struct {
	kind    treeKind
	text    string   // the decoded string, or the number as spelled
	members []member // of an object, or of an array, whose names are empty
	parent  *tree
	at      int32 // index among the parent's members
	id      int32 // among all trees of the document, in the order in which they begin
}

type member struct {
	name  string
	value *tree
}

// get returns the value of the member called name, or nil.
func (t *tree) get(name string) *tree {
	if t.kind != treeObject {
		return nil
	}
	for i := range t.members {
		if t.members[i].name == name {
			return t.members[i].value
		}
	}
	return nil
}

// readTree reads text as one JSON value with nothing around it but white space, and returns how many
// values it holds in all.
func readTree(text []byte, limit int) (t *tree, count int, err error) {
	if len(text) > limit {
		return nil, 0, &CompileError{Err: fmt.Errorf("%w: %d bytes, more than %d", ErrBudget, len(text), limit)}
	}
	if !utf8.Valid(text) {
		return nil, 0, &CompileError{Err: fmt.Errorf("%w: invalid UTF-8", ErrMalformed)}
	}
	r := treeReader{text: string(text)}
	if t, err = r.value(nil, 0, 0); err != nil {
		return nil, 0, err
	}
	r.blank()
	if r.at < len(r.text) {
		return nil, 0, &CompileError{Err: fmt.Errorf("%w: text after the schema", ErrMalformed)}
	}
	return t, int(r.count), nil
}

// A treeReader reads a schema from one string, of which the names and texts are slices.
type treeReader struct {
	text  string
	at    int
	count int32    // trees so far
	slab  []tree   // values are cut from here, to be few allocations
	stack []member // the members of all containers that are open
	spare []member // members are cut from here
}

func (r *treeReader) blank() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

func (r *treeReader) new(parent *tree, at int) *tree {
	if len(r.slab) == 0 {
		r.slab = make([]tree, 64)
	}
	t := &r.slab[0]
	r.slab = r.slab[1:]
	t.parent, t.at, t.id = parent, int32(at), r.count
	r.count++
	return t
}

func (r *treeReader) fail(t *tree, err error) error {
	return &CompileError{Pointer: t.pointer(), Err: fmt.Errorf("%w at byte %d", err, r.at)}
}

func (r *treeReader) value(parent *tree, at, depth int) (*tree, error) {
	t := r.new(parent, at)
	if depth > maxDepth {
		return nil, &CompileError{Pointer: parent.pointer(), Err: fmt.Errorf("nested more than %d deep: %w", maxDepth, ErrBudget)}
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
		t.kind = treeString
		t.text, err = r.quoted(parent)
	case 't':
		t.kind, err = treeTrue, r.word(parent, "true")
	case 'f':
		t.kind, err = treeFalse, r.word(parent, "false")
	case 'n':
		t.kind, err = treeNull, r.word(parent, "null")
	default:
		t.kind = treeNumber
		t.text, err = r.number(parent)
	}
	return t, err
}

// container reads an object or an array. Its members gather on a stack that all levels share, and
// are copied out when it closes.
func (r *treeReader) container(t *tree, open byte, depth int) error {
	t.kind = treeObject
	end := byte('}')
	if open == '[' {
		t.kind, end = treeArray, ']'
	}
	r.at++
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
	t.members = r.cut(r.stack[base:])
	r.stack = r.stack[:base]
	return nil
}

func (r *treeReader) cut(members []member) []member {
	n := len(members)
	if n > len(r.spare) {
		r.spare = make([]member, max(n, 64))
	}
	out := r.spare[:n:n]
	r.spare = r.spare[n:]
	copy(out, members)
	return out
}

func (r *treeReader) member(t *tree, base, depth int, names *map[string]bool) error {
	var m member
	if t.kind == treeObject {
		if r.at >= len(r.text) || r.text[r.at] != '"' {
			return r.fail(t, errSyntax)
		}
		var err error
		if m.name, err = r.quoted(t); err != nil {
			return err
		}
		if r.occurs(m.name, base, names) {
			return &CompileError{Pointer: t.pointer(), Keyword: m.name, Err: fmt.Errorf("%w: the member occurs twice", ErrMalformed)}
		}
		r.blank()
		if r.at >= len(r.text) || r.text[r.at] != ':' {
			return r.fail(t, errSyntax)
		}
		r.at++
	}
	at := len(r.stack) - base
	r.stack = append(r.stack, m)
	t.members = r.stack[base:] // while it is open, so that a pointer can be built
	v, err := r.value(t, at, depth+1)
	if err != nil {
		return err
	}
	r.stack[base+at].value = v
	return nil
}

// scanNames is how many members of an object are compared one by one; more go into a map, so that
// a hostile schema costs no more than its size.
const scanNames = 32

// occurs reports whether name is among the members read since base, and notes it.
func (r *treeReader) occurs(name string, base int, names *map[string]bool) bool {
	read := r.stack[base:]
	if len(read) < scanNames {
		for _, m := range read {
			if m.name == name {
				return true
			}
		}
		return false
	}
	if *names == nil {
		*names = make(map[string]bool, 2*scanNames)
		for _, m := range read {
			(*names)[m.name] = true
		}
	}
	if (*names)[name] {
		return true
	}
	(*names)[name] = true
	return false
}

// maxDepth bounds the nesting of a schema.
const maxDepth = 128
