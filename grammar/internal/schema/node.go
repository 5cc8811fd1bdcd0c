package schema

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// A literal is a schema that a value must satisfy (even) or must not (odd): twice the number of its
// node, plus one for "not".
type literal = int32

// Node 0 is the schema true.
const (
	anything literal = 0
	nothing  literal = 1
)

func positive(node int32) literal { return node << 1 }
func negated(l literal) literal   { return l ^ 1 }
func nodeOf(l literal) int32      { return l >> 1 }
func isNegated(l literal) bool    { return l&1 == 1 }

// A types is a set of JSON types.
type types uint8

const (
	typeNull types = 1 << iota
	typeFalse
	typeTrue
	typeNumber
	typeString
	typeArray
	typeObject
	typeInteger // beside typeNumber: only whole numbers

	allTypes = typeNull | typeFalse | typeTrue | typeNumber | typeString | typeArray | typeObject
)

// A node is one schema object with its keywords read. Subschemas are literals: they are read when they
// are needed, so that definitions without a reference cost nothing.
type node struct {
	tree  *jsontext.Tree
	types types
	enum  []*jsontext.Tree // with const: the only values; nil: all

	num *number.Spec
	str *StringSpec
	arr *ArraySpec
	obj *ObjectSpec

	all            []literal   // $ref, allOf, not
	allBy          string      // which of these: allOf, if it is there
	any            [][]literal // one list for each anyOf
	one            []literal
	conditionals   []conditional     // if, dependentSchemas, dependentRequired
	unevaluated    []unevaluatedRule // unevaluated…
	propertiesLast bool              // a combination stands before "properties": its members come first
}

// A conditional is an if or a dependency: when `when` holds, `then` must hold, otherwise `other`.
type conditional struct {
	testsName         bool // what must hold is that there is a member called has
	has               string
	when, then, other literal
	need              []string // with testsName: names that must be there too
}

// keyword returns the name of x in a schema.
func (x conditional) keyword() string {
	switch {
	case !x.testsName:
		return "if"
	case len(x.need) > 0:
		return "dependentRequired"
	default:
		return "dependentSchemas"
	}
}

type unevaluatedRule struct {
	items bool
	lit   literal
}

// keyword returns the name of x in a schema.
func (x unevaluatedRule) keyword() string {
	if x.items {
		return "unevaluatedItems"
	}
	return "unevaluatedProperties"
}

// nodeAt returns the node of the schema that stands at t.
func (c *compiler) nodeAt(t *jsontext.Tree) (int32, error) {
	if n := c.schemaNodes[t.ID]; n != 0 {
		return n, nil
	}
	switch t.Kind {
	case jsontext.True:
		return 0, nil
	case jsontext.False, jsontext.Object:
	default:
		return 0, c.malformed(t, "", "a schema is an object or a boolean")
	}
	if len(c.nodes) > c.Limits.Nodes {
		return 0, &jsontext.Error{Pointer: t.Pointer(), Err: fmt.Errorf("%w: more than %d schemas", jsontext.ErrBudget, c.Limits.Nodes)}
	}
	n := int32(len(c.nodes))
	c.schemaNodes[t.ID] = n
	c.nodes = append(c.nodes, nil)
	c.pending = append(c.pending, t)
	return n, nil
}

// literalAt returns the literal that demands the schema at t.
func (c *compiler) literalAt(t *jsontext.Tree) (literal, error) {
	if t.Kind == jsontext.False {
		return nothing, nil
	}
	n, err := c.nodeAt(t)
	return positive(n), err
}

// exactly returns the literal that demands exactly the value t.
func (c *compiler) exactly(t *jsontext.Tree) literal {
	if int(t.ID) >= len(c.exactNodes) {
		c.exactNodes = append(c.exactNodes, make([]int32, len(c.schemaNodes)-len(c.exactNodes))...)
	}
	if c.exactNodes[t.ID] == 0 {
		c.meter.Make(nodeBytes)
		c.exactNodes[t.ID] = int32(len(c.nodes))
		c.nodes = append(c.nodes, &node{tree: t, enum: []*jsontext.Tree{t}, types: allTypes})
		c.pending = append(c.pending, nil)
	}
	return positive(c.exactNodes[t.ID])
}

