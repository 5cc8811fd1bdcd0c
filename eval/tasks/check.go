package tasks

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// judge says why the end of a task is not what it must be; "" says that it is. An answer of nil is none.
func (s *Session) judge(answer *string) (string, error) {
	if answer == nil {
		return "there is no answer", nil
	}
	if s.task.Check.Impossible && len(s.task.Calls) > 0 && !s.hasLooked() {
		return "the answer says that it is impossible without a look", nil
	}
	if why := s.task.Check.judgeAnswer(*answer, s.toolset.nouns); why != "" {
		return why, nil
	}
	want, err := patch(s.start, s.task.Check.State)
	if err != nil {
		return "", err
	}
	have, err := s.state()
	if err != nil {
		return "", err
	}
	if s.toolset.ids != nil {
		rename(want, have)
	}
	return difference("", want, have), nil
}

// rename gives the entries of have the ids that the same entries have in want: an id says only what was made before
// what, and the task does not.
func rename(want, have any) {
	collections, _ := want.(map[string]any)
	world, _ := have.(map[string]any)
	for name := range collections {
		entries, _ := collections[name].(map[string]any)
		now, _ := world[name].(map[string]any)
		differs := func(id, other string) bool { return difference("", entries[id], now[other]) != "" }
		for _, id := range slices.Sorted(maps.Keys(entries)) {
			for _, other := range slices.Sorted(maps.Keys(now)) {
				if !differs(id, id) || differs(id, other) || !differs(other, other) {
					continue
				}
				was, there := now[id]
				now[id] = now[other]
				if delete(now, other); there {
					now[other] = was
				}
			}
		}
	}
}

// difference names the first place at which two worlds differ, or returns "". Texts are compared folded,
// line by line.
func difference(path string, want, have any) string {
	if w, ok := want.(map[string]any); ok {
		h, ok := have.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s is %v", path, have)
		}
		both := maps.Clone(w)
		maps.Copy(both, h)
		for _, name := range slices.Sorted(maps.Keys(both)) {
			_, wanted := w[name]
			_, there := h[name]
			at := strings.TrimPrefix(path+"."+name, ".")
			switch {
			case !there:
				return at + " is missing"
			case !wanted:
				return at + " should not be there"
			}
			if why := difference(at, w[name], h[name]); why != "" {
				return why
			}
		}
		return ""
	}
	if sameValue(want, have) {
		return ""
	}
	return fmt.Sprintf("%s is %s, want %s", path, asJSON(have), asJSON(want))
}

func sameValue(want, have any) bool {
	switch w := want.(type) {
	case string:
		h, ok := have.(string)
		return ok && slices.EqualFunc(lines(w), lines(h), func(a, b string) bool { return fold(a) == fold(b) })
	case float64:
		h, ok := have.(float64)
		return ok && math.Abs(w-h) < 1e-6*max(1, math.Abs(w))
	case []any: // of tags, which have no order
		h, ok := have.([]any)
		return ok && len(w) == len(h) && !slices.ContainsFunc(w, func(one any) bool {
			return !slices.ContainsFunc(h, func(other any) bool { return sameValue(one, other) })
		})
	default:
		return asJSON(want) == asJSON(have)
	}
}

// lines returns those of a text without what is blank at its ends.
func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// patched returns the world that text describes, changed by a merge patch.
func patched(text, change json.RawMessage) (any, error) {
	var world any
	if err := json.Unmarshal(text, &world); err != nil {
		return nil, err
	}
	return patch(world, change)
}

// patch returns target changed by a JSON merge patch (RFC 7396). An empty change changes nothing. target is
// not modified.
func patch(target any, change json.RawMessage) (any, error) {
	if len(change) == 0 {
		return target, nil
	}
	var c any
	if err := json.Unmarshal(change, &c); err != nil {
		return nil, err
	}
	return merge(target, c), nil
}

func merge(target, change any) any {
	c, ok := change.(map[string]any)
	if !ok {
		return change
	}
	t, _ := target.(map[string]any)
	merged := maps.Clone(t)
	if merged == nil {
		merged = map[string]any{}
	}
	for name, value := range c {
		if value == nil {
			delete(merged, name)
		} else {
			merged[name] = merge(merged[name], value)
		}
	}
	return merged
}
