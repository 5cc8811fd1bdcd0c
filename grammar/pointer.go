package grammar

import (
	"strconv"
	"strings"
)

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

func escapePointer(member string) string { return pointerEscaper.Replace(member) }

var pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")

// follow returns what the RFC 6901 pointer names below t, or nil.
func follow(t *tree, pointer string) *tree {
	if pointer == "" {
		return t
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		token = pointerUnescaper.Replace(token)
		switch t.kind {
		case treeObject:
			t = t.get(token)
		case treeArray:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(t.members) {
				return nil
			}
			t = t.members[i].value
		default:
			return nil
		}
		if t == nil {
			return nil
		}
	}
	return t
}

// pointer returns where t stands in the schema, RFC 6901.
func (t *tree) pointer() string {
	if t == nil || t.parent == nil {
		return ""
	}
	if t.parent.kind == treeArray {
		return t.parent.pointer() + "/" + strconv.Itoa(int(t.at))
	}
	return t.parent.pointer() + "/" + escapePointer(t.parent.members[t.at].name)
}
