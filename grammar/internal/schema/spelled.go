package schema

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/budget"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// Spelled returns a schema for a reader that knows no more of references than pointers into the text: wherever a
// reference leads within the text, by address, anchor or escapes, it is the pointer to there. OpenAPI's nullable is an
// alternative, and types that JSON does not have are what they mean; gaps lists those.
func Spelled(meter *budget.Meter, text []byte) (plain []byte, gaps []Gap, err error) {
	c := &compiler{meter: meter, Compiled: Compiled{Limits: Limits{}.WithDefaults()}}
	if c.document, _, err = jsontext.Read(text, c.Limits.SchemaBytes, meter); err != nil {
		return nil, nil, err
	}
	if c.draft, err = c.draftOf(c.document); err != nil {
		c.draft = draft{}
	}
	p := plainer{registry: newRegistry(c), targets: map[*jsontext.Tree]*jsontext.Tree{}, seen: map[*jsontext.Tree]bool{}}
	p.visit(c.document)
	for _, t := range p.nullable {
		orNull(t)
	}
	for ref, target := range p.targets {
		meter.Step(referenceSteps)
		ref.Text = "#" + strings.TrimPrefix(target.Pointer(), c.document.Text)
	}
	return c.document.Append(nil), p.gaps, nil
}

// A plainer goes through the schemas of a text.
type plainer struct {
	registry *registry
	targets  map[*jsontext.Tree]*jsontext.Tree // of references
	nullable []*jsontext.Tree
	seen     map[*jsontext.Tree]bool
	gaps     []Gap
}

// visit notes what t and the schemas within are to be.
func (p *plainer) visit(t *jsontext.Tree) {
	if t.Kind != jsontext.Object || p.seen[t] {
		return
	}
	p.seen[t] = true
	p.registry.c.meter.Step(referenceSteps)
	for _, m := range t.Members {
		switch kind := subschemas[m.Name]; {
		case kind == oneSchema && m.Value.Kind == jsontext.Object:
			p.visit(m.Value)
		case kind != 0:
			for _, x := range m.Value.Members {
				p.visit(x.Value)
			}
		case m.Name == "$ref" || m.Name == "$dynamicRef":
			p.reference(t, m.Name, m.Value)
		case m.Name == "nullable" && m.Value.Kind == jsontext.True && t.Parent != nil:
			p.nullable = append(p.nullable, t)
		case m.Name == "type" && m.Value.Kind == jsontext.Array:
			for _, x := range m.Value.Members {
				p.typeName(t, x.Value)
			}
		case m.Name == "type":
			p.typeName(t, m.Value)
		}
	}
	setMembers(t, slices.DeleteFunc(t.Members, func(m jsontext.Member) bool {
		return m.Name == "type" && (isAny(m) || slices.ContainsFunc(m.Value.Members, isAny))
	}))
}

func isAny(m jsontext.Member) bool { return m.Value.Kind == jsontext.String && m.Value.Text == anyType }

func setMembers(t *jsontext.Tree, members []jsontext.Member) {
	t.Members = members
	for i, m := range members {
		m.Value.Parent, m.Value.Index = t, int32(i)
	}
}

// orNull makes t an alternative of what it was and null.
func orNull(t *jsontext.Tree) {
	inner, null := &jsontext.Tree{Kind: jsontext.Object}, &jsontext.Tree{Kind: jsontext.Object}
	setMembers(inner, slices.DeleteFunc(t.Members, func(m jsontext.Member) bool { return m.Name == "nullable" }))
	setMembers(null, []jsontext.Member{{Name: "type", Value: &jsontext.Tree{Kind: jsontext.String, Text: "null"}}})
	both := &jsontext.Tree{Kind: jsontext.Array}
	setMembers(both, []jsontext.Member{{Value: inner}, {Value: null}})
	setMembers(t, []jsontext.Member{{Name: "anyOf", Value: both}})
}

// reference notes where a reference leads.
func (p *plainer) reference(t *jsontext.Tree, keyword string, ref *jsontext.Tree) {
	if ref.Kind != jsontext.String {
		return
	}
	target, err := p.registry.resolve(t, ref.Text)
	if err != nil {
		return // whoever follows it says so
	}
	if a := target.Lookup("$dynamicAnchor"); keyword == "$dynamicRef" && a != nil && p.registry.dynamic[a.Text] > 1 {
		return
	}
	p.targets[ref] = target
	p.visit(target)
}

// anyType is the type that is none.
const anyType = "any"

// meant are the types that people write and JSON Schema does not have.
var meant = map[string]string{
	"float": "number", "double": "number", "decimal": "number", "int": "integer", "long": "integer", "bool": "boolean", "str": "string",
	"text": "string", "dict": "object", "map": "object", "list": "array", "tuple": "array", "set": "array", "none": "null", "any": anyType,
}

// jsonTypes are those that it has.
var jsonTypes = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// typeName makes the name of a type one of JSON Schema.
func (p *plainer) typeName(t, name *jsontext.Tree) {
	if name.Kind != jsontext.String || slices.Contains(jsonTypes, name.Text) {
		return
	}
	as, known := meant[strings.ToLower(name.Text)]
	if lower := strings.ToLower(name.Text); slices.Contains(jsonTypes, lower) {
		as, known = lower, true
	}
	why := "not a type of JSON; read as " + as
	if !known {
		as, why = anyType, "not a type of JSON; read as any"
	}
	p.gaps = append(p.gaps, Gap{Pointer: t.Pointer(), Keyword: "type", Why: name.Text + " is " + why})
	name.Text = as
}
