package grammar

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// Reasons inside a CompileError.
var (
	ErrUnsupported = errors.New("not supported")
	ErrEmpty       = errors.New("no document can satisfy it")
	ErrMalformed   = errors.New("not a schema")
	ErrAmbiguous   = errors.New("the branches cannot be told apart")
	ErrBudget      = errors.New("too large")
)

// Options say how a schema is read and how documents are spelled. It is plain data; the zero value
// is the usual case.
type Options struct {
	Whitespace   Whitespace // zero: none, the compact form
	Order        Order      // zero: members in the order the schema declares them
	Numbers      Numbers    // zero: integers without point or exponent
	Lenient      bool       // unsupported keywords do not fail; Grammar.Unenforced lists them
	OneOfAsAnyOf bool       // otherwise oneOf is exact, or an error where it cannot be
	Limits       Limits
}

// An Order says in which order the members of an object come.
type Order uint8

const (
	// Declared is the order of the schema; members it does not name come last.
	Declared Order = iota
	// AnyOrder is for text from elsewhere: servers re-sort members.
	AnyOrder
)

// Numbers says how numbers may be spelled.
type Numbers uint8

const (
	// Plain integers have no point and no exponent: 1.0 is refused where an integer must stand.
	Plain Numbers = iota
	// AnyForm is the reading of the standard: 1.0 and 1e0 are integers.
	AnyForm
)

// Limits bound what a schema or a document may cost. Zero means the default; less is an error.
type Limits struct {
	SchemaBytes  int // 1 MiB
	Nodes        int // subschemas: 100,000
	Alternatives int // of one type at one place, after intersection: 512
	States       int // of one pattern's automaton: 20,000
	Parallel     int // readings a matcher follows at once: 512
	NumberBytes  int // of one number: 24 in compact documents, else 128
	Depth        int // of a document: 128
}

func (l Limits) withDefaults(w Whitespace) Limits {
	set := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	set(&l.SchemaBytes, maxSchemaBytes)
	set(&l.Nodes, 100_000)
	set(&l.Alternatives, 512)
	set(&l.States, 20_000)
	set(&l.Parallel, 512)
	if w == Compact() {
		set(&l.NumberBytes, 24)
	}
	set(&l.NumberBytes, 128)
	set(&l.Depth, 128)
	return l
}

// negative returns the name of a limit below zero, or "".
func (l Limits) negative() string {
	for _, x := range []struct {
		name string
		n    int
	}{
		{"SchemaBytes", l.SchemaBytes}, {"Nodes", l.Nodes}, {"Alternatives", l.Alternatives}, {"States", l.States},
		{"Parallel", l.Parallel}, {"NumberBytes", l.NumberBytes}, {"Depth", l.Depth},
	} {
		if x.n < 0 {
			return "Limits." + x.name
		}
	}
	return ""
}

// A CompileError says what in a schema cannot be compiled.
type CompileError struct {
	Pointer string // RFC 6901, into the schema
	Keyword string // the keyword at fault, or ""
	Err     error
}

// Error returns one line: where, which keyword, why.
func (e *CompileError) Error() string {
	where := e.Pointer
	if where == "" {
		where = "the root"
	}
	if e.Keyword == "" {
		return fmt.Sprintf("grammar: schema: at %s: %v", where, e.Err)
	}
	return fmt.Sprintf("grammar: schema: at %s: %s: %v", where, e.Keyword, e.Err)
}

// Unwrap returns the reason.
func (e *CompileError) Unwrap() error { return e.Err }

// A Gap is a keyword that is not enforced.
type Gap struct {
	Pointer, Keyword, Why string
}

