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
func Follow(t *Tree, pointer string) *Tree {
	if pointer == "" {
		return t
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		token = pointerUnescaper.Replace(token)
		switch t.Kind {
		case Object:
			t = t.Lookup(token)
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

// Pointer returns where t stands in the schema, RFC 6901.
func (t *Tree) Pointer() string {
	if t == nil || t.Parent == nil {
		return ""
	}
	if t.Parent.Kind == Array {
		return t.Parent.Pointer() + "/" + strconv.Itoa(int(t.Index))
	}
	return t.Parent.Pointer() + "/" + EscapePointer(t.Parent.Members[t.Index].Name)
}
