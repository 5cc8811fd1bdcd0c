package jsontext

import (
	"strconv"
	"strings"
)

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// EscapePointer returns a member name as a token of an RFC 6901 pointer.
func EscapePointer(member string) string { return pointerEscaper.Replace(member) }

var pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")

// Follow returns what the RFC 6901 pointer names below t, or nil.
func Follow(t *Tree, pointer string) *Tree { return Index(nil).Follow(t, pointer) }

// An Index finds members of large objects by name. It grows as it is asked; nil is one that does not.
type Index map[*Tree]map[string]*Tree

// manyMembers is from how many members on an object is indexed.
const manyMembers = 32

// lookup is [Tree.Lookup].
func (x Index) lookup(t *Tree, name string) *Tree {
	if x == nil || len(t.Members) < manyMembers {
		return t.Lookup(name)
	}
	if x[t] == nil {
		x[t] = make(map[string]*Tree, len(t.Members))
		for _, m := range t.Members {
			x[t][m.Name] = m.Value
		}
	}
	return x[t][name]
}

// Follow is [Follow], for many pointers into one document.
func (x Index) Follow(t *Tree, pointer string) *Tree {
	if pointer == "" {
		return t
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		token = pointerUnescaper.Replace(token)
		switch t.Kind {
		case Object:
			t = x.lookup(t, token)
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(t.Members) {
				return nil
			}
			t = t.Members[i].Value
		default:
			return nil
		}
		if t == nil {
			return nil
		}
	}
	return t
}

// Pointer returns where t stands in the schema, RFC 6901; in a resource, after its address and #.
func (t *Tree) Pointer() string {
	switch {
	case t == nil:
		return ""
	case t.Parent == nil && t.Kind == Object:
		return t.Text
	case t.Parent == nil:
		return ""
	}
	if t.Parent.Kind == Array {
		return t.Parent.Pointer() + "/" + strconv.Itoa(int(t.Index))
	}
	return t.Parent.Pointer() + "/" + EscapePointer(t.Parent.Members[t.Index].Name)
}