// A compiler turns one schema into values, and knows which of them are reached from the root.
type compiler struct {
	compiled
	document *tree

	registry   *registry
	legacyIDs  bool // draft-04: "id"
	legacyRefs bool // before 2019-09: $ref stands alone
	evaluates  bool // the schema says unevaluated… somewhere

	nodes       []*node // nil: not read yet
	pending     []*tree // where it will be read from
	slab        []node  // nodes are cut from here
	sets        [][]literal
	setIDs      map[string]setID
	singles     []setID // by literal; -1: none yet
	schemaNodes []int32 // by tree: the node of the schema that stands there, or 0
	exactNodes  []int32 // by tree: the node that accepts exactly this value, or 0; nil until one is asked for
	visits      []visit // by set
	firsts      map[string]setID
	key         []byte // scratch
	back        bool   // some schema is recursive
	depth       int
	looks       int // into members and items, to tell branches apart

	universe *value
	integer  *numSpec
	integers []*numSpec // that alone
}

func newCompiler(schema json.RawMessage, o Options) (*compiler, error) {
	c := &compiler{compiled: compiled{options: o, limits: o.Limits.withDefaults(o.Whitespace)}}
	c.spelled(o.Whitespace, o.Order)
	if name := c.limits.negative(); name != "" {
		return nil, &CompileError{Keyword: name, Err: fmt.Errorf("%w: a limit below zero", ErrMalformed)}
	}
	var err error
	var trees int
	if c.document, trees, err = readTree(schema, c.limits.SchemaBytes); err != nil {
		return nil, err
	}
	c.schemaNodes = make([]int32, trees, trees+4)
	c.langs.budget = c.limits.States
	c.setIDs = map[string]setID{}
	c.universe = &value{
		null: true, no: true, yes: true,
		nums: []*numSpec{{}},
		strs: []*strSpec{{lang: regex.All, max: endless}},
		arrs: []*arrSpec{{max: endless}},
		objs: []*objSpec{{max: endless}},
	}
	c.integer = &numSpec{mult: one}
	c.integers = []*numSpec{c.integer}
	c.nodes = append(make([]*node, 0, 64), &node{})
	c.pending = append(make([]*tree, 0, 64), nil)
	c.sets = append(make([][]literal, 0, 64), nil, []literal{nothing})
	c.values = append(make([]*value, 0, 64), c.universe, &value{})
	c.singles = []setID{anySet, noneSet}
	c.evaluates = strings.Contains(string(schema), `"unevaluated`)
	return c, c.dialect()
}

// compile reads a schema and works out everything that is reached from its root.
func compile(schema json.RawMessage, o Options) (*compiled, error) {
	c, err := newCompiler(schema, o)
	if err != nil {
		return nil, err
	}
	root, err := c.literalAt(c.document)
	if err != nil {
		return nil, err
	}
	c.firsts = map[string]setID{}
	c.objs, c.arrs, c.strs = make([]*object, 1, 8), make([]*array, 1, 8), make([]*strSpec, 1, 8)
	c.strIDs, c.numIDs = map[*strSpec]int32{}, map[*numSpec]int32{}
	c.arrIDs, c.objIDs = map[*arrSpec]int32{}, map[*objSpec]int32{}
	if c.root, err = c.visit(c.set(root)); err != nil {
		return nil, err
	}
	if err := c.price(c.root); err != nil {
		return nil, err
	}
	if err := c.automata(); err != nil {
		return nil, err
	}
	return &c.compiled, nil
}

// dialect reads $schema: older drafts read some keywords differently.
func (c *compiler) dialect() error {
	v := c.document.get("$schema")
	if v == nil || v.kind != treeString {
		return nil
	}
	name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(v.text, "https://"), "http://"), "#")
	switch name {
	case "json-schema.org/draft-03/schema", "json-schema.org/draft-04/schema":
		c.legacyIDs, c.legacyRefs = true, true
	case "json-schema.org/draft-06/schema", "json-schema.org/draft-07/schema":
		c.legacyRefs = true
	case "json-schema.org/draft/2019-09/schema", "json-schema.org/draft/2020-12/schema", "json-schema.org/schema":
	default:
		return c.unsupported(c.document, "$schema", v.text)
	}
	return nil
}
