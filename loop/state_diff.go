package loop

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A Change is one value that differs between two States. Was and Is are JSON.
type Change struct {
	Path string          `json:"path"`          // a JSON pointer (RFC 6901) into the JSON of a State
	Was  json.RawMessage `json:"was,omitempty"` // nil: there was no value
	Is   json.RawMessage `json:"is,omitempty"`  // nil: there is no value anymore
}

// String returns the change in one line, like a diff.
func (c Change) String() string {
	switch {
	case c.Was == nil:
		return fmt.Sprintf("+ %s %s", c.Path, c.Is)
	case c.Is == nil:
		return fmt.Sprintf("- %s %s", c.Path, c.Was)
	}
	return fmt.Sprintf("~ %s %s -> %s", c.Path, c.Was, c.Is)
}

// DiffStates returns the differences between two States, in the order of their JSON. Lists are
// compared index by index; each appended item is one change.
func DiffStates(before, after planner.State) []Change {
	return diffValues("", valueOf(before), valueOf(after), nil)
}

// StateAt returns the State after event seq: the fold of all events up to it.
func StateAt(events []Event, seq int) planner.State {
	return Fold(func(yield func(Event) bool) {
		for _, e := range events {
			if e.Seq > seq || !yield(e) {
				return
			}
		}
	})
}

func valueOf(s planner.State) gjson.Result {
	text, err := tools.Encode(s)
	if err != nil {
		panic("loop: BUG: a State is not JSON: " + err.Error()) // what it holds was read from JSON, or checked
	}
	return gjson.ParseBytes(text)
}

// diffValues adds to changes what differs at path. A result that does not exist is a value that is not there.
func diffValues(path string, was, is gjson.Result, changes []Change) []Change {
	switch {
	case was.Raw == is.Raw:
		return changes
	case was.IsObject() && is.IsObject():
		for _, name := range memberNames(is, was) {
			changes = diffValues(path+"/"+pointerToken(name), was.Get(gjson.Escape(name)), is.Get(gjson.Escape(name)), changes)
		}
		return changes
	case was.IsArray() && is.IsArray(), was.IsArray() && is.Raw == "null", was.Raw == "null" && is.IsArray(): // null is an empty list
		a, b := items(was), items(is)
		for i := range max(len(a), len(b)) {
			var x, y gjson.Result
			if i < len(a) {
				x = a[i]
			}
			if i < len(b) {
				y = b[i]
			}
			changes = diffValues(path+"/"+strconv.Itoa(i), x, y, changes)
		}
		return changes
	}
	c := Change{Path: path}
	if was.Exists() {
		c.Was = json.RawMessage(was.Raw)
	}
	if is.Exists() {
		c.Is = json.RawMessage(is.Raw)
	}
	return append(changes, c)
}

// items are the values of a list; null has none.
func items(v gjson.Result) []gjson.Result {
	if !v.IsArray() {
		return nil
	}
	return v.Array()
}

// memberNames lists the members of objects, each once.
func memberNames(objects ...gjson.Result) (names []string) {
	for _, o := range objects {
		o.ForEach(func(name, _ gjson.Result) bool {
			if !slices.Contains(names, name.Str) {
				names = append(names, name.Str)
			}
			return true
		})
	}
	return names
}

// pointerToken spells a name in a JSON pointer.
func pointerToken(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