// read returns the node numbered n with its keywords read.
func (c *compiler) read(n int32) (*node, error) {
	if c.nodes[n] != nil {
		return c.nodes[n], nil
	}
	t := c.pending[n]
	before := c.meter.Enter(t, "")
	c.meter.Make(nodeBytes + memberBytes*len(t.Members))
	if len(c.freeNodes) == 0 {
		c.freeNodes = make([]node, 16)
	}
	r := nodeReader{c: c, t: t, n: &c.freeNodes[0]}
	c.freeNodes = c.freeNodes[1:]
	r.n.tree, r.n.types = t, allTypes
	err := r.keywords()
	c.meter.Leave(before)
	if err != nil {
		return nil, err
	}
	c.nodes[n] = r.n
	return r.n, nil
}

// What a node takes, and each of its keywords.
const nodeBytes, memberBytes = 250, 50

// A nodeReader turns the members of one schema object into a node.
type nodeReader struct {
	c *compiler
	t *jsontext.Tree
	n *node
}

func (r *nodeReader) keywords() error {
	if r.c.draftAt(r.t).legacyRefs {
		if ref := r.t.Lookup("$ref"); ref != nil && ref.Kind == jsontext.String {
			return r.reference("$ref", ref)
		}
	}
	for i := range r.t.Members {
		m := &r.t.Members[i]
		read, known := keywordReaders(m.Name)
		if !known {
			continue
		}
		if m.Name == "properties" {
			r.n.propertiesLast = len(r.n.all) > 0 || len(r.n.any) > 0 || len(r.n.one) > 0 || len(r.n.conditionals) > 0
		}
		r.c.meter.For(m.Name)
		r.c.meter.Step(1 + len(m.Value.Members))
		if err := read(r, m.Name, m.Value); err != nil {
			return err
		}
	}
	return nil
}

type keywordReader func(r *nodeReader, keyword string, v *jsontext.Tree) error

// keywordReaders returns how a keyword is read. A name without a reader is an annotation: the
// standard's own, or one that no draft defines.
func keywordReaders(name string) (keywordReader, bool) {
	switch name {
	case "type":
		return (*nodeReader).readTypes, true
	case "enum", "const":
		return (*nodeReader).readValues, true
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return (*nodeReader).readNumber, true
	case "minLength", "maxLength", "pattern", "format":
		return (*nodeReader).readString, true
	case "items", "prefixItems", "additionalItems":
		return (*nodeReader).readItems, true
	case "minItems", "maxItems", "uniqueItems", "contains":
		return (*nodeReader).readArray, true
	case "properties", "patternProperties", "additionalProperties":
		return (*nodeReader).readMembers, true
	case "required", "minProperties", "maxProperties", "propertyNames":
		return (*nodeReader).readObject, true
	case "dependentRequired", "dependentSchemas", "dependencies":
		return (*nodeReader).readDependent, true
	case "$ref", "$dynamicRef", "$recursiveRef":
		return (*nodeReader).reference, true
	case "allOf", "anyOf", "oneOf", "not", "if":
		return (*nodeReader).readCombination, true
	case "unevaluatedProperties", "unevaluatedItems":
		return (*nodeReader).readUnevaluated, true
	case "extends", "disallow", "divisibleBy":
		return (*nodeReader).readUnsupported, true
	}
	return nil, false
}

func (r *nodeReader) malformed(keyword, why string) error { return r.c.malformed(r.t, keyword, why) }

func (c *compiler) malformed(t *jsontext.Tree, keyword, why string) error {
	return &jsontext.Error{Pointer: t.Pointer(), Keyword: keyword, Err: fmt.Errorf("%w: %s", jsontext.ErrMalformed, why)}
}

// unsupported returns the error that keyword cannot be enforced, or notes the gap and returns nil
// where the caller asked for lenience.
func (c *compiler) unsupported(t *jsontext.Tree, keyword, why string) error {
	return c.gap(t, keyword, fmt.Errorf("%w: %s", ErrUnsupported, why))
}

func (c *compiler) gap(t *jsontext.Tree, keyword string, err error) error {
	if c.Options.Lenient {
		c.Gaps = append(c.Gaps, Gap{Pointer: t.Pointer(), Keyword: keyword, Why: err.Error()})
		return nil
	}
	return &jsontext.Error{Pointer: t.Pointer(), Keyword: keyword, Err: err}
}

// demand adds what keyword says that a value must satisfy beside what else the node says.
func (r *nodeReader) demand(keyword string, lits ...literal) {
	r.n.all = append(r.n.all, lits...)
	if r.n.allBy != "allOf" {
		r.n.allBy = keyword
	}
}

