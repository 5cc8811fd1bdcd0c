package differential

import (
	"encoding/json"
	"maps"
	"slices"
	"sync/atomic"
)

// maxTries bounds how many smaller schemas and documents are tried for one finding.
const maxTries = 3000

// shrunk returns a finding of the same kind with as small a schema and document as it finds.
func shrunk(f finding, schema any) finding {
	if f.Kind == "takes too long" {
		return f
	}
	document, _ := parse(f.Document)
	tries := 0
	holds := func(schema, document any) (finding, bool) {
		if tries++; tries > maxTries {
			return f, false
		}
		e := examined(schema, []string{text(document)}, f.Number, new(atomic.Value))
		i := slices.IndexFunc(e.findings, func(x finding) bool { return x.Kind == f.Kind })
		if i < 0 {
			return f, false
		}
		return e.findings[i], true
	}
	for again := true; again && tries <= maxTries; {
		again = false
		for _, s := range smaller(schema) {
			if x, ok := holds(s, document); ok {
				f, schema, again = x, s, true
				break
			}
		}
		for _, below := range parts(schema, document) {
			if x, ok := holds(below[0], below[1]); ok {
				f, schema, document, again = x, below[0], below[1], true
				break
			}
		}
		for _, d := range smaller(document) {
			if x, ok := holds(schema, d); ok {
				f, document, again = x, d, true
				break
			}
		}
	}
	return f
}

// parts returns the schemas of members and items, each with what stands there.
func parts(schema, document any) [][2]any {
	s, ok := schema.(object)
	if !ok {
		return nil
	}
	var out [][2]any
	switch d := document.(type) {
	case object:
		properties, _ := s["properties"].(object)
		for _, name := range slices.Sorted(maps.Keys(d)) {
			out = append(out, [2]any{properties[name], d[name]})
		}
	case []any:
		prefix, _ := s["prefixItems"].([]any)
		for i, item := range d {
			if i < len(prefix) {
				out = append(out, [2]any{prefix[i], item})
			}
			out = append(out, [2]any{s["items"], item}, [2]any{s["contains"], item})
		}
	}
	return slices.DeleteFunc(out, func(x [2]any) bool { return x[0] == nil })
}

// smaller returns values with something left out of v, or with a part in place of the whole.
func smaller(v any) []any {
	var out []any
	switch x := v.(type) {
	case object:
		names := slices.Sorted(maps.Keys(x))
		for _, name := range names {
			out = append(out, x[name])
			less := maps.Clone(x)
			delete(less, name)
			out = append(out, less)
		}
		for _, name := range names {
			for _, part := range smaller(x[name]) {
				less := maps.Clone(x)
				less[name] = part
				out = append(out, less)
			}
		}
	case []any:
		for i := range x {
			out = append(out, x[i], slices.Delete(slices.Clone(x), i, i+1))
		}
		for i := range x {
			for _, part := range smaller(x[i]) {
				less := slices.Clone(x)
				less[i] = part
				out = append(out, less)
			}
		}
	case string:
		if r := []rune(x); len(r) > 1 {
			out = append(out, string(r[:len(r)/2]), string(r[1:]), string(r[:len(r)-1]))
		}
	case json.Number:
		if x != "0" && x != "1" {
			out = append(out, json.Number("0"), json.Number("1"))
		}
	case int:
		if x > 0 {
			out = append(out, x-1)
		}
	}
	return out
}
