package planner

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/tools"
)

// A reference stands for the output of an earlier plan step, or for what is at a path in it: {{s1}},
// {{s1.past_simple}}. Alone in a string it keeps its JSON type; inside text it becomes text.
var reference = regexp.MustCompile(`\{\{\s*(s[0-9]+(?:\.[0-9]+)*)((?:\.[^{}\s]+)?)\s*\}\}`)

// anyReference also finds what looks like a reference and is none.
var anyReference = regexp.MustCompile(`\{\{\s*([^{}]*?)\s*\}\}`)

// references returns the ids that text refers to, in order; what is not an id of a plan step stands as it is
// written.
func references(text string) []string {
	var ids []string
	for _, m := range anyReference.FindAllString(text, -1) {
		if r := reference.FindStringSubmatch(m); r != nil {
			ids = append(ids, r[1])
		} else {
			ids = append(ids, strings.Trim(m, "{} "))
		}
	}
	return ids
}

// Resolve replaces the references in args, {{s1}} or {{s1.path}}, with outputs of p. A reference
// without an output is an error, so no tool is ever called with the text of a reference.
func (p *Plan) Resolve(args json.RawMessage) (json.RawMessage, error) {
	var out bytes.Buffer
	err := p.resolveValue(&out, gjson.ParseBytes(args))
	return out.Bytes(), err
}

func (p *Plan) resolveValue(out *bytes.Buffer, v gjson.Result) error {
	switch {
	case v.IsObject(), v.IsArray():
		return p.resolveMembers(out, v)
	case v.Type != gjson.String || !strings.Contains(v.Str, "{{"):
		out.WriteString(v.Raw)
		return nil
	}
	if m := reference.FindString(v.Str); m == v.Str {
		found, err := p.referred(m)
		out.WriteString(found.Raw)
		return err
	}
	var problem error
	text := anyReference.ReplaceAllStringFunc(v.Str, func(m string) string {
		found, err := p.referred(m)
		if err != nil {
			problem = err
		}
		return found.String()
	})
	quoted, err := tools.Encode(text)
	out.Write(quoted)
	if problem != nil {
		err = problem
	}
	return err
}

func (p *Plan) resolveMembers(out *bytes.Buffer, v gjson.Result) (err error) {
	ends := "{}"
	if v.IsArray() {
		ends = "[]"
	}
	out.WriteByte(ends[0])
	n := 0
	v.ForEach(func(name, value gjson.Result) bool {
		if n++; n > 1 {
			out.WriteByte(',')
		}
		if v.IsObject() {
			out.WriteString(name.Raw + ":")
		}
		err = p.resolveValue(out, value)
		return err == nil
	})
	out.WriteByte(ends[1])
	return err
}

// referred returns what a reference stands for.
func (p *Plan) referred(text string) (gjson.Result, error) {
	r := reference.FindStringSubmatch(text)
	if r == nil {
		return gjson.Result{}, phrases.Error("refers to nothing", "Text", text)
	}
	id, path := r[1], strings.TrimPrefix(r[2], ".")
	step := p.Step(id)
	for step == nil && strings.Contains(id, ".") { // s1.2 may be a child, or the place 2 in the output of s1
		last := strings.LastIndex(id, ".")
		id, path = id[:last], strings.Trim(id[last+1:]+"."+path, ".")
		step = p.Step(id)
	}
	if step == nil || step.Status != StepDone {
		return gjson.Result{}, phrases.Error("no output", "Step", id)
	}
	found := lookUp(step.Output, path)
	if !found.Exists() {
		return found, phrases.Error("nothing at", "Step", id, "Path", path)
	}
	return found, nil
}