func (r *nodeReader) readUnsupported(keyword string, _ *jsontext.Tree) error {
	return r.c.unsupported(r.t, keyword, "a keyword of an old draft")
}

func (r *nodeReader) readTypes(keyword string, v *jsontext.Tree) error {
	list := []jsontext.Member{{Value: v}}
	if v.Kind == jsontext.Array {
		list = v.Members
	}
	r.n.types = 0
	for _, m := range list {
		if m.Value.Kind != jsontext.String {
			return r.malformed(keyword, "a type is a string")
		}
		switch m.Value.Text {
		case "null":
			r.n.types |= typeNull
		case "boolean":
			r.n.types |= typeFalse | typeTrue
		case "number":
			r.n.types |= typeNumber
		case "integer":
			r.n.types |= typeInteger
		case "string":
			r.n.types |= typeString
		case "array":
			r.n.types |= typeArray
		case "object":
			r.n.types |= typeObject
		default:
			return r.malformed(keyword, fmt.Sprintf("%q is not a type", m.Value.Text))
		}
	}
	switch {
	case r.n.types&typeNumber != 0:
		r.n.types &^= typeInteger
	case r.n.types&typeInteger != 0:
		r.n.types |= typeNumber
	}
	return nil
}

func (r *nodeReader) readValues(keyword string, v *jsontext.Tree) error {
	values := []*jsontext.Tree{v}
	if keyword == "enum" {
		if v.Kind != jsontext.Array {
			return r.malformed(keyword, "not a list")
		}
		values = make([]*jsontext.Tree, len(v.Members))
		for i, m := range v.Members {
			values[i] = m.Value
		}
	}
	if r.n.enum != nil { // enum and const: one of them becomes a schema of its own
		other := &jsontext.Tree{Kind: jsontext.Object, Parent: r.t.Parent, Index: r.t.Index, ID: int32(len(r.c.schemaNodes)),
			Members: []jsontext.Member{{Name: keyword, Value: v}}}
		r.c.schemaNodes = append(r.c.schemaNodes, 0)
		l, err := r.c.literalAt(other)
		r.demand(keyword, l)
		return err
	}
	r.n.enum = values
	return nil
}

func (r *nodeReader) readNumber(keyword string, v *jsontext.Tree) error {
	if r.n.num == nil {
		r.n.num = &number.Spec{At: r.t}
	}
	s := r.n.num
	if v.Kind != jsontext.Number {
		return r.boundIsOpen(keyword, v)
	}
	x, err := number.Parse(v.Text)
	if err != nil {
		return &jsontext.Error{Pointer: r.t.Pointer(), Keyword: keyword, Err: err}
	}
	switch keyword {
	case "minimum":
		s.TightenLo(x, r.isTrue("exclusiveMinimum"))
	case "maximum":
		s.TightenHi(x, r.isTrue("exclusiveMaximum"))
	case "exclusiveMinimum":
		s.TightenLo(x, true)
	case "exclusiveMaximum":
		s.TightenHi(x, true)
	case "multipleOf":
		if x.Sign() <= 0 {
			return r.malformed(keyword, "not positive")
		}
		s.MultipleOf = number.LCM(s.MultipleOf, x)
	}
	return nil
}

// isTrue reports whether the draft-04 form of an exclusive bound is switched on.
func (r *nodeReader) isTrue(keyword string) bool {
	v := r.t.Lookup(keyword)
	return v != nil && v.Kind == jsontext.True
}

func (r *nodeReader) boundIsOpen(keyword string, v *jsontext.Tree) error {
	if strings.HasPrefix(keyword, "exclusive") && (v.Kind == jsontext.True || v.Kind == jsontext.False) {
		return nil // draft-04, read beside its bound
	}
	return r.malformed(keyword, "not a number")
}

// count reads a size. A size too large to matter is cut to a number that still fits everywhere.
func (r *nodeReader) count(keyword string, v *jsontext.Tree) (int, error) {
	if v.Kind != jsontext.Number {
		return 0, r.malformed(keyword, "not a number")
	}
	if n, err := strconv.Atoi(v.Text); err == nil && n >= 0 {
		return min(n, number.Unbounded), nil
	}
	x, err := number.Parse(v.Text)
	if err != nil || !x.IsInt() || x.Sign() < 0 {
		return 0, r.malformed(keyword, "not a natural number")
	}
	if x.Num().Cmp(big.NewInt(number.Unbounded)) >= 0 {
		return number.Unbounded, nil
	}
	return int(x.Num().Int64()), nil
}
